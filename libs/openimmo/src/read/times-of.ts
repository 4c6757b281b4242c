import { isUnset } from './found.ts';
import type { Found, Place } from './found.ts';
import { germanMidnightIn, germanMoment, midnightOf } from './german-time.ts';
import { dayIn } from './values.ts';

/** The period in which an object is offered; a missing bound is absent. */
export interface ImportedTimes {
  publishFrom?: string;
  publishUntil?: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WHERE = ['verwaltung_techn', 'verwaltung_objekt'];

/** A time beside a date, and its zone. */
const TIME = /\d[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: Uhr)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The offer of an object, from `aktiv_von` to `aktiv_bis`; of days, from the begin of the first one to the end of the last one. What cannot
 * be meant is not claimed.
 */
export function timesOf(object: Place): ImportedTimes {
  const bounds = (name: string) => WHERE.flatMap((place) => object.inside(place).findAll(name));
  const from = boundOf(bounds('aktiv_von'), 0);
  const until = boundOf(bounds('aktiv_bis'), 1);
  // The same moment twice is that day.
  if (from && until && until.at.getTime() === from.at.getTime()) until.at = endOfDay(until.found);
  if (from && until && until.at <= from.at) return {};
  from?.found.claim();
  until?.found.claim();
  return {
    ...(from && { publishFrom: from.at.toISOString() }),
    ...(until && { publishUntil: until.at.toISOString() }),
  };
}

/** The first bound that is a date: its moment, or midnight so many days later. */
function boundOf(all: readonly Found[], days: number): { found: Found; at: Date } | undefined {
  for (const found of all) {
    if (isUnset(found)) found.claim();
    const at = momentIn(found.text, days);
    if (at !== undefined) return { found, at };
  }
  return undefined;
}

const dayOf = (text: string): number => Date.parse(`${dayIn(text) ?? ''}T00:00:00Z`);
const endOfDay = ({ text }: Found): Date => midnightOf(new Date(dayOf(text) + DAY_MS));

function momentIn(text: string, days: number): Date | undefined {
  const day = dayOf(text);
  if (Number.isNaN(day)) return undefined;
  const [, hours, minutes, seconds = '0', zone] = TIME.exec(text) ?? [];
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const dayLater = (start: number) => midnightOf(new Date(start + days * DAY_MS));
  // Software writes midnight for a day, some a second of it.
  if (hours === undefined || time < MINUTE_MS || germanMidnightIn(text) !== undefined) return dayLater(day);
  if (time > DAY_MS || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (zone === undefined) return germanMoment(new Date(day + time));
  const at = day + time - aheadMs(zone);
  return at % DAY_MS === 0 ? dayLater(at) : new Date(at);
}

/** How much a zone such as `+02:00` is ahead. */
function aheadMs(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
