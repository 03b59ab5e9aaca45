// Choices that exclude one another.

/** One of several choices. */
export function chip(group, value, text, checked, choose) {
  const label = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { type: "radio", name: group, value, checked });
  input.addEventListener("change", choose);
  const shown = document.createElement("span");
  shown.textContent = text;
  label.append(input, shown);
  return label;
}
