/* A bot that answers with the first legal action, as fast as a program can: the referee's partner in its benchmark.
 *
 * Scans the line for what it needs instead of parsing JSON: good enough for arena's own lines, no model for a bot.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];

static char *append(char *end, const char *text, size_t size)
{
    memcpy(end, text, size);
    return end + size;
}

int main(void)
{
    size_t held = 0;
    for (;;) {
        ssize_t got = read(0, line + held, sizeof line - 1 - held);
        if (got <= 0)
            return 0;
        held += (size_t)got;
        line[held] = 0;
        char *start = line, *end;
        while ((end = strchr(start, '\n')) != NULL) {
            *end = 0;
            char answer[256];
            int length = 0;
            if (strncmp(start, "{\"type\":\"match_start\"", 21) == 0) {
                length = snprintf(answer, sizeof answer, "{\"type\":\"ready\"}\n");
            } else if (strncmp(start, "{\"type\":\"request\"", 17) == 0) {
                char *id = strstr(start, "\"id\":") + 5;
                char *action = strstr(id, "\"legal\":[\"") + 10;
                char *end_of_answer = append(append(answer, "{\"type\":\"action\",\"id\":", 22), id, strcspn(id, ","));
                end_of_answer = append(end_of_answer, ",\"action\":\"", 11);
                end_of_answer = append(end_of_answer, action, strcspn(action, "\""));
                length = (int)(append(end_of_answer, "\"}\n", 3) - answer);
            }
            if (length && write(1, answer, (size_t)length) != length)
                return 1;
            start = end + 1;
        }
        held -= (size_t)(start - line);
        memmove(line, start, held);
    }
}
