/* A bot that answers with the first legal action, and crashes at its second request in one match of ten, by its seed.
 *
 * Each crash leaves what a careless program leaves: a file in the scratch directory, and a child that still runs. Scans
 * the line for what it needs instead of parsing JSON: good enough for arena's own lines, no model for a bot.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];

static void crash(void)
{
    FILE *file = fopen("left behind", "w");
    if (file)
        fclose(file);
    if (fork() == 0) {
        sleep(60);
        _exit(0);
    }
    abort();
}

int main(void)
{
    int unlucky = 0;
    setvbuf(stdout, NULL, _IOFBF, 4096);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "{\"type\":\"match_start\"", 21) == 0) {
            char digits[8] = "0";
            char *seed = strstr(line, "\"seed\":\"");
            if (seed)
                memcpy(digits, seed + 8, 7);
            unlucky = strtoul(digits, NULL, 16) % 10 == 0;
            printf("{\"type\":\"ready\"}\n");
        } else if (strncmp(line, "{\"type\":\"request\"", 17) == 0) {
            int id = atoi(strstr(line, "\"id\":") + 5);
            char *action = strstr(line, "\"legal\":[\"") + 10;
            if (unlucky && id == 2)
                crash();
            printf("{\"type\":\"action\",\"id\":%d,\"action\":\"%.*s\"}\n", id, (int)strcspn(action, "\""), action);
        }
        fflush(stdout);
    }
    return 0;
}
