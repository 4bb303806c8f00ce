// Encounters: their boards are unpacked when they are opened, so that a page of ten thousand matches opens at once.
// `boards.py` writes what is read here. Everything is set as text only.
"use strict";
(() => {
  const AT_ONCE = 20;
  const { signed, plain, unpackedText } = replayModel;
  const { drawn } = replayParts;
  const REASONS = {
    target: "target reached",
    forfeit: "forfeit",
    deal_cap: "most deals played",
    void: "void",
    "": "",
  };
  const replays = new Set([...document.querySelectorAll("script.replay")].map((each) => each.dataset.match));

  // ---- making elements

  const element = (tag, classes, ...content) => {
    const made = document.createElement(tag);
    if (classes) made.className = classes;
    made.append(...content);
    return made;
  };
  const word = (text) => {
    // a shell's word, quoted where it must be
    return /^[A-Za-z0-9_@%+=:,.\/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
  };

  // ---- one encounter

  for (const details of document.querySelectorAll("details.encounter")) {
    const build = async () => {
      if (!details.open || details.dataset.built) return;
      details.dataset.built = "yes";
      const whole = JSON.parse(await unpackedText(details.querySelector("script.packed").textContent));
      const boards = whole.boards.map(([board, swing, rooms]) => ({
        board,
        swing,
        rooms: rooms.map(([winner, scores, reason, faults, deals, shares], index) => ({
          room: whole.rooms[index],
          match: `${whole.encounter}/${board}/${whole.rooms[index]}`,
          winner: winner < 0 ? null : winner,
          scores,
          reason,
          faults,
          deals: deals || null,
          shares: shares || null,
        })),
      }));
      new Encounter(details.querySelector(".boards"), whole.names, boards).show();
    };
    details.addEventListener("toggle", build);
    if (details.open) build();
  }

  class Encounter {
    constructor(place, names, boards) {
      this.place = place;
      this.names = names;
      this.boards = boards;
      this.list = element("div");
      this.more = element("button", "more", "");
      this.more.type = "button";
      this.more.addEventListener("click", () => this.append());
      this.count = element("span", "muted");
      this.count.setAttribute("role", "status");
    }

    show() {
      const order = this.choice("Order", [
        ["swing", "largest swings first"],
        ["board", "by number"],
      ]);
      const which = this.choice("Show", [
        ["all", "all boards"],
        ["forfeits", "boards with a forfeit"],
        ["unlike", "won by different bots"],
      ]);
      const renew = () => this.renew(order.value, which.value);
      order.addEventListener("change", renew);
      which.addEventListener("change", renew);
      const tools = element("div", "tools", order.parentElement, which.parentElement, this.count);
      this.place.append(tools, this.list, this.more);
      renew();
      const first = this.list.querySelector("details");
      if (first) first.open = true;
    }

    choice(label, options) {
      const select = element("select");
      for (const [value, text] of options) {
        const option = element("option", "", text);
        option.value = value;
        select.append(option);
      }
      element("label", "", `${label} `, select);
      return select;
    }

    renew(order, which) {
      const wanted = {
        all: () => true,
        forfeits: (each) => each.rooms.some((room) => room.faults.length),
        unlike: (each) => new Set(each.rooms.map((room) => room.winner)).size > 1,
      }[which];
      this.shown = this.boards.filter(wanted);
      this.shown.sort((one, other) =>
        order === "swing"
          ? Math.abs(other.swing) - Math.abs(one.swing) || one.board - other.board
          : one.board - other.board,
      );
      this.at = 0;
      this.list.replaceChildren();
      this.count.textContent = `${this.shown.length} board${this.shown.length === 1 ? "" : "s"}`;
      this.append();
    }

    append() {
      const next = this.shown.slice(this.at, this.at + AT_ONCE);
      this.at += next.length;
      const made = next.map((board) => this.line(board));
      this.list.append(...made);
      const left = this.shown.length - this.at;
      this.more.hidden = left === 0;
      this.more.textContent = `Show ${Math.min(left, AT_ONCE)} more of ${left}`;
      if (this.at > AT_ONCE && made[0]) made[0].querySelector("summary").focus();
    }

    // ---- one board

    line(board) {
      const details = element("details", "board");
      const summary = element("summary", "", element("span", "name", `Board ${board.board}`));
      if (this.names.length === 2) {
        const to = board.swing > 0 ? 0 : 1;
        const swing = board.swing
          ? element("span", to ? "below" : "above", `swing ${signed(Math.abs(board.swing))} for ${this.names[to]}`)
          : element("span", "muted", "no swing");
        if (!board.rooms.some((room) => room.faults.length)) summary.append(swing);
      } else if (board.swing) summary.append(element("span", "muted", `spread ${board.swing}`));
      for (const room of board.rooms) summary.append(this.ending(room));
      const inside = element("div", "inside");
      details.append(summary, inside);
      details.addEventListener("toggle", () => {
        if (details.open && !inside.hasChildNodes()) inside.append(...this.opened(board));
      });
      return details;
    }

    ending(room) {
      const scores = room.scores.map(plain).join(" : ");
      const text = element("span", "muted", `${room.room}: ${this.winner(room)} ${scores}`);
      for (const [whose, kind] of room.faults) {
        text.append(" ", element("span", "fault", `${kind} by ${this.names[whose]}`));
      }
      return text;
    }

    winner(room) {
      if (room.winner !== null) return `${this.names[room.winner]} wins`;
      if (room.reason === "void") return "void";
      const sharing = this.names.filter((_, entrant) => room.shares && room.shares[entrant]);
      const some = sharing.length < this.names.length || room.reason === "target";
      return sharing.length > 1 && some ? `${sharing.join(" and ")} share` : "nobody wins";
    }

    *opened(board) {
      const rooms = board.rooms.filter((room) => room.deals);
      if (rooms.some((room) => room.deals.length)) yield this.deals(rooms);
      if (rooms.some((room) => room.deals.length > 1)) yield this.graphs(rooms);
      const links = element("dl", "facts deals-links");
      for (const room of board.rooms) {
        const why = room.reason && room.reason in REASONS ? `${REASONS[room.reason]}. ` : "";
        const told = element("dd", "", why);
        if (replays.has(room.match)) {
          const link = element("a", "", "Replay");
          link.href = `#replay=${encodeURIComponent(room.match)}`;
          link.setAttribute("aria-label", `Replay board ${board.board}, room ${room.room}`);
          told.append(link);
        } else {
          const end = room.match.startsWith("-") ? "-- " : "";
          const command = `arena replay ${end}${word(this.place.dataset.run)} ${word(room.match)}`;
          told.append(element("code", "command", command));
        }
        links.append(element("dt", "", `Room ${room.room}`), told);
      }
      yield links;
    }

    deals(rooms) {
      const table = element("table");
      const head = element("thead");
      const groups = element("tr", "", element("td"));
      const heads = element("tr", "", heading("Deal"));
      const [size, mirrored] = [this.names.length, this.names.length === 2 && rooms.length === 2];
      for (const room of rooms) {
        groups.append(across(`Room ${room.room}`, "group", 2 + 2 * size));
        heads.append(heading("Dealer", "words begins"), heading("Contract", "words"));
        heads.append(across("Points", "", size), across("Score", "", size));
      }
      if (mirrored) {
        groups.append(element("td"));
        const swing = heading("Swing", "begins");
        swing.title = `points of ${this.names[0]} less those of ${this.names[1]}, both rooms together`;
        heads.append(swing);
      }
      head.append(groups, heads);
      const body = element("tbody");
      const most = Math.max(...rooms.map((room) => room.deals.length));
      for (let number = 0; number < most; number += 1) body.append(this.deal(rooms, number, mirrored));
      table.append(element("caption", "away", "The same deals in every room"), head, body);
      const box = element("div", "box", table);
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", "Deals of the board");
      const order = element("p", "note", `Points and scores: ${this.names.join(", then ")}.`);
      return element("div", "deals", order, box);
    }

    deal(rooms, number, mirrored) {
      const row = element("tr");
      const head = heading(String(number));
      head.scope = "row";
      row.append(head);
      const differences = [];
      for (const room of rooms) {
        const deal = room.deals[number];
        if (!deal) {
          const nothing = element("td", "begins words muted", "\u2013");
          nothing.colSpan = 2 + 2 * this.names.length;
          row.append(nothing);
          continue;
        }
        const [dealer, declarer, terms, points, scores] = deal;
        row.append(clipped(this.names[dealer], "words begins"), this.contract(room, number, declarer, terms));
        if (points) {
          points.forEach((value) => row.append(element("td", "figure", signed(value))));
          differences.push(points[0] - points[1]);
        } else {
          const cut = element("td", "figure fault", "cut off");
          cut.colSpan = this.names.length;
          row.append(cut);
        }
        for (const score of scores) row.append(element("td", "figure muted", plain(score)));
      }
      if (mirrored) {
        const swing = differences.length === 2 ? differences[0] + differences[1] : null;
        const classes = swing > 0 ? "above" : swing < 0 ? "below" : "muted";
        row.append(element("td", `swing begins ${classes}`, swing === null ? "" : signed(swing)));
      }
      return row;
    }

    contract(room, number, declarer, terms) {
      const whose = declarer < 0 ? "" : this.names[declarer];
      const text = `${whose} ${terms}`.trim() || "none";
      const inside = [element("span", "clipped", whose), ` ${terms}`];
      const cell = element("td", "words", ...(text === "none" ? [text] : inside));
      cell.title = text;
      if (replays.has(room.match)) {
        const link = element("a", "", ...cell.childNodes);
        link.href = `#replay=${encodeURIComponent(room.match)}&deal=${number}`;
        link.setAttribute("aria-label", `Replay deal ${number}, room ${room.room}: contract ${text}`);
        cell.append(link);
      }
      return cell;
    }

    // ---- score graphs

    graphs(rooms) {
      const all = rooms.flatMap((room) => room.deals.flatMap((deal) => deal.at(-1)));
      const range = [Math.min(0, ...all), Math.max(1, ...all)];
      return element("div", "graphs", ...rooms.map((room) => this.graph(room, range)));
    }

    graph(room, [low, high]) {
      const width = this.place.clientWidth > 700 ? 500 : 330; // so that the letters keep their size
      const [height, left, right, top, bottom] = [140, 32, 8, 8, 18];
      const last = Math.max(1, room.deals.length);
      const x = (deals) => left + ((width - left - right) * deals) / last;
      const y = (score) => top + ((height - top - bottom) * (high - score)) / (high - low);
      const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
      const ends = this.names.map((name, entrant) => `${name} ${plain(room.scores[entrant])}`).join(", ");
      picture.setAttribute("aria-label", `Scores by deal, room ${room.room}: at the end ${ends}`);
      for (const score of new Set([low, 0, high])) {
        picture.append(
          drawn("path", { class: score ? "grid" : "zero", d: `M${left} ${y(score)}H${width - right}` }),
          drawn("text", { x: left - 5, y: y(score) + 3.5, "text-anchor": "end" }, plain(score)),
        );
      }
      const step = Math.max(1, Math.ceil(last / 10));
      for (let deals = 0; deals <= last; deals += step) {
        picture.append(drawn("text", { x: x(deals), y: height - 4, "text-anchor": "middle" }, String(deals)));
      }
      this.names.forEach((_, entrant) => {
        const points = [`${x(0)},${y(0)}`];
        room.deals.forEach((deal, number) => points.push(`${x(number + 1)},${y(deal.at(-1)[entrant])}`));
        picture.append(drawn("polyline", { class: `lines side${entrant}`, points: points.join(" ") }));
      });
      const key = element("ul", "key");
      this.names.forEach((name, entrant) => {
        const mark = drawn("svg", { viewBox: "0 0 22 8", "aria-hidden": "true", class: `side${entrant}` });
        mark.append(drawn("path", { d: "M0 4H22" }));
        key.append(element("li", "", mark, `${name} ${plain(room.scores[entrant])}`));
      });
      const caption = element("figcaption", "", `Scores after each deal, room ${room.room}`);
      return element("figure", "graph", caption, picture, key);
    }
  }

  function across(text, classes, columns) {
    const made = heading(text, classes);
    made.colSpan = columns;
    made.scope = "colgroup";
    return made;
  }

  // a cell that a long name does not widen; the whole text is there to be pointed at
  function clipped(text, classes) {
    const made = element("td", classes, element("span", "clipped", text));
    made.title = text;
    return made;
  }

  function heading(text, classes = "") {
    const made = element("th", classes, text);
    made.scope = "col";
    return made;
  }
})();
