/* What Swift cannot call by itself: calls behind feature macros, and variadic ones. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Exchanges two paths of one file system in one step: renameat2(RENAME_EXCHANGE) or renamex_np(RENAME_SWAP).
   Returns 0, or the errno of the failure. */
int assay_exchange_paths(const char *first, const char *second);

/* Syncs a folder's entries to disk. Returns 0, or the errno of the failure. */
int assay_sync_folder(const char *path);

/* Columns of the terminal behind a descriptor; 0 when it is none. */
int assay_terminal_columns(int descriptor);

/* Starts a program in a process group of its own with the given descriptors as its standard output and error and
   /dev/null as its input, in a working folder where one is given. Everything else is closed in the child.
   Returns the process id, or the negative errno of the failure. */
int assay_spawn(const char *path, char *const arguments[], char *const environment[], const char *folder, int output,
                int error);

#ifdef __cplusplus
}
#endif
