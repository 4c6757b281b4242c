import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from './redact.ts';

describe('a password in the words of a server', () => {
  const password = 'Pa ss/w&rd "1"';

  it.each([
    ['as it is', password],
    ['in lower case', password.toLowerCase()],
    ['percent-encoded', encodeURIComponent(password)],
    ['form-encoded', new URLSearchParams({ p: password }).toString().slice(2)],
    ['escaped for HTML', 'Pa ss/w&amp;rd &quot;1&quot;'],
    ['as JSON', JSON.stringify(password)],
    ['in Base64', Buffer.from(password).toString('base64')],
    ['in hex', Buffer.from(password).toString('hex')],
    ['reversed', Array.from(password).toReversed().join('')],
    ['cut short', password.slice(0, 8)],
    ['without its beginning', password.slice(3)],
  ])('a password in the text of a server is hidden %s', (_form, shown) => {
    const words = redactor(password)(`530 Login incorrect: PASS ${shown} for agent.`);
    expect(words).toContain('530 Login incorrect: PASS');
    expect(words).toContain('[redacted]');
    expect(words).toContain('for agent.');
    expect(words.toLowerCase()).not.toContain(shown.slice(1, 7).toLowerCase());
  });

  it('a password in the text of a server is hidden where white space was made one blank', () => {
    expect(redactor('tab\t\tbed  in')('530 bad password tab bed in.')).toBe('530 bad password [redacted].');
    expect(redactor('a      b')('530 bad password a b.')).not.toContain('a b');
  });

  it.each([
    ['a', '530 Login incorrect: PASS a'],
    ['a', '530 "A" is wrong.'],
    ['1234', '530 Login incorrect for agent1234.'],
    ['abc', '530 Login incorrect: YWJj'],
  ])(
    'a short password, as %j, leaves nothing but the code of a reply that contains it: %s',
    (password, said) => {
      expect(redactor(password)(said)).toMatch(/^530 \(the text of the server is hidden/);
    },
  );

  it.each(['a', 'in', 'inc', 'xyz'])(
    'a password in the words of a server that is as short as %j is not taken for part of another word',
    (secret) => {
      expect(redactor(secret)('530 Login incorrect.')).toBe('530 Login incorrect.');
    },
  );

  it('a text of a server without the password stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (words) => {
        expect(redactor('0123456789 is not in there')(words.replace(/[0-9]/g, ''))).toBe(
          words.replace(/[0-9]/g, ''),
        );
      }),
    );
  });

  it('a password is always redacted from the text of a server', () => {
    const text = fc.string({ unit: 'binary', maxLength: 100 });
    const anyPassword = fc
      .string({ unit: 'binary', minLength: 4, maxLength: 60 })
      .filter((one) => one.trim().length > 3);
    fc.assert(
      fc.property(text, anyPassword, text, (before, secret, after) => {
        const words = redactor(secret)(`530 ${before}${secret}${after}`);
        const own = '530 (the text of the server is hidden, because it contains the password)[redacted]';
        fc.pre(!own.includes(secret));
        expect(words).not.toContain(secret);
      }),
    );
  });
});
