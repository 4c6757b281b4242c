import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlat } from '../test-support/flat.ts';
import { GARAGE, readSections } from '../test-support/one-object.ts';
import { objectsIn, readEvents } from '../test-support/read-events.ts';

const title = '<objekttitel>Wohnung</objekttitel>';

describe('markup that is not escaped', () => {
  it.each([
    ['Die Wohnung ist <b>nicht</b> vermietet.', 'Die Wohnung ist nicht vermietet.'],
    ['<p>Ruhig</p>', 'Ruhig'],
    ['<p>Ruhig</p><p>Am See</p>', 'Ruhig\nAm See'],
    ['eins<br/>zwei<BR></BR>drei', 'eins\nzwei\ndrei'],
    ['<ul><li>Bad</li><li><b>Balkon</b></li></ul>', '- Bad\n- Balkon'],
    [
      '<div class="x">Ein <a href="https://x.de">Haus</a>, <h:i xmlns:h="h">hell</h:i></div>',
      'Ein Haus, hell',
    ],
    ['Preis <![CDATA[<b>fest</b>]]> und <b>5 &lt; 7</b>', 'Preis fest und 5 < 7'],
    ['Nahe <st1:place>Berlin</st1:place>gelegen', 'Nahe  Berlin gelegen'],
    ['Hell<script>alert(1)</script> und <style>p { margin: 0 }</style>warm', 'Hell und warm'],
  ])('keeps the words of a description in their order: %s', async (text, expected) => {
    const { property, problems, unmapped } = await readFlat({
      freitexte: `${title}<objektbeschreibung>${text}</objektbeschreibung>`,
    });
    expect(property?.fields.description).toBe(expected);
    expect([problems.filter(({ reason }) => reason !== 'markup_removed'), unmapped]).toEqual([[], []]);
  });

  it('keeps the words of titles, towns, streets, captions and persons', async () => {
    const { property, attachments, contact } = await readFlat({
      freitexte: '<objekttitel>Helle <b>Wohnung</b> am See</objekttitel>',
      geo: '<plz>50667</plz><ort>Bad <i>Ems</i></ort><strasse><span>Linden</span>weg</strasse><hausnummer>1</hausnummer>',
      kontaktperson: '<name>Anna <b>Muster</b></name><email_direkt>anna@example.org</email_direkt>',
      anhaenge:
        '<anhang location="EXTERN" gruppe="BILD"><anhangtitel>Bad <b>unten</b></anhangtitel><daten><pfad>a.jpg</pfad></daten></anhang>',
    });
    expect(property?.fields).toMatchObject({
      title: 'Helle Wohnung am See',
      address: { city: 'Bad Ems', street: 'Lindenweg' },
    });
    expect([attachments[0]?.title, contact?.fields.lastName]).toEqual(['Bad unten', 'Anna Muster']);
  });

  it('keeps the word that says that no commission is due, and the number of a price', async () => {
    const { property } = await readFlat({
      preise:
        '<kaufpreis><b>349000</b></kaufpreis><courtage_hinweis>Für den Käufer <b>provisionsfrei</b></courtage_hinweis>',
    });
    expect(property?.fields).toMatchObject({ purchasePrice: 349_000, hasCommission: false });
  });

  it('is removed with a warning, as markup that is escaped', async () => {
    const { problems } = await readSections({ freitexte: `${title}<lage>Ruhig <b>und</b> hell</lage>` });
    expect(problems.map(({ path, reason }) => `${reason} ${path}`)).toEqual([
      'markup_removed freitexte/lage',
    ]);
  });

  it('is an element in the sections of an object and in structures of software', async () => {
    const { unmapped } = await readSections({
      ...GARAGE,
      flaechen: '<p>12</p><user_defined_anyfield><a><p>3</p></a></user_defined_anyfield>',
    });
    expect(unmapped).toEqual([
      { path: 'flaechen/p', value: '12' },
      { path: 'flaechen/user_defined_anyfield/a/p', value: '3' },
    ]);
  });

  it('counts among the elements and the characters of an object', async () => {
    const object = (text: string) =>
      `<openimmo><anbieter><immobilie><freitexte><lage>${text}</lage></freitexte></immobilie></anbieter></openimmo>`;
    const faultOf = async (text: string) =>
      objectsIn(await readEvents(object(text), { limits: { elements: 50, textLength: 1000 } }))[0]
        ?.problems[0]?.message;
    expect(await faultOf('<b/>'.repeat(60))).toMatch(/more than 50 elements/);
    expect(await faultOf(`<b>${'x'.repeat(995)}</b>`)).toMatch(/more than 1000 characters/);
  });

  it('is read as the same markup in CDATA, whatever it is', async () => {
    const words = fc.stringMatching(/^[a-zäö ]{0,6}$/);
    const name = fc.constantFrom('p', 'b', 'br', 'li', 'ul', 'div', 'td', 'section', 'h2', 'img', 'center');
    const { markup } = fc.letrec<{ markup: string }>((tie) => ({
      markup: fc.oneof(
        { maxDepth: 4 },
        words,
        fc
          .tuple(words, name, tie('markup'), tie('markup'))
          .map(([before, tag, inside, behind]) => `${before}<${tag}>${inside}</${tag}>${behind}`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(markup, async (text) => {
        const read = async (lage: string) =>
          (await readSections({ freitexte: `${title}<lage>${lage}</lage>` })).property?.fields
            .locationDescription;
        expect(await read(text)).toBe(await read(`<![CDATA[${text}]]>`));
      }),
    );
  });
});
