import { describe, expect, it } from 'vitest';
import { houseNumberOf } from './house-number.ts';

describe('the house number on the marketplace', () => {
  it.each([
    ['12', '12'],
    ['12 Top 4', '12 Top 4'],
    ['12 Wohnung 3', '12'],
    ['12 a, Wohnung 3', '12 a'],
    ['12a Rückgebäude', '12a'],
    ['3/Stiege 2/Top 4', '3'],
    ['12-14 Haus 3', '12-14'],
    ['112/114/116', '112/114'],
    ['12 a - 14 b', '12a-14b'],
    ['12 – 14, Hinterhaus', '12 – 14'],
    ['1234 a - 1238 b', '1234 a'],
    ['3/12 Stiege 2', '3/12'],
    ['12, 3. OG', '12'],
    ['12 a, 3. OG links', '12 a'],
    ['12 EG', '12'],
    ['12/14 DG', '12/14'],
    ['EG', 'EG'],
    ['Rückgebäude', 'Rückgebäude'],
    ['12345678901', '12345678901'],
  ])('the house number %s is sent as %s', (given, sent) => {
    expect(houseNumberOf(given)).toBe(sent);
  });
});
