// For mlir-opt --irdl-file; from python -m pad_mlir.dialect.irdl.
builtin.module {
  irdl.dialect @pad {
    irdl.attribute @layout {
      %0 = irdl.base "#builtin.array"
      %1 = irdl.base "#builtin.array"
      %2 = irdl.base "#builtin.dictionary"
      irdl.parameters(maps: %0, pads: %1, options: %2)
    }
    irdl.operation @assume {
      %3 = irdl.is i1
      irdl.operands(condition: %3)
    }
    irdl.operation @undef {
      %4 = irdl.any
      irdl.results(result: %4)
    }
    irdl.operation @pack {
      %5 = irdl.base "!builtin.memref"
      %6 = irdl.base "!builtin.memref"
      irdl.operands(source: %5, target: %6)
    }
    irdl.operation @unpack {
      %7 = irdl.base "!builtin.memref"
      %8 = irdl.base "!builtin.memref"
      irdl.operands(source: %7, target: %8)
    }
    irdl.operation @cast {
      %9 = irdl.base "!builtin.memref"
      irdl.operands(source: %9)
      %10 = irdl.base "!builtin.memref"
      irdl.results(result: %10)
    }
  }
}
