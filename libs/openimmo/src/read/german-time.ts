/** The zone of dates, which have none in the format: they are days at its readers' location. */
const ZONE = 'Europe/Berlin';
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeZoneName: 'longOffset' });
const HOUR_MS = 3_600_000;

/** The start of a day in Germany. */
export function midnightOf(utc: Date): Date {
  return new Date(utc.getTime() - offsetMs(utc));
}

/** The moment at which clocks in Germany show this; between the days of summer and winter the later one. */
export const germanMoment = (shown: Date): Date =>
  new Date(shown.getTime() - offsetMs(new Date(shown.getTime() - offsetMs(shown))));

/** How much the clocks of the zone are ahead; at midnight they are never changed. */
function offsetMs(at: Date): number {
  const parts = CLOCK.formatToParts(at);
  const [, hours = '0'] =
    /GMT\+(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return Number(hours) * HOUR_MS;
}

/** A time in UTC that is midnight in Germany. */
const EVENING = /^(\d{4}-\d{2}-\d{2})[T ](2[23]):00(?::00(?:\.0{1,9})?)?Z$/;

/** The day that begins in Germany at this moment, if it is written in UTC; some software converts its days to that. */
export function germanMidnightIn(text: string): string | undefined {
  const [, day, hour] = EVENING.exec(text) ?? [];
  if (day === undefined || hour === undefined) return undefined;
  const at = new Date(`${day}T${hour}:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return undefined;
  const there = new Date(at.getTime() + offsetMs(at)).toISOString();
  return there.slice(11, 16) === '00:00' ? there.slice(0, 10) : undefined;
}
