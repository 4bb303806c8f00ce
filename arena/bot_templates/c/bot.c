/* My bot: bids by counting, plays the first card that is allowed. Improve it from here.
 *
 * To print, write to stderr: arena keeps it in the match's log. stdout is the protocol's alone. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 32 /* strings in a list: no list of legal actions or cards has more */
typedef struct {
    int count;
    char text[MOST][16];
} List;

/* What a decision is made from. `view` is the JSON of all that your seat may know: take more of it with value_of and
 * list_of below, for example list_of(value_of(request->view, "calls")). */
typedef struct {
    List legal, hand;
    const char *view;
} Request;

/* --- Choosing: each function returns one of the strings in `legal` --- */

static const char *const TRUMPS[] = {"clubs", "diamonds", "hearts", "spades"};

/* A card is rank and suit, "Td" or "Jh". The jack of the trump's colour, the left bower, is a trump as well. */
static int is_trump(const char *card, char suit) {
    static const char colours[] = "csc dhd"; /* behind each suit stands the other of its colour */
    return card[1] == suit || (card[0] == 'J' && strchr(colours, suit)[1] == card[1]);
}

/* A rough count: a trick for every trump but one, and one for every other ace. */
static int tricks_expected(const List *hand, char suit) {
    int tricks = -1;
    for (int i = 0; i < hand->count; i++) tricks += is_trump(hand->text[i], suit) || hand->text[i][0] == 'A';
    return tricks;
}

static const char *best_suit(const List *hand) {
    /* To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best). */
    const char *best = TRUMPS[0];
    for (int i = 1; i < 4; i++)
        if (tricks_expected(hand, TRUMPS[i][0]) > tricks_expected(hand, best[0])) best = TRUMPS[i];
    return best;
}

static const char *wanted_or_first(const char *wanted, const List *legal) {
    for (int i = 0; i < legal->count; i++)
        if (!strcmp(legal->text[i], wanted)) return legal->text[i];
    return legal->text[0];
}

static const char *choose_bid(const Request *request) {
    /* To try: what did the partner call? And how many tricks will the partner take? */
    char wanted[16];
    int tricks = tricks_expected(&request->hand, best_suit(&request->hand)[0]);
    snprintf(wanted, sizeof wanted, "%d", tricks > 6 ? 6 : tricks);
    return wanted_or_first(wanted, &request->legal); /* the first is "pass", or "3" for a dealer who must bid */
}

static const char *choose_trump(const Request *request) {
    return wanted_or_first(best_suit(&request->hand), &request->legal); /* in Euchre, not all suits are legal */
}

static const char *choose_card(const Request *request) {
    /* To try: lead aces, win with the cheapest card, do not beat the partner. */
    return request->legal.text[0];
}

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

/* The value of `key` in the object that begins at `at`, or "". */
static const char *value_of(const char *at, const char *key) {
    size_t length = strlen(key);
    at = skip_space(at);
    while (*at == '{' || *at == ',') {
        const char *name = skip_space(at + 1);
        if (*name != '"') return "";
        const char *value = skip_space(skip_value(name));
        if (*value != ':') return "";
        value = skip_space(value + 1);
        if (!strncmp(name + 1, key, length) && name[length + 1] == '"') return value;
        at = skip_space(skip_value(value));
    }
    return "";
}

/* The strings of a list that begins at `at`; of an empty or missing one, none. */
static List list_of(const char *at) {
    List list = {0};
    if (*at != '[') return list;
    for (at = skip_space(at + 1); *at == '"' && list.count < MOST; list.count++) {
        const char *end = skip_value(at);
        snprintf(list.text[list.count], sizeof list.text[0], "%.*s", (int)(end - at - 2), at + 1);
        at = skip_space(end);
        if (*at == ',') at = skip_space(at + 1);
    }
    return list;
}

static int is_string(const char *value, const char *text) {
    size_t length = strlen(text);
    return *value == '"' && !strncmp(value + 1, text, length) && value[length + 1] == '"';
}

/* --- Talking to arena: one JSON object a line --- */

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) { /* fails at the end of the input: exit */
        const char *type = value_of(line, "type"), *decision = value_of(line, "decision");
        if (is_string(type, "match_start")) {
            puts("{\"type\":\"ready\"}");
        } else if (is_string(type, "request")) {
            Request request = {.legal = list_of(value_of(line, "legal")), .view = value_of(line, "view")};
            request.hand = list_of(value_of(request.view, "hand"));
            const char *action = is_string(decision, "bid")     ? choose_bid(&request)
                                 : is_string(decision, "trump") ? choose_trump(&request)
                                                                : choose_card(&request);
            printf("{\"type\":\"action\",\"id\":%ld,\"action\":\"%s\"}\n", strtol(value_of(line, "id"), NULL, 10), action);
        } /* deal_end (all four hands, the points), fault and match_end want no answer */
        fflush(stdout); /* to a pipe, C keeps its output back until told otherwise */
    }
    free(line);
    return 0;
}
