/* Keep a copy of every file as it was at its last fsync, and of every folder's names as they were.

   Loaded with LD_PRELOAD. Under the folder STEPGRAPH_SYNCED_ROOT, fsync and fdatasync copy the file
   into the folder STEPGRAPH_SYNCED_COPIES instead of writing it to the disk. Written but not synced
   is lost when the power is cut, and so are new names in a folder that was not synced: what is in
   the copies is what a power cut leaves (power_cut.py puts it back). A file is known by its inode
   and time of birth, since names change and inodes are used again. */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int describe(int parent, const char *name, int flags, char *key, mode_t *mode) {
    struct statx facts;
    if (statx(parent, name, flags | AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, &facts))
        return -1;
    snprintf(key, NAME_MAX, "%llu-%lld-%u", (unsigned long long)facts.stx_ino,
             (long long)facts.stx_btime.tv_sec, facts.stx_btime.tv_nsec);
    *mode = facts.stx_mode;
    return 0;
}

static void copy_bytes(const char *from, int to) {
    static char bytes[1 << 16]; /* one thread copies at a time; Java has small stacks */
    ssize_t count;
    int file = open(from, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (count = read(file, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, count) != count)
            abort();
    if (file >= 0)
        close(file);
}

static void copy_names(const char *from, int to) {
    DIR *folder = opendir(from);
    struct dirent *entry;
    char key[NAME_MAX];
    mode_t mode;
    while (folder && (entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
            !describe(dirfd(folder), entry->d_name, 0, key, &mode))
            dprintf(to, "%s %c %s\n", key, S_ISDIR(mode) ? 'd' : 'f', entry->d_name);
    if (folder)
        closedir(folder);
}

static int keep(int fd) {
    const char *root = getenv("STEPGRAPH_SYNCED_ROOT");
    const char *copies = getenv("STEPGRAPH_SYNCED_COPIES");
    char link[64], path[PATH_MAX], key[NAME_MAX], unfinished[PATH_MAX], copy[PATH_MAX];
    mode_t mode;
    if (!root || !copies)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || strncmp(path, root, strlen(root)) || describe(fd, "", AT_EMPTY_PATH, key, &mode))
        return 0;
    path[length] = 0;
    snprintf(unfinished, sizeof unfinished, "%s/unfinished-%ld", copies, syscall(SYS_gettid));
    snprintf(copy, sizeof copy, "%s/%s", copies, key);
    int turn = open(copies, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (turn < 0 || flock(turn, LOCK_EX)) /* else an older copy could replace a newer one */
        abort();
    int to = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (to < 0)
        abort();
    if (S_ISDIR(mode))
        copy_names(link, to);
    else
        copy_bytes(link, to);
    close(to);
    if (rename(unfinished, copy)) /* at once: a kill leaves the copy before or this one */
        abort();
    close(turn);
    return 1;
}

int fsync(int fd) { return keep(fd) ? 0 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return keep(fd) ? 0 : (int)syscall(SYS_fdatasync, fd); }
