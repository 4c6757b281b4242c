import { describe, expect, it } from 'vitest';
import { calledBy, mailtoOf, telOf } from './reply.ts';

const words = {
  subject: 'Ihre Anfrage: Haus & Hof',
  greeting: 'Guten Tag Frau Groß,',
  quote: 'Am 1.11. schrieb Jana:',
};
const reply = (email: string, message = 'Ist das Haus noch frei?') =>
  mailtoOf({ prospect: { email }, message }, words);
const bodyOf = (address: string | undefined) => new URLSearchParams(address?.split('?')[1]).get('body') ?? '';

it('the answer to a request has its subject and the quoted message, encoded for every email program', () => {
  const address = reply('jana+haus@example.org', 'Guten Tag,\r\n\r\n50 % & mehr? #1\nJana');
  expect(address).toContain(
    'mailto:jana%2Bhaus@example.org?subject=Ihre%20Anfrage%3A%20Haus%20%26%20Hof&body=',
  );
  expect(address).not.toMatch(/[+\s]/);
  expect(bodyOf(address)).toBe(
    'Guten Tag Frau Groß,\r\n\r\n\r\n\r\nAm 1.11. schrieb Jana:\r\n> Guten Tag,\r\n>\r\n> 50 % & mehr? #1\r\n> Jana',
  );
});

it.each([
  'a@example.org,b@example.org',
  'a@example.org?bcc=b@example.org@x',
  'no address',
  '',
  'Jana <a@example.org>',
])('the answer to a request has no address but that of one person: %s', (email) => {
  expect(reply(email)).toBeUndefined();
});

it('an address of the person cannot add recipients', () => {
  expect(reply('a?bcc=eve@example.org')).toContain('mailto:a%3Fbcc%3Deve@example.org?subject=');
});

it('the answer to a long request ends at a whole character within what email programs open', () => {
  const address = reply('jana@example.org', '🏡ä'.repeat(5000));
  expect(address?.length).toBeLessThanOrEqual(1900);
  expect(address?.length).toBeGreaterThan(1850);
  expect(bodyOf(address)).toMatch(/(?:🏡|ä)…$/u);
  expect(reply(`${'ü'.repeat(64)}@${'ü'.repeat(100)}.example`, 'ß'.repeat(999))?.length).toBeLessThanOrEqual(
    1900,
  );
  expect(() => reply('jana@example.org', 'half \uD83C of a character')).not.toThrow();
  const long = mailtoOf(
    { prospect: { email: 'a@b.de' }, message: '' },
    { ...words, subject: 'ß🏡'.repeat(999) },
  );
  expect(long?.length).toBeLessThanOrEqual(1900);
});

it('the answer to a request without a message has no quote', () => {
  expect(bodyOf(reply('jana@example.org', ' '))).toBe('Guten Tag Frau Groß,\r\n');
});

describe('the number of a person', () => {
  it.each([
    ['+49 (0) 351 / 12 34-56', 'tel:+49351123456'],
    ['0049 (0)351 123456', 'tel:0049351123456'],
    ['(0351) 123456', 'tel:0351123456'],
    ['0351 123456', 'tel:0351123456'],
    ['none', undefined],
    [undefined, undefined],
  ])('%s is called by %s', (number, address) => {
    expect(telOf(number)).toBe(address);
  });
});

it('a person is called by salutation and last name, or by first and last name', () => {
  const name = { firstName: 'Jana', lastName: 'Groß' };
  expect(calledBy({ ...name, salutation: 'Frau' })).toBe('Frau Groß');
  expect(calledBy(name)).toBe('Jana Groß');
  expect(calledBy({})).toBe('');
});
