import type { Language } from './messages.ts';

/** The locales of dates and times. */
export const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
/** Each locale knows other names of zones: `CET` is British English, `EST` American. */
const ZONE_LOCALES = ['en-GB', 'en-US'];

const OFFSET = /^(?:GMT|UTC)[+-]/;

/** A moment in the user's zone, with the zone: `24.11.2026, 14:03 CET`, in English `24 Nov 2026, 14:03 CET`. */
export function timeText(date: Date, language: Language, timeZone?: string): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const text = new Intl.DateTimeFormat(LOCALES[language], { ...dayIn(language), ...clock, timeZone }).format(
    date,
  );
  return `${text} ${zoneOf(date, timeZone)}`;
}

/** A date such as `2026-11-24`: `24.11.2026`, in English `24 Nov 2026`. */
export const dayText = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...dayIn(language), timeZone: 'UTC' }).format(new Date(date));

const dayIn = (language: Language) =>
  ({ day: '2-digit', month: language === 'de' ? '2-digit' : 'short', year: 'numeric' }) as const;

/** The short name of the zone at that moment; its offset where it has no name. */
function zoneOf(date: Date, timeZone: string | undefined): string {
  const names = ZONE_LOCALES.map(
    (locale) =>
      new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
        .formatToParts(date)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  );
  return names.find((name) => !OFFSET.test(name)) ?? names[0] ?? '';
}
