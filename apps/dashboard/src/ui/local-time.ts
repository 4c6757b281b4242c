const MINUTE_MS = 60_000;

/** The value of a time input, in the user's zone; empty for an invalid time. */
export function localTimeOf(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return '';
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** The time of the API from the value of a time input; empty for no value. */
export function timeOfLocal(local: string): string {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
