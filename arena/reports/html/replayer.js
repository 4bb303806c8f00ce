/* The replayer's control: which match, deal, decision and view are shown, by buttons, keys, lists and the page's address.
   Draws with replayParts what replayModel says; the address #replay=…&deal=…&card=…&seat=… always names what is shown. */
"use strict";

(() => {
  const section = document.getElementById("replayer");
  if (!section) return;
  const { element } = replayParts;
  const part = (name) => document.getElementById(`rp-${name}`);
  const packed = new Map(); // match id -> its script element; never looked up by a selector made of text
  for (const script of document.querySelectorAll("script.replay")) packed.set(script.dataset.match, script);
  const unpacked = new Map();
  let match = null;
  let sent = ""; // the line that asked for the decision shown, whether it is shown as it is or prettily
  let wanted = 0; // counts what was asked for, so that a late answer does not overtake the next question
  const WRITE_EVERY_MS = 120;
  let written = 0; // when the address was, by the clock
  let waiting = 0; // the timer that will
  let known = location.hash; // what it was when we last wrote or read it
  const at = { deal: 0, card: 0, view: null };

  // ---- addresses

  const encoded = (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

  function address() {
    const places = match.deals.length ? `&deal=${at.deal}&card=${at.card}` : "";
    return `#replay=${encoded(match.match)}${places}${at.view === null ? "" : `&seat=${at.view}`}`;
  }

  /** Keep the page's address up to date, but seldom enough for a key held down: browsers stop who changes it too often. */
  function writeAddress() {
    clearTimeout(waiting);
    section.dataset.place = address();
    const wait = written + WRITE_EVERY_MS - Date.now();
    if (wait > 0) waiting = setTimeout(write, wait);
    else write();
  }

  function write() {
    if (location.hash !== known) return; // somebody has followed a link, of which we are told next
    written = Date.now();
    if (known !== address()) history.replaceState(history.state, "", address());
    known = location.hash;
  }

  const NUMBERS = new Set(["deal", "card", "seat"]);

  /** {match, deal, card, seat} of an address of ours, else null. What is no number is left out. */
  function place(hash) {
    if (!hash.startsWith("#replay=")) return null;
    const values = { match: "", deal: null, card: null, seat: null };
    for (const pair of hash.slice(1).split("&")) {
      const [key, value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (key === "replay") {
        try {
          values.match = decodeURIComponent(value);
        } catch {
          values.match = value;
        }
      } else if (NUMBERS.has(key) && /^\d{1,6}$/.test(value)) values[key] = Number(value);
    }
    return values;
  }

  /** What somebody wrote into an address, for reading and for a shell: without what controls a page or a terminal. */
  const harmless = (text) =>
    text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);

  /** `arena replay RUN MATCH` for a shell. */
  function command(name) {
    const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\"'\"'")}'`);
    const words = [section.dataset.run || "RUN", name || "MATCH"];
    return `arena replay ${words.some((word) => word.startsWith("-")) ? "-- " : ""}${words.map(quoted).join(" ")}`;
  }

  function trouble(words, name) {
    const box = part("trouble");
    box.hidden = !words;
    part("hint").hidden = true;
    box.replaceChildren(...(words ? [`${words} In a terminal: `, element("code", {}, command(name))] : []));
    if (words) {
      match = null;
      clearTimeout(waiting);
      delete section.dataset.place;
      for (const name of ["open", "more"]) part(name).hidden = true;
    }
  }

  // ---- opening

  async function open(name, deal, card, seat, focus) {
    wanted += 1;
    const asked = wanted;
    part("match").value = packed.has(name) ? name : "";
    if (!packed.has(name)) {
      const shown = harmless(name);
      trouble(`This page does not hold the match “${shown}”: the most telling ones are in it, all others in the run.`, shown);
    } else if (!replayModel.canUnpack()) {
      trouble("This browser cannot unpack replays; Chrome and Edge from 80, Firefox from 113 and Safari from 16.4 can.", name);
    } else {
      try {
        if (!unpacked.has(name)) unpacked.set(name, await replayModel.unpack(packed.get(name).textContent));
      } catch (problem) {
        if (asked === wanted) trouble(`This replay is damaged (${problem.message}).`, name);
        return;
      }
      if (asked !== wanted) return;
      trouble("", name);
      match = unpacked.get(name);
      begin();
      at.view = seat !== null && seat < match.bots.length ? seat : null;
      at.deal = Math.min(deal ?? 0, Math.max(0, match.deals.length - 1));
      at.card = Math.min(card ?? 0, match.last(at.deal));
      show();
    }
    if (focus) {
      section.focus({ preventScroll: true });
      section.scrollIntoView({ block: "start" });
    }
  }

  function begin() {
    const options = Object.entries(match.options).map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`).join(", ");
    part("title").replaceChildren(
      element("strong", {}, match.match),
      ` · ${match.game} · ${match.endWords()}`,
    );
    part("options").textContent = options && `Rules of ${match.game}: ${options}.`;
    const option = (value, words) => element("option", { value: String(value) }, words);
    part("deal").replaceChildren(...match.deals.map((_, number) => option(number, match.dealWords(number))));
    part("view").replaceChildren(option("", "all hands"), ...match.bots.map((bot, seat) => option(seat, `seat ${seat} (${bot})`)));
    for (const name of ["open", "more"]) part(name).hidden = false;
    part("said").textContent = "";
  }

  // ---- drawing

  function show() {
    writeAddress();
    part("view").value = at.view === null ? "" : String(at.view);
    const empty = !match.deals.length;
    for (const name of ["main", "scores"]) part(name).hidden = empty;
    part("deal").closest("label").hidden = empty;
    if (empty) showWithoutDeals();
    else showDeal();
    showGraph();
  }

  function showGraph() {
    if (!match || !match.deals.length) return;
    const width = Math.max(280, part("graph").clientWidth - 16);
    part("graph").replaceChildren(replayParts.graph(match, at.deal, width, (deal) => go(deal, 0)));
  }

  function showWithoutDeals() {
    const faults = match.faults(at.view);
    part("place").textContent = "no deals";
    part("words").textContent = `No deal was played. Result: ${match.endWords()}.`;
    part("sides").replaceChildren(...replayParts.sides(match, null));
    part("fault").hidden = !faults.length;
    part("fault").replaceChildren(...faults.flatMap((fault) => replayParts.fault(match, fault, null)));
    setSteps(() => true);
  }

  function showDeal() {
    const now = match.moment(at.deal, at.card, at.view);
    const all = match.decisions(at.deal, at.view);
    const told = all.find((one) => one.place === at.card) || null;
    const request = at.card ? match.request(at.deal, at.card, at.view) : null;
    const next = at.card < match.last(at.deal) ? match.request(at.deal, at.card + 1, at.view) : null;
    const legal = request && JSON.parse(request).legal;
    const here = (card) => go(at.deal, card);
    part("deal").value = String(at.deal);
    part("place").textContent = `deal ${at.deal}, card ${at.card} of ${match.last(at.deal)}`;
    part("words").textContent = match.words(now);
    part("sides").replaceChildren(...replayParts.sides(match, now));
    part("table").className = `rp-table rp-seats-${match.bots.length}`;
    part("table").replaceChildren(...replayParts.table(match, now, next && JSON.parse(next).legal));
    part("facts").replaceChildren(replayParts.factList(match, now));
    part("calls").replaceChildren(...replayParts.calls(match, now, here));
    part("tricks").replaceChildren(...replayParts.tricks(match, now, here));
    part("decision-heading").textContent = at.card ? `Decision ${at.card} of ${match.last(at.deal)}` : "Decision";
    part("decision").replaceChildren(...replayParts.decision(match, now, told, legal));
    part("fault").hidden = !now.fault;
    part("fault").replaceChildren(...(now.fault ? replayParts.fault(match, now.fault, legal) : []));
    showAll(now, all, here);
    showRaw(told, request);
    setSteps((step) => !target(step));
  }

  function showAll(now, all, here) {
    const focused = part("all").contains(document.activeElement);
    const scrolled = part("all").scrollTop;
    part("all").replaceChildren(...replayParts.allDecisions(match, now, all, here));
    part("all").scrollTop = scrolled;
    const current = part("all").querySelector("[aria-current]");
    if (!current) return;
    if (focused) current.focus({ preventScroll: true });
    // within its own box only: the page must not jump at every step
    const [box, line] = [part("all").getBoundingClientRect(), current.getBoundingClientRect()];
    if (line.top < box.top) part("all").scrollTop += line.top - box.top - 8;
    else if (line.bottom > box.bottom) part("all").scrollTop += line.bottom - box.bottom + 8;
  }

  function showRaw(told, request) {
    const hidden = told === null ? "no decision has been made yet" : "hidden in this view";
    sent = request ?? "";
    part("request").textContent = request === null ? hidden : part("pretty").checked ? pretty(request) : request;
    part("copy-request").disabled = request === null;
    let [title, reply] = ["Reply", hidden];
    if (told && told.fault && request !== null) {
      title = "Reply, its first bytes as they came";
      reply = told.fault.reply ?? "the record has none";
    } else if (told && request !== null) {
      title = "Reply, from what the record keeps of it";
      const note = told.note === null ? {} : { note: told.note };
      reply = JSON.stringify({ type: "action", id: JSON.parse(request).id, action: told.action, ...note });
    }
    part("reply-title").textContent = title;
    part("reply").textContent = reply;
    part("copy-reply").disabled = request === null;
  }

  /** A line of JSON over several, short lists and objects kept on theirs; numbers stay as they are written. */
  function pretty(line) {
    let depth = 0;
    const starts = [];
    return line.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token, offset) => {
      if (token === "{" || token === "[") {
        const flat = closes(line, offset) - offset < 60;
        starts.push(flat);
        depth += 1;
        return flat ? token : `${token}\n${"  ".repeat(depth)}`;
      }
      if (token === "}" || token === "]") {
        depth -= 1;
        return starts.pop() ? token : `\n${"  ".repeat(depth)}${token}`;
      }
      if (token === ",") return starts[starts.length - 1] ? ", " : `,\n${"  ".repeat(depth)}`;
      return token === ":" ? ": " : token;
    });
  }

  function closes(line, from) {
    let depth = 0;
    for (const token of line.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
      if ("[{".includes(token[0])) depth += 1;
      else if ("]}".includes(token[0])) depth -= 1;
      if (depth === 0) return from + token.index;
    }
    return line.length;
  }

  // ---- stepping

  function go(deal, card) {
    [at.deal, at.card] = [deal, card];
    show();
  }

  /** Where a step leads, as [deal, card]; null where there is nothing further. */
  function target(step) {
    const { deal, card } = at;
    const last = match.last(deal);
    const end = match.deals.length - 1;
    const before = deal > 0 ? [deal - 1, match.last(deal - 1)] : null;
    const after = deal < end ? [deal + 1, 0] : null;
    switch (step) {
      case "start": return deal || card ? [0, 0] : null;
      case "end": return deal < end || card < last ? [end, match.last(end)] : null;
      case "deal-": return card > 0 ? [deal, 0] : deal > 0 ? [deal - 1, 0] : null;
      case "deal+": return after || (card < last ? [deal, last] : null);
      case "card-": return card > 0 ? [deal, card - 1] : before;
      case "card+": return card < last ? [deal, card + 1] : after;
      case "trick-": return card > 0 ? [deal, match.stops(deal).findLast((stop) => stop < card)] : before;
      case "trick+": return card < last ? [deal, match.stops(deal).find((stop) => stop > card)] : after;
      default: return null;
    }
  }

  function take(step) {
    const next = match && match.deals.length ? target(step) : null;
    if (next) go(...next);
  }

  function setSteps(idle) {
    // not `disabled`, which would take the focus away from who steps to the end by a button
    for (const button of section.querySelectorAll("[data-go]")) button.setAttribute("aria-disabled", String(idle(button.dataset.go)));
  }

  const KEYS = {
    ArrowLeft: "card-", ArrowRight: "card+", "[": "trick-", "]": "trick+", ",": "deal-", ".": "deal+",
    PageUp: "deal-", PageDown: "deal+", Home: "start", End: "end",
  };

  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !match) return;
    if (event.target.closest("input, select, textarea, [contenteditable], [data-keys=own]")) return;
    let step = KEYS[event.key];
    if (event.shiftKey && event.key.startsWith("Arrow") && step) step = step.replace("card", "trick");
    if (!step) return;
    event.preventDefault();
    take(step);
  }

  // ---- copying

  async function copy(text, what) {
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      const field = element("textarea", { class: "rp-away", "aria-hidden": "true" });
      const focused = document.activeElement;
      field.value = text;
      section.append(field);
      field.select();
      done = document.execCommand("copy");
      field.remove();
      if (focused) focused.focus({ preventScroll: true });
    }
    part("said").textContent = done ? `Copied the ${what}.` : `This browser does not let pages copy: select the ${what} and copy it.`;
  }

  // ---- choosing

  /** The matches by encounter and board, each with how it ended. */
  function listMatches() {
    const groups = new Map();
    for (const name of packed.keys()) {
      const [, encounter, board, room] = name.match(/^(.*)\/(\d+)\/([^/]*)$/s) || [name, "", "0", name];
      if (!groups.has(encounter)) groups.set(encounter, []);
      groups.get(encounter).push({ name, board: Number(board), room });
    }
    const order = (one, other) => (one < other ? -1 : Number(one > other));
    for (const [encounter, matches] of [...groups].sort(([one], [other]) => order(one, other))) {
      matches.sort((one, other) => one.board - other.board || order(one.room, other.room));
      part("match").append(element("optgroup", { label: encounter }, ...matches.map(({ name, board, room }) => {
        const end = packed.get(name).dataset.end;
        return element("option", { value: name }, `${board}/${room}${end ? ` · ${end}` : ""}`);
      })));
    }
  }

  /** Something was chosen: by the pointer or by Enter, to step on from there. Who goes through a list by keys stays in it. */
  function chosen() {
    if (!byKeys && match) section.focus({ preventScroll: true });
  }

  // ---- listening

  listMatches();
  let byKeys = false; // how the lists were used last
  for (const name of ["match", "deal", "view"]) {
    part(name).addEventListener("pointerdown", () => { byKeys = false; });
    part(name).addEventListener("keydown", (event) => {
      byKeys = event.key !== "Enter";
      if (!byKeys) setTimeout(chosen); // an open list has then told what was chosen
    });
  }
  part("match").addEventListener("change", (event) => event.target.value && open(event.target.value, 0, 0, null, !byKeys));
  part("deal").addEventListener("change", (event) => {
    go(Number(event.target.value), 0);
    chosen();
  });
  part("view").addEventListener("change", (event) => {
    at.view = event.target.value === "" ? null : Number(event.target.value);
    show();
    chosen();
  });
  part("pretty").addEventListener("change", () => match && match.deals.length && show());
  part("link").addEventListener("click", () => copy(location.href.split("#")[0] + address(), "link"));
  part("copy-request").addEventListener("click", () => copy(sent, "request"));
  part("copy-reply").addEventListener("click", () => copy(part("reply").textContent, "reply"));
  for (const button of section.querySelectorAll("[data-go]")) button.addEventListener("click", () => take(button.dataset.go));
  section.addEventListener("keydown", pressed);

  function follow() {
    clearTimeout(waiting);
    known = location.hash;
    const to = place(known);
    if (to && !(match && location.hash === address())) open(to.match, to.deal, to.card, to.seat, true);
    else if (to) section.focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", showGraph);
  follow();
})();
