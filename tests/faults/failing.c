/* Let calls that write fail, or end the program, under one folder: for LD_PRELOAD, see run_faults.py.

   FAULTS_UNDER   only files whose path begins so
   FAULTS_SEED    of the random numbers
   FAULTS_PERCENT how many calls fail, with EIO or ENOSPC
   FAULTS_KILL    the number of the call at which the program is killed instead, from 1 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned int seed;
static int percent = -1;
static long kill_at, calls;
static const char *under;

static int fails(const char *path)
{
    if (percent < 0) {
        const char *text = getenv("FAULTS_PERCENT");
        under = getenv("FAULTS_UNDER");
        seed = getenv("FAULTS_SEED") ? (unsigned int)atol(getenv("FAULTS_SEED")) : 1;
        kill_at = getenv("FAULTS_KILL") ? atol(getenv("FAULTS_KILL")) : 0;
        percent = text ? atoi(text) : 0;
    }
    if (!under || strncmp(path, under, strlen(under)))
        return 0;
    if (++calls == kill_at)
        kill(getpid(), SIGKILL);
    if (rand_r(&seed) % 100 >= percent)
        return 0;
    errno = rand_r(&seed) % 2 ? EIO : ENOSPC;
    return 1;
}

static int fails_on(int number)
{
    char link[64], path[PATH_MAX];
    ssize_t length;
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return fails(path);
}

#define NEXT(name) __typeof__(name) *next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t write(int number, const void *data, size_t size)
{
    NEXT(write);
    if (fails_on(number)) {
        if (errno == ENOSPC && size > 1)
            next(number, data, size / 2); /* a full disk takes what fits */
        errno = ENOSPC;
        return -1;
    }
    return next(number, data, size);
}

ssize_t pwrite64(int number, const void *data, size_t size, off64_t at)
{
    NEXT(pwrite64);
    if (fails_on(number)) {
        int reason = errno;
        if (reason == ENOSPC && size > 1)
            next(number, data, size / 2, at);
        errno = reason;
        return -1;
    }
    return next(number, data, size, at);
}

ssize_t pwrite(int number, const void *data, size_t size, off_t at)
{
    return pwrite64(number, data, size, at);
}

int fsync(int number)
{
    NEXT(fsync);
    return fails_on(number) ? -1 : next(number);
}

int fdatasync(int number)
{
    NEXT(fdatasync);
    return fails_on(number) ? -1 : next(number);
}

int ftruncate64(int number, off64_t size)
{
    NEXT(ftruncate64);
    return fails_on(number) ? -1 : next(number, size);
}

int ftruncate(int number, off_t size)
{
    return ftruncate64(number, size);
}

int rename(const char *before, const char *after)
{
    NEXT(rename);
    return fails(after) ? -1 : next(before, after);
}

int link(const char *before, const char *after)
{
    NEXT(link);
    return fails(after) ? -1 : next(before, after);
}

int unlink(const char *path)
{
    NEXT(unlink);
    return fails(path) ? -1 : next(path);
}
