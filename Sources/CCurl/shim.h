#ifndef WAXWING_CCURL_SHIM_H
#define WAXWING_CCURL_SHIM_H

// So that sockets and the like belong to one module; declared in two, they are found in some files and not in others.
#pragma clang module import SwiftGlibc

#include <curl/curl.h>

// Swift cannot call variadic functions: one setter for each type of option.

static inline CURLcode waxwing_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode waxwing_curl_set_string(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode waxwing_curl_set_headers(CURL *handle, struct curl_slist *headers) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode waxwing_curl_set_url(CURL *handle, CURLU *url) {
    return curl_easy_setopt(handle, CURLOPT_CURLU, url);
}

// Copies the body; NULL would mean that a callback reads it.
static inline CURLcode waxwing_curl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "");
}

static inline CURLcode waxwing_curl_set_callbacks(
    CURL *handle, curl_write_callback header, curl_write_callback body, curl_opensocket_callback open_socket,
    void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    return code;
}

static inline CURLMcode waxwing_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline long waxwing_curl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

// The address stands in an unnamed part of the structure for Swift.
static inline const struct sockaddr *waxwing_curl_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

// These are macros.
static inline CURLcode waxwing_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
static inline curl_socket_t waxwing_curl_socket_bad(void) { return CURL_SOCKET_BAD; }

#endif
