import { describe, expect, it } from 'vitest';
import { addressesIn, identifyingAddress, keysNaming, personKeysOf } from './person-keys.ts';

const [ONE, OTHER] = ['one', 'other'];

describe('the email addresses in a text', () => {
  it.each([
    ['Jana <Jana@Example.com>, Ben <ben@example.com>', ['jana@example.com', 'ben@example.com']],
    ['Schreiben Sie an jana@example.com.', ['jana@example.com']],
    ['<a href="mailto:jana@example.com?subject=x">', ['jana@example.com']],
    ['"email":"jana@example.com","phone":"1"', ['jana@example.com']],
    ['jana@müller.example', ['jana@xn--mller-kva.example']],
    ['@ jana@ @example.com', []],
  ])('the email addresses in %j are found in the form in which they are compared', (text, found) => {
    expect(addressesIn(text)).toEqual(found);
  });

  it('the email addresses in a long text without any are looked for once a character', () => {
    expect(addressesIn(`${'a'.repeat(500_000)} ${'@'.repeat(500_000)}`)).toEqual([]);
  });
});

it('what follows an @ and is longer than a domain can be is no domain to convert', () => {
  const long = '\u4e00\u4e8c'.repeat(150_000);
  expect(addressesIn(`x@${long} y@M\u00fcller.example`)).toEqual([`x@${long}`, 'y@xn--mller-kva.example']);
});

describe('an address that says who somebody is', () => {
  it.each([
    ['Anna@Example.ORG', 'anna@example.org'],
    [' anna+x@example.org ', 'anna+x@example.org'],
    ['anna@BÜCHER.example', 'anna@xn--bcher-kva.example'],
    ['anna@\u{212A}elvin.example', 'anna@kelvin.example'],
    ['\u{212A}arl@example.org', undefined],
    ['jörg@example.org', undefined],
    ['an na@example.org', undefined],
    ['anna@ex%61mple.org', undefined],
    ['anna@example.org/x', undefined],
    ['anna@example.org#x', undefined],
    ['anna', undefined],
    ['@example.org', undefined],
    ['anna@', undefined],
  ])('the address %j is compared as %j', (address, compared) => {
    expect(identifyingAddress(address)).toBe(compared);
  });
});

describe('the keys of a person', () => {
  it('the keys of a person are the same for every way to write the address, and others in another account', () => {
    const keys = personKeysOf(ONE, addressesIn('JANA@example.com'));
    expect(keysNaming(ONE, ' jana@Example.com ')).toContain(keys[0]);
    expect(keysNaming(OTHER, 'jana@example.com')).not.toContain(keys[0]);
  });

  it('the keys of a person do not find somebody whose address only looks the same', () => {
    const keys = personKeysOf(ONE, addressesIn('\u{212A}arl@example.com karl@ex%61mple.com'));
    expect(keysNaming(ONE, 'karl@example.com')).not.toContain(keys[0]);
    expect(keysNaming(ONE, 'karl@example.com')).not.toContain(keys[1]);
  });

  it('the keys of a person find a text with more addresses than are stored one by one', () => {
    const many = Array.from({ length: 501 }, (_, n) => `a${String(n)}@example.com`);
    const keys = personKeysOf(ONE, many);
    expect(keys).toHaveLength(1);
    expect(keysNaming(ONE, 'a7@example.com')).toContain(keys[0]);
  });
});
