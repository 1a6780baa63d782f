#include <ares.h>
#include <netdb.h>
#include <sys/eventfd.h>
