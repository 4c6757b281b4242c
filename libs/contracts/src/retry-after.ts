// A module of its own, so that the client library has it without the schemas and their dependency.
const SECONDS = /^\d+$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The three date formats of HTTP: the current one, and two obsolete ones that must still be parsed. */
const DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** The milliseconds of a Retry-After header; undefined if the header is missing or invalid. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  const atMs = httpDateMs(text, now);
  return atMs === undefined ? undefined : Math.max(0, atMs - now.getTime());
}

function httpDateMs(text: string, now: Date): number | undefined {
  const parts = DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { day = '', month = '', year = '', time = '' } = parts;
  const number = MONTHS.indexOf(month) + 1;
  const full = year.length === 2 ? fullYear(Number(year), now) : year;
  const atMs = Date.parse(
    `${full}-${String(number).padStart(2, '0')}-${day.trim().padStart(2, '0')}T${time}Z`,
  );
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Two-digit years that seem to lie more than 50 years ahead belong to the previous century. */
function fullYear(digits: number, now: Date): string {
  const century = Math.floor(now.getUTCFullYear() / 100) * 100;
  const year = century + digits;
  return String(year > now.getUTCFullYear() + 50 ? year - 100 : year);
}
