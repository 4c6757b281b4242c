import type { Engine } from '../engine.ts';
import { Failures, type Log } from '../log.ts';
import { Finding } from '../query/find.ts';
import type { Candidate } from '../query/scan.ts';
import type { Doc } from '../values/document.ts';
import type { Collection } from './catalog.ts';
import type { Index } from './index-spec.ts';

const mostPerWrite = 500;

function findExpired(engine: Engine, collection: Collection, index: Index): Candidate[] {
  const path = index.fields[0]?.path ?? '';
  const oldest = new Date(Date.now() - (index.expireAfterSeconds ?? 0) * 1000);
  const expired: Doc = { [path]: { $lte: oldest } };
  const filter = { $and: [expired, index.partialFilter ?? {}] };
  return [...new Finding(engine, collection, { filter, limit: mostPerWrite })];
}

/** Removes documents whose date in the index is older than it allows; true if there may be more. Within a write only. */
function removeExpired(engine: Engine, collection: Collection, index: Index): boolean {
  const current = engine.catalog.find(collection.database, collection.name);
  if (current !== collection || !collection.indexes.includes(index)) return false;
  const expired = findExpired(engine, collection, index);
  for (const { id, raw } of expired) engine.documents.remove(collection, id, raw);
  return expired.length === mostPerWrite;
}

async function sweep(engine: Engine): Promise<void> {
  for (const collection of engine.catalog.collections())
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined) continue;
      while (await engine.store.write(() => removeExpired(engine, collection, index)));
    }
}

/** The interval of sweeps, and the log for failed ones, which are retried after the next interval. */
type TtlOptions = { intervalMs: number; log: Log };

/** Removes expired documents periodically until it is stopped. */
export function startTtl(engine: Engine, options: TtlOptions): { stop(): Promise<void> } {
  const failures = new Failures('Removing expired documents', options.log);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let sweeping = Promise.resolve();
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      sweeping = sweep(engine)
        .then(
          () => failures.clear(),
          (error: unknown) => failures.report(error),
        )
        .then(schedule);
    }, options.intervalMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}
