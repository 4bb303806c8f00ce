/* The replayer's model: a packed match (replay_data.py says its form) -> what is on the table at any moment of it.
   No element of the page is touched here; words for what happened are made here, so that page and speech say the same. */
"use strict";

const replayModel = (() => {
  const RANKS = { 7: "7", 8: "8", 9: "9", T: "10", J: "J", Q: "Q", K: "K", A: "A" };
  const RANK_NAMES = { 7: "Seven", 8: "Eight", 9: "Nine", T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace" };
  const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
  const SIGNS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
  const VERBS = { bid: "bids", trump: "names", play: "plays", discard: "discards", give: "gives" };
  const OF_SEATS = new Set(["seat", "alone", "sitting_out"]); // facts whose numbers are seats
  const REASONS = {
    target: "the target was reached",
    forfeit: "forfeited",
    deal_cap: "the most deals were played",
    void: "void: trouble of the machine, nobody's fault",
  };

  /** Whether this browser can unpack matches. */
  const canUnpack = () => typeof DecompressionStream === "function";

  /** The text of what is packed as gzip in base64. */
  async function unpackedText(packed) {
    const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  }

  async function unpack(packed) {
    const [told, ...requests] = (await unpackedText(packed)).split("\n");
    return new Match(JSON.parse(told), requests);
  }

  // ---- cards and words

  /** {rank, suit, sign, name} of "Jh" or "Jo"; null for what is no card. */
  function card(text) {
    if (text === "Jo") return { rank: "Jo", suit: "joker", sign: "★", name: "Joker" };
    if (typeof text !== "string" || !/^[789TJQKA][cdhs]$/.test(text)) return null;
    const suit = SUITS[text[1]];
    return { rank: RANKS[text[0]], suit, sign: SIGNS[suit], name: `${RANK_NAMES[text[0]]} of ${suit}` };
  }

  const cardWords = (text) => (card(text) ? `the ${card(text).name}` : text);

  /** An action as a caption: a card as rank and sign, a suit with its sign. */
  function shortly(action) {
    if (action === null) return "hidden";
    const one = card(action);
    if (one) return one.suit === "joker" ? "Joker" : one.rank + one.sign;
    const [suit, ...rest] = action.split(" ");
    return SIGNS[suit] ? [`${SIGNS[suit]} ${suit}`, ...rest].join(" ") : action;
  }

  function actionWords(decision, action) {
    if (action === null) return `${VERBS[decision] || decision + ":"} a card that is hidden in this view`;
    if (action === "pass") return "passes";
    return VERBS[decision] ? `${VERBS[decision]} ${cardWords(action)}` : `answers ${decision}: ${action}`;
  }

  /** A fact of the game's as words: cards by rank and sign, seats named as such, what is nested after its name. */
  function factWords(key, value) {
    if (Array.isArray(value)) return value.map((one) => factWords(key, one)).join(", ");
    if (value !== null && typeof value === "object") {
      return Object.entries(value).map(([name, one]) => (name === "seat" ? "" : `${spaced(name)} `) + factWords(name, one)).join(" ");
    }
    if (typeof value === "boolean") return value ? "yes" : "no";
    return OF_SEATS.has(key) ? `seat ${value}` : shortly(String(value));
  }

  const spaced = (key) => key.replaceAll("_", " ");

  const facts = (told) =>
    Object.entries(told)
      .filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length))
      .map(([key, value]) => [spaced(key), factWords(key, value)]);

  const milliseconds = (ms) => (ms >= 100 ? Math.round(ms).toString() : ms >= 1 ? ms.toFixed(1) : ms.toFixed(3)) + " ms";

  const signed = (points) => (points > 0 ? "+" : points < 0 ? "−" : "") + Math.abs(points);
  const plain = (score) => (score < 0 ? "−" : "") + Math.abs(score);

  // ---- a match

  class Match {
    constructor(told, requests) {
      const { faults, ...rest } = told;
      Object.assign(this, rest);
      this.outside = faults; // of any deal
      this.requests = requests;
      this.sideCount = Math.max(...this.sides) + 1;
      this.first = []; // of each deal, the place of its first request
      let count = 0;
      for (const deal of this.deals) {
        this.first.push(count);
        count += deal.frames.length - 1;
      }
    }

    /** "A" for side 0, and so on: what marks a side beside its colour. */
    sideMark(side) {
      return String.fromCharCode(65 + side);
    }

    sideName(side) {
      return this.bots[this.sides.indexOf(side)];
    }

    sideWords(side) {
      const seats = this.sides.flatMap((of, seat) => (of === side ? [seat] : []));
      return `${this.sideName(side)} (seat${seats.length > 1 ? "s" : ""} ${seats.join(", ")})`;
    }

    seatWords(seat) {
      return `seat ${seat} (${this.bots[seat]})`;
    }

    last(deal) {
      return this.deals.length ? this.deals[deal].frames.length - 1 : 0;
    }

    frame(deal, place, view) {
      const { frames, views } = this.deals[deal];
      return (view !== null && views[view][place]) || frames[place];
    }

    /** The exact line that asked for decision `place` (from 1) of the deal; null where the view may not see it. */
    request(deal, place, view) {
      const [decision, ...news] = this.deals[deal].frames[place];
      const seat = decision ? decision[0] : news[0][1].seat;
      return view === null || view === seat ? this.requests[this.first[deal] + place - 1] : null;
    }

    faults(view) {
      return view === null ? this.outside : this.fault_views[view];
    }

    /** Where calls end and tricks end in a deal: the places at which to stop when stepping by trick. */
    stops(deal) {
      const { frames } = this.deals[deal];
      const stops = new Set([0, frames.length - 1]);
      frames.forEach((frame, place) => {
        const next = frames[place + 1];
        if (frame.some((news) => news && news[0] === "trick")) stops.add(place);
        else if (next && next[0] && next[0][1] === "play" && !(frame[0] && frame[0][1] === "play")) stops.add(place);
      });
      return [...stops].sort((one, other) => one - other);
    }

    /** Everything decided in a deal, whether it has been shown yet or not: [{place, seat, decision, action, ms, note, trick}]. */
    decisions(deal, view) {
      const told = [];
      let trick = 0;
      for (let place = 1; place <= this.last(deal); place += 1) {
        const [decision, ...news] = this.frame(deal, place, view);
        if (decision) {
          const [seat, what, action, note, ms] = decision;
          if (what === "play" && trick === 0) trick = 1;
          told.push({ place, seat, decision: what, action, note, ms, trick, winner: null });
        }
        for (const [kind, ...values] of news) {
          if (kind === "trick") {
            for (const one of told) if (one.trick === values[0]) one.winner = values[1];
            trick = values[0] + 1;
          } else if (kind === "fault") {
            const fault = values[0];
            told.push({ place, seat: fault.seat, decision: fault.decision, fault, ms: fault.elapsed_ms, trick, winner: null });
          }
        }
      }
      return told;
    }

    /** The table after `place` decisions of a deal, as `view` (a seat, or null for all hands) sees it. */
    moment(number, place, view) {
      const deal = this.deals[number];
      const at = {
        number, place, view, dealer: deal.dealer, scores: deal.scores, points: null, calls: [], tricks: [], table: [],
        contract: null, facts: {}, fault: null, act: null, told: [], taken: this.sides.map(() => 0), toAct: -1, due: "",
      };
      const hands = deal.hands.map((hand) => [...hand]);
      for (let index = 0; index <= place; index += 1) {
        const [decision, ...news] = this.frame(number, index, view);
        at.act = decision;
        at.told = news;
        const whole = deal.frames[index][0];
        if (whole) {
          const [seat, what, action] = whole;
          if (hands[seat].includes(action)) hands[seat].splice(hands[seat].indexOf(action), 1);
          if (what === "play") {
            if (at.table.done) at.table = [];
            at.table.push({ seat, card: action, place: index });
          } else {
            at.calls.push({ seat, decision: what, action: decision[2], place: index });
          }
        }
        for (const [seat, hand] of Object.entries(deal.held[index] || {})) hands[seat] = [...hand];
        for (const [kind, ...values] of news) {
          if (kind === "contract") at.contract = { role: values[0], seat: values[1], terms: values[2] };
          else if (kind === "trick") {
            at.tricks.push({ number: values[0], winner: values[1], cards: at.table });
            at.taken[values[1]] += 1;
            at.table.done = true;
          } else if (kind === "known") Object.assign(at.facts, values[0]);
          else if (kind === "scored") [at.points, at.scores] = values;
          else if (kind === "fault") at.fault = values[0];
        }
      }
      at.counts = hands.map((hand) => hand.length);
      at.hands = hands.map((hand, seat) => {
        if (view !== null && view !== seat) return null;
        return view === seat && place === 0 && deal.blind.includes(seat) ? null : hand;
      });
      const next = place < this.last(number) ? deal.frames[place + 1] : null;
      if (next) {
        [at.toAct, at.due] = next[0] || [next[1][1].seat, next[1][1].decision];
      } else if (deal.due && place === this.last(number)) [at.toAct, at.due] = deal.due;
      at.ended = number === this.deals.length - 1 && place === this.last(number);
      return at;
    }

    takenBySide(at) {
      const sums = Array(this.sideCount).fill(0);
      at.taken.forEach((tricks, seat) => { sums[this.sides[seat]] += tricks; });
      return sums;
    }

    contractWords({ role, seat, terms }) {
      const verb = { declarer: "declares", maker: "makes" }[role] || `is ${role}:`;
      const rest = facts(terms).map(([key, value]) => (key === "bid" ? value : `${key} ${value}`));
      return `${this.seatWords(seat)} ${verb} ${rest.join(", ")}`;
    }

    /** A deal by its number and the points that it brought each side. */
    dealWords(deal) {
      const scored = this.deals[deal].frames[this.last(deal)].find((news) => news && news[0] === "scored");
      return scored ? `${deal}: ${scored[1].map(signed).join(", ")}` : String(deal);
    }

    scoreWords(values, write = plain) {
      return values.map((value, side) => `${this.sideName(side)} ${write(value)}`).join(", ");
    }

    endWords() {
      const { winner, shares, reason, scores } = this.end;
      const sharing = (shares || []).flatMap((share, side) => (share ? [side] : []));
      let who = winner === null ? "nobody wins" : `${this.sideWords(winner)} wins`;
      if (sharing.length > 1 && (sharing.length < shares.length || reason === "target")) {
        who = `${sharing.map((side) => this.sideWords(side)).join(" and ")} share the match`;
      }
      return `${who}: ${REASONS[reason] || reason}; scores ${this.scoreWords(scores)}`;
    }

    faultWords(fault) {
      if (fault.unplayed) return `${this.seatWords(fault.seat)}: ${fault.kind} on earlier boards, this one was not played`;
      const due = fault.decision ? ` where ${fault.decision} was due` : "";
      const after = fault.elapsed_ms === null ? "" : ` after ${milliseconds(fault.elapsed_ms)}`;
      return `Fault of ${this.seatWords(fault.seat)}: ${fault.kind}${due}${after}`;
    }

    /** What happened last, in a sentence or a few. */
    words(at) {
      const said = [];
      if (at.act) said.push(`${this.seatWords(at.act[0])} ${actionWords(at.act[1], at.act[2])}`);
      else if (!at.fault) said.push(`Deal ${at.number}: dealer ${this.seatWords(at.dealer)}, scores ${this.scoreWords(at.scores)}`);
      for (const [kind, ...values] of at.told) {
        if (kind === "contract") said.push(this.contractWords(at.contract));
        else if (kind === "trick") {
          said.push(`${this.seatWords(values[1])} takes trick ${values[0]}; tricks ${this.scoreWords(this.takenBySide(at))}`);
        } else if (kind === "known") said.push(...facts(values[0]).map(([key, value]) => `${key}: ${value}`));
        else if (kind === "scored") said.push(`points ${this.scoreWords(values[0], signed)}; scores ${this.scoreWords(values[1])}`);
        else if (kind === "fault") said.push(this.faultWords(values[0]));
      }
      if (at.ended) said.push(`result: ${this.endWords()}`);
      else if (at.toAct >= 0) said.push(`${this.seatWords(at.toAct)} is to act: ${at.due}`);
      return said.map((one) => one[0].toUpperCase() + one.slice(1)).join(". ") + ".";
    }
  }

  return { unpack, unpackedText, canUnpack, card, shortly, facts, milliseconds, signed, plain, SIGNS };
})();
