import { markOf } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import { RestoreWatch } from '@estate/persistence';
import type { Database, Mark, Marks } from '@estate/persistence';
import type { Service } from './service.ts';

interface WatchParts {
  database: Pick<Database, 'db'>;
  bus: Pick<Bus, 'ready'>;
  clock: () => Date;
  /** The name of the service. */
  name: string;
}

/** Compares the position of the database with the copy at the broker. */
export const restoreWatch = (
  { log }: Pick<Service, 'log'>,
  { database: { db }, bus, clock, name }: WatchParts,
): RestoreWatch => new RestoreWatch({ db, marks: marksAt(bus, name), log, clock });

function marksAt(bus: Pick<Bus, 'ready'>, name: string): Marks {
  const text = markOf(bus, name);
  return {
    read: async () => fromText(await text.read()),
    write: (mark) => text.write(JSON.stringify(mark)),
  };
}

function fromText(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined;
  const { at, ...mark } = JSON.parse(text) as Omit<Mark, 'at'> & { at: string };
  return { ...mark, at: new Date(at) };
}
