"""Names of functions that LLVM calls or knows, or that libm and libc have: none of a user's."""

from __future__ import annotations

import re
from itertools import chain, product
from typing import Literal, TypeAlias

Number: TypeAlias = Literal["f32", "f64"]

# Those that LLVM 22 knows by name (TargetLibraryInfo, RuntimeLibcalls), and others of C23.
_OF_ONE = """
acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp10
exp10m1 exp2 exp2m1 expm1 fabs floor lgamma log log10 log10p1 log1p log2 log2p1 logb logp1 nearbyint
rint round roundeven rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc
"""
_OF_TWO = """
atan2 atan2pi copysign drem fdim fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmin
fminimum fminimum_mag fminimum_mag_num fminimum_num fmod hypot nextafter pow powr remainder
"""
_OF_THREE = "fma"
_OTHER_MATH = """
cabs canonicalize compoundn frexp fromfp fromfpx getpayload ilogb j0 j1 jn ldexp lgamma_r llogb
llrint llround lrint lround modf nan nextdown nexttoward nextup pown remquo rootn scalb scalbln
scalbn significand sincos sincospi totalorder totalordermag ufromfp ufromfpx y0 y1 yn
"""
_SUFFIXES = ("", "f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x")
_OTHERS = """
abort abs access aligned_alloc at_quick_exit atexit atof atoi atol atoll bcmp bcopy bsearch bzero
calloc chmod chown clearerr closedir ctermid div dprintf environ errno execl execle execlp execv
execve execvP execvp execvpe exit fclose fdopen fegetenv fegetmode feof ferror fesetenv fesetmode
fflush ffs ffsl ffsll fgetc fgetc_unlocked fgetpos fgets fgets_unlocked fileno fiprintf flockfile
fls flsl flsll fopen fopen64 fork fprintf fputc fputc_unlocked fputs fputs_unlocked fread
fread_unlocked free freopen fscanf fseek fseeko fseeko64 fsetpos fstat fstat64 fstatvfs fstatvfs64
ftell ftello ftello64 ftrylockfile funlockfile fwrite fwrite_unlocked getc getc_unlocked getchar
getchar_unlocked getenv getitimer getlogin_r getpwnam gets gettimeofday htonl htons iprintf isalnum
isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
labs lchown ldiv llabs lldiv longjmp lstat lstat64 malloc memalign memccpy memchr memcmp memcpy
memmove mempcpy memrchr memset memset_explicit memset_pattern16 memset_pattern4 memset_pattern8
mkdir mktime ntohl ntohs open open64 opendir pclose perror popen posix_memalign pread printf putc
putc_unlocked putchar putchar_unlocked puts pvalloc pwrite qsort quick_exit raise rand read readlink
realloc reallocarray reallocf realpath remove rename rewind rmdir scanf setbuf setenv setitimer
setjmp setvbuf signal siprintf snprintf sprintf srand sscanf stat stat64 statvfs statvfs64 stderr
stdin stdout stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror
strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn
strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoul strtoull strxfrm system time
times tmpfile tmpfile64 toascii tolower toupper uname ungetc unlink unsetenv utime utimes valloc
vdprintf vec_calloc vec_free vec_malloc vec_realloc vfprintf vfscanf vprintf vscanf vsnprintf
vsprintf vsscanf wcslen write
"""
_BY_COUNT = {1: _OF_ONE.split(), 2: _OF_TWO.split(), 3: _OF_THREE.split()}
_MATH = [*chain(*_BY_COUNT.values()), *_OTHER_MATH.split()]
_KNOWN = frozenset([*_OTHERS.split(), *map("".join, product(_MATH, _SUFFIXES))])
# The linker's and the compilers' own, wrappers by upstream, and what this project puts in.
_OF_COMPILERS = re.compile(r"__|_[A-Z]|_mlir_|_pocl|_cl_|llvm\.|pad_mlir")
_NUMBERS: dict[str, Number] = {"": "f64", "f": "f32"}
_TYPES: dict[str, tuple[int, Number]] = {
    f"{name}{suffix}": (count, number)
    for count, names in _BY_COUNT.items()
    for name in names
    for suffix, number in _NUMBERS.items()
}


def is_of_compilers(name: str) -> bool:
    """Whether compilers and linkers, or this project, keep the name for themselves."""
    return _OF_COMPILERS.match(name) is not None


def is_taken(name: str) -> bool:
    """Whether a symbol of that name may be what LLVM, libm, libc or this project calls."""
    return name in _KNOWN or is_of_compilers(name)


def known_type(name: str) -> tuple[int, Number] | None:
    """Return the number of arguments of a libm function, and the type of them and of the result."""
    return _TYPES.get(name)
