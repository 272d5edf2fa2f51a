"""
LLVM IR that gives local buffers room in a workspace of the kernel and the thread.

The functions are an object of their own, so that a process compiles them once.
"""

from __future__ import annotations

KEY = "pad_mlir_workspace_key"
"""A 32-bit global: the key of pthreads by which a thread finds its workspace, or -1."""
ENTER, LEAVE = "pad_mlir_enter", "pad_mlir_leave"
_UPSTREAM = "_mlir_memref_to_llvm_"
"""How the functions that allocate and free are called where upstream MLIR leaves them open."""

# The workspace and what is before a block are not memory that a kernel accesses.
_DECLARATIONS = """
declare noalias ptr @_mlir_memref_to_llvm_aligned_alloc(i64 allocalign, i64)
    nounwind willreturn memory(inaccessiblemem: readwrite)
    allockind("alloc,uninitialized,aligned") allocsize(1) "alloc-family"="pad_mlir"
declare void @_mlir_memref_to_llvm_free(ptr allocptr)
    nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
    allockind("free") "alloc-family"="pad_mlir"
declare i1 @pad_mlir_enter(ptr, ptr) nounwind
declare void @pad_mlir_leave(ptr, ptr, i1) nounwind
"""
BASE, END, TOP, LAST, USED, PEAK, BUSY, WORDS = range(8)
"""The words of a workspace; the last number is how many there are."""

# A stack of blocks. What is freed below the top waits until all above it is. A block that has no
# room, and each one outside of a call by the runtime, is the C library's. Before each block are:
# the block before it in the workspace, or what to free; the top without it; whether it was freed;
# and its bytes.
WORKSPACE_FUNCTIONS = """
declare ptr @pthread_getspecific(i32)
declare i32 @pthread_setspecific(i32, ptr)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)

@pad_mlir_workspace_key = global i32 -1

define internal ptr @pad_mlir_workspace() nounwind {
  %key = load i32, ptr @pad_mlir_workspace_key
  %known = icmp ne i32 %key, -1
  br i1 %known, label %ask, label %none
ask:
  %found = call ptr @pthread_getspecific(i32 %key)
  ret ptr %found
none:
  ret ptr null
}

define i1 @pad_mlir_enter(ptr %workspace, ptr %before) nounwind {
  %key = load i32, ptr @pad_mlir_workspace_key
  %old = call ptr @pthread_getspecific(i32 %key)
  store ptr %old, ptr %before
  %busy_at = getelementptr i64, ptr %workspace, i64 6
  %busy = load i64, ptr %busy_at
  %is_busy = icmp ne i64 %busy, 0
  br i1 %is_busy, label %again, label %first
again:
  %ignored = call i32 @pthread_setspecific(i32 %key, ptr null)
  ret i1 false
first:
  %base = load i64, ptr %workspace
  %top_at = getelementptr i64, ptr %workspace, i64 2
  store i64 %base, ptr %top_at
  %last_at = getelementptr i64, ptr %workspace, i64 3
  store i64 0, ptr %last_at
  %used_at = getelementptr i64, ptr %workspace, i64 4
  store i64 0, ptr %used_at
  store i64 1, ptr %busy_at
  %done = call i32 @pthread_setspecific(i32 %key, ptr %workspace)
  ret i1 true
}

define void @pad_mlir_leave(ptr %workspace, ptr %before, i1 %entered) nounwind {
  %key = load i32, ptr @pad_mlir_workspace_key
  %old = load ptr, ptr %before
  %done = call i32 @pthread_setspecific(i32 %key, ptr %old)
  br i1 %entered, label %own, label %end
own:
  %busy_at = getelementptr i64, ptr %workspace, i64 6
  store i64 0, ptr %busy_at
  br label %end
end:
  ret void
}

define noalias ptr @_mlir_memref_to_llvm_aligned_alloc(i64 %wanted, i64 %size) nounwind {
  %is_less = icmp ult i64 %wanted, 64
  %align = select i1 %is_less, i64 64, i64 %wanted
  %workspace = call ptr @pad_mlir_workspace()
  %none = icmp eq ptr %workspace, null
  br i1 %none, label %outside, label %inside
inside:
  %end_at = getelementptr i64, ptr %workspace, i64 1
  %end = load i64, ptr %end_at
  %top_at = getelementptr i64, ptr %workspace, i64 2
  %top = load i64, ptr %top_at
  %head = add i64 %top, 63
  %after_head = add i64 %head, %align
  %mask = sub i64 0, %align
  %start = and i64 %after_head, %mask
  %room = sub i64 %end, %start
  %no_room = icmp slt i64 %room, 0
  %too_large = icmp ugt i64 %size, %room
  %refused = or i1 %no_room, %too_large
  br i1 %refused, label %outside, label %place
place:
  %stop = add i64 %start, %size
  %rounded = add i64 %stop, 63
  %new_top = and i64 %rounded, -64
  %taken = sub i64 %new_top, %top
  %last_at = getelementptr i64, ptr %workspace, i64 3
  %last = load i64, ptr %last_at
  %block = inttoptr i64 %start to ptr
  call void @pad_mlir_head(ptr %block, i64 %last, i64 %top, i64 %taken)
  store i64 %new_top, ptr %top_at
  store i64 %start, ptr %last_at
  call void @pad_mlir_use(ptr %workspace, i64 %taken)
  ret ptr %block
outside:
  %more = add i64 %align, 63
  %with_head = add i64 %size, %more
  %least = add i64 %align, %with_head
  %overflows = icmp ult i64 %least, %size
  %down = sub i64 0, %align
  %total = and i64 %least, %down
  %asked = select i1 %overflows, i64 -64, i64 %total
  %raw = call ptr @aligned_alloc(i64 %align, i64 %asked)
  %failed = icmp eq ptr %raw, null
  br i1 %failed, label %nothing, label %got
nothing:
  ret ptr null
got:
  %given = getelementptr i8, ptr %raw, i64 %align
  %raw_bits = ptrtoint ptr %raw to i64
  call void @pad_mlir_head(ptr %given, i64 %raw_bits, i64 0, i64 %asked)
  br i1 %none, label %ready, label %count
count:
  call void @pad_mlir_use(ptr %workspace, i64 %asked)
  br label %ready
ready:
  ret ptr %given
}

define internal void @pad_mlir_head(ptr %block, i64 %one, i64 %top, i64 %bytes) nounwind {
  %one_at = getelementptr i64, ptr %block, i64 -4
  store i64 %one, ptr %one_at
  %two_at = getelementptr i64, ptr %block, i64 -3
  store i64 %top, ptr %two_at
  %three_at = getelementptr i64, ptr %block, i64 -2
  store i64 0, ptr %three_at
  %four_at = getelementptr i64, ptr %block, i64 -1
  store i64 %bytes, ptr %four_at
  ret void
}

define internal void @pad_mlir_use(ptr %workspace, i64 %bytes) nounwind {
  %used_at = getelementptr i64, ptr %workspace, i64 4
  %used = load i64, ptr %used_at
  %now = add i64 %used, %bytes
  store i64 %now, ptr %used_at
  %peak_at = getelementptr i64, ptr %workspace, i64 5
  %peak = load i64, ptr %peak_at
  %more = icmp sgt i64 %now, %peak
  %most = select i1 %more, i64 %now, i64 %peak
  store i64 %most, ptr %peak_at
  ret void
}

define void @_mlir_memref_to_llvm_free(ptr %block) nounwind {
  %is_null = icmp eq ptr %block, null
  br i1 %is_null, label %end, label %known
known:
  %workspace = call ptr @pad_mlir_workspace()
  %none = icmp eq ptr %workspace, null
  %bytes_at = getelementptr i64, ptr %block, i64 -1
  %bytes = load i64, ptr %bytes_at
  br i1 %none, label %outside, label %where
where:
  %at = ptrtoint ptr %block to i64
  %base = load i64, ptr %workspace
  %end_at = getelementptr i64, ptr %workspace, i64 1
  %stop = load i64, ptr %end_at
  %above = icmp uge i64 %at, %base
  %below = icmp ule i64 %at, %stop
  %is_own = and i1 %above, %below
  br i1 %is_own, label %own, label %counted
own:
  %freed_at = getelementptr i64, ptr %block, i64 -2
  store i64 1, ptr %freed_at
  br label %next
next:
  %last_at = getelementptr i64, ptr %workspace, i64 3
  %last = load i64, ptr %last_at
  %no_block = icmp eq i64 %last, 0
  br i1 %no_block, label %end, label %look
look:
  %top_block = inttoptr i64 %last to ptr
  %was_freed_at = getelementptr i64, ptr %top_block, i64 -2
  %was_freed = load i64, ptr %was_freed_at
  %stays = icmp eq i64 %was_freed, 0
  br i1 %stays, label %end, label %pop
pop:
  %before_at = getelementptr i64, ptr %top_block, i64 -4
  %before = load i64, ptr %before_at
  store i64 %before, ptr %last_at
  %lower_at = getelementptr i64, ptr %top_block, i64 -3
  %lower = load i64, ptr %lower_at
  %top_at = getelementptr i64, ptr %workspace, i64 2
  store i64 %lower, ptr %top_at
  %taken_at = getelementptr i64, ptr %top_block, i64 -1
  %taken = load i64, ptr %taken_at
  call void @pad_mlir_unuse(ptr %workspace, i64 %taken)
  br label %next
counted:
  call void @pad_mlir_unuse(ptr %workspace, i64 %bytes)
  br label %outside
outside:
  %raw_at = getelementptr i64, ptr %block, i64 -4
  %raw = load ptr, ptr %raw_at
  call void @free(ptr %raw)
  br label %end
end:
  ret void
}

define internal void @pad_mlir_unuse(ptr %workspace, i64 %bytes) nounwind {
  %used_at = getelementptr i64, ptr %workspace, i64 4
  %used = load i64, ptr %used_at
  %now = sub i64 %used, %bytes
  store i64 %now, ptr %used_at
  ret void
}
"""


def allocates(ir: str) -> bool:
    """Whether LLVM IR calls the functions that allocate or free local buffers."""
    return f"@{_UPSTREAM}" in ir


def with_workspace(ir: str) -> str:
    """
    The LLVM IR of a module with the workspace's functions declared, with what is known of them.
    """
    lines = [line for line in ir.splitlines() if not _declares(line, _UPSTREAM)]
    return "\n".join([*lines, _DECLARATIONS])


def _declares(line: str, name: str) -> bool:
    return line.startswith("declare ") and f"@{name}" in line
