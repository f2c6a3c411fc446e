/* What Swift cannot call by itself: calls behind feature macros, variadic ones, and fields that are macros. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Exchanges two paths of one file system in one step: renameat2(RENAME_EXCHANGE) or renamex_np(RENAME_SWAP).
   Returns 0, or the errno of the failure. */
int assay_exchange_paths(const char *first, const char *second);

/* Syncs an open file to disk, past the disk's own cache where the system can (F_FULLFSYNC).
   Returns 0, or the errno of the failure. */
int assay_sync_descriptor(int descriptor);

/* Syncs a file, or the entries of a folder, to disk. Returns 0, or the errno of the failure. */
int assay_sync_path(const char *path);

/* Columns of the terminal behind a descriptor; 0 when it is none. */
int assay_terminal_columns(int descriptor);

/* The NULL-terminated variables of the process, owned by the system. */
char **assay_environment(void);

/* Makes a pipe whose ends no child inherits: ends[0] reads, ends[1] writes. Returns 0, or the errno of the failure. */
int assay_pipe(int ends[2]);

/* Starts a program, looked for in the PATH of this process, in a process group of its own with the given descriptors
   as its standard input, output and error, /dev/null for a negative input, in a working folder where one is given.
   Everything else is closed in the child. Returns the process id, or the negative errno of the failure. */
int assay_spawn(const char *path, char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int error);

/* Waits for a child to end, or only looks where `blocks` is 0, and leaves it to be reaped, so that its id and its
   group's id are not given to another process. `status` becomes its exit status, or 128 and the signal's number.
   Returns 0 when it has ended, EAGAIN while it runs, or the errno of the failure. */
int assay_wait(int child, int blocks, int *status);

/* From now on writes the number of each SIGINT, SIGTERM and SIGHUP, those excepted that the process ignores, as one
   byte to a descriptor, on whatever thread it comes. */
void assay_catch_ending_signals(int descriptor);

/* Reaps a child that has ended. */
void assay_reap(int child);

#ifdef __cplusplus
}
#endif
