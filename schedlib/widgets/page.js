// What all widgets here share: making elements, and dressing in the page's theme.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const theme = () => (document.body.dataset.jpThemeLight === "false" ? "dark" : "light");

// Set the colours of the page's theme as custom properties, now and whenever the theme changes;
// `then` is called each time. Return how to stop.
function dressed(root, model, then = () => {}) {
  const dress = () => {
    root.style.colorScheme = theme();
    for (const [name, colours] of Object.entries(model.get("_palettes")[theme()])) {
      [colours].flat().forEach((colour, n) => {
        root.style.setProperty(`--${name}${n ? `-${n}` : ""}`, colour);
      });
    }
    then();
  };
  const themes = new MutationObserver(dress);
  themes.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  dress();
  return () => themes.disconnect();
}

