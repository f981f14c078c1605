/* Lets the n-th call of one kind fail: FAULT_KIND=open|read|write|fsync|map|thread|spawn, FAULT_N=n. Loaded before everything else
   by LD_PRELOAD; FAULT_FIRED names a file that is made when the call has failed. FAULT_CLOCK: the time of day, in seconds
   since 1970, which is an hour earlier each time that it is asked for; and whoever asks for a clock that goes on while the machine sleeps ends.
   Not inherited by what the program starts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char kind[16], fired[4096];
static long left, hours, begin_at;
static int goes_back;

__attribute__((constructor)) static void begin(void) {
    const char *which = getenv("FAULT_KIND"), *n = getenv("FAULT_N"), *file = getenv("FAULT_FIRED");
    if (which && n && file) {
        strncpy(kind, which, sizeof kind - 1);
        strncpy(fired, file, sizeof fired - 1);
        left = atol(n);
    }
    const char *clock = getenv("FAULT_CLOCK");
    goes_back = clock != NULL;
    begin_at = clock ? atol(clock) : 0;
    unsetenv("FAULT_CLOCK");
    unsetenv("LD_PRELOAD");
    unsetenv("FAULT_KIND");
}

static int fails(const char *which) {
    if (strcmp(kind, which) || __sync_sub_and_fetch(&left, 1) != 0) return 0;
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, fired, O_CREAT | O_WRONLY, 0600));
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(which, error, result) if (fails(which)) { errno = error; return result; }

int open(const char *path, int flags, ...) {
    __builtin_va_list rest; __builtin_va_start(rest, flags);
    int mode = __builtin_va_arg(rest, int); __builtin_va_end(rest);
    FAIL("open", EMFILE, -1)
    return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    __builtin_va_list rest; __builtin_va_start(rest, flags);
    int mode = __builtin_va_arg(rest, int); __builtin_va_end(rest);
    FAIL("open", EMFILE, -1)
    return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
ssize_t read(int file, void *bytes, size_t count) { FAIL("read", EIO, -1) return REAL(read)(file, bytes, count); }
ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
    FAIL("read", EIO, -1) return REAL(pread64)(file, bytes, count, at);
}
ssize_t write(int file, const void *bytes, size_t count) {
    if (file != 2) FAIL("write", ENOSPC, -1)
    return REAL(write)(file, bytes, count);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    FAIL("write", ENOSPC, -1) return REAL(pwrite64)(file, bytes, count, at);
}
int fsync(int file) { FAIL("fsync", EIO, -1) return REAL(fsync)(file); }
int fdatasync(int file) { FAIL("fsync", EIO, -1) return REAL(fdatasync)(file); }
void *mmap64(void *at, size_t length, int protection, int flags, int file, off64_t offset) {
    FAIL("map", ENOMEM, MAP_FAILED) return REAL(mmap64)(at, length, protection, flags, file, offset);
}
void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
    FAIL("map", ENOMEM, MAP_FAILED) return REAL(mmap)(at, length, protection, flags, file, offset);
}
int clock_gettime(clockid_t clock, struct timespec *at) {
    if (goes_back && clock == CLOCK_BOOTTIME) abort();
    int answer = syscall(SYS_clock_gettime, clock, at);
    if (goes_back && clock == CLOCK_REALTIME) at->tv_sec = begin_at - 3600 * __sync_add_and_fetch(&hours, 1);
    return answer;
}
int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *with) {
    if (fails("thread")) return EAGAIN;
    return REAL(pthread_create)(thread, how, work, with);
}
int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how,
                char *const words[], char *const surroundings[]) {
    if (fails("spawn")) return EAGAIN;
    return REAL(posix_spawn)(child, path, actions, how, words, surroundings);
}
int posix_spawnp(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how,
                 char *const words[], char *const surroundings[]) {
    if (fails("spawn")) return EAGAIN;
    return REAL(posix_spawnp)(child, path, actions, how, words, surroundings);
}
pid_t fork(void) { FAIL("spawn", EAGAIN, -1) return REAL(fork)(); }
