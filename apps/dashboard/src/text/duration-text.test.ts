import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [0, '0 seconds', '0 Sekunden'],
  [1, '1 second', '1 Sekunde'],
  [29, '29 seconds', '29 Sekunden'],
  [90, '2 minutes', '2 Minuten'],
  [5400, '1.5 hours', '1,5 Stunden'],
  [86_400, '24 hours', '24 Stunden'],
  [259_200, '3 days', '3 Tage'],
])('a length of %i seconds is %s, or %s', (seconds, en, de) => {
  expect([durationText(seconds, 'en'), durationText(seconds, 'de')]).toEqual([en, de]);
});
