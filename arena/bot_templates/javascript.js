// My bot: bids by counting, plays the first card that is allowed. Improve it from here.
//
// To print, use console.error: arena keeps it in the match's log. console.log would break the protocol.

// request.view is all that your seat may know: hand, calls, contract, tricks so far, scores.
// Return one of request.legal, or [action, note]: notes are shown in replays.
function choose(request) {
  const { view, legal } = request;
  if (request.decision === "bid") return bid(view.hand, legal);
  if (request.decision === "trump") return trump(view.hand, legal);
  return play(view, legal);
}

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const SAME_COLOUR = { c: "s", s: "c", d: "h", h: "d" };

// A card is rank and suit, "Td" or "Jh". The jack of the trump's colour, the left bower, is a trump as well.
function isTrump(card, trump) {
  return card[1] === trump[0] || (card[0] === "J" && SAME_COLOUR[card[1]] === trump[0]);
}

// A rough count: a trick for every trump but one, and one for every other ace.
function tricksExpected(hand, trump) {
  const trumps = hand.filter((card) => isTrump(card, trump));
  const aces = hand.filter((card) => card[0] === "A" && !isTrump(card, trump));
  return trumps.length - 1 + aces.length;
}

function bestSuit(hand) {
  // To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best).
  const more = (best, trump) => (tricksExpected(hand, trump) > tricksExpected(hand, best) ? trump : best);
  return SUITS.reduce(more);
}

function bid(hand, legal) {
  const suit = bestSuit(hand);
  const tricks = tricksExpected(hand, suit);
  // To try: what did the partner call (view.calls)? And how many tricks will the partner take?
  const wanted = String(Math.min(tricks, 6));
  // legal begins with "pass", or with "3" for a dealer who must bid
  return [legal.includes(wanted) ? wanted : legal[0], `${tricks} tricks with ${suit}`];
}

function trump(hand, legal) {
  const suit = bestSuit(hand);
  return legal.includes(suit) ? suit : legal[0]; // in Euchre, not all suits are legal
}

function play(view, legal) {
  // To try: lead aces, win with the cheapest card, do not beat the partner.
  return legal[0];
}

// --- Talking to arena: one JSON object a line ---

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function onMessage(message) {
  if (message.type === "match_start") {
    send({ type: "ready" });
  } else if (message.type === "request") {
    const [action, note] = [choose(message)].flat();
    send({ type: "action", id: message.id, action, note });
  }
  // deal_end (all four hands, the points), fault and match_end want no answer
}

let rest = ""; // input comes in pieces: what follows the last newline waits here for its end
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    if (line.trim() !== "") onMessage(JSON.parse(line));
  }
});
