// A table of requests in the browser. What is typed here is sent to Python as it is; what is wrong
// with it comes back from there. Nothing here knows a rule.

const PAUSE = 800; // ms without a key, after which what was typed counts
const PRIORITIES = ["normal", "high"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ICONS = { // drawn, since not every font has such signs
  duplicate: "M2 2h8v2H4v6H2zM6 6h8v8H6zM8 8v4h4V8z",
  remove: "M3.4 2L8 6.6 12.6 2 14 3.4 9.4 8 14 12.6 12.6 14 8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z",
};
const A_TABLE = /[\t\n]|^\s*[[{]|(,[^,]*){3}/; // text that is more than what belongs into one cell

const filled = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// ---- The rows.

class Table {
  constructor(model) {
    this.model = model;
    this.words = model.get("_words");
    this.columns = model.get("_columns");
    this.body = element("tbody");
    const heads = this.columns.map(([name, title]) => element("th", { scope: "col", "data-column": name }, title));
    this.host = element(
      "div", { class: "schedlib-sheet" },
      element("table", {}, element("thead", {}, element("tr", {}, element("th"), ...heads, element("th"), element("th"))), this.body),
    );
  }

  get cells() {
    return this.fields.map((row) => row.map((field) => field.kept ?? field.value));
  }

  draw() {
    const focus = this.place(document.activeElement);
    this.fields = [];
    this.body.replaceChildren(...this.model.get("_cells").map((texts, row) => this.row(texts, row)));
    this.showProblems();
    if (focus) this.go(Math.min(focus.row, this.fields.length - 1), focus.column);
  }

  row(texts, row) {
    const fields = texts.map((text, column) => this.field(text, row, column));
    this.fields.push(fields);
    const button = (action, act) => {
      const name = filled(this.words[action], { row: row + 1 });
      const made = element("button", { type: "button", "aria-label": name, title: name, "data-action": action, onclick: act });
      made.innerHTML =
        `<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="${ICONS[action]}" fill-rule="evenodd"/></svg>`;
      return made;
    };
    return element(
      "tr", {},
      element("th", { scope: "row" }, `${row + 1}`),
      ...fields.map((field) => element("td", {}, field)),
      element("td", { class: "schedlib-acts" },
        button("duplicate", () => this.duplicate(row)), button("remove", () => this.remove(row))),
      element("td", { class: "schedlib-wrong", id: `${this.id}-${row}` }),
    );
  }

  field(text, row, column) {
    const [name, title] = this.columns[column];
    const label = filled(this.words.cell, { column: title, row: row + 1 });
    const place = { "aria-label": label, "data-row": row, "data-column": name };
    if (name !== "priority") {
      const field = element("input", { type: "text", spellcheck: "false", autocomplete: "off", ...place });
      field.value = text;
      field.addEventListener("input", () => this.typed());
      field.addEventListener("change", () => this.commit());
      return field;
    }
    const choices = PRIORITIES.includes(text) || !text ? PRIORITIES : [...PRIORITIES, text];
    const field = element("select", place, ...choices.map((choice) => element("option", { value: choice }, choice)));
    field.value = text || "normal";
    field.kept = text; // as it was written, until another one is chosen
    field.addEventListener("change", () => { field.kept = field.value; this.commit(); });
    return field;
  }

  get id() {
    this.own ??= `schedlib-wrong-${Math.random().toString(36).slice(2)}`;
    return this.own;
  }

  showProblems() {
    const problems = this.model.get("_problems");
    this.fields.forEach((fields, row) => {
      const here = problems.filter(([at]) => at === row);
      fields.forEach((field, column) => {
        const wrong = here.some(([, at]) => at === column);
        field.setAttribute("aria-invalid", wrong);
        if (wrong) field.setAttribute("aria-describedby", `${this.id}-${row}`);
        else field.removeAttribute("aria-describedby");
      });
      const words = here.map(([, , message]) => element("p", {}, message));
      this.body.rows[row]?.querySelector(".schedlib-wrong").replaceChildren(...words);
    });
  }

  // Send what stands here, unless Python knows it.
  commit() {
    clearTimeout(this.timer);
    this.send(this.cells);
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), PAUSE);
  }

  send(cells) {
    if (JSON.stringify(cells) === JSON.stringify(this.model.get("_cells"))) return;
    this.model.set("_cells", cells);
    this.model.save_changes();
  }

  // Draw what Python or another view has put here; what was typed here is here already.
  update() {
    if (JSON.stringify(this.cells) !== JSON.stringify(this.model.get("_cells"))) this.draw();
  }

  add() {
    const cells = this.cells;
    const last = cells.at(-1) ?? [];
    const starts = { id: this.freshId(cells), arrival: last[1] || "0", priority: "normal", prompt: "4", output: "2" };
    this.send([...cells, this.columns.map(([name]) => starts[name])]);
    this.go(cells.length, 0);
  }

  duplicate(row) {
    const cells = this.cells;
    this.send(cells.toSpliced(row + 1, 0, [this.freshId(cells), ...cells[row].slice(1)]));
    this.go(row + 1, 0);
  }

  remove(row) {
    this.send(this.cells.toSpliced(row, 1));
    this.go(Math.min(row, this.fields.length - 1), 0);
  }

  freshId(cells) {
    const used = new Set(cells.map(([id]) => id.trim()));
    for (const letter of LETTERS) if (!used.has(letter)) return letter;
    let number = cells.length + 1;
    while (used.has(`R${number}`)) number += 1;
    return `R${number}`;
  }

  place(field) {
    for (const [row, fields] of (this.fields ?? []).entries()) {
      const column = fields.indexOf(field);
      if (column >= 0) return { row, column };
    }
    return null;
  }

  go(row, column) {
    const field = this.fields[row]?.[column];
    field?.focus();
    field?.select?.();
    return Boolean(field);
  }

  // Enter and the arrows go from cell to cell where they have nothing to do within one.
  key(event) {
    const at = this.place(event.target);
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
    const isText = event.target.tagName === "INPUT";
    const { selectionStart: from, selectionEnd: to, value } = event.target;
    const go = (down, right) => this.go(at.row + down, at.column + right);
    const act = {
      Enter: () => {
        this.commit();
        go(event.shiftKey ? -1 : 1, 0);
      },
      ArrowDown: isText && (() => go(1, 0)),
      ArrowUp: isText && (() => go(-1, 0)),
      ArrowLeft: (!isText || to === 0) && (() => go(0, -1)),
      ArrowRight: (!isText || from === value.length) && (() => go(0, 1)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

// ---- The whole.

function render({ model, el }) {
  const words = model.get("_words");
  const table = new Table(model);
  const button = (text, act) => element("button", { type: "button", onclick: act }, text);

  const choose = element("select", { "aria-label": words.start }, element("option", { value: "" }, words.choose));
  for (const [name, title] of model.get("_starts")) choose.append(element("option", { value: name }, title));
  choose.addEventListener("change", () => {
    table.commit();
    model.send({ ask: "start", name: choose.value });
    choose.value = "";
  });

  const read = async (file) => {
    if (!file) return;
    table.commit();
    model.send({ ask: "file", name: file.name }, undefined, [await file.arrayBuffer()]);
  };
  const files = element("input", { type: "file", accept: ".csv,.tsv,.json,.txt", hidden: "", "aria-label": words.load });
  files.addEventListener("change", async () => { await read(files.files[0]); files.value = ""; });

  const undo = button(words.undo, () => model.send({ ask: "undo" }));
  const notice = element("p", { class: "schedlib-notice", role: "alert" });
  const state = element("p", { class: "schedlib-state", "aria-live": "polite" });

  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  const root = element(
    "div",
    {
      class: "schedlib-editor", tabindex: -1, "data-lm-suppress-shortcuts": "true",
      onkeydown: (event) => { table.key(event); event.stopPropagation(); },
      onpaste: (event) => {
        event.stopPropagation();
        const text = event.clipboardData?.getData("text/plain") ?? "";
        if (!A_TABLE.test(text.trimEnd())) return;
        event.preventDefault();
        table.commit();
        model.send({ ask: "paste", text, ...(table.place(event.target) ?? { row: 0, column: 0 }) });
      },
      ondragover: (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        root.classList.add("schedlib-drop");
      },
      ondragleave: () => root.classList.remove("schedlib-drop"),
      ondrop: (event) => {
        root.classList.remove("schedlib-drop");
        if (!isFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        read(event.dataTransfer.files[0]);
      },
    },
    element(
      "div", { class: "schedlib-tools" },
      element("b", {}, words.title),
      element("label", {}, `${words.start} `, choose),
      button(words.load, () => files.click()), files,
      undo,
    ),
    notice, table.host,
    element("div", { class: "schedlib-tools" }, button(words.add, () => table.add()), state),
    element("p", { class: "schedlib-hint" }, words.hint),
  );
  el.append(root);

  const showState = () => {
    state.textContent = model.get("_state");
    state.classList.toggle("schedlib-bad", model.get("_problems").length > 0);
    notice.textContent = model.get("_notice");
    notice.hidden = !model.get("_notice");
    undo.disabled = !model.get("_undoable");
  };
  const onCells = () => table.update();
  const onProblems = () => table.showProblems();
  model.on("change:_cells", onCells);
  model.on("change:_problems", onProblems);
  model.on("change", showState);

  const undress = dressed(root, model);
  table.draw();
  showState();

  return () => {
    undress();
    clearTimeout(table.timer);
    model.off("change:_cells", onCells);
    model.off("change:_problems", onProblems);
    model.off("change", showState);
  };
}

export default { render };
