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

describe('running costs that include heating', () => {
  const costs = (warmmiete: string, others = '<kaltmiete>800</kaltmiete><nebenkosten>210</nebenkosten>') =>
    rent(
      `<nettokaltmiete>800</nettokaltmiete>${others}<heizkosten_enthalten>true</heizkosten_enthalten><heizkosten>60</heizkosten>${warmmiete}`,
    );

  it.each(['<warmmiete>1010</warmmiete>', '<warmmiete>1.010,00</warmmiete>'])(
    'running costs that are all that %s adds to the base rent contain the heating costs',
    async (warmmiete) => {
      const { property, problems } = await costs(warmmiete);
      expect(property?.fields).toMatchObject({
        ...{ baseRent: 800, totalRent: 1010, heatingCosts: 60 },
        ...{ additionalCosts: 210, additionalCostsIncludeHeatingCosts: true },
      });
      expect(problems).toEqual([]);
    },
  );

  it('running costs beside a rent that is cold and the base rent alike contain them, too', async () => {
    const { property } = await rent(
      '<kaltmiete>800</kaltmiete><nebenkosten>210</nebenkosten><heizkosten_enthalten>true</heizkosten_enthalten><heizkosten>60</heizkosten><warmmiete>1010</warmmiete>',
    );
    expect(property?.fields).toMatchObject({ baseRent: 800, additionalCosts: 210 });
  });

  it.each([
    ['', 270],
    ['<warmmiete>1070</warmmiete>', 270],
    ['<warmmiete>1010.01</warmmiete>', 270],
  ])('running costs that %j does not contradict are the sum of both: %d', async (warmmiete, sum) => {
    const { property } = await costs(warmmiete);
    expect(property?.fields).toMatchObject({ additionalCosts: sum });
  });

  it('running costs without heating, as the schema means them, are added up', async () => {
    const schema = '<kaltmiete>950</kaltmiete><nebenkosten>150</nebenkosten>';
    const { property } = await costs('<warmmiete>1010</warmmiete>', schema);
    expect(property?.fields).toMatchObject({ baseRent: 800, additionalCosts: 210 });
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

describe('a purchase price without tax', () => {
  it.each([
    '<kaufpreisnetto>349000</kaufpreisnetto>',
    '<kaufpreis>0</kaufpreis><kaufpreisnetto kaufpreisust="66310">349.000,00</kaufpreisnetto>',
    '<kaufpreisbrutto>0.00</kaufpreisbrutto><kaufpreisnetto>349000</kaufpreisnetto>',
  ])('a purchase price without tax is read where there is no other, with a warning: %s', async (preise) => {
    const read = await readSections({ preise });
    expect(read.property?.fields.purchasePrice).toBe(349_000);
    expect(read.property?.fields).not.toHaveProperty('purchasePriceOnRequest');
    expect(read.problems).toMatchObject([{ reason: 'price_without_tax', path: 'preise/kaufpreisnetto' }]);
  });

  it('a purchase price without tax says nothing beside another one', async () => {
    const preise = '<kaufpreis>349000</kaufpreis><kaufpreisnetto>293277</kaufpreisnetto>';
    const read = await readSections({ preise });
    expect([read.property?.fields.purchasePrice, read.problems]).toEqual([349_000, []]);
  });

  it.each(['kaufpreisnetto', 'kaufpreisbrutto'])('a purchase price in %s that is not understood is none on request', async (name) => {
    const read = await readSections({ preise: `<kaufpreis>0</kaufpreis><${name}>teuer</${name}>` });
    expect(read.property).toBeUndefined();
    expect(reasonsOf(read)).toEqual(['field_missing', 'number_expected']);
  }); // oxfmt-ignore
});

describe('a price in a free text', () => {
  it.each(['349.000 €', 'Kaufpreis 349.000 EUR', '349000', 'ab 1.250,00 €'])(
    'a price in a free text, %j, is a problem where no element has one',
    async (text) => {
      const read = await readSections({
        preise: `<kaufpreis>0</kaufpreis><freitext_preis>${text}</freitext_preis>`,
      });
      expect(read.problems).toMatchObject([
        { reason: 'price_on_request' },
        { reason: 'decider_unknown', path: 'preise/freitext_preis', value: text },
      ]);
      const beside = await readSections({
        preise: `<kaufpreis>349000</kaufpreis><freitext_preis>${text}</freitext_preis>`,
      });
      expect(beside.problems).toEqual([]);
    },
  );

  it('a price in a free text is a problem of an object for rent that has none', async () => {
    const read = await rent('<nettokaltmiete>0</nettokaltmiete><freitext_preis>850 EUR</freitext_preis>');
    expect(reasonsOf(read)).toEqual(['field_missing', 'decider_unknown']);
  });
});

describe('a second price', () => {
  it.each([
    '<kaufpreis>349000</kaufpreis><kaufpreis>399000</kaufpreis>',
    '<kaufpreis>0</kaufpreis><kaufpreis>349000</kaufpreis><kaufpreis>399000</kaufpreis>',
  ])('a second price is left out with a warning: %s', async (preise) => {
    const read = await sale(preise);
    expect(read.property?.fields.purchasePrice).toBe(349_000);
    expect(read.problems).toMatchObject([
      { reason: 'value_repeated', path: 'preise/kaufpreis', value: '399000', parameters: { imported: '349000' } },
    ]);
    expect(read.unmapped).toEqual([]);
  }); // oxfmt-ignore

  it.each([
    ['<nettokaltmiete>850</nettokaltmiete><nettokaltmiete>900</nettokaltmiete>', ['value_repeated']],
    ['<kaltmiete>850</kaltmiete><kaltmiete>900</kaltmiete>', ['value_repeated']],
    ['<nettokaltmiete>850</nettokaltmiete><nettokaltmiete>850,00</nettokaltmiete>', []],
    ['<nettokaltmiete>850</nettokaltmiete><nettokaltmiete>0</nettokaltmiete>', []],
    ['<nettokaltmiete>850</nettokaltmiete><nettokaltmiete>teuer</nettokaltmiete>', ['decider_unknown']],
  ])('a second price of %s has the problems %j', async (preise, reasons) => {
    const read = await rent(preise);
    expect([read.property?.fields.baseRent, reasonsOf(read), read.unmapped]).toEqual([850, reasons, []]);
  });
});

it('a second price behind a text for one on request is left out with a warning', async () => {
  const read = await sale('<kaufpreis>auf Anfrage</kaufpreis><kaufpreis>349000</kaufpreis>');
  expect(read.property?.fields.purchasePriceOnRequest).toBe(true);
  expect(read.problems).toMatchObject([
    { reason: 'value_repeated', value: '349000', parameters: { imported: 'auf Anfrage' } },
  ]);
});

describe('the price of a parking space', () => {
  const garage = (preise: string, kind = 'KAUF') =>
    readSections({ objektkategorie: deal(kind, '<parken parken_typ="EINZELGARAGE"/>'), preise });
  const SPACES = '<stp_garage stellplatzkaufpreis="20000" anzahl="1"/>';

  it.each([
    [SPACES],
    [`<kaufpreis>0</kaufpreis>${SPACES}`],
    [`${SPACES}<stp_carport stellplatzkaufpreis="9000"/>`],
  ])('the price of a parking space is that of its kind where it has no other: %s', async (preise) => {
    const read = await garage(preise);
    expect(read.property?.fields.purchasePrice).toBe(20_000);
    expect(read.property?.fields).not.toHaveProperty('purchasePriceOnRequest');
    expect(reasonsOf(read).filter((reason) => reason !== 'parking_kind_left_out')).toEqual([]);
  });

  it('the price of a parking space is not that of one of several, or of another one', async () => {
    for (const spaces of [
      '<stp_garage stellplatzkaufpreis="20000" anzahl="3"/>',
      '<stp_carport stellplatzkaufpreis="9000"/><stp_duplex stellplatzkaufpreis="8000"/>',
    ]) {
      const read = await garage(`<kaufpreis>0</kaufpreis>${spaces}`);
      expect(read.property?.fields.purchasePrice).toBeUndefined();
      expect(reasonsOf(read)).toContain('decider_unknown');
    }
    const rented = await garage('<stp_garage stellplatzmiete="80" anzahl="2"/>', 'MIETE_PACHT');
    expect(reasonsOf(rented)).toEqual(['field_missing', 'decider_unknown']);
  });

  it('the price of a parking space is not that of an office, or of a space on request', async () => {
    const office = await readSections({
      objektkategorie: deal('KAUF', '<buero_praxen/>').replace('WOHNEN', 'GEWERBE'),
      flaechen: '<nutzflaeche>200</nutzflaeche>',
      preise: '<stp_sonstige platzart="SONSTIGES" stellplatzkaufpreis="9000"/>',
    });
    const onRequest = await garage(`<kaufpreis auf_anfrage="true">0</kaufpreis>${SPACES}`);
    for (const { property } of [office, onRequest]) {
      expect(property?.fields.purchasePriceOnRequest).toBe(true);
      expect(property?.fields).not.toHaveProperty('purchasePrice');
    }
  });

  it.each([
    ['<stp_tiefgarage stellplatzmiete="80.00"/>', 80],
    ['<nettokaltmiete>0</nettokaltmiete><stp_garage stellplatzmiete="80.00" anzahl="1"/>', 80],
    ['<stp_garage stellplatzmiete="960"/><preis_zeiteinheit zeiteinheit="JAHR"/>', 80],
    ['<nettokaltmiete>70</nettokaltmiete><stp_garage stellplatzmiete="80.00"/>', 70],
    ['<nettokaltmiete>teuer</nettokaltmiete><stp_garage stellplatzmiete="80.00"/>', undefined],
  ])('the price of a parking space for rent, %s, is %s', async (preise, expected) => {
    const read = await garage(preise, 'MIETE_PACHT');
    expect(read.property?.fields.baseRent).toBe(expected);
  });
});

describe('an amount of a commission', () => {
  it.each(['provisionnetto', 'provisionbrutto'])('an amount of a commission in %s is a problem where nothing says whether one is due', async (name) => {
    const amount = `<kaufpreis>349000</kaufpreis><${name}>12459,30</${name}>`;
    expect((await sale(amount)).problems).toMatchObject([{ reason: 'decider_unknown', path: `preise/${name}` }]);
    expect((await sale(`${amount}<aussen_courtage>3,57 %</aussen_courtage>`)).problems).toEqual([]);
    expect((await sale(`${amount}<provisionspflichtig>true</provisionspflichtig>`)).problems).toEqual([]);
    expect((await sale(`<kaufpreis>349000</kaufpreis><${name}>0</${name}>`)).problems).toEqual([]);
  }); // oxfmt-ignore
});

describe('a word that decides', () => {
  it.each(['nein', 'no', 'false', 'N', '7'])('a sales status of %j is a problem', async (stand) => {
    for (const zustand_angaben of [`<verkaufstatus stand="${stand}"/>`, `<verkaufstatus>${stand}</verkaufstatus>`])
      expect(reasonsOf(await readSections({ zustand_angaben }))).toEqual(['decider_unknown']);
  }); // oxfmt-ignore

  it.each(['nein', 'false', '17'])('an end of the offer of %j is a problem', async (text) => {
    const verwaltung_techn = `<objektnr_extern>G-1</objektnr_extern><aktiv_bis>${text}</aktiv_bis>`;
    expect(reasonsOf(await readSections({ verwaltung_techn }))).toEqual(['decider_unknown']);
  });

  it.each([
    { zustand_angaben: '<verkaufstatus stand="0"/>' },
    { verwaltung_techn: '<objektnr_extern>G-1</objektnr_extern><aktiv_bis>0</aktiv_bis>' },
    { preise: '<kaufpreis>20000</kaufpreis><preis_zeiteinheit zeiteinheit="0"/>' },
  ])('a word that decides is not filled in where it is zero: %j', async (sections) => {
    const { property, problems, unmapped } = await readSections(sections);
    expect([problems, unmapped]).toEqual([[], []]);
    expect(property?.fields).not.toHaveProperty('salesStatus');
  });

  it.each(['zeiteinheit="0"/>', 'zeiteinheit="0">MONAT</preis_zeiteinheit>', '>0</preis_zeiteinheit>'])(
    'a period of zero is none: %s',
    async (period) => {
      const read = await rent(`<nettokaltmiete>900</nettokaltmiete><preis_zeiteinheit ${period}`);
      expect([read.property?.fields.baseRent, read.problems]).toEqual([900, []]);
    },
  );

  it.each(['nein', 'no', 'false', '3'])(
    'a period of %j is the cause of a rent that is missing',
    async (text) => {
      const read = await rent(
        `<nettokaltmiete>900</nettokaltmiete><preis_zeiteinheit zeiteinheit="${text}"/>`,
      );
      expect(reasonsOf(read)).toEqual(['field_missing', 'decider_unknown']);
    },
  );
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

describe('a price beside a text that says "on request"', () => {
  it.each([
    'Preis auf Anfrage',
    'auf Anfrage',
    'Kaufpreis: auf Anfrage',
    '<p>Kaufpreis nur auf Anfrage</p>',
    'Price on request',
  ])('a price beside the text %s is imported, with a warning', async (text) => {
    const read = await sale(
      `<kaufpreis>349000</kaufpreis><freitext_preis><![CDATA[${text}]]></freitext_preis>`,
    );
    expect(read.property?.fields.purchasePrice).toBe(349_000);
    expect(read.problems).toMatchObject([
      { severity: 'warning', reason: 'price_contradicts', path: 'preise/freitext_preis', value: text },
    ]);
    const rented = await rent(
      `<nettokaltmiete>900</nettokaltmiete><freitext_preis><![CDATA[${text}]]></freitext_preis>`,
    );
    expect(reasonsOf(rented)).toEqual(['price_contradicts']);
  });

  it.each(['VB', '349.000 EUR, Stellplatz auf Anfrage', 'zzgl. Nebenkosten'])(
    'a price beside the text %s is imported without a warning',
    async (text) => {
      const read = await sale(`<kaufpreis>349000</kaufpreis><freitext_preis>${text}</freitext_preis>`);
      expect(read.problems).toEqual([]);
    },
  );
});

describe('several kinds of heating', () => {
  it.each([
    ['OFEN="true" ZENTRAL="true"', 'central', ['OFEN']],
    ['OFEN="true" ETAGE="true"', 'floor', ['OFEN']],
    ['ZENTRAL="true" FUSSBODEN="true"', 'central', ['FUSSBODEN']],
    ['OFEN="true"', 'stove', []],
  ])('several kinds of heating %s are read as %s, with a warning for each other one', async (kinds, expected, others) => {
    const read = await readSections({ objektkategorie: FLAT_SALE, flaechen: AREAS, preise: '<kaufpreis>349000</kaufpreis>', ausstattung: `<heizungsart ${kinds}/>` });
    expect(read.property?.fields.heatingType).toBe(expected);
    expect(read.problems).toMatchObject(
      others.map((name) => ({ reason: 'value_repeated', path: `ausstattung/heizungsart/@${name}` })),
    );
    expect(read.unmapped).toEqual([]);
  }); // oxfmt-ignore
});
