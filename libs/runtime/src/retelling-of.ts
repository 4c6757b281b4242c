import type { BusManifest } from '@estate/contracts';
import { streamOf, streamStates } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import { Retelling } from '@estate/persistence';
import type { Database, PublishedMessages } from '@estate/persistence';
import type { Service } from './service.ts';

interface RetellingParts {
  database: Pick<Database, 'db'>;
  bus: Pick<Bus, 'publish' | 'ready'>;
  clock: () => Date;
  manifest: BusManifest;
}

/** Publishes the facts and events of a service again if their streams have lost them. */
export function retellingOf(
  published: PublishedMessages,
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  { database: { db }, bus, clock, manifest: { tells } }: RetellingParts,
): Retelling {
  const kept = tells.filter(({ kind }) => kind !== 'wake');
  const names = [...new Set(kept.map(({ subject }) => streamOf(subject)))].toSorted();
  const streams = () => streamStates(bus, names);
  return new Retelling({ db, bus, published, streams, log, metrics, clock });
}
