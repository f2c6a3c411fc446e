/* libmicrohttpd for Swift, which cannot call variadic functions: typed wrappers, and nothing else. */
#pragma once

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

/* Called with the request target as it was sent, before the headers are read; what it gives is the request's state. */
typedef void *(*assay_mhd_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

/* Starts a daemon on 127.0.0.1 with one polling thread of its own; port 0 takes a free one. `target` may be NULL.
   `context` is handed to all callbacks and must outlive the daemon. Returns NULL on failure. */
static inline struct MHD_Daemon *assay_mhd_start(uint16_t port, MHD_AccessHandlerCallback handler, void *context,
                                                 MHD_RequestCompletedCallback completed,
                                                 assay_mhd_target_callback target) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  /* The stack is stated because 512 KiB, the default of a thread on macOS, is little for a JSON parser that recurses. */
  return MHD_start_daemon(MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD, port, NULL, NULL, handler, context,
                          MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_NOTIFY_COMPLETED, completed,
                          context, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)30, MHD_OPTION_CONNECTION_LIMIT,
                          (unsigned int)256, MHD_OPTION_THREAD_STACK_SIZE, (size_t)8 << 20,
                          MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_END);
}

/* The port that the daemon listens on; 0 when it is not known. */
static inline uint16_t assay_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

/* The port that a connection came in at; 0 when it is not known. */
static inline uint16_t assay_mhd_connection_port(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_DAEMON);
  return info ? assay_mhd_port(info->daemon) : 0;
}

/* A response with a copy of the bytes; NULL on failure. Older versions take a mutable pointer, which they do not write. */
static inline struct MHD_Response *assay_mhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/* What a callback answers. The library's constants come through to Swift under names that change with its version. */
static inline enum MHD_Result assay_mhd_result(int is_fine) { return is_fine ? MHD_YES : MHD_NO; }

/* The value of a request header; NULL when there is none. */
static inline const char *assay_mhd_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Calls back for each query item of a request. */
static inline int assay_mhd_each_argument(struct MHD_Connection *connection, MHD_KeyValueIterator iterator,
                                          void *context) {
  return MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, iterator, context);
}
