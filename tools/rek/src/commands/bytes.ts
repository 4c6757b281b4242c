import { WrongStore, openStores } from '@estate/byte-stores';
import type { OpenedStores } from '@estate/byte-stores';
import { Unavailable } from '@estate/errors';
import { manifests } from '@estate/manifests';
import { createLogger } from '@estate/observability';
import { GRIDFS, checkBytes, connectMongo, moveBytes } from '@estate/persistence';
import type { Database, MoveResult } from '@estate/persistence';
import { CommandError, UsageError } from '../errors.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

export interface BytesOptions {
  to?: string;
  from?: string;
  database?: string;
}

/** A service with bytes, and their bucket. */
interface Kept {
  service: string;
  bucketName: string;
  databaseName: string;
}

interface Opened {
  database: Database;
  stores: OpenedStores;
}

const NAMED_MAX = 20;
const PROGRESS_EVERY_MS = 2000;

/** Moves the bytes of one service or of all from one store to the other. */
export async function moveStores(
  context: Context,
  service: string | undefined,
  options: BytesOptions,
): Promise<Report> {
  const config = context.settings.byteStores;
  const to = options.to ?? config.BYTE_STORE ?? GRIDFS;
  const from = options.from ?? config.BYTE_STORE_FROM ?? GRIDFS;
  if (to === from) throw new UsageError(`The source and the destination are both ${to}. Set --from or --to.`);
  const results: (MoveResult & { service: string })[] = [];
  for (const kept of keptBy(service, options)) {
    const stores = { ...config, BYTE_STORE: to, BYTE_STORE_FROM: from };
    const move = (opened: Opened) => moveOne(context, kept, opened);
    results.push({ service: kept.service, ...(await withStores(context, { kept, stores }, move)) });
  }
  return moveReport(results, { from, to });
}

async function moveOne(
  { now, progress }: Context,
  { service, bucketName }: Kept,
  { database, stores }: Opened,
): Promise<MoveResult> {
  const [source] = stores.others;
  if (!source) throw new UsageError('There is no byte store to move from.');
  const { current } = stores;
  const say = everySoOften(now, ({ moved, movedBytes }: { moved: number; movedBytes: number }) => {
    progress(`${service}: ${String(moved)} moved, ${megabytes(movedBytes)}`);
  });
  const move = { from: source, to: current, signal: new AbortController().signal, onProgress: say };
  const result = await moveBytes(database.db, bucketName, move);
  if (result.finished) await stores.registry.noteEmptied(source.id, now());
  return result;
}

function moveReport(
  results: readonly (MoveResult & { service: string })[],
  { from, to }: { from: string; to: string },
): Report {
  const rows = results.map((one) => [one.service, one.moved, megabytes(one.movedBytes), one.problems.size]);
  const ok = results.every(({ finished }) => finished);
  const problems = results.flatMap((one) =>
    [...one.problems].map(([name, why]) => `${one.service} ${name}: ${why}`),
  );
  const conclusion = ok
    ? `All bytes of ${placeOf(from)} are now in ${placeOf(to)}. When every replica has ${placeOf(to)} as its BYTE_STORE, run the command again. If it moves nothing, remove BYTE_STORE_FROM. You can then delete the former store.`
    : `Not finished. These bytes could not be moved:\n  ${problems.slice(0, NAMED_MAX).join('\n  ')}`;
  return {
    json: {
      finished: ok,
      services: results.map(({ problems: found, ...one }) => ({
        ...one,
        problems: Object.fromEntries(found),
      })),
    },
    ok,
    text: `${table(['service', 'moved', 'bytes', 'problems'], rows, '')}\n${conclusion}`,
  };
}

/** Reads all bytes of one service or of all, and compares them with their hashes. */
export async function checkStores(
  context: Context,
  service: string | undefined,
  options: BytesOptions,
): Promise<Report> {
  const found: { service: string; checked: number; problems: ReadonlyMap<string, string> }[] = [];
  for (const kept of keptBy(service, options)) {
    const say = everySoOften(context.now, (checked: number) => {
      context.progress(`${kept.service}: ${String(checked)} checked`);
    });
    const check = ({ database, stores }: Opened) =>
      checkBytes(database.db, kept.bucketName, { stores, onProgress: say });
    const result = await withStores(context, { kept, stores: context.settings.byteStores }, check);
    found.push({ service: kept.service, ...result });
  }
  const wrong = found.flatMap((one) => [...one.problems].map(([name, why]) => [one.service, name, why]));
  const rows = found.map((one) => [one.service, one.checked, one.problems.size]);
  return {
    json: {
      services: found.map(({ problems, ...one }) => ({ ...one, problems: Object.fromEntries(problems) })),
    },
    ok: wrong.length === 0,
    text: [
      table(['service', 'checked', 'problems'], rows, ''),
      table(['service', 'name', 'problem'], wrong, 'No problems found.'),
    ].join('\n'),
  };
}

function keptBy(service: string | undefined, { database }: BytesOptions): Kept[] {
  const keeping = manifests.flatMap(({ name, database: { bytes: bucketName } }: Keeping) =>
    bucketName === undefined ? [] : [{ service: name, bucketName, databaseName: database ?? name }],
  );
  const kept = keeping.filter((one) => service === undefined || one.service === service);
  const known = keeping.map((one) => one.service).join(', ');
  if (kept.length === 0)
    throw new UsageError(`${String(service)} stores no bytes. Services that store bytes: ${known}.`);
  if (database !== undefined && kept.length > 1) throw new UsageError('With --database, name one service.');
  return kept;
}

interface Keeping {
  name: string;
  database: { bytes?: string };
}

async function withStores<T>(
  { settings }: Context,
  { kept, stores: config }: { kept: Kept; stores: Context['settings']['byteStores'] },
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  if (settings.mongoUri === undefined)
    throw new UsageError('Set MONGODB_URI to the database of the service.');
  const log = createLogger({ service: 'rek', level: 'silent' });
  const { databaseName, bucketName } = kept;
  const database = await connectMongo({ uri: settings.mongoUri, database: databaseName, log });
  const { signal } = new AbortController();
  try {
    const stores = await openStores({ database, bucketName, config, log, signal });
    try {
      return await work({ database, stores });
    } finally {
      await stores.close();
    }
  } catch (error) {
    throw explained(error);
  } finally {
    await database.close();
  }
}

function explained(error: unknown): unknown {
  if (error instanceof WrongStore) return new CommandError(error.message, { cause: error });
  if (!(error instanceof Unavailable)) return error;
  const { reason = error.message } = error.details as { reason?: string };
  return new CommandError(`${reason}\nRun the command again. It continues where it stopped.`, {
    cause: error,
  });
}

/** Limits calls to one every two seconds. */
function everySoOften<T>(now: Context['now'], say: (value: T) => void): (value: T) => void {
  let nextMs = now().getTime() + PROGRESS_EVERY_MS;
  return (value) => {
    if (now().getTime() < nextMs) return;
    nextMs = now().getTime() + PROGRESS_EVERY_MS;
    say(value);
  };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
/** The location of a store, without its options. */
const placeOf = (setting: string): string => setting.replace(/\?.*$/, '');
