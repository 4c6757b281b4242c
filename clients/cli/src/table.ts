const GAP = '  ';
const WIDEST = 40;
const ELLIPSIS = '…';
/** The most important columns, in order. */
const FIRST = [
  'id',
  'eventId',
  'eventTime',
  'eventName',
  'externalId',
  'name',
  'title',
  'email',
  'lastName',
  'type',
  'state',
  'status',
];

/** Rows with headings, in as many columns as fit into the terminal. */
export function tableOf(resources: readonly object[], width: number): string {
  const rows = resources.map(cellsOf);
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  );
  const columns = fitting(
    names.map((name) => {
      const cells = [name.toUpperCase(), ...rows.map((row) => row.get(name) ?? '')];
      return { cells, width: Math.max(...cells.map(({ length }) => length)) };
    }),
    width,
  );
  return [...rows.keys(), rows.length]
    .map(
      (line) =>
        `${columns
          .map(({ cells, width: wide }) => (cells[line] ?? '').padEnd(wide))
          .join(GAP)
          .trimEnd()}\n`,
    )
    .join('');
}

const rankOf = (name: string): number => {
  const rank = FIRST.indexOf(name);
  return rank < 0 ? FIRST.length : rank;
};

/** The plain values of a resource, and the title among a property's fields. */
function cellsOf(resource: object): Map<string, string> {
  const { fields } = resource as { fields?: { title?: unknown } };
  const title = fields?.title === undefined ? {} : { title: fields.title };
  return new Map(
    Object.entries({ ...title, ...resource }).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, shortened(String(value))] as const]
        : [],
    ),
  );
}

function shortened(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}${ELLIPSIS}` : line;
}

interface Column {
  cells: string[];
  width: number;
}

function fitting(columns: readonly Column[], width: number): Column[] {
  let used = -GAP.length;
  const count = columns.findIndex((column) => (used += GAP.length + column.width) > width);
  return count < 0 ? [...columns] : columns.slice(0, Math.max(1, count));
}
