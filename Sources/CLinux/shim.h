#ifndef WAXWING_CLINUX_SHIM_H
#define WAXWING_CLINUX_SHIM_H

// So that sockets and the like belong to one module; declared in two, they are found in some files and not in others.
#pragma clang module import SwiftGlibc

// Glibc's Swift overlay leaves these headers out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>

// Declared only under _GNU_SOURCE, which a module cannot set.
struct sockaddr;
int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);

#endif
