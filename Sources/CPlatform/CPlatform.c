#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#endif

int assay_exchange_paths(const char *first, const char *second) {
#if defined(__APPLE__)
  return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
#elif defined(RENAME_EXCHANGE)
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE) == 0 ? 0 : errno;
#else
  (void)first;
  (void)second;
  return ENOSYS;
#endif
}

int assay_sync_descriptor(int descriptor) {
#if defined(__APPLE__)
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(descriptor) == 0 ? 0 : errno;
}

int assay_sync_path(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int result = assay_sync_descriptor(descriptor);
  close(descriptor);
  /* Some file systems cannot sync a folder; they keep entries in order by themselves. */
  return result == EINVAL || result == ENOTSUP ? 0 : result;
}

int assay_terminal_columns(int descriptor) {
  struct winsize size;
  return isatty(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

char **assay_environment(void) {
#if defined(__APPLE__)
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

int assay_pipe(int ends[2]) {
#if defined(__APPLE__)
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

/* An ignored SIGCHLD, which some parents hand down, would reap children by itself and lose their status. */
static void keep_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

int assay_spawn(const char *path, char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t child = 0;
  keep_children();
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return -result;
  result = posix_spawnattr_init(&attributes);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -result;
  }
  sigset_t none;
  sigset_t defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGTERM);
  sigaddset(&defaults, SIGHUP);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setflags(&attributes, flags);
  result = input < 0 ? posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                     : posix_spawn_file_actions_adddup2(&actions, input, 0);
  if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, error, 2);
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
  if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
#endif
  if (result == 0 && folder) result = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (result == 0) result = posix_spawnp(&child, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return result == 0 ? child : -result;
}

int assay_wait(int child, int blocks, int *status) {
  siginfo_t info;
  int result;
  do {
    info.si_pid = 0;
    result = waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT | (blocks ? 0 : WNOHANG));
  } while (result != 0 && errno == EINTR);
  if (result != 0) return errno;
  if (info.si_pid == 0) return EAGAIN;
  *status = info.si_code == CLD_EXITED ? info.si_status & 0xFF : 128 + info.si_status;
  return 0;
}

void assay_reap(int child) {
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

static volatile sig_atomic_t signal_descriptor = -1;

static void tell_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(signal_descriptor, &byte, 1);
  (void)written;
  errno = saved;
}

void assay_catch_ending_signals(int descriptor) {
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  signal_descriptor = descriptor;
  for (unsigned index = 0; index < sizeof numbers / sizeof numbers[0]; index++) {
    struct sigaction action;
    if (sigaction(numbers[index], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = tell_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(numbers[index], &action, NULL);
  }
}
