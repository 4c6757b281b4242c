import { describe, expect, it } from 'vitest';
import { readSections } from '../test-support/one-object.ts';

const deal = (kind: string, type: string) =>
  `<nutzungsart WOHNEN="true"/><vermarktungsart ${kind}="true"/><objektart>${type}</objektart>`;
const FLAT_RENT = deal('MIETE_PACHT', '<wohnung wohnungtyp="ETAGE"/>');
const FLAT_SALE = deal('KAUF', '<wohnung wohnungtyp="ETAGE"/>');
const AREAS = '<wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer>';

const rent = (preise: string) => readSections({ objektkategorie: FLAT_RENT, flaechen: AREAS, preise });
const sale = (preise: string) => readSections({ objektkategorie: FLAT_SALE, flaechen: AREAS, preise });
const reasonsOf = ({ problems }: { problems: { reason: string }[] }) => problems.map(({ reason }) => reason);

describe('a price by another period', () => {
  it.each([
    '<preis_zeiteinheit zeiteinheit="JAHR"/>',
    '<preis_zeiteinheit>JAHR</preis_zeiteinheit>',
    '<preis_zeiteinheit> jährlich </preis_zeiteinheit>',
  ])('a price by another period is converted with %s', async (period) => {
    const read = await rent(
      `<nettokaltmiete>12000</nettokaltmiete>${period}<stp_garage stellplatzmiete="600"/>`,
    );
    expect(read.property?.fields).toMatchObject({ baseRent: 1000, parkingSpaceRent: 50 });
    expect(reasonsOf(read)).toEqual(['period_converted', 'period_converted']);
  });

  it('a price by another period is converted also where it is the money for an association', async () => {
    const read = await sale(
      '<kaufpreis>349000</kaufpreis><hausgeld>3600</hausgeld><preis_zeiteinheit>JAHR</preis_zeiteinheit>',
    );
    expect(read.property?.fields).toMatchObject({ purchasePrice: 349000, condoFee: 300 });
    expect(reasonsOf(read)).toContain('period_converted');
  });

  it('a price by another period that is not understood is not published', async () => {
    const read = await rent(
      '<nettokaltmiete>12000</nettokaltmiete><preis_zeiteinheit>SAISON</preis_zeiteinheit>',
    );
    expect(read.property).toBeUndefined();
    expect(reasonsOf(read)).toContain('decider_unknown');
  });
});

describe('a sales status', () => {
  it.each([
    ['<verkaufstatus>VERKAUFT</verkaufstatus>', 'sold', []],
    ['<verkaufstatus stand="OFFEN"/><verkaufstatus stand="VERKAUFT"/>', 'sold', ['decider_unknown']],
    ['<verkaufstatus stand="VERKAUFT"/><verkaufstatus stand="VERKAUFT"/>', 'sold', []],
    ['<verkaufstatus stand="OFFEN">reserviert</verkaufstatus>', 'reserved', ['decider_unknown']],
    ['<verkaufstatus>besichtigt</verkaufstatus>', undefined, ['decider_unknown']],
  ])('a sales status %s is %s', async (zustand_angaben, status, reasons) => {
    const read = await readSections({ zustand_angaben });
    expect([read.property?.fields.salesStatus, reasonsOf(read)]).toEqual([status, reasons]);
  });
});

describe('a rent that is not filled in', () => {
  it.each(['auf Anfrage', 'n.V.', '-1', '-', '0', '0,00'])(
    'a rent that is not filled in, %s, does not hide the cold rent',
    async (net) => {
      const read = await rent(
        `<nettokaltmiete>${net}</nettokaltmiete><kaltmiete>850</kaltmiete><warmmiete>1100</warmmiete>`,
      );
      expect(read.property?.fields).toMatchObject({ baseRent: 850, totalRent: 1100 });
    },
  );

  it('a rent that is not filled in does not hide a second one', async () => {
    const read = await rent('<nettokaltmiete>0</nettokaltmiete><nettokaltmiete>850</nettokaltmiete>');
    expect(read.property?.fields.baseRent).toBe(850);
  });
});

describe('a purchase price', () => {
  it.each([
    '<kaufpreis>0</kaufpreis><kaufpreis>349000</kaufpreis>',
    '<kaufpreis>0</kaufpreis><kaufpreisbrutto>349000</kaufpreisbrutto>',
    '<kaufpreisbrutto>349.000,00</kaufpreisbrutto>',
    '<kaufpreis>€ 349.000</kaufpreis>',
    '<kaufpreis>349.000 Euro</kaufpreis>',
    '<kaufpreis>349’000</kaufpreis>',
    '<kaufpreis>349\u00a0000\u00a0€</kaufpreis>',
    '<kaufpreis>349\u202f000</kaufpreis>',
    '<kaufpreis>349.000&amp;nbsp;€</kaufpreis>',
    '<kaufpreis>349.000 &amp;euro;</kaufpreis>',
  ])('a purchase price is read from %s', async (preise) => {
    const { property } = await readSections({ preise });
    expect(property?.fields).toMatchObject({ purchasePrice: 349000 });
    expect(property?.fields.purchasePriceOnRequest).not.toBe(true);
  });

  it('a purchase price on request stays so beside one with tax', async () => {
    const preise = '<kaufpreis auf_anfrage="true">0</kaufpreis><kaufpreisbrutto>349000</kaufpreisbrutto>';
    expect((await readSections({ preise })).property?.fields.purchasePriceOnRequest).toBe(true);
  });
});

describe('a deposit', () => {
  it.each([
    ['<kaution>1500</kaution><kaution_text>0,00</kaution_text>', '1500'],
    [
      '<kaution>1500</kaution><kaution_text>0</kaution_text><kaution_text>3 Mieten</kaution_text>',
      '3 Mieten',
    ],
    ['<kaution_text>0 EUR</kaution_text>', undefined],
    ['<kaution>0</kaution>', undefined],
  ])('a deposit of %s is %s', async (kaution, deposit) => {
    const read = await rent(`<nettokaltmiete>850</nettokaltmiete>${kaution}`);
    expect([read.property?.fields.deposit, read.problems]).toEqual([deposit, []]);
  });
});

describe('parking spaces of another kind', () => {
  it('parking spaces of another kind have the type that they name', async () => {
    const read = await sale('<kaufpreis>349000</kaufpreis><stp_sonstige platzart="TIEFGARAGE" anzahl="1"/>');
    expect(read.property?.fields).toMatchObject({
      parkingSpaceType: 'undergroundGarage',
      numberOfParkingSpaces: 1,
    });
    expect(read.unmapped).toEqual([]);
  });

  it('parking spaces of another kind that is not understood are counted, and their kind is unmapped', async () => {
    const read = await sale('<kaufpreis>349000</kaufpreis><stp_sonstige platzart="LIFT" anzahl="2"/>');
    expect(read.property?.fields.numberOfParkingSpaces).toBe(2);
    expect(read.unmapped).toMatchObject([{ value: 'LIFT' }]);
  });

  it('parking spaces below zero are not counted, with a warning', async () => {
    const read = await sale('<kaufpreis>349000</kaufpreis><stp_garage anzahl="-1"/>');
    expect(read.property?.fields.numberOfParkingSpaces).toBeUndefined();
    expect(read.problems).toMatchObject([{ path: 'preise/stp_garage/@anzahl', value: '-1' }]);
  });
});

describe('a number with three digits behind its mark', () => {
  const plot = deal('KAUF', '<grundstueck grundst_typ="WOHNEN"/>');
  it.each([
    ['<kaufpreis>349.000,00</kaufpreis>', ''],
    ['<kaufpreis>1.349.000</kaufpreis>', ''],
    ['<kaufpreis>349000</kaufpreis>', '<energiepass><endenergiebedarf>98,5</endenergiebedarf></energiepass>'],
  ])('a number with three digits behind its mark is read as %s %s show', async (preise, zustand_angaben) => {
    const flaechen = '<grundstuecksflaeche>84.500</grundstuecksflaeche>';
    const read = await readSections({ objektkategorie: plot, preise, flaechen, zustand_angaben });
    expect([read.property?.fields.plotArea, reasonsOf(read).includes('number_ambiguous')]).toEqual([
      84500,
      false,
    ]);
  });
});

it('a balcony count below zero says nothing about balconies', async () => {
  const read = await readSections({
    objektkategorie: FLAT_SALE,
    flaechen: `${AREAS}<anzahl_balkone>-1</anzahl_balkone>`,
  });
  expect(read.property?.fields.hasBalcony).toBeUndefined();
  expect(read.problems).toMatchObject([{ value: '-1' }]);
});
