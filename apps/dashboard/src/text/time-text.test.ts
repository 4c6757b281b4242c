import { expect, it } from 'vitest';
import { dayText, timeText } from './time-text.ts';

const WINTER = new Date('2026-11-24T13:03:27.000Z');
const SUMMER = new Date('2026-07-04T22:05:00.000Z');

it('the text of a time has the zone at that moment, in German and in English', () => {
  expect(timeText(WINTER, 'de', 'Europe/Berlin')).toBe('24.11.2026, 14:03 CET');
  expect(timeText(WINTER, 'en', 'Europe/Berlin')).toBe('24 Nov 2026, 14:03 CET');
  expect(timeText(SUMMER, 'de', 'Europe/Berlin')).toBe('05.07.2026, 00:05 CEST');
  expect(timeText(SUMMER, 'en', 'Europe/Berlin')).toBe('05 Jul 2026, 00:05 CEST');
});

it('the text of a time names zones outside of Europe, by their offset where they have no name', () => {
  expect(timeText(WINTER, 'en', 'America/New_York')).toBe('24 Nov 2026, 08:03 EST');
  expect(timeText(WINTER, 'de', 'Asia/Kolkata')).toMatch(/^24\.11\.2026, 18:33 (IST|GMT\+5:30)$/);
  expect(timeText(WINTER, 'en', 'UTC')).toBe('24 Nov 2026, 13:03 UTC');
});

it('the text of a date is in the language of the page, and the same day everywhere', () => {
  expect(dayText('2026-11-24', 'de')).toBe('24.11.2026');
  expect(dayText('2026-11-24', 'en')).toBe('24 Nov 2026');
});
