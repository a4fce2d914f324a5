// A line that says what has changed, to whoever listens, too. It also keeps the notebook's shortcuts
// off the controls around it: the arrows are to move a choice there, and not the notebook.

function render({ model, el }) {
  const line = element("p", { role: "status", style: "margin: 6px 2px; line-height: 1.4" });
  const tell = () => {
    line.textContent = model.get("text");
    line.style.fontWeight = model.get("news") ? "bold" : "normal";
  };
  const keep = (event) => event.stopPropagation();
  let there = true;
  const guard = () => { // it is put into the page some time after it has been made
    const around = el.closest(`.${model.get("_around")}`);
    around?.setAttribute("data-lm-suppress-shortcuts", "true");
    around?.addEventListener("keydown", keep);
    if (there && !around) requestAnimationFrame(guard);
  };
  el.append(line);
  model.on("change:text change:news", tell);
  tell();
  guard();
  return () => {
    there = false;
    model.off("change:text change:news", tell);
  };
}

export default { render };
