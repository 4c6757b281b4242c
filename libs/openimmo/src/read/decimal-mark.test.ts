import { Readable } from 'node:stream';
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

describe('an amount of money with one separator before three digits', () => {
  const flat = (rent: string) =>
    `<immobilie><objektkategorie><nutzungsart WOHNEN="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><wohnung/></objektart></objektkategorie>` +
    `<geo><plz>80331</plz><ort>München</ort></geo><preise>${rent}</preise><flaechen><wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer></flaechen>` +
    `<freitexte><objekttitel>Flat</objekttitel></freitexte><verwaltung_techn><objektnr_extern>${rent.length}</objektnr_extern></verwaltung_techn></immobilie>`;

  /** The amounts of the flats of a document, and what is wrong with them. */
  async function amountsIn(...flats: readonly string[]) {
    const document = `<openimmo><uebertragung/><anbieter><openimmo_anid>A</openimmo_anid>${flats.map(flat).join('')}</anbieter></openimmo>`;
    const openAgain = () => Promise.resolve(Readable.from([Buffer.from(document)]));
    const objects = objectsIn(await readEvents(document, { openAgain }));
    return objects.map(({ property, problems }) => {
      const { baseRent, additionalCosts, parkingSpaceRent } = property?.fields ?? {};
      return [baseRent, additionalCosts, parkingSpaceRent, ...problems.map(({ reason }) => reason)];
    });
  }
  const rent = (amount: string, further = '') => `<nettokaltmiete>${amount}</nettokaltmiete>${further}`;

  it.each([
    [rent('850.000'), [850_000, undefined, undefined, 'value_doubtful']],
    [rent('850', '<nebenkosten>150.000</nebenkosten>'), [850, 150_000, undefined, 'value_doubtful']],
    [rent('850', '<nebenkosten>45,000</nebenkosten>'), [850, 45_000, undefined, 'value_doubtful']],
    [rent('850', '<stp_garage anzahl="1" stellplatzmiete="45.000"/>'), [850, undefined, 45_000, 'value_doubtful']],
    [rent('1.250', '<nebenkosten>1.200,50</nebenkosten>'), [1250, 1200.5, undefined]],
  ])('%s is read as thousands, which are doubtful if they are unusual', async (flat, amounts) => {
    expect(await amountsIn(flat)).toEqual([amounts]);
  }); // oxfmt-ignore

  it('an amount is read with three decimals where the object, or another one, has an amount that cannot be read otherwise', async () => {
    const own = rent('850.000', '<nebenkosten>150.000</nebenkosten><kaution>1700.000</kaution>');
    expect(await amountsIn(own)).toEqual([[850, 150, undefined]]);
    const both = await amountsIn(rent('850.000'), rent('1000.000', '<nebenkosten>0.000</nebenkosten>'));
    expect(both).toEqual([[850, undefined, undefined], [1000, undefined, undefined]]);
  }); // oxfmt-ignore

  it('an amount of usual thousands is read as them where another one is a zero, and is doubtful where another one has three decimals', async () => {
    const beside = (amount: string) => rent('1.250', `<nebenkosten>1.100</nebenkosten><kaution>${amount}</kaution>`);
    expect(await amountsIn(beside('0.000'))).toEqual([[1250, 1100, undefined]]);
    expect(await amountsIn(beside('1700.000'))).toEqual([[1250, 1100, undefined, 'number_ambiguous', 'number_ambiguous']]);
  }); // oxfmt-ignore
});

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
