/** Focuses an input, also a folded one; without an input of its own, the group around it. */
export function goToField(path: string): void {
  const parents = path
    .split('.')
    .map((_part, index, parts) => parts.slice(0, parts.length - index).join('.'));
  const input = parents.map((id) => document.getElementById(id)).find((one) => one !== null);
  const folded = input?.closest('details');
  if (folded) folded.open = true;
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

/** Scrolls to the beginning of a section. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  if (section instanceof HTMLDetailsElement) section.open = true;
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}
