const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };
const WAIT = /^(\d{1,5})\s*(s|min|h)?$/i;
const LONGEST_SECONDS = 86_400;
const MOST = 8;

/** Parses the waits before the retries, as in `30 s, 5 min, 1 h`; a number without a unit is seconds. Undefined if the text is invalid. */
export function waitsIn(text: string): number[] | undefined {
  const waits = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(secondsOf);
  const isWhole = waits.every((one) => one >= 1 && one <= LONGEST_SECONDS);
  return isWhole && waits.length <= MOST ? waits : undefined;
}

function secondsOf(wait: string): number {
  const [, count, unit = 's'] = WAIT.exec(wait) ?? [];
  return Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? Number.NaN);
}

/** Formats waits for `waitsIn`, each in its largest unit. */
export const textOfWaits = (waits: readonly number[]): string => waits.map(textOfWait).join(', ');

function textOfWait(seconds: number): string {
  const [unit, size] = Object.entries(UNIT_SECONDS).findLast(([, one]) => seconds % one === 0) ?? ['s', 1];
  return `${String(seconds / size)} ${unit}`;
}
