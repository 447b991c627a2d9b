#ifndef WAXWING_COPENSSL_SHIM_H
#define WAXWING_COPENSSL_SHIM_H

// The low-level SHA-256 functions are marked deprecated; they are the only ones that allocate nothing.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// TLS and certificates: what Swift cannot import, each as a function of the same name behind `waxtls_`.

// Macros over SSL_CTX_ctrl, SSL_ctrl and BIO_ctrl.
static inline void waxtls_ctx_set_modes(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}
static inline int waxtls_ctx_require_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
static inline void waxtls_ctx_disable_session_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
static inline int waxtls_ctx_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static inline int waxtls_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}
static inline long waxtls_bio_contents(BIO *bio, const char **contents) {
    return BIO_get_mem_data(bio, (char **)contents);
}

// EVP_PKEY_Q_keygen takes a variable argument.
static inline EVP_PKEY *waxtls_p256_key(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); }

// X509V3_set_ctx takes optional pointers, and X509V3_set_ctx_nodb is a macro.
static inline X509_EXTENSION *waxtls_extension(X509 *issuer, X509 *subject, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
    X509V3_set_ctx_nodb(&context);
    return X509V3_EXT_conf_nid(NULL, &context, nid, value);
}

#endif
