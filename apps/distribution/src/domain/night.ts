const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After midnight. */
const BEGIN_MS = HOUR_MS;
const END_MS = 5 * HOUR_MS;
/** The last ones have time until the end. */
const LAST_MS = 4 * HOUR_MS;

const localTime = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: ZONE, hourCycle: 'h23' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** The first time after another at which something is done at night: once in each, and not with everything else. */
export function nextNight(id: string, after: Date): Date {
  const dayMs = BEGIN_MS + spreadMs(id);
  const midnight = midnightOf(after);
  const today = localAt(midnight, dayMs);
  if (today > after) return today;
  // Days have 23 to 25 hours.
  return localAt(midnightOf(new Date(midnight.getTime() + DAY_MS + 2 * HOUR_MS)), dayMs);
}

/** When the night ends that a time is in. */
export const endOfNight = (at: Date): Date => localAt(midnightOf(at), END_MS);

/** The time at which clocks show so much after a midnight, also if they were changed in between. */
function localAt(midnight: Date, dayMs: number): Date {
  const at = new Date(midnight.getTime() + dayMs);
  return new Date(at.getTime() + dayMs - sinceMidnightMs(at));
}

function midnightOf(at: Date): Date {
  const midnight = new Date(Math.floor(at.getTime() / 1000) * 1000 - sinceMidnightMs(at));
  // The clock may have been changed in between.
  const missedMs = sinceMidnightMs(midnight);
  return new Date(midnight.getTime() + (missedMs > DAY_MS / 2 ? DAY_MS - missedMs : -missedMs));
}

function sinceMidnightMs(at: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = localTime.format(at).split(':').map(Number);
  return hours * HOUR_MS + minutes * 60_000 + seconds * 1000;
}

/** Where in the night the turn of an id is. */
function spreadMs(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return (hash * 1000) % (LAST_MS - BEGIN_MS);
}
