import { describe, expect, it } from 'vitest';
import { addressesIn, emailIdOf } from './address.ts';

const domains = new Set(['requests.example.org']);
const ID = 'd1a2b3c4e5f6g7h8i9j0';

describe('a request address', () => {
  it.each([
    [`${ID}@requests.example.org`, ID],
    [`${ID.toUpperCase()}@Requests.Example.ORG`, ID],
    [`${ID}+portal@requests.example.org`, ID],
    [`${ID}@elsewhere.example`, undefined],
    // A Kelvin sign in the place of a k.
    [`\u{212A}1a2b3c4e5f6g7h8i9j0@requests.example.org`, undefined],
    ['office@requests.example.org', undefined],
    ['', undefined],
  ])('%s is that of %s', (address, emailId) => {
    expect(emailIdOf(address, domains)).toBe(emailId);
  });

  it('a request address is found in whatever form headers have', () => {
    const header = `"Müller, Jana" <a@x.example>, b@y.example (office), group: c@z.example; <${ID}@requests.example.org>`;
    expect(addressesIn(header)).toEqual([
      'a@x.example',
      'b@y.example',
      'c@z.example',
      `${ID}@requests.example.org`,
    ]);
  });
});
