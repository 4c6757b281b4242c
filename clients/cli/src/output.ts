import type { Surroundings } from './surroundings.ts';
import { tableOf } from './table.ts';

/** Prints one value as indented JSON, for people and programs. */
export const show = ({ out }: Surroundings, value: object): void => {
  out(`${JSON.stringify(value, null, 2)}\n`);
};

/** Prints resources: a table on a terminal, one JSON object per line in a pipe. */
export async function showAll(
  { out, terminal }: Surroundings,
  resources: AsyncIterable<object> | Iterable<object>,
): Promise<void> {
  if (!terminal) {
    for await (const one of resources) out(`${JSON.stringify(one)}\n`);
    return;
  }
  const rows: object[] = [];
  for await (const one of resources) rows.push(one);
  out(rows.length === 0 ? 'nothing found\n' : tableOf(rows, terminal.columns));
}

/** Reports the state of a long operation on a terminal, each state once. */
export function progress({ err, terminal }: Surroundings): (text: string) => void {
  let before = '';
  return (text) => {
    if (terminal && text !== before) err(`${text} …\n`);
    before = text;
  };
}
