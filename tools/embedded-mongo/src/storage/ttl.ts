import type { Engine } from '../engine.ts';
import { CandidateReader } from '../query/scan.ts';
import { planFor } from '../query/planner.ts';
import { compileFilter } from '../query/filter.ts';
import { decodePlain, type Doc } from '../values/document.ts';
import type { Collection } from './catalog.ts';
import type { Index } from './index-spec.ts';

const mostPerWrite = 500;

type Expired = { id: Buffer; doc: Doc };

function findExpired(engine: Engine, collection: Collection, index: Index): Expired[] {
  const path = index.fields[0]?.path ?? '';
  const oldest = new Date(Date.now() - (index.expireAfterSeconds ?? 0) * 1000);
  const filter: Doc = { [path]: { $lte: oldest, $type: 'date' } };
  const question = { filter: { $and: [filter, index.partialFilter ?? {}] }, sort: [] };
  const reader = new CandidateReader(engine, collection, planFor(collection, question));
  const isExpired = compileFilter(question.filter);
  const expired: Expired[] = [];
  for (let found = reader.take(); found && expired.length < mostPerWrite; found = reader.take()) {
    const doc = decodePlain(found.raw);
    if (isExpired(doc)) expired.push({ id: found.id, doc });
  }
  return expired;
}

/** Removes documents whose date in the index is older than it allows; true when there may be more. Within a write only. */
function removeExpired(engine: Engine, collection: Collection, index: Index): boolean {
  const current = engine.catalog.find(collection.database, collection.name);
  if (current !== collection || !collection.indexes.includes(index)) return false;
  const expired = findExpired(engine, collection, index);
  for (const { id, doc } of expired) engine.documents.remove(collection, id, doc);
  return expired.length === mostPerWrite;
}

async function sweep(engine: Engine): Promise<void> {
  for (const collection of engine.catalog.collections())
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined) continue;
      while (await engine.store.write(() => removeExpired(engine, collection, index)));
    }
}

/** Sweeps expired documents every `interval` milliseconds until it is stopped. */
export function startTtl(engine: Engine, interval: number): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let sweeping = Promise.resolve();
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      sweeping = sweep(engine).finally(schedule);
    }, interval);
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
