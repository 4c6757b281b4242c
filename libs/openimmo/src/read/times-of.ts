import { isUnset } from './found.ts';
import type { Found, Place } from './found.ts';
import { midnightOf } from './german-time.ts';
import { dayIn } from './values.ts';

/** The period in which an object is offered; a missing bound is absent. */
export interface ImportedTimes {
  publishFrom?: string;
  publishUntil?: string;
}

const DAY_MS = 86_400_000;
const WHERE = ['verwaltung_techn', 'verwaltung_objekt'];

/** The period from the start of `aktiv_von` to the end of `aktiv_bis`. Implausible values are not claimed. */
export function timesOf(object: Place): ImportedTimes {
  const bounds = (name: string) => WHERE.flatMap((place) => object.inside(place).findAll(name));
  const from = boundOf(bounds('aktiv_von'), 0);
  const until = boundOf(bounds('aktiv_bis'), 1);
  if (from && until && until.at <= from.at) return {};
  from?.found.claim();
  until?.found.claim();
  return {
    ...(from && { publishFrom: from.at.toISOString() }),
    ...(until && { publishUntil: until.at.toISOString() }),
  };
}

/** The first bound that is a date: midnight, plus a number of days. */
function boundOf(all: readonly Found[], days: number): { found: Found; at: Date } | undefined {
  for (const found of all) {
    if (isUnset(found)) found.claim();
    const date = dayIn(found.text);
    if (date !== undefined)
      return { found, at: midnightOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS)) };
  }
  return undefined;
}
