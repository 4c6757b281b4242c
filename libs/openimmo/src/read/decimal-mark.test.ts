import { describe, expect, it } from 'vitest';
import { objectsIn, readEvents } from '../test-support/read-events.ts';

const PLOT =
  '<objektkategorie><nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><grundstueck/></objektart></objektkategorie>';
const plot = (price: string, area: string) =>
  `<immobilie>${PLOT}<geo><plz>80331</plz><ort>München</ort></geo><preise><kaufpreis>${price}</kaufpreis></preise>` +
  `<flaechen><grundstuecksflaeche>${area}</grundstuecksflaeche></flaechen><freitexte><objekttitel>Plot</objekttitel></freitexte>` +
  `<verwaltung_techn><objektnr_extern>${price}</objektnr_extern></verwaltung_techn></immobilie>`;

/** The areas of the plots of a document, and how often it was opened. */
async function areasIn(...plots: readonly string[]) {
  const document = `<openimmo><uebertragung/><anbieter><openimmo_anid>A</openimmo_anid>${plots.join('')}</anbieter></openimmo>`;
  let opened = 1;
  const openAgain = () => {
    opened += 1;
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from(document));
    })();
    return Promise.resolve(bytes);
  };
  const objects = objectsIn(await readEvents(document, { openAgain }));
  const areas = objects.map(
    ({ property }) => (property?.fields as { plotArea?: number } | undefined)?.plotArea,
  );
  return { areas, opened, reasons: objects.flatMap(({ problems }) => problems.map(({ reason }) => reason)) };
}

const GERMAN = plot('349.000,00', '1.000,50');
const ENGLISH = plot('349000.00', '1000.50');
const UNDECIDED = plot('100000', '84.500');

describe('a number with one separator before three digits', () => {
  it.each([
    { others: [GERMAN], area: 84_500 },
    { others: [ENGLISH], area: 84.5 },
  ])('a number that its object does not decide is read as the other objects write theirs, in whatever order', async ({ others, area }) => {
    const after = await areasIn(...others, UNDECIDED, UNDECIDED);
    expect(after).toEqual({ areas: [1000.5, area, area], opened: 2, reasons: [] });
    const before = await areasIn(UNDECIDED, ...others);
    expect(before).toEqual({ areas: [area, 1000.5], opened: 2, reasons: [] });
  }); // oxfmt-ignore

  it('a number that no object decides, or that they write differently, is read as the format has it, with a warning', async () => {
    for (const others of [[], [GERMAN, ENGLISH]]) {
      const { areas, reasons } = await areasIn(...others, UNDECIDED);
      expect([areas.at(-1), reasons]).toEqual([84.5, ['number_ambiguous']]);
    }
  });

  it('a document without such a number is read once', async () => {
    expect(await areasIn(GERMAN, plot('100000', '845'))).toMatchObject({ opened: 1 });
  });
});
