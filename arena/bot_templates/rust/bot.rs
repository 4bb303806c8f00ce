//! My bot: bids by counting, plays the first card that is allowed. Improve it from here.
//!
//! To print, use eprintln!: arena keeps it in the match's log. println! would break the protocol.

use std::io::{self, BufRead, Write};

/// Returns one of `legal`. `view` is the JSON of all that your seat may know: take more of it with
/// the functions below, for example `texts(value_of(view, "calls"))`.
fn choose<'a>(decision: &str, legal: &[&'a str], view: &str) -> &'a str {
    let hand = texts(value_of(view, "hand"));
    match decision {
        "bid" => bid(&hand, legal),
        "trump" => trump(&hand, legal),
        _ => play(view, legal),
    }
}

const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// A card is rank and suit, "Td" or "Jh". The left bower, the jack of the trump's colour, counts.
fn is_trump(card: &str, trump: &str) -> bool {
    let left_bower = match trump {
        "clubs" => "Js",
        "diamonds" => "Jh",
        "hearts" => "Jd",
        _ => "Jc",
    };
    card[1..] == trump[..1] || card == left_bower
}

/// A rough count: a trick for every trump but one, and one for every other ace.
fn tricks_expected(hand: &[&str], trump: &str) -> i32 {
    let counts = |card: &&&str| is_trump(card, trump) || card.starts_with('A');
    hand.iter().filter(counts).count() as i32 - 1
}

fn best_suit(hand: &[&str]) -> &'static str {
    // To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best).
    let mut best = SUITS[0];
    for suit in SUITS {
        if tricks_expected(hand, suit) > tricks_expected(hand, best) {
            best = suit;
        }
    }
    best
}

fn bid<'a>(hand: &[&str], legal: &[&'a str]) -> &'a str {
    // To try: what did the partner call? And how many tricks will the partner take?
    let tricks = tricks_expected(hand, best_suit(hand));
    let wanted = tricks.min(6).to_string();
    // `legal` begins with "pass", or with "3" for a dealer who must bid
    wanted_or_first(&wanted, legal)
}

fn trump<'a>(hand: &[&str], legal: &[&'a str]) -> &'a str {
    wanted_or_first(best_suit(hand), legal) // in Euchre, not all suits are legal
}

fn play<'a>(_view: &str, legal: &[&'a str]) -> &'a str {
    // To try: lead aces, win with the cheapest card, do not beat the partner.
    legal[0]
}

fn wanted_or_first<'a>(wanted: &str, legal: &[&'a str]) -> &'a str {
    legal
        .iter()
        .find(|one| **one == wanted)
        .unwrap_or(&legal[0])
}

// --- Talking to arena: one JSON object a line ---

fn send(line: &str) {
    let mut out = io::stdout();
    writeln!(out, "{}", line).expect("arena reads what is written");
    out.flush().expect("arena reads what is written"); // never leave a line in a buffer
}

fn main() {
    // the loop ends at the end of the input, and the bot with it
    for line in io::stdin().lock().lines() {
        let line = line.expect("arena writes UTF-8");
        match text(value_of(&line, "type")) {
            "match_start" => send(r#"{"type":"ready"}"#),
            "request" => {
                let id = value_of(&line, "id");
                let legal = texts(value_of(&line, "legal"));
                let decision = text(value_of(&line, "decision"));
                let action = choose(decision, &legal, value_of(&line, "view"));
                send(&format!(
                    r#"{{"type":"action","id":{},"action":"{}"}}"#,
                    id, action
                ));
            }
            _ => {} // deal_end (all four hands, the points), fault, match_end want no answer
        }
    }
}

// --- Just enough JSON: each value is a piece of the line. arena's lines are always well formed. ---

/// The value of `key` in an object; "" if it has none.
fn value_of<'a>(object: &'a str, key: &str) -> &'a str {
    for field in parts(object) {
        let (name, value) = field.split_once(':').unwrap_or_default();
        if text(name) == key {
            return value.trim();
        }
    }
    ""
}

/// The strings in a list.
fn texts(list: &str) -> Vec<&str> {
    parts(list).into_iter().map(text).collect()
}

/// A string without its quotes. Escapes are left as they are: no card or call has any.
fn text(value: &str) -> &str {
    value.trim().trim_matches('"')
}

/// The values in a list, or `"key":value` of an object; nothing if it is neither.
fn parts(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = list.trim().strip_prefix(['[', '{']).unwrap_or_default();
    while !rest.is_empty() {
        let end = end_of_value(rest);
        if !rest[..end].trim().is_empty() {
            found.push(&rest[..end]);
        }
        rest = rest[end..].strip_prefix(',').unwrap_or_default();
    }
    found
}

/// Where the next comma or closing bracket stands that is not inside of a string or of brackets.
fn end_of_value(text: &str) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b',' | b']' | b'}' if depth == 0 => return at,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
