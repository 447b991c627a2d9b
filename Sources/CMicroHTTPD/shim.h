#ifndef WAXWING_CMICROHTTPD_SHIM_H
#define WAXWING_CMICROHTTPD_SHIM_H

// So that sockets and the like belong to one module; declared in two, they are found in some files and not in others.
#pragma clang module import SwiftGlibc

#include <limits.h>
#include <microhttpd.h>

// What the variadic option list of MHD_start_daemon is made from.
struct waxwing_mhd_options {
    unsigned int idle_seconds;
    size_t memory_limit;
    const char *certificate_pem;  // NULL: no TLS
    const char *private_key_pem;
    MHD_AccessHandlerCallback access;
    MHD_NotifyConnectionCallback connection_changed;
    MHD_RequestCompletedCallback completed;
    void *(*target_received)(void *cls, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *cls, struct MHD_Connection *connection, char *text);
    void *context;
};

// Swift cannot call variadic functions. The daemon has no thread and no listening socket of its own.
static inline struct MHD_Daemon *waxwing_mhd_start(const struct waxwing_mhd_options *options) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate_pem},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->private_key_pem},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL}};
    unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
    if (options->certificate_pem) {
        flags |= MHD_USE_TLS;
    } else {
        tls[0].option = MHD_OPTION_END;
    }
    return MHD_start_daemon(
        flags, 0, NULL, NULL, options->access, options->context,
        MHD_OPTION_CONNECTION_LIMIT, UINT_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory_limit,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_URI_LOG_CALLBACK, options->target_received, options->context,
        MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
        MHD_OPTION_ARRAY, tls,
        MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic, and answers with a union.
static inline int waxwing_mhd_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline unsigned int waxwing_mhd_connection_count(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

// MHD_get_connection_info is variadic, and answers with a union.
static inline int waxwing_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *waxwing_mhd_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline void *waxwing_mhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

#endif
