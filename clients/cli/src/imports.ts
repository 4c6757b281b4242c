import { setTimeout as pause } from 'node:timers/promises';
import { basename } from 'node:path';
import type { Client, Import, ImportObject } from '@estate/client';
import { inputIn, openedFile } from './input.ts';
import { CommandError } from './surroundings.ts';

const LOOK_EVERY_MS = 1000;

interface Watch {
  signal: AbortSignal;
  /** Called with the state of the import. */
  report: (text: string) => void;
}

/** The objects that differ with the settings of a file. @throws CommandError if the package could not be read */
export async function* preview(
  client: Client,
  { id, file }: { id: string; file: string },
  watch: Watch,
): AsyncGenerator<ImportObject> {
  const { signal } = watch;
  const made = await ended(
    client,
    await client.importSources.preview(id, inputIn(file) as object, { signal }),
    watch,
  );
  if (made.state !== 'finished')
    throw new CommandError(`${made.id} ${made.state}: ${made.failure?.message ?? 'no preview was made'}`);
  yield* client.imports.objects(made.id).all({ differing: true }, { signal });
}

interface Package {
  file: string;
  sourceId?: string | undefined;
  dryRun: boolean;
  wait: boolean;
}

/** Sends a package, and waits until it is imported or needs a decision. @throws CommandError if it could not be read */
export async function importPackage(
  client: Client,
  { file, sourceId, dryRun, wait }: Package,
  watch: Watch,
): Promise<Import> {
  const settings = { fileName: basename(file), sourceId, dryRun: dryRun || undefined };
  const begun = await client.imports.create(await openedFile(file), settings, { signal: watch.signal });
  const made = wait ? await ended(client, begun, watch) : begun;
  if (made.state === 'failed') throw new CommandError(`${made.id} failed: ${made.failure?.message ?? ''}`);
  return made;
}

async function ended(client: Client, begun: Import, { signal, report }: Watch): Promise<Import> {
  let made = begun;
  while (!isOver(made)) {
    report(`${made.id} ${made.state} ${JSON.stringify(made.counts)}`);
    await pause(LOOK_EVERY_MS, undefined, { signal });
    made = await client.imports.get(made.id, { signal });
  }
  return made;
}

/** True if the import has ended, or waits for a confirmation because it would delete too much. */
const isOver = ({ state }: Import): boolean =>
  ['finished', 'failed', 'cancelled', 'awaiting_confirmation'].includes(state);
