#ifndef WAXWING_CCRYPTOMB_SHIM_H
#define WAXWING_CCRYPTOMB_SHIM_H

// Without the functions over BIGNUM, whose headers belong to COpenSSL.
#define BN_OPENSSL_DISABLE

#include <crypto_mb/cpu_features.h>
#include <crypto_mb/ec_nistp256.h>
#include <crypto_mb/status.h>

// A macro of many parts: what the processor and the system must have for the eight lanes.
static const int64u waxmb_avx512_features = MBX_AVX512_GENERAL_ISA;

#endif
