import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Import, ImportObject } from '@estate/client';
import { inputIn } from './resources.ts';
import { CommandError } from './surroundings.ts';

const LOOK_EVERY_MS = 1000;

/** The objects that read differently with the settings of a file. @throws CommandError if the package could not be read */
export async function* preview(
  client: Client,
  { id, file }: { id: string; file: string },
  signal: AbortSignal,
): AsyncGenerator<ImportObject> {
  let made = await client.importSources.preview(id, inputIn(file) as object, { signal });
  while (!isOver(made)) {
    await pause(LOOK_EVERY_MS, undefined, { signal });
    made = await client.imports.get(made.id, { signal });
  }
  if (made.state !== 'finished')
    throw new CommandError(`${made.id} ${made.state}: ${made.failure?.message ?? 'no preview was made'}`);
  yield* client.imports.objects(made.id).all({ differing: true }, { signal });
}

const isOver = ({ state }: Import): boolean =>
  state === 'finished' || state === 'failed' || state === 'cancelled';
