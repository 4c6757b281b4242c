import type { EventQuery } from '@estate/contracts';
import { requireNone } from '@estate/errors';

type Named = Pick<EventQuery, 'type' | 'eventName' | 'from' | 'since' | 'to' | 'until'>;

const SAME = [
  ['type', 'eventName'],
  ['from', 'since'],
  ['to', 'until'],
] as const satisfies (keyof Named)[][];

/** The filters of lists of events and deliveries, each of which has two names. @throws InvalidInput for both names of one */
export function filtersOf({ type, eventName, from, since, to, until }: Named) {
  const given = { type, eventName, from, since, to, until };
  const problems = SAME.filter((names) => names.every((name) => given[name] !== undefined)).map(
    ([path, other]) => ({
      path,
      message: `${path} and ${other} are two names of one filter, so only one of them can be given`,
      code: 'invalid-input',
    }),
  );
  requireNone(problems);
  return { eventName: type ?? eventName, since: from ?? since, until: to ?? until };
}
