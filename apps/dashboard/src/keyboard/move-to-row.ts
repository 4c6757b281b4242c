/** The rows of lists, both tables and plain lists. */
const ROWS = 'main .row, main .plain-list > li, main .plain-cards > li';
const REACHABLE = 'a[href], button:not([disabled])';

/** Moves the focus to the link of the next or the previous rendered row; at first to the first row. */
export function moveToRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
    .filter((row) => row.querySelector(REACHABLE) !== null)
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows[0] : rows[at + by];
  const link = next?.querySelector<HTMLElement>(REACHABLE);
  link?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
