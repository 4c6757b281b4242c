import fc from 'fast-check';
import { ContactFields } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { normalPhone } from './phone.ts';

describe('a phone number', () => {
  it.each([
    ['+49 89 1234567', '+49 89 1234567'],
    ['+49  89  12 34  567 ', '+49 89 12 34 567'],
    ['+49 89 1', '+49 8 91'],
    ['+43 512 7 ', '+43 51 27'],
    ['+1 212 5550100', '+1 212 5550100'],
  ])('%j is sent as %j, which dials the same', (given, sent) => {
    expect(normalPhone(given)).toEqual({ ok: true, phone: sent });
    expect(sent.replaceAll(' ', '')).toBe(given.replaceAll(' ', ''));
  });

  it.each(['+49 089 1234567', '+49 0 12', '+49 8 1'])('%j is refused in words', (given) => {
    expect(normalPhone(given)).toMatchObject({ ok: false, reason: expect.stringMatching(/\w/) as string });
  });

  it('a phone number that the API accepts is sent in the form of the marketplace, or refused', () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
    const number = fc
      .tuple(fc.integer({ min: 1, max: 9999 }), digits(1, 10), digits(1, 1), fc.string({ unit: fc.constantFrom(...'0123456789 '), maxLength: 24 }))
      .map(([country, area, first, rest]) => `+${country} ${area} ${first}${rest}`); // oxfmt-ignore
    fc.assert(
      fc.property(number, (given) => {
        fc.pre(ContactFields.shape.phone.safeParse(given).success);
        const verdict = normalPhone(given);
        if (!verdict.ok) return;
        expect(verdict.phone).toMatch(/^\+[1-9]\d{0,3} \d{1,10} \d[\d ]{0,23}\d$/);
        expect(verdict.phone.replaceAll(' ', '')).toBe(given.replaceAll(' ', ''));
      }),
    );
  });
});
