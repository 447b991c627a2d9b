#ifndef WAXWING_CLINUX_SHIM_H
#define WAXWING_CLINUX_SHIM_H

// So that sockets and the like belong to one module; declared in two, they are found in some files and not in others.
#pragma clang module import SwiftGlibc

// Glibc's Swift overlay leaves these headers out.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

// ioctl takes variable arguments. The width of a terminal in characters; 0 when the descriptor is none.
static inline int waxlinux_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// ioctl takes variable arguments. Makes a pseudo-terminal and gives the end of its screen and keyboard, with the end of the
// program in `program`; -1 when there is none.
static inline int waxlinux_open_terminal(int *program) {
    int unlocked = 0;
    int screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (screen < 0) return -1;
    if (ioctl(screen, TIOCSPTLCK, &unlocked) == 0) {
        *program = ioctl(screen, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (*program >= 0) return screen;
    }
    close(screen);
    return -1;
}

// prctl takes variable arguments. Names the calling thread; Linux keeps 15 bytes.
static inline int waxlinux_name_thread(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

// prctl takes variable arguments. No core dumps, and no look into the memory for other processes of the user.
static inline int waxlinux_protect_memory(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : -1;
}

// prctl takes variable arguments. Whether both of the above hold.
static inline int waxlinux_memory_is_protected(void) {
    struct rlimit limit = {1, 1};
    return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0
        && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;
}

// Declared only under _GNU_SOURCE, which a module cannot set.
struct sockaddr;
int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);

#endif
