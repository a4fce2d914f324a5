// A stage in the browser: a figure, its cursor, its controls and its words.
// The kernel sends a run once; from then on nothing here waits for it.

const NUDGE = 20000; // ms after which a wish that was not answered is said again
const WIDE = 720; // px beyond which a figure has no room for words beside it

// The drawing script: one for the page, whichever figure gets it. A kernel may be busy for minutes
// with the cells below, so nobody gives up; a kernel may be gone, so others ask as well, later.
function vega(model) {
  const page = (globalThis.schedlibVega ??= wanted());
  if (!page.came) ask(model, page);
  return page.script;
}

function wanted() {
  const page = { came: false, asked: false };
  page.script = new Promise((resolve, reject) => Object.assign(page, { resolve, reject }));
  page.script.catch(() => { globalThis.schedlibVega = undefined; });
  return page;
}

function ask(model, page) {
  const answer = (content, buffers) => {
    if (content !== "vega" || page.came) return;
    page.came = true;
    const url = URL.createObjectURL(new Blob([buffers[0]], { type: "text/javascript" }));
    import(url).then(page.resolve, page.reject).finally(() => URL.revokeObjectURL(url));
  };
  const wish = (pause) => {
    if (page.came) return;
    model.send("vega");
    setTimeout(wish, pause, 2 * pause);
  };
  model.on("msg:custom", answer);
  page.script.catch(() => {}).finally(() => model.off("msg:custom", answer));
  if (page.asked) setTimeout(wish, NUDGE, 2 * NUDGE);
  else wish(NUDGE);
  page.asked = true;
}

// ---- The figure: embedded once a theme; afterwards only data and parameters move.

class Figure {
  constructor(model) {
    this.model = model;
    this.words = model.get("_words");
    this.host = element("div", { class: "schedlib-figure" }, this.words.loading);
  }

  async draw() {
    const { model } = this;
    const { datasets, params, width, height, padding, description } = model.get("_figure");
    const spec = { ...model.get("_specs")[theme()], datasets, width, height, padding, description };
    const slow = setTimeout(() => { this.host.textContent = this.words.waiting; }, NUDGE);
    try {
      const { embed } = await vega(model).finally(() => clearTimeout(slow));
      if (this.gone) return;
      this.result?.finalize();
      this.result = await embed(this.host, spec, {
        actions: false,
        renderer: "svg",
        tooltip: { theme: theme() },
        patch: (vega) => {
          const starts = { ...params, ...this.moving() };
          for (const signal of vega.signals) {
            if (signal.name in starts) signal.value = starts[signal.name];
          }
          return vega;
        },
      });
      // Marks of runs before stay in Vega's memory until so many have piled up.
      this.result.view.cleanThreshold = 100;
      this.fit();
    } catch (error) {
      console.error(error);
      this.host.textContent = this.words.failed;
    }
  }

  // Let a figure shrink to its column, but never below what can be read.
  fit() {
    const svg = this.host.querySelector("svg");
    const natural = Number(svg.getAttribute("width"));
    svg.style.minWidth = `${0.75 * natural}px`;
    this.host.closest(".schedlib-body").classList.toggle("schedlib-wide", natural > WIDE);
  }

  // What the reader moves; all else follows from the run.
  moving() {
    return { cursor: this.model.get("cursor"), foresee: !this.model.get("hide_future") };
  }

  showCursor() {
    if (!this.result) return;
    const { view } = this.result;
    for (const [name, value] of Object.entries(this.moving())) view.signal(name, value);
    view.runAsync();
  }

  async update() {
    if (!this.result) return this.draw();
    const { view } = this.result;
    const { datasets, params, width, height, padding, description } = this.model.get("_figure");
    for (const [name, rows] of Object.entries(datasets)) view.data(name, rows);
    const signals = { ...params, ...this.moving() };
    for (const [name, value] of Object.entries(signals)) view.signal(name, value);
    view.width(width).height(height).padding(padding).description(description);
    await view.runAsync();
    this.fit();
  }

  remove() {
    this.gone = true;
    this.result?.finalize();
  }
}

// ---- The controls: real buttons, a real slider; the keyboard works on all of them.

const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 3v10l9-5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

class Controls {
  constructor(model, go) {
    this.model = model;
    this.go = go;
    this.words = model.get("_words");
    this.buttons = {};
    this.slider = element("input", {
      type: "range", min: 0, step: 1, "aria-label": this.words.slider,
      oninput: () => { this.stop(); go(Number(this.slider.value)); },
    });
    this.speed = element("select", { "aria-label": this.words.speed, onchange: () => this.pace() });
    for (const speed of [0.5, 1, 2, 4, 8]) {
      const choice = element("option", { value: speed }, `${speed} ${this.words.per_second}`);
      choice.selected = speed === 1;
      this.speed.append(choice);
    }
    this.hide = element("input", {
      type: "checkbox",
      onchange: () => { model.set("hide_future", this.hide.checked); model.save_changes(); },
    });
    this.place = element("output", { class: "schedlib-place" });
    this.host = element(
      "div", { class: "schedlib-controls", role: "toolbar" },
      this.button("first", () => this.by(-Infinity)),
      this.button("back", () => this.by(-1)),
      this.button("play", () => this.toggle()),
      this.button("forward", () => this.by(1)),
      this.button("last", () => this.by(Infinity)),
      this.slider, this.place,
      element("label", { class: "schedlib-speed" }, `${this.words.speed} `, this.speed),
      element("label", { class: "schedlib-hide" }, this.hide, ` ${this.words.hide_future}`),
      element("span", { class: "schedlib-keys" }, this.words.keys),
    );
  }

  button(name, act) {
    const made = element("button", { type: "button", onclick: act });
    this.buttons[name] = made;
    this.dress(made, name);
    return made;
  }

  dress(button, name) {
    button.setAttribute("aria-label", this.words[name]);
    button.title = this.words[name];
    button.dataset.action = name;
    button.innerHTML =
      `<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
  }

  get end() { return this.model.get("_pages").length - 1; }

  by(steps) {
    this.stop();
    this.go(this.model.get("cursor") + steps);
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.model.get("cursor") >= this.end) this.go(0);
    this.dress(this.buttons.play, "pause");
    this.pace(true);
  }

  pace(start = false) {
    if (!this.timer && !start) return;
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      this.go(this.model.get("cursor") + 1);
      if (this.model.get("cursor") >= this.end) this.stop();
    }, 1000 / Number(this.speed.value));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.dress(this.buttons.play, "play");
  }

  show() {
    const cursor = this.model.get("cursor");
    this.slider.max = this.end;
    this.slider.value = cursor;
    this.hide.checked = this.model.get("hide_future");
    const titles = this.model.get("_pages").map(({ title }) => title);
    this.place.textContent = titles[cursor];
    // Room for the longest, so that the controls stand still while one steps.
    this.place.style.minWidth = `${0.44 * Math.max(...titles.map((title) => title.length))}em`;
    this.buttons.first.disabled = this.buttons.back.disabled = cursor === 0;
    this.buttons.forward.disabled = this.buttons.last.disabled = cursor === this.end;
  }

  // Keys for the whole widget; whatever a focused control does itself is left to it.
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === this.speed) return;
    const onSlider = event.target === this.slider;
    const onButton = event.target === this.hide || event.target.closest("button");
    const act = {
      ArrowLeft: !onSlider && (() => this.by(-1)),
      ArrowRight: !onSlider && (() => this.by(1)),
      Home: !onSlider && (() => this.by(-Infinity)),
      End: !onSlider && (() => this.by(Infinity)),
      " ": !onButton && (() => this.toggle()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

// ---- The words: what happened in this iteration, and who is where after it.

function storyOf(page, words) {
  return page.parts.map(({ title, sentences }) =>
    element(
      "li", { class: sentences.length ? "schedlib-busy" : "schedlib-idle" },
      element("b", {}, title),
      ...(sentences.length
        ? sentences.map((sentence) => element("p", {}, sentence))
        : [element("span", {}, ` – ${words.nothing}`)]),
    ));
}

function row(title, hint, ...content) {
  const label = element("span", { class: "schedlib-label" }, title);
  if (hint) label.append(element("small", {}, ` (${hint})`));
  return element("div", { class: "schedlib-row" }, label, element("span", {}, ...content));
}

const nobody = (words) => element("span", { class: "schedlib-none" }, words.nobody);

const FEW = 8; // so many free places are drawn one by one

function held(title, hint, kind, entries, places, words) {
  const boxes = entries.map(([id, left]) =>
    element("span", { class: `schedlib-box schedlib-${kind}` }, element("b", {}, id), ` ${left}`));
  const free = places === null ? 0 : Math.max(places - entries.length, 0);
  const vacant = (text) => element("span", { class: "schedlib-box schedlib-free" }, text);
  if (free > FEW) boxes.push(vacant(words.more_free.replace("{count}", free)));
  else for (let n = 0; n < free; n += 1) boxes.push(vacant(words.free));
  return row(title, hint, ...(boxes.length ? boxes : [nobody(words)]));
}

function named(title, ids, words) {
  return row(title, "", ids.length ? element("b", {}, ids.join("  ")) : nobody(words));
}

function taken(entries, places, words) {
  if (places === null) return "";
  return words.of.replace("{count}", entries.length).replace("{places}", places);
}

function placesOf(page, limits, words) {
  const { active, queue, memory, completed, rejected, pending } = page.places;
  return [
    held(words.active, taken(active, limits.slots, words), "active", active, limits.slots ?? null, words),
    held(words.queue, words.head, "queue", queue, limits.queue ?? null, words),
    ...(memory ? [row(words.blocks, "", memory)] : []),
    named(words.completed, completed, words),
    named(words.rejected, rejected, words),
    named(words.pending, pending, words),
  ];
}

// ---- The whole.

function render({ model, el }) {
  const words = model.get("_words");
  const figure = new Figure(model);
  const controls = new Controls(model, (cursor) => {
    const end = model.get("_pages").length - 1;
    model.set("cursor", Math.min(Math.max(cursor, 0), end));
    model.save_changes();
  });
  const warning = element("p", { class: "schedlib-warning" });
  const story = element("ol", { class: "schedlib-story" });
  const places = element("div", { class: "schedlib-places" });
  const spoken = element("div", { class: "schedlib-spoken", "aria-live": "polite" });
  const root = element(
    "div",
    {
      class: "schedlib-stepper", tabindex: 0, role: "group", "aria-label": words.name, "data-lm-suppress-shortcuts": "true",
      onkeydown: (event) => { controls.key(event); event.stopPropagation(); },
    },
    controls.host, warning,
    element("div", { class: "schedlib-body" }, element("div", {}, figure.host, places), story),
    spoken,
  );
  el.append(root);

  const showPage = () => {
    const page = model.get("_pages")[model.get("cursor")];
    controls.show();
    story.replaceChildren(...storyOf(page, words));
    story.classList.toggle("schedlib-numbered", page.numbered);
    places.replaceChildren(...(page.places ? placesOf(page, model.get("_limits"), words) : []));
    spoken.textContent = page.spoken;
  };
  const showRun = () => {
    warning.textContent = model.get("_warning");
    warning.hidden = !model.get("_warning");
    showPage();
  };
  const onMove = () => { figure.showCursor(); showPage(); };
  const onRun = () => { figure.update(); showRun(); };
  model.on("change:cursor change:hide_future", onMove);
  model.on("change:_figure", onRun);

  showRun();
  const undress = dressed(root, model, () => figure.draw());

  return () => {
    undress();
    controls.stop();
    figure.remove();
    model.off("change:cursor change:hide_future", onMove);
    model.off("change:_figure", onRun);
  };
}

export default { render };
