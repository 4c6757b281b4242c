import { expect, it } from 'vitest';
import { element, encodeXml, group, leaf, requiredLeaf, writeXml } from './xml.ts';

it('writing XML escapes text and attributes', () => {
  const written = writeXml(element('a', { b: '<"&\n\t' }, '<&>"\''));
  expect(written).toBe('<a b="&lt;&quot;&amp;&#10;&#9;">&lt;&amp;&gt;"\'</a>');
});

it('writing XML writes booleans and numbers as values and leaves out what is undefined', () => {
  const written = writeXml(element('a', { b: false, c: 0, d: undefined }, [leaf('e', true), undefined]));
  expect(written).toBe('<a b="false" c="0"><e>true</e></a>');
});

it('writing XML closes an element without content at once', () => {
  expect(writeXml(element('a', {}, [undefined]))).toBe('<a/>');
});

it('writing XML drops characters that XML cannot hold and keeps those beyond the first plane', () => {
  expect(writeXml(element('a', {}, 'x\u0000\u0008\uFFFF\uD800y\u{1F600}\t\r\nz\r'))).toBe(
    '<a>xy😀\t\nz\n</a>',
  );
});

it.each([
  [1e-7, '0.0000001'],
  [1e-300, '0'],
  [489000.5, '489000.5'],
  [1e9, '1000000000'],
])('writing XML writes %d as the decimal %s', (value, text) => {
  expect(writeXml(element('a', {}, value))).toBe(`<a>${text}</a>`);
});

it('writing XML leaves out a leaf and a group that have nothing to say', () => {
  expect([leaf('a', undefined), leaf('a', ' \u0001'), group('a', [undefined])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('writing XML writes a dash for required text that cannot be written', () => {
  expect(writeXml(requiredLeaf('a', '\u0002'))).toBe('<a>-</a>');
});

it('writing XML writes character references for what ISO-8859-1 lacks', () => {
  const bytes = encodeXml(element('a', {}, 'ä€😀'), 'ISO-8859-1');
  expect(bytes.toString('latin1')).toBe(
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>ä&#8364;&#128512;</a>\n',
  );
});
