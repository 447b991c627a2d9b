#ifndef WAXWING_CLINUX_SHIM_H
#define WAXWING_CLINUX_SHIM_H

// Glibc's Swift overlay leaves these headers out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#endif
