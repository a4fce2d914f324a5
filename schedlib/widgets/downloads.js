// Buttons that save files. Python makes the content; the browser keeps it.

function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // once the browser has surely taken it
}

function render({ model, el }) {
  const words = model.get("_words");
  let asked = 0; // another view of the same model may have asked
  const told = element("p", { role: "status" });
  const buttons = model.get("_kinds").map(([kind, title]) =>
    element("button", {
      type: "button",
      "data-kind": kind,
      onclick: () => {
        asked += 1;
        told.textContent = words.making.replace("{name}", title);
        model.send(kind);
      },
    }, title));
  const warning = element("p", { class: "schedlib-cut" });
  const root = element(
    "div", { class: "schedlib-downloads", "data-lm-suppress-shortcuts": "true" },
    element("b", {}, words.title), ...buttons, warning, told,
  );
  el.append(root);

  const onFile = (content, buffers) => {
    if (!asked) return;
    asked -= 1;
    save(content.name, content.type, buffers[0]);
    told.textContent = content.told;
  };
  const onWarning = () => {
    warning.textContent = model.get("_warning");
    warning.hidden = !model.get("_warning");
  };
  model.on("msg:custom", onFile);
  model.on("change:_warning", onWarning);
  const undress = dressed(root, model);
  onWarning();

  return () => {
    undress();
    model.off("msg:custom", onFile);
    model.off("change:_warning", onWarning);
  };
}

export default { render };
