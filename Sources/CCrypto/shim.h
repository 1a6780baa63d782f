// The SHA256_* and MD5_* functions are deprecated in favour of EVP_Digest(3), which would link half of the
// library into a static executable and allocate a context per hash.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
