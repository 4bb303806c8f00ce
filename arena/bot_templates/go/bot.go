// My bot: bids by counting, plays the first card that is allowed. Improve it from here.
//
// To print, use println or log.Print: both write to standard error, and arena keeps it in the match's log.
// fmt.Println would break the protocol.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
)

// request asks for a decision: one of Legal.
type request struct {
	ID       int      `json:"id"`
	Decision string   `json:"decision"`
	Legal    []string `json:"legal"`
	View     view     `json:"view"`
}

// view is all that your seat may know. Name further fields here to have them; JSON's null is Go's nil.
type view struct {
	Dealer   int       `json:"dealer"`
	Seat     int       `json:"seat"`
	Scores   []int     `json:"scores"`
	Hand     []string  `json:"hand"`
	Calls    []string  `json:"calls"`
	Contract *contract `json:"contract"`
	Tricks   []trick   `json:"tricks"`
}

type contract struct {
	Declarer int     `json:"declarer"`
	Bid      int     `json:"bid"`
	Trump    *string `json:"trump"`
}

type trick struct {
	Leader int      `json:"leader"`
	Cards  []string `json:"cards"`
	Winner *int     `json:"winner"`
}

// choose returns one of asked.Legal and a note, which is shown in replays.
func choose(asked request) (action, note string) {
	switch asked.Decision {
	case "bid":
		return bid(asked.View.Hand, asked.Legal)
	case "trump":
		return trump(asked.View.Hand, asked.Legal), ""
	default:
		return play(asked.View, asked.Legal), ""
	}
}

var suits = []string{"clubs", "diamonds", "hearts", "spades"}

// The jack of the trump's colour, the left bower, is a trump as well.
var leftBower = map[string]string{"clubs": "Js", "diamonds": "Jh", "hearts": "Jd", "spades": "Jc"}

// A card is rank and suit, "Td" or "Jh".
func isTrump(card, trump string) bool {
	return card[1] == trump[0] || card == leftBower[trump]
}

// tricksExpected is a rough count: a trick for every trump but one, and one for every other ace.
func tricksExpected(hand []string, trump string) int {
	tricks := -1
	for _, card := range hand {
		if isTrump(card, trump) || card[0] == 'A' {
			tricks++
		}
	}
	return tricks
}

func bestSuit(hand []string) string {
	// To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best).
	best := suits[0]
	for _, suit := range suits {
		if tricksExpected(hand, suit) > tricksExpected(hand, best) {
			best = suit
		}
	}
	return best
}

func bid(hand, legal []string) (call, note string) {
	suit := bestSuit(hand)
	tricks := tricksExpected(hand, suit)
	note = fmt.Sprintf("%d tricks with %s", tricks, suit)
	// To try: what did the partner call (View.Calls)? And how many tricks will the partner take?
	if tricks > 6 {
		tricks = 6
	}
	// legal begins with "pass", or with "3" for a dealer who must bid
	return wantedOrFirst(fmt.Sprint(tricks), legal), note
}

func trump(hand, legal []string) string {
	return wantedOrFirst(bestSuit(hand), legal) // in Euchre, not all suits are legal
}

func play(seen view, legal []string) string {
	// To try: lead aces, win with the cheapest card, do not beat the partner.
	return legal[0]
}

func wantedOrFirst(wanted string, legal []string) string {
	for _, one := range legal {
		if one == wanted {
			return one
		}
	}
	return legal[0]
}

// --- Talking to arena: one JSON object a line ---

type answer struct {
	Type   string `json:"type"`
	ID     int    `json:"id,omitempty"`
	Action string `json:"action,omitempty"`
	Note   string `json:"note,omitempty"`
}

func main() {
	in := bufio.NewReader(os.Stdin)   // a bufio.Scanner would refuse lines of more than 64 KiB
	out := json.NewEncoder(os.Stdout) // without a bufio.Writer: each answer is written at once
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return // the end of the input
		}
		var message struct {
			Type string `json:"type"`
		}
		check(json.Unmarshal(line, &message))
		switch message.Type {
		case "match_start":
			check(out.Encode(answer{Type: "ready"}))
		case "request":
			var asked request
			check(json.Unmarshal(line, &asked))
			action, note := choose(asked)
			check(out.Encode(answer{Type: "action", ID: asked.ID, Action: action, Note: note}))
		}
		// deal_end (all four hands, the points), fault and match_end want no answer
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
