// RUN: not pad-opt %s -p 'cse, pad-apply-layout' 2>&1 | filecheck %s --check-prefix=PASS
// PASS:      <pass-pipeline>:1:6: error: there is no pass 'pad-apply-layout', did you mean 'pad-apply-layouts'
// PASS-SAME: (--list-passes names all)
// PASS-NEXT: cse, pad-apply-layout
// PASS-NEXT:      ^

// RUN: not pad-opt %s -p 'pad-transform-layout{bufer=A map="(i) -> (i)"}' 2>&1 | filecheck %s --check-prefix=OPTION
// OPTION: <pass-pipeline>:1:22: error: pass 'pad-transform-layout' has no option 'bufer', did you mean 'buffer'?; its options: {{.*}}map

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A buffer=B}' 2>&1 | filecheck %s --check-prefix=TWICE
// TWICE: <pass-pipeline>:1:31: error: option 'buffer' is given twice

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A}' 2>&1 | filecheck %s --check-prefix=MISSING
// MISSING: <pass-pipeline>:1:1: error: pass 'pad-transform-layout' needs 'map'

// RUN: not pad-opt %s -p 'pad-to-host{stop=ptx}' 2>&1 | filecheck %s --check-prefix=CHOICE
// CHOICE: <pass-pipeline>:1:18: error: option 'stop' of 'pad-to-host' wants one of affine, scf, cf, llvm, got 'ptx'

// RUN: not pad-opt %s -p 'pad-to-host{stop}' 2>&1 | filecheck %s --check-prefix=VALUE
// VALUE: <pass-pipeline>:1:13: error: option 'stop' of 'pad-to-host' wants one of affine, scf, cf, llvm, got ''

// RUN: not pad-opt %s -p 'pad-transform-layout{map=(i)}' 2>&1 | filecheck %s --check-prefix=QUOTES
// QUOTES: <pass-pipeline>:1:26: error: expected a value; one with other characters goes in quotes, got '('

// RUN: not pad-opt %s -p 'pad-transform-layout{extents=[3 32]}' 2>&1 | filecheck %s --check-prefix=LIST
// LIST: <pass-pipeline>:1:33: error: expected ',' or ']', got '32'

// RUN: not pad-opt %s -p 'pad-transform-layout{extents=[]}' 2>&1 | filecheck %s --check-prefix=EMPTY
// EMPTY: <pass-pipeline>:1:31: error: expected a value; one with other characters goes in quotes, got ']'

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="["}' 2>&1 | filecheck %s --check-prefix=TEXT
// TEXT: <pass-pipeline>:1:35: error: pad-transform-layout: the map "[" cannot be read

// RUN: not pad-opt %s -p 'nothing-like-it' 2>&1 | filecheck %s --check-prefix=FAR
// FAR: <pass-pipeline>:1:1: error: there is no pass 'nothing-like-it'; the passes of pad-opt: {{.*}}pad-transform-layout

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i)}' 2>&1 | filecheck %s --check-prefix=OPEN
// OPEN: <pass-pipeline>:1:35: error: the quote has no end, got '"'

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A, map="(i) -> (i)"}' 2>&1 | filecheck %s --check-prefix=BLANKS
// BLANKS: <pass-pipeline>:1:30: error: options are separated by blanks, not commas: {x=1 y=2}

// RUN: not pad-opt %s -p 'pad-transform-layout{map="(i) -> (i)", buffer=A}' 2>&1 | filecheck %s --check-prefix=QUOTED
// QUOTED: <pass-pipeline>:1:38: error: options are separated by blanks, not commas

// RUN: not pad-opt %s -p 'pad-to-host{stop=scf' 2>&1 | filecheck %s --check-prefix=BRACE
// BRACE: <pass-pipeline>:1:21: error: expected the name of an option, or '}', got the end

// RUN: not pad-opt %s -p 'cse dce' 2>&1 | filecheck %s --check-prefix=COMMA
// COMMA: <pass-pipeline>:1:5: error: expected ',' between passes, got 'dce'

// RUN: not pad-opt %s -p 'pad-transform-layout buffer=A' 2>&1 | filecheck %s --check-prefix=BRACES
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A} map="(i) -> (i)"' 2>&1 | filecheck %s --check-prefix=OUTSIDE
// BRACES: <pass-pipeline>:1:22: error: options are in braces: pass{x=1 y=2}
// OUTSIDE: <pass-pipeline>:1:32: error: options are in braces: pass{x=1 y=2}

// RUN: not pad-opt %s -p 'cse,' 2>&1 | filecheck %s --check-prefix=END
// END: <pass-pipeline>:1:5: error: expected the name of a pass, got the end

// RUN: not pad-opt %s --no-such-flag 2>&1 | filecheck %s --check-prefix=FLAG
// FLAG: pad-opt: error: unrecognized arguments: --no-such-flag
