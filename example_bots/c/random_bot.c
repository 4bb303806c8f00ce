/* Plays any legal action at random, with the C library alone: what a bot in C needs. Debug to stderr, never stdout. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Just enough JSON: find a value in an object, step over it. arena's lines are always well formed. --- */

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* From the first character of a value to just behind it. Brackets inside strings do not count. */
static const char *skip_value(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                if (*at == '\\' && at[1]) at++;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            depth--;
        }
        if (*at) at++;
    } while (*at && (depth > 0 || !strchr(":,]} \t\r\n", *at)));
    return at;
}

/* The value of `key` in the object that begins at `at`, or NULL. A key of the same name deeper inside, in the view
 * say, is stepped over, and so the order of the keys does not matter. */
static const char *value_of(const char *at, const char *key) {
    size_t length = strlen(key);
    at = skip_space(at);
    while (*at == '{' || *at == ',') {
        const char *name = skip_space(at + 1);
        if (*name != '"') return NULL;
        const char *value = skip_space(skip_value(name));
        if (*value != ':') return NULL;
        value = skip_space(value + 1);
        if (!strncmp(name + 1, key, length) && name[length + 1] == '"') return value;
        at = skip_space(skip_value(value));
    }
    return NULL;
}

static int is_string(const char *value, const char *text) {
    size_t length = strlen(text);
    return value && *value == '"' && !strncmp(value + 1, text, length) && value[length + 1] == '"';
}

/* --- Randomness that the match's seed fixes: the same match is played the same way again --- */

static uint64_t state = 1;

static void seed_random(const char *value) {
    state = 0;
    if (value && *value == '"')
        for (value++; *value && *value != '"'; value++) state = state * 31 + (unsigned char)*value;
    state |= 1; /* a xorshift generator must not stand at 0 */
}

static uint64_t random_below(uint64_t count) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 33) % count;
}

/* Points at one of the strings in `legal`, its quotes included: it can be sent as it came. */
static const char *choose(const char *legal) {
    uint64_t seen = 0;
    const char *chosen = NULL, *at = skip_space(legal + 1);
    while (*at == '"') {
        /* the n-th string replaces the choice so far once in n times: all are equally likely in one pass */
        if (random_below(++seen) == 0) chosen = at;
        at = skip_space(skip_value(at));
        if (*at == ',') at = skip_space(at + 1);
    }
    return chosen;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) { /* fails at the end of the input: exit */
        const char *type = value_of(line, "type");
        if (is_string(type, "match_start")) {
            seed_random(value_of(line, "seed"));
            puts("{\"type\":\"ready\",\"name\":\"Random (C)\",\"version\":\"1.0\"}");
        } else if (is_string(type, "request")) {
            const char *id = value_of(line, "id"), *action = choose(value_of(line, "legal"));
            printf("{\"type\":\"action\",\"id\":%ld,\"action\":%.*s}\n", strtol(id, NULL, 10),
                   (int)(skip_value(action) - action), action);
        } /* all else is news */
        fflush(stdout); /* to a pipe, C keeps its output back until told otherwise */
    }
    free(line);
    return 0;
}
