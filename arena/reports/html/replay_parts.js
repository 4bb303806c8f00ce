/* The replayer's parts: what is on the table -> elements. Text goes in as text, never as markup; no state is kept and
   nothing is listened to here, but for what an element is given to call. */
"use strict";

const replayParts = (() => {
  const { card, shortly, facts, milliseconds, signed, plain, SIGNS } = replayModel;
  const SVG = "http://www.w3.org/2000/svg";
  // where a seat is drawn, by how many seats there are, clockwise from the one at the bottom
  const PLACES = {
    2: ["s", "n"],
    3: ["s", "w", "e"],
    4: ["s", "w", "n", "e"],
    6: ["s", "sw", "nw", "n", "ne", "se"],
    8: ["s", "sw", "w", "nw", "n", "ne", "e", "se"],
  };

  /** An element with properties and children; `class`, `role`, aria- and data- attributes by their names. */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function drawn(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const sideMark = (match, side) =>
    element("span", { class: `rp-side rp-side-${side % 3}`, "aria-hidden": "true" }, match.sideMark(side));

  function cardElement(text, more = "", words = "") {
    const one = card(text);
    if (!one) return element("span", { class: `rp-word ${more}` }, shortly(text));
    return element(
      "span",
      { class: `rp-card rp-${one.suit} ${more}`, role: "img", "aria-label": one.name + words, title: one.name },
      element("b", { "aria-hidden": "true" }, one.suit === "joker" ? "Jo" : one.rank),
      element("i", { "aria-hidden": "true" }, one.sign),
    );
  }

  // ---- the table

  function handElement(match, at, seat, legal) {
    const hand = at.hands[seat];
    const list = element("ul", { class: "rp-hand", "aria-label": `hand of ${match.seatWords(seat)}` });
    if (hand === null) {
      const count = at.counts[seat];
      const words = `${count} hidden card${count === 1 ? "" : "s"}`;
      const backs = Array.from({ length: count }, () => element("span", { class: "rp-back" }));
      list.append(element("li", {}, element("span", { class: "rp-backs", role: "img", "aria-label": words, title: words }, ...backs)));
      return list;
    }
    for (const one of hand) {
      const may = legal !== null && legal.includes(one);
      list.append(element("li", {}, cardElement(one, may ? "rp-legal" : "", may ? ", legal" : "")));
    }
    return list;
  }

  /** Seats around the middle, the viewer's at the bottom. `legal`: cards that the seat to act may play, or null. */
  function table(match, at, legal) {
    const seats = match.bots.length;
    const places = PLACES[seats] || match.bots.map((_, seat) => `x${seat}`);
    const bottom = at.view === null ? 0 : at.view;
    const parts = match.bots.map((bot, seat) => {
      const place = places[(seat - bottom + seats) % seats];
      const marks = [
        seat === at.dealer ? element("span", { class: "rp-mark" }, "dealer") : null,
        at.contract && at.contract.seat === seat ? element("span", { class: "rp-mark rp-made" }, at.contract.role) : null,
        at.toAct === seat ? element("span", { class: "rp-mark rp-due" }, at.fault ? "at fault" : "to act") : null,
        at.fault && at.fault.seat === seat && at.toAct !== seat ? element("span", { class: "rp-mark rp-bad" }, "⚠ fault") : null,
      ];
      return element(
        "div",
        { class: `rp-seat rp-at-${place}`, "data-seat": seat, "data-acts": at.toAct === seat },
        element(
          "p",
          { class: "rp-who" },
          sideMark(match, match.sides[seat]),
          element("span", { class: "rp-number" }, `seat ${seat}`),
          " ",
          element("span", { class: "rp-name", title: bot }, bot),
        ),
        element("p", { class: "rp-marks" }, ...marks.filter((mark) => mark), element("span", { class: "rp-taken" }, tricksWords(at.taken[seat]))),
        handElement(match, at, seat, at.toAct === seat ? legal : null),
      );
    });
    return [middle(match, at, places, bottom), ...parts];
  }

  const tricksWords = (count) => `${count} trick${count === 1 ? "" : "s"}`;

  /** The cards of the trick, each before its seat, and who takes it. */
  function middle(match, at, places, bottom) {
    const seats = match.bots.length;
    const last = at.tricks[at.tricks.length - 1];
    const winner = at.table.done && last ? last.winner : -1;
    const caption = at.table.length
      ? `trick ${last && at.table.done ? last.number : at.tricks.length + 1}`
      : at.tricks.length ? "" : "no card played";
    const cards = at.table.map(({ seat, card: played }, index) => {
      const words = ` by ${match.seatWords(seat)}${index === 0 ? ", led" : ""}${seat === winner ? ", takes the trick" : ""}`;
      const more = seat === winner ? "rp-takes" : "";
      return element(
        "li",
        { class: `rp-on-${places[(seat - bottom + seats) % seats]}`, "data-seat": seat },
        cardElement(played, more, words),
        element("small", { "aria-hidden": "true" }, seat === winner ? "✓ takes" : index === 0 ? "led" : ""),
      );
    });
    return element(
      "div",
      { class: "rp-middle" },
      element("ol", { class: `rp-trick rp-of-${seats}`, "aria-label": caption || "the trick" }, ...cards),
      element("p", { class: "rp-caption" }, caption),
    );
  }

  // ---- what stands beside it

  function sides(match, at) {
    const taken = at ? match.takenBySide(at) : null;
    const scores = at ? at.scores : match.end.scores;
    return scores.map((score, side) =>
      element(
        "p",
        { class: "rp-score", "data-side": side },
        sideMark(match, side),
        element("span", { class: "rp-name" }, match.sideWords(side)),
        element("b", { class: "rp-number" }, plain(score)),
        at && at.points ? element("span", { class: "rp-points" }, `${signed(at.points[side])} in this deal`) : null,
        taken ? element("span", { class: "rp-taken" }, tricksWords(taken[side])) : null,
      ),
    );
  }

  function factList(match, at) {
    const rows = [["contract", at.contract ? match.contractWords(at.contract) : "none yet"], ...facts(at.facts)];
    return element("dl", {}, ...rows.flatMap(([key, value]) => [element("dt", {}, key), element("dd", {}, value)]));
  }

  /** Calls, and all else that is decided before the first card, in a column a seat from the dealer's left. */
  function calls(match, at, go) {
    const seats = match.bots.length;
    const order = match.bots.map((_, index) => (at.dealer + 1 + index) % seats);
    const head = order.map((seat) =>
      element(
        "th",
        { scope: "col" },
        sideMark(match, match.sides[seat]),
        ` ${seat}`,
        element("span", { class: "rp-away" }, ` ${match.bots[seat]}${seat === at.dealer ? ", dealer" : ""}`),
        seat === at.dealer ? element("small", { "aria-hidden": "true" }, " dealer") : null,
      ),
    );
    const rows = [];
    let column = seats;
    const first = at.calls.length ? at.calls[0].decision : "";
    for (const { seat, decision, action, place } of at.calls) {
      const here = order.indexOf(seat);
      if (here <= column) rows.push(order.map(() => element("td")));
      column = here;
      const button = element(
        "button",
        { type: "button", class: "rp-call", "aria-current": place === at.place ? "step" : null },
        decision === first ? null : element("small", {}, `${decision} `),
        suited(shortly(action)),
      );
      button.addEventListener("click", () => go(place));
      rows[rows.length - 1][here].append(button);
    }
    return [
      element("h3", {}, "Calls"),
      element(
        "table",
        { class: "rp-calls" },
        element("caption", { class: "rp-away" }, "Calls by seat, from the dealer's left"),
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells))),
      ),
    ];
  }

  /** A caption whose suit sign has its suit's colour. */
  function suited(text) {
    const span = element("span");
    for (const part of text.split(/([♣♦♥♠])/)) {
      const suit = Object.keys(SIGNS).find((name) => SIGNS[name] === part);
      span.append(suit ? element("span", { class: `rp-sign rp-${suit}` }, part) : part);
    }
    return span;
  }

  function tricks(match, at, go) {
    const running = Array(match.sideCount).fill(0);
    const rows = at.tricks.map(({ number, winner, cards }) => {
      running[match.sides[winner]] += 1;
      const button = element("button", { type: "button", "aria-label": `Trick ${number}, to its end` }, String(number));
      button.addEventListener("click", () => go(cards[cards.length - 1].place));
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, button),
        element("td", {}, ...cards.flatMap(({ seat, card: played }, index) => [index ? " " : "", cell(seat, played, seat === winner)])),
        element("td", {}, sideMark(match, match.sides[winner]), ` seat ${winner}`),
        ...running.map((count) => element("td", { class: "rp-count" }, String(count))),
      );
    });
    const names = running.map((_, side) =>
      element("th", { scope: "col" }, sideMark(match, side), element("span", { class: "rp-away" }, match.sideName(side))),
    );
    const heads = ["Trick", "Cards, from the lead", "Taken by"].map((title) => element("th", { scope: "col" }, title));
    return [
      element("h3", {}, "Tricks"),
      element(
        "table",
        { class: "rp-tricks" },
        element("caption", { class: "rp-away" }, "Tricks so far, who took them, and the count of each side"),
        element("thead", {}, element("tr", {}, ...heads, ...names)),
        element("tbody", {}, ...rows),
      ),
    ];
  }

  function cell(seat, played, takes) {
    const words = element("span", { class: "rp-played" }, element("small", {}, `${seat}:`), suited(shortly(played)));
    return takes ? element("strong", {}, words) : words;
  }

  // ---- decisions

  /** The decision last shown: who, what, how long, its note and what it could have answered. */
  function decision(match, at, told, legal) {
    if (!told) return [element("p", { class: "rp-quiet" }, "The cards are dealt; nothing has been decided yet.")];
    const rows = [["seat", `${told.seat} (${match.bots[told.seat]})`], ["asked for", told.decision]];
    rows.push(["answer", told.fault ? "⚠ a fault, see above" : suited(shortly(told.action))]);
    rows.push(["time", told.ms === null ? "not measured, or hidden in this view" : milliseconds(told.ms)]);
    if (told.note) rows.push(["note", told.note]);
    if (legal) rows.push(["legal", legalList(legal)]);
    else rows.push(["legal", "hidden in this view"]);
    return [element("dl", {}, ...rows.flatMap(([key, value]) => [element("dt", {}, key), element("dd", {}, value)]))];
  }

  const legalList = (legal) =>
    element("span", { class: "rp-legals" }, ...legal.flatMap((one, index) => [index ? ", " : "", suited(shortly(one))]));

  /** Every decision of the deal as a button, the tricks apart; `go` is given the place of the one that is chosen. */
  function allDecisions(match, at, all, go) {
    const groups = new Map();
    for (const told of all) groups.set(told.trick, [...(groups.get(told.trick) || []), told]);
    return [...groups].map(([trick, decided]) => {
      const winner = decided[0].winner;
      const first = decided[0].decision;
      const title = trick === 0 ? "calls" : winner === null ? `trick ${trick}` : `trick ${trick}, to seat ${winner}`;
      const items = decided.map((told) => {
        const button = element(
          "button",
          {
            type: "button",
            class: `rp-decided${told.fault ? " rp-bad" : ""}`,
            "aria-current": told.place === at.place ? "step" : null,
            "data-place": told.place,
            "data-later": told.place > at.place,
          },
          sideMark(match, match.sides[told.seat]),
          element("span", { class: "rp-number" }, String(told.seat)),
          element("span", { class: "rp-away" }, ` ${match.bots[told.seat]} `),
          told.decision === first ? null : element("span", { class: "rp-number" }, told.decision),
          told.fault ? element("span", {}, `⚠ ${told.fault.kind}`) : suited(shortly(told.action)),
          told.note ? element("span", { class: "rp-noted", title: told.note }, "✎", element("span", { class: "rp-away" }, " with a note")) : null,
          told.ms === null ? null : element("small", {}, told.ms < 1 ? `${told.ms.toFixed(2)} ms` : milliseconds(told.ms)),
        );
        button.addEventListener("click", () => go(told.place));
        return element("li", {}, button);
      });
      return element("div", { class: "rp-group" }, element("h4", {}, title), element("ol", {}, ...items));
    });
  }

  function fault(match, told, legal) {
    const rows = [];
    if (told.detail) rows.push(["what happened", told.detail]);
    if (legal) rows.push(["legal was", legalList(legal)]);
    if (told.reply !== null) rows.push(["its reply", element("code", {}, told.reply)]);
    if (told.elapsed_ms !== null) rows.push(["after", milliseconds(told.elapsed_ms)]);
    if (told.stderr) rows.push(["standard error", element("pre", { tabindex: "0", "data-keys": "own", "aria-label": "Standard error" }, told.stderr)]);
    if (!rows.length && !told.unplayed) rows.push(["more", "is hidden in this view"]);
    return [
      element("h3", {}, element("span", { class: "rp-icon", "aria-hidden": "true" }, "⚠"), ` ${match.faultWords(told)}`),
      element("dl", {}, ...rows.flatMap(([key, value]) => [element("dt", {}, key), element("dd", {}, value)])),
    ];
  }

  // ---- the scores, deal by deal

  /** A line a side over the deals, `width` pixels wide, each with dashes and a mark of its own; `go` is given a deal. */
  function graph(match, current, width, go) {
    const [height, left, right, top, bottom] = [200, 34, 26, 10, 22];
    const lines = Array.from({ length: match.sideCount }, () => []);
    match.deals.forEach((deal, number) => {
      const scored = deal.frames[deal.frames.length - 1].find((news) => news && news[0] === "scored");
      lines.forEach((points, side) => {
        const before = points[points.length - 1];
        if (!before || before.score !== deal.scores[side]) points.push({ x: number, score: deal.scores[side], jump: true });
        if (scored) points.push({ x: number + 1, score: scored[2][side], jump: false });
      });
    });
    const all = lines.flat().map(({ score }) => score);
    const target = typeof match.options.target === "number" ? match.options.target : 0;
    const low = Math.min(0, ...all);
    const high = Math.max(1, target, ...all);
    const x = (deal) => left + (deal * (width - left - right)) / Math.max(1, match.deals.length);
    const y = (score) => top + ((high - score) * (height - top - bottom)) / (high - low);
    const told = lines.map((points, side) => `${match.sideName(side)} ${points.map(({ score }) => plain(score)).join(", ")}`);
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": `Scores after each deal: ${told.join("; ")}` });
    const rule = (score, kind) => {
      svg.append(drawn("line", { class: kind, x1: left, x2: width - right, y1: y(score), y2: y(score) }));
      svg.append(drawn("text", { x: left - 6, y: y(score) + 4, "text-anchor": "end" }, plain(score)));
    };
    rule(0, "rp-zero");
    if (target) rule(target, "rp-target");
    for (const end of [low, high]) if ([0, target].every((other) => Math.abs(y(end) - y(other)) > 13)) rule(end, "rp-rule");
    svg.append(drawn("rect", { class: "rp-now", x: x(current), y: top, width: x(1) - x(0), height: height - top - bottom }));
    const marks = [];
    lines.forEach((points, side) => {
      const path = points.map(({ x: deal, score, jump }) => `${jump ? "M" : "L"}${x(deal)} ${y(score)}`).join("");
      svg.append(drawn("path", { class: `rp-line rp-line-${side % 3}`, d: path }));
      const end = points[points.length - 1];
      if (end) marks.push({ side, x: x(end.x) + 6, y: y(end.score) + 4 });
    });
    // those that end together stand below one another
    marks.sort((one, other) => one.y - other.y);
    marks.forEach((mark, index) => {
      if (index && mark.y < marks[index - 1].y + 12) mark.y = marks[index - 1].y + 12;
      svg.append(drawn("text", { class: `rp-end rp-end-${mark.side % 3}`, x: mark.x, y: mark.y }, match.sideMark(mark.side)));
    });
    const every = Math.ceil((match.deals.length * 24) / width);
    match.deals.forEach((_, number) => {
      if (number % every === 0) svg.append(drawn("text", { x: x(number + 0.5), y: height - 6, "text-anchor": "middle" }, String(number)));
      const hit = drawn("rect", { class: "rp-hit", x: x(number), y: 0, width: x(1) - x(0), height }, drawn("title", {}, `deal ${number}`));
      hit.addEventListener("click", () => go(number));
      svg.append(hit);
    });
    return svg;
  }

  return { element, drawn, table, sides, factList, calls, tricks, decision, allDecisions, fault, graph };
})();
