import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesIn, normalizedAddress } from './person-keys.ts';
import { stringsIn, withoutPerson, withoutWords } from './without-person.ts';

describe('what is said of a request without a person', () => {
  it.each([
    ['tom@müller.de', 'tom@xn--mller-kva.de'],
    ['tom@xn--mller-kva.de', 'tom@müller.de'],
    ['TOM@Müller.de', 'tom@müller.de'],
  ])('a text that names the address %j does not name it without the person with %j', (written, email) => {
    expect(withoutWords(`Grüße\n${written}, *${written}*. b@x.de`, [email])).toBe(
      'Grüße\n[erased], *[erased]*. b@x.de',
    );
  });

  it('an address of a person leaves all fields of the request of somebody else, and words its message alone', () => {
    const request = {
      prospect: { email: 'b@x.de', company: 'tom@example.org', lastName: 'Tom' },
      property: { publicUrl: 'https://portal.example/?from=tom@example.org' },
      message: 'Tom, tom@example.org',
      objects: ['Tom tom@example.org', 1, null],
    };
    expect(withoutPerson(request, ['Tom', 'tom@example.org'])).toEqual({
      prospect: { email: 'b@x.de', company: '[erased]', lastName: 'Tom' },
      property: { publicUrl: 'https://portal.example/?from=[erased]' },
      message: '[erased], [erased]',
      objects: ['Tom [erased]', 1, null],
    });
  });

  it('another request of the same person keeps who asks', () => {
    const request = { prospect: { email: 'tom@example.org' }, message: 'from tom@example.org' };
    expect(withoutPerson(request, ['tom@example.org'])).toEqual({
      prospect: { email: 'tom@example.org' },
      message: 'from [erased]',
    });
  });

  it('no address by which something is found is left in it, however it is written', () => {
    const piece = fc.constantFrom(
      'tom',
      'TOM',
      '@',
      'x.de',
      'müller.de',
      '.',
      '*',
      '!',
      ' ',
      '\n',
      '\\',
      '/',
      'é',
      '<',
    );
    const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    const holds = fc.property(fc.array(text, { minLength: 1 }), fc.nat(), (texts, which) => {
      const named = addressesIn(...texts);
      const email = named[which % Math.max(named.length, 1)] ?? 'tom@x.de';
      const left = withoutPerson({ texts, message: texts.join(' ') }, [email]);
      expect(addressesIn(...stringsIn(left))).not.toContain(normalizedAddress(email));
    });
    fc.assert(holds);
  });
});
