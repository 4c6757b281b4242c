const MINUTE_MS = 60_000;

/** A time as an input of the browser takes it, in the reader's zone; empty for a text that is no time. */
export function localTimeOf(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return '';
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** The value of an input of the browser as a time of the API; empty while there is none. */
export function timeOfLocal(local: string): string {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
