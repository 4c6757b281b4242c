import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

/** Asks for confirmation at a terminal; scripts need none. @throws CommandError unless the user agrees */
export async function confirmed(question: string, { input, err, signal }: Surroundings): Promise<void> {
  if (!('isTTY' in input) || input.isTTY !== true) return;
  err(`${question} [y/N] `);
  const output = new Writable({
    write: (chunk: Buffer, _encoding, written) => {
      err(chunk.toString());
      written();
    },
  });
  const lines = createInterface({ input, output, terminal: true, signal });
  for await (const line of lines) {
    if (/^y(es)?$/i.test(line.trim())) return;
    break;
  }
  throw new CommandError('Nothing was changed.');
}
