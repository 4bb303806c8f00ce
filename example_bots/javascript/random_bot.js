// Plays any legal action at random, without the SDK and without packages: what a bot in JavaScript (node) needs.
// One JSON object a line comes in on standard input, answers go out on standard output, and nothing else may:
// debug with console.error, never with console.log.

// --- Randomness that the match's seed fixes, so that the same match is played the same way again ---

let state = 1;

function seedRandom(text) {
  // any text to 32 bits, never 0: a xorshift generator would stay there
  state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ character.codePointAt(0), 0x01000193);
  }
  if (state === 0) state = 1;
}

function randomBelow(count) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % count;
}

// --- The bot ---

function choose(request) {
  return request.legal[randomBelow(request.legal.length)];
}

// --- Talking to arena ---

function send(message) {
  // For a pipe, node writes at once: there is no buffer to flush.
  process.stdout.write(JSON.stringify(message) + "\n");
}

function onMessage(message) {
  if (message.type === "match_start") {
    seedRandom(message.seed);
    send({ type: "ready", name: "Random (JavaScript)", version: "1.0" });
  } else if (message.type === "request") {
    send({ type: "action", id: message.id, action: choose(message) });
  }
  // deal_end, fault and match_end are news, and there may be types that this bot does not know: no answer
}

// Data arrives in chunks that know nothing of lines: a chunk may hold half a line or three of them. What follows the
// last newline waits in `rest` for its end. The encoding is set so that a character cut in two is put together again.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    if (line.trim() !== "") onMessage(JSON.parse(line));
  }
});
// At the end of the input nothing is left to wait for, and node exits by itself with status 0.
