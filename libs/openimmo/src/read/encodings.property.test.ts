import { isUnsaid } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedText } from './decode.ts';
import { inPieces, objectsIn, readEvents } from '../test-support/read-events.ts';

const WESTERN = 'äöüÄÖÜßéèçñ²½§°£«»';
const WINDOWS = `${WESTERN}€–„“”…™`;
const ANY = `${WINDOWS}שλж漢😀👩‍👩‍👧`;

type Charset = 'UTF-8' | 'ISO-8859-1' | 'ISO-8859-15' | 'windows-1252' | 'UTF-16LE' | 'UTF-16BE';

const C1 = new Map(
  Array.from('€–„“”…™').map((sign, index) => [sign, [0x80, 0x96, 0x84, 0x93, 0x94, 0x85, 0x99][index] ?? 0]),
);

const LATIN_9 = new Map(
  Array.from('€ŠšŽžŒœŸ').map((sign, index) => [
    sign,
    [0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe][index] ?? 0,
  ]),
);

/** The bytes of a text, made without the decoder that is tested. */
function encoded(text: string, charset: Charset): Buffer {
  if (charset === 'UTF-8') return Buffer.from(text, 'utf8');
  if (charset === 'UTF-16LE') return Buffer.from(text, 'utf16le');
  if (charset === 'UTF-16BE') return Buffer.from(text, 'utf16le').swap16();
  const own = charset === 'ISO-8859-15' ? LATIN_9 : C1;
  return Buffer.from(Array.from(text).map((sign) => own.get(sign) ?? sign.charCodeAt(0)));
}

const document = (declaration: string, title: string) =>
  `${declaration}<openimmo><uebertragung umfang="TEIL"/><anbieter><firma>Ä</firma><immobilie><objektkategorie>` +
  `<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><parken parken_typ="CARPORT"/></objektart></objektkategorie>` +
  `<geo><plz>1</plz><ort>O</ort><strasse>S</strasse><hausnummer>1</hausnummer></geo><preise><kaufpreis>1</kaufpreis></preise>` +
  `<freitexte><objekttitel>${title}</objekttitel></freitexte><verwaltung_techn><objektnr_extern>1</objektnr_extern></verwaltung_techn>` +
  `</immobilie></anbieter></openimmo>`;

async function titleIn(bytes: Buffer, pieceBytes: number): Promise<string | undefined> {
  const read = await readEvents(inPieces(bytes, pieceBytes));
  expect(read.error).toBeUndefined();
  return objectsIn(read)[0]?.property?.fields.title;
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const words = (signs: string) =>
  fc
    .array(fc.constantFrom(...Array.from(`${signs}abc ,.`)), { minLength: 1, maxLength: 60 })
    .map((some) => some.join('').trim())
    .filter((text) => !isUnsaid(text) && text.length <= 100);
const declares = (name: string) => `<?xml version="1.0" encoding="${name}"?>\n`;
const pieceBytes = fc.integer({ min: 1, max: 300 });

/** Signs of western charsets that are no UTF-8 by chance: a letter between each two. */
const spaced = (text: string) => Array.from(text).join('x').slice(0, 100);

const CASES: readonly [title: string, charset: Charset, signs: string, heads: readonly string[]][] = [
  ['UTF-8', 'UTF-8', ANY, ['', '\uFEFF', declares('UTF-8'), declares('utf8'), `\uFEFF${declares('UTF-8')}`]],
  ['UTF-8 that claims to be western', 'UTF-8', WESTERN, [declares('ISO-8859-1'), declares('windows-1252')]],
  [
    'UTF-16 with a mark',
    'UTF-16LE',
    ANY,
    ['\uFEFF', `\uFEFF${declares('UTF-16')}`, `\uFEFF${declares('UTF-8')}`],
  ],
  ['big-endian UTF-16 with a mark', 'UTF-16BE', ANY, ['\uFEFF', `\uFEFF${declares('UTF-16')}`]],
  ['UTF-16 without a mark', 'UTF-16LE', ANY, ['', declares('UTF-16')]],
  ['ISO-8859-1', 'ISO-8859-1', WESTERN, [declares('ISO-8859-1'), declares('iso-8859-1')]],
  [
    'windows-1252',
    'windows-1252',
    WINDOWS,
    [declares('windows-1252'), declares('ISO-8859-1'), declares('cp1252')],
  ],
  [
    'ISO-8859-15',
    'ISO-8859-15',
    'äöüÄÖÜßéè²§°€ŠšŽžŒœŸ',
    [declares('ISO-8859-15'), declares('iso8859-15'), declares('latin-9')],
  ],
  ['UTF-8 that claims to be ISO-8859-15', 'UTF-8', WESTERN, [declares('ISO-8859-15'), declares('Latin9')]],
  ['windows-1252 that claims to be UTF-8', 'windows-1252', WINDOWS, [declares('UTF-8'), '']],
];

describe('a document', () => {
  it.each(CASES)(
    'a document in %s is read in whatever pieces it arrives',
    async (_, charset, signs, heads) => {
      const isWestern = /^(?:ISO|windows)/.test(charset);
      await fc.assert(
        fc.asyncProperty(words(signs), fc.constantFrom(...heads), pieceBytes, async (text, head, size) => {
          const title = isWestern ? spaced(text) : text;
          expect(await titleIn(encoded(document(head, title), charset), size)).toBe(title.trim());
        }),
        { numRuns: 60 },
      );
    },
  );

  it('a document in windows-1252 that claims to be ISO-8859-15 is read by its bytes', async () => {
    const bytes = encoded(document(declares('ISO-8859-15'), '„Größe“ – 5 €'), 'windows-1252');
    expect(await titleIn(bytes, 7)).toBe('„Größe“ – 5 €');
  });

  it('a document in a charset that nobody knows is read as UTF-8', async () => {
    expect(await titleIn(Buffer.from(document(declares('x-klingon'), 'Größe')), 7)).toBe('Größe');
  });

  it('a document of any bytes is decoded without a failure, and alike in any pieces', async () => {
    const decode = (bytes: Uint8Array, size: number) => joined(decodedText(inPieces(bytes, size), 1_000_000));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 500 }), pieceBytes, async (bytes, size) => {
        expect(await decode(bytes, size)).toBe(await decode(bytes, bytes.length));
      }),
    );
  });

  it('a document whose characters are cut by the blocks that are decoded is read whole', async () => {
    const text = '€ä😀'.repeat(20_000);
    for (const shift of ['', 'x', 'xx', 'xxx']) {
      const pieces = decodedText(inPieces(Buffer.from(shift + text)), 1_000_000);
      expect(await joined(pieces)).toBe(shift + text);
    }
  });
});
