/* What a C bot may well do; one line of result each. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *threaded(void *value) { *(int *)value = 42; return NULL; }

int main(void) {
    char line[100];
    if (fgets(line, sizeof line, stdin)) printf("stdin %s", line);
    int value = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, threaded, &value);
    pthread_join(thread, NULL);
    printf("thread %d\n", value);
    fflush(stdout);
    pid_t child = fork();
    if (!child) _exit(3);
    int status;
    waitpid(child, &status, 0);
    printf("child %d\n", WEXITSTATUS(status));
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    printf("pair %d\n", (int)write(pair[0], "abc", 3));
    child = fork();
    if (!child) { pause(); _exit(0); }
    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    printf("signalled %d\n", WTERMSIG(status));
    FILE *file = tmpfile();
    printf("no file in /tmp %d\n", file == NULL);
    file = fopen("kept", "w+");
    fputs("kept", file);
    rewind(file);
    if (fgets(line, sizeof line, file)) printf("file %s\n", line);
    void *page = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("memory %d\n", page != MAP_FAILED);
    struct timespec now;
    printf("clock %d\n", clock_gettime(CLOCK_MONOTONIC, &now));
    fflush(stdout);
    printf("shell %d\n", system("true"));
    fputs("to stderr\n", stderr);
    return 0;
}
