// RUN: pad-opt --list-passes | filecheck %s
// CHECK-DAG: pad-apply-layouts {{ +}}Makes every buffer with a `#pad.layout` physical
// CHECK-DAG: pad-transform-layout {{ +}}Gives a buffer a `#pad.layout`
// CHECK: From xDSL:
// CHECK: canonicalize, {{.*}}

// RUN: pad-opt --help-pass pad-transform-layout | filecheck %s --check-prefix=HELP
// HELP:      pad-transform-layout
// HELP-NEXT: {{^$}}
// HELP-NEXT: Gives a buffer a `#pad.layout`
// HELP:      Before:
// HELP:      After
// HELP:      Options:
// HELP:        buffer: string, required
// HELP:        function: string, default unset

// RUN: pad-opt --help-pass dce | filecheck %s --check-prefix=NONE
// NONE: No options.

// RUN: not pad-opt --help-pass pad-transform 2>&1 | filecheck %s --check-prefix=UNKNOWN
// UNKNOWN: --help-pass: error: there is no pass 'pad-transform', did you mean 'pad-transform-layout'
