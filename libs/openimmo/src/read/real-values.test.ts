import { isCommissionDue } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { readFlat, readRentedFlat } from '../test-support/flat.ts';
import { readSections } from '../test-support/one-object.ts';
import type { ImportedObject } from './read-object.ts';

/** The fields of an object without those that each of them has. */
const fieldsOf = ({ property }: ImportedObject) => property?.fields;
const reasonsOf = ({ problems }: ImportedObject) => problems.map(({ reason }) => reason);
const SPACES = ['stp_carport', 'stp_duplex', 'stp_freiplatz', 'stp_garage', 'stp_parkhaus', 'stp_tiefgarage'];
const spaces = (given: Record<string, string>) =>
  SPACES.map((name) => `<${name} ${given[name] ?? 'stellplatzmiete="0.00" anzahl="0"'}/>`).join('');

describe('parking spaces', () => {
  it('parking spaces of which one kind is counted are of that kind, and have no price of zero', async () => {
    const preise = `<kaufpreis>349000</kaufpreis>${spaces({ stp_freiplatz: 'stellplatzmiete="0.00" anzahl="1"' })}`;
    const read = await readFlat({ preise });
    expect(fieldsOf(read)).toMatchObject({ parkingSpaceType: 'outdoor', numberOfParkingSpaces: 1 });
    expect(fieldsOf(read)).not.toHaveProperty('parkingSpacePurchasePrice');
    expect(read).toMatchObject({ problems: [], unmapped: [] });
  });

  it.each([
    ['sale', () => readFlat({ preise: `<kaufpreis>349000</kaufpreis>${spaces({})}` })],
    ['rent', () => readRentedFlat({ preise: `<kaltmiete>900</kaltmiete>${spaces({})}` })],
    [
      'office',
      () =>
        readRentedFlat({
          objektkategorie:
            '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><buero_praxen/></objektart>',
          preise: `<kaltmiete>900</kaltmiete>${spaces({})}`,
          flaechen: '<bueroflaeche>200</bueroflaeche>',
        }),
    ],
  ])('parking spaces of which every kind is zero do not exist: %s', async (_title, read) => {
    const object = await read();
    expect(Object.keys(fieldsOf(object) ?? {}).filter((name) => name.includes('arking'))).toEqual([]);
    expect(object).toMatchObject({ problems: [], unmapped: [] });
  });

  it('parking spaces of the last kind with a rent have its kind and rent', async () => {
    const preise = `<kaltmiete>900</kaltmiete>${spaces({ stp_tiefgarage: 'stellplatzmiete="45.00" anzahl="1"' })}`;
    expect(fieldsOf(await readRentedFlat({ preise }))).toMatchObject({
      parkingSpaceType: 'undergroundGarage',
      numberOfParkingSpaces: 1,
      parkingSpaceRent: 45,
    });
  });

  it('parking spaces of several kinds have the total, the largest kind, and a word about the others', async () => {
    const read = await readFlat({
      preise: '<kaufpreis>349000</kaufpreis><stp_garage anzahl="1"/><stp_freiplatz anzahl="2"/>',
      flaechen: '<wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer><anzahl_stellplaetze>3</anzahl_stellplaetze>',
    }); // oxfmt-ignore
    expect(fieldsOf(read)).toMatchObject({ parkingSpaceType: 'outdoor', numberOfParkingSpaces: 3 });
    expect(read.problems).toMatchObject([
      { reason: 'parking_kind_left_out', path: 'preise/stp_garage', parameters: { details: 'anzahl 1' } },
    ]);
  });

  it('parking spaces without a total are summed, and the kind with a price counts', async () => {
    const read = await readFlat({
      preise: '<kaufpreis>349000</kaufpreis><stp_freiplatz anzahl="4"/><stp_garage stellplatzkaufpreis="15.000" anzahl="1"/>',
      ausstattung: '<stellplatzart FREIPLATZ="true"/>',
    }); // oxfmt-ignore
    expect(fieldsOf(read)).toMatchObject({
      parkingSpaceType: 'garage',
      numberOfParkingSpaces: 5,
      parkingSpacePurchasePrice: 15_000,
    });
  });

  it.each([
    [
      '<stp_sonstige platzart="FREIPLATZ" anzahl="1"/><stp_sonstige platzart="GARAGE" anzahl="1" stellplatzkaufpreis="15000"/>',
      ['garage', 2, 15_000],
      ['anzahl 1'],
    ],
    [
      '<stp_sonstige platzart="CARPORT" anzahl="1" stellplatzkaufpreis="9000"/><stp_sonstige platzart="TIEFGARAGE" anzahl="2" stellplatzkaufpreis="25000"/>',
      ['undergroundGarage', 3, 25_000],
      ['anzahl 1, 9000'],
    ],
    [
      '<stp_garage anzahl="1" stellplatzkaufpreis="15000"/><stp_garage anzahl="1" stellplatzkaufpreis="18000"/>',
      ['garage', 2, 15_000],
      ['anzahl 1, 18000'],
    ],
    [
      '<stp_garage anzahl="1" stellplatzkaufpreis="15000"/><stp_sonstige platzart="GARAGE" anzahl="1" stellplatzkaufpreis="15.000,00"/>',
      ['garage', 2, 15_000],
      [],
    ],
    ['<stp_garage anzahl="2"/><stp_garage stellplatzkaufpreis="15000"/>', ['garage', 2, 15_000], []],
    ['<stp_garage anzahl="2"/><stp_garage anzahl="1" stellplatzkaufpreis="15000"/>', ['garage', 3, 15_000], []],
    ['<stp_garage anzahl="0" stellplatzkaufpreis="0"/><stp_garage anzahl="1" stellplatzkaufpreis="15000"/>', ['garage', 1, 15_000], []],
  ])('parking spaces of several elements are those of each kind and price: %s', async (elements, expected, told) => {
    const read = await readFlat({ preise: `<kaufpreis>349000</kaufpreis>${elements}` });
    const { parkingSpaceType, numberOfParkingSpaces, parkingSpacePurchasePrice } = fieldsOf(read) ?? {};
    expect([parkingSpaceType, numberOfParkingSpaces, parkingSpacePurchasePrice]).toEqual(expected);
    expect(read.problems.map(({ parameters }) => parameters?.['details'])).toEqual(told);
    expect(read.unmapped).toEqual([]);
  }); // oxfmt-ignore

  it.each([
    ['', 'GARAGE="true" FREIPLATZ="true"', 'garage', 'FREIPLATZ'],
    ['<stp_freiplatz anzahl="2"/>', 'GARAGE="true"', 'outdoor', 'GARAGE'],
  ])('parking spaces %s with the names %s are %s, and a warning names %s', async (elements, names, type, other) => {
    const read = await readFlat({
      preise: `<kaufpreis>349000</kaufpreis>${elements}`, ausstattung: `<stellplatzart ${names}/>`,
    });
    expect(fieldsOf(read)?.parkingSpaceType).toBe(type);
    expect(read.problems).toMatchObject([
      { reason: 'parking_kind_left_out', path: `ausstattung/stellplatzart/@${other}`, parameters: { details: other } },
    ]);
    expect(read.unmapped).toEqual([]);
  }); // oxfmt-ignore

  it('kinds of parking spaces that are named for a type without them are unmapped', async () => {
    const read = await readRentedFlat({
      objektkategorie: '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><buero_praxen/></objektart>',
      flaechen: '<bueroflaeche>200</bueroflaeche>', ausstattung: '<stellplatzart TIEFGARAGE="true" GARAGE="false"/>',
    });
    expect(read.unmapped).toContainEqual({ path: 'ausstattung/stellplatzart/@TIEFGARAGE', value: 'true' });
    expect(read.problems).toEqual([]);
  }); // oxfmt-ignore

  it('parking spaces that are only named have the kind that is named', async () => {
    const read = await readFlat({ ausstattung: '<stellplatzart CARPORT="true"/>' });
    expect(fieldsOf(read)).toMatchObject({ parkingSpaceType: 'carport' });
    expect(read.unmapped).toEqual([]);
  });
});

describe('a price', () => {
  it.each([
    '<kaufpreis>0</kaufpreis>',
    '<kaufpreis auf_anfrage="false">0.00</kaufpreis>',
    '<kaufpreis>0,00</kaufpreis><freitext_preis>auf Anfrage</freitext_preis>',
    '',
  ])('a price that is not filled in is one on request, with a note: %s', async (preise) => {
    const read = await readFlat({ preise });
    expect(fieldsOf(read)).toMatchObject({ purchasePriceOnRequest: true });
    expect(fieldsOf(read)).not.toHaveProperty('purchasePrice');
    expect(reasonsOf(read)).toEqual(['price_on_request']);
  });

  it('a price that cannot be read is not made one on request', async () => {
    const read = await readFlat({ preise: '<kaufpreis>teuer</kaufpreis>' });
    expect(read.property).toBeUndefined();
    expect(reasonsOf(read)).toEqual(['field_missing', 'number_expected']);
  });

  it.each([['Euro'], ['EUR']])('a price in %s is one in euros', async (currency) => {
    const read = await readFlat({
      preise: `<kaufpreis>349000</kaufpreis><waehrung iso_waehrung="${currency}">${currency}</waehrung>`,
    });
    expect(read.problems).toEqual([]);
  });

  it.each([
    ['349.000', 349_000],
    ['350,000', 350_000],
    ['349.000,00 €', 349_000],
    ['349000.50', 349_000.5],
  ])('a price of %s is %d', async (given, expected) => {
    const read = await readFlat({ preise: `<kaufpreis>${given}</kaufpreis>` });
    expect(fieldsOf(read)).toMatchObject({ purchasePrice: expected });
    expect(read.problems).toEqual([]);
  });

  it('a price outside of what is usual is taken, with a warning', async () => {
    const read = await readFlat({ preise: '<kaufpreis>350</kaufpreis>' });
    expect(fieldsOf(read)).toMatchObject({ purchasePrice: 350 });
    expect(reasonsOf(read)).toEqual(['value_doubtful']);
  });

  it('a rent of zero does not hide another one', async () => {
    const preise = '<nettokaltmiete>0.00</nettokaltmiete><kaltmiete>850.00</kaltmiete>';
    expect(fieldsOf(await readRentedFlat({ preise }))).toMatchObject({ baseRent: 850 });
  });

  it('a rent may be a total one alone', async () => {
    const read = await readRentedFlat({ preise: '<warmmiete>1100</warmmiete>' });
    expect(fieldsOf(read)).toMatchObject({ totalRent: 1100 });
    expect(fieldsOf(read)).not.toHaveProperty('baseRent');
  });

  it.each([
    ['JAHR', '12000', 1000],
    ['TAG', '50', 1520.83],
    ['WOCHE', '300', 1300],
  ])('a rent by the %s is converted to one by the month, with a note', async (period, given, expected) => {
    const preise = `<nettokaltmiete>${given}</nettokaltmiete><preis_zeiteinheit zeiteinheit="${period}"/>`;
    const read = await readRentedFlat({ preise });
    expect(fieldsOf(read)).toMatchObject({ baseRent: expected });
    expect(reasonsOf(read)).toEqual(['period_converted']);
  });

  it('a price has no period that is not understood, and so no rent', async () => {
    const preise = '<nettokaltmiete>900</nettokaltmiete><preis_zeiteinheit zeiteinheit="QUARTAL"/>';
    const read = await readRentedFlat({ preise });
    expect(read.property).toBeUndefined();
    expect(reasonsOf(read)).toEqual(['field_missing', 'decider_unknown']);
  });

  it.each([
    ['<mieteinnahmen_ist>12000</mieteinnahmen_ist>', 1000, ['period_converted']],
    ['<mieteinnahmen_ist periode="MONAT">1000</mieteinnahmen_ist>', 1000, []],
    ['<mieteinnahmen_ist periode="JAHR">12.000</mieteinnahmen_ist>', 1000, ['period_converted']],
    ['<mieteinnahmen_ist periode="MONDPHASE">900</mieteinnahmen_ist>', undefined, ['decider_unknown']],
  ])('an income of %s is %s by the month', async (income, expected, reasons) => {
    const read = await readFlat({ preise: `<kaufpreis>349000</kaufpreis>${income}` });
    expect(fieldsOf(read)?.monthlyRentalIncome).toBe(expected);
    expect(reasonsOf(read)).toEqual(reasons);
  });
});

describe('a number with one separator before three digits', () => {
  const PLOT =
    '<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><grundstueck/></objektart>';

  it('a number is what the field makes plausible', async () => {
    const flaechen = '<wohnflaeche>1.080</wohnflaeche><anzahl_zimmer>3.500</anzahl_zimmer>';
    expect(fieldsOf(await readFlat({ flaechen }))).toMatchObject({ livingArea: 1080, numberOfRooms: 3.5 });
    const exact = '<wohnflaeche>84.500</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer>';
    expect(fieldsOf(await readFlat({ flaechen: exact }))).toMatchObject({ livingArea: 84.5 });
    expect(fieldsOf(await readRentedFlat({ preise: '<kaltmiete>1.250</kaltmiete>' }))).toMatchObject({ baseRent: 1250 });
    const plot = await readFlat({ objektkategorie: PLOT, flaechen: '<grundstuecksflaeche>1.250</grundstuecksflaeche>' });
    expect(fieldsOf(plot)).toMatchObject({ plotArea: 1250 });
    expect(plot.problems).toEqual([]);
  }); // oxfmt-ignore

  it('a number that is plausible in both ways is read as the document writes its others', async () => {
    const read = (others: string) =>
      readFlat({ objektkategorie: PLOT, preise: `<kaufpreis>${others}</kaufpreis>`, flaechen: '<grundstuecksflaeche>84.500</grundstuecksflaeche>' });
    expect(fieldsOf(await read('100000,00'))).toMatchObject({ plotArea: 84_500 });
    expect(fieldsOf(await read('100000.00'))).toMatchObject({ plotArea: 84.5 });
    expect(fieldsOf(await read('349.000'))).toMatchObject({ purchasePrice: 349_000, plotArea: 84_500 });
    expect(fieldsOf(await read('349,000'))).toMatchObject({ purchasePrice: 349_000, plotArea: 84.5 });
    const alone = await read('100000');
    expect(fieldsOf(alone)).toMatchObject({ plotArea: 84.5 });
    expect(reasonsOf(alone)).toEqual(['number_ambiguous']);
    for (const text of ['<kaution_text>1500,00</kaution_text>', '<aussen_courtage>3,57</aussen_courtage>'])
      expect(reasonsOf(await read(`100000</kaufpreis>${text}<kaufpreis>`))).toEqual(['number_ambiguous']);
  }); // oxfmt-ignore

  it('a floor of zero is the ground floor, and every other zero is not filled in', async () => {
    const read = await readFlat({
      geo: '<plz>50667</plz><ort>Köln</ort><etage>0</etage><anzahl_etagen>0</anzahl_etagen>',
      flaechen: '<wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer><anzahl_schlafzimmer>0</anzahl_schlafzimmer><anzahl_balkone>0</anzahl_balkone><nutzflaeche>0.00</nutzflaeche>',
      preise: '<kaufpreis>349000</kaufpreis><hausgeld>0,00</hausgeld>',
      zustand_angaben: '<baujahr>0</baujahr>',
    }); // oxfmt-ignore
    expect(fieldsOf(read)).toMatchObject({ floor: 0 });
    const filled = [
      'numberOfFloors',
      'numberOfBedrooms',
      'hasBalcony',
      'usableArea',
      'condoFee',
      'constructionYear',
    ];
    expect(Object.keys(fieldsOf(read) ?? {}).filter((name) => filled.includes(name))).toEqual([]);
    expect(read).toMatchObject({ problems: [], unmapped: [] });
  });
});

describe('rooms', () => {
  it.each([
    ['2.25', 2.25],
    ['2,75', 2.75],
    ['0.5', 0.5],
  ])('rooms are read with up to two decimals: %s', async (text, rooms) => {
    const read = await readFlat({ flaechen: `<wohnflaeche>80</wohnflaeche><anzahl_zimmer>${text}</anzahl_zimmer>` });
    expect(fieldsOf(read)).toMatchObject({ numberOfRooms: rooms });
    expect(read.problems).toEqual([]);
  }); // oxfmt-ignore
});

describe('an address', () => {
  const geo = (land: string, plz = '1010') =>
    `<plz>${plz}</plz><ort>Ort</ort><strasse>Weg</strasse><hausnummer>1</hausnummer>${land}`;

  it.each([
    ['<land iso_land="Österreich"/>', 'AUT'],
    ['<land iso_land="A - Österreich"/>', 'AUT'],
    ['<land>Deutschland (DE)</land>', 'DEU'],
    ['<land iso_land="EL"/>', 'GRC'],
    ['<land>Slowakische Republik</land>', 'SVK'],
    ['<land>Mazedonien</land>', 'MKD'],
    ['<land>Weißrussland</land>', 'BLR'],
    ['<land>Bosnien</land>', 'BIH'],
    ['<land iso_land="-"/>', 'DEU'],
    ['<land iso_land="-">Schweiz</land>', 'CHE'],
    ['<land iso_land="NA"/>', 'NAM'],
    ['<land iso_land="Schweiz/Suisse"/>', 'CHE'],
    ['<land iso_land="VAE"/>', 'ARE'],
    ['<land iso_land="Moldau"/>', 'MDA'],
    ['<land iso_land="Deutschland/Schweiz"/>', undefined],
    ['<land iso_land="Schweiz"/>', 'CHE'],
    ['<land iso_land="Portugal"/>', 'PRT'],
    ['<land iso_land="Spanien"/>', 'ESP'],
    ['<land iso_land="España"/>', 'ESP'],
    ['<land iso_land="AT"/>', 'AUT'],
    ['<land iso_land="040"/>', 'AUT'],
    ['<land iso_land="aut"/>', 'AUT'],
    ['<land>Oesterreich</land>', 'AUT'],
    ['<land iso_land="ROM"/>', 'ROU'],
    ['<land iso_land="CUW"/>', 'CUW'],
    ['<land iso_land="&amp;Ouml;sterreich"/>', 'AUT'],
    ['<land>&amp;amp;Ouml;sterreich</land>', 'AUT'],
    ['<land><![CDATA[<b>Schweiz</b>]]></land>', 'CHE'],
    ['<land iso_land="T&amp;uuml;rkei"/>', 'TUR'],
  ])('an address with %s is in %s', async (land, country) => {
    const read = await readFlat({ geo: geo(land) });
    expect(fieldsOf(read)?.address.country).toBe(country);
  });

  it.each(['XK', 'XKX', 'Kosovo'])(
    'an address in %s has no code of ISO 3166, and is an error',
    async (land) => {
      const read = await readFlat({ geo: geo(`<land iso_land="${land}"/>`, '50667') });
      expect([read.property, reasonsOf(read)]).toEqual([undefined, ['country_unknown']]);
    },
  );

  it('an address in a country that is not understood is an error', async () => {
    const read = await readFlat({ geo: geo('<land iso_land="Mordor"/>', '50667') });
    expect(read.property).toBeUndefined();
    expect(read.problems).toMatchObject([
      { severity: 'error', path: 'geo/land/@iso_land', value: 'Mordor', reason: 'country_unknown' },
    ]);
  });

  it.each([
    ['D-50667', '<land iso_land="DEU"/>', 'DEU', '50667'],
    ['D 50667', '', 'DEU', '50667'],
    ['DE-50667', '<land>Deutschland</land>', 'DEU', '50667'],
    ['A-1010', '', 'AUT', '1010'],
    ['A1010', '<land iso_land="AT"/>', 'AUT', '1010'],
    ['CH – 8001', '', 'CHE', '8001'],
    ['NL-1012 AB', '', 'NLD', '1012 AB'],
    ['LV-1010', '<land iso_land="LVA"/>', 'LVA', 'LV-1010'],
    ['1012 AB', '<land iso_land="NLD"/>', 'NLD', '1012 AB'],
  ])('an address with the postal code %s and %s is in %s, with the code %s', async (plz, land, country, postalCode) => {
    const read = await readFlat({ geo: geo(land, plz) });
    expect(fieldsOf(read)?.address).toMatchObject({ country, postalCode });
    expect(reasonsOf(read).filter((reason) => reason !== 'currency_assumed')).toEqual([]);
  }); // oxfmt-ignore

  it.each([
    ['A-1010', '<land iso_land="DEU"/>', 'DEU'],
    ['F-75001', '<land iso_land="DEU"/>', 'DEU'],
    ['D-1010', '', 'DEU'],
  ])('an address with the sign of another country or no code of it keeps the postal code %s, with a warning', async (plz, land, country) => {
    const read = await readFlat({ geo: geo(land, plz) });
    expect(fieldsOf(read)?.address).toMatchObject({ country, postalCode: plz });
    expect(reasonsOf(read)).toEqual(['postal_code_doubtful']);
  }); // oxfmt-ignore

  it('an address without a country is in the one of the source, with a warning for a foreign postal code', async () => {
    const read = await readFlat({ geo: geo('', '4600') });
    expect(fieldsOf(read)?.address.country).toBe('DEU');
    expect(reasonsOf(read)).toEqual(['postal_code_doubtful']);
    const austrian = await readSections({ geo: geo('', '4600') }, { country: 'AUT' });
    expect(fieldsOf(austrian)?.address.country).toBe('AUT');
    expect(austrian.problems).toEqual([]);
  });

  it.each([
    '',
    ' ',
    '<![CDATA[]]>',
    '<![CDATA[<p></p>]]>',
    'nicht',
    'off',
    'aus',
    'keine',
    '2',
    'nicht freigegeben',
  ])('an address released with %j is not shown, with a warning', async (said) => {
    const verwaltung_objekt = `<objektadresse_freigeben>${said}</objektadresse_freigeben>`;
    const read = await readFlat({ verwaltung_objekt });
    expect(fieldsOf(read)?.address.publish).toBe(false);
    expect(reasonsOf(read)).toEqual(['release_unknown']);
  });

  it.each([
    '<objektadresse_freigeben/>',
    '<objektadresse_freigeben></objektadresse_freigeben><objektadresse_freigeben/>',
    '<objektadresse_freigeben value="true"/>',
  ])('an address released with %s is not shown, with a warning for each', async (verwaltung_objekt) => {
    const read = await readFlat({ verwaltung_objekt });
    expect(fieldsOf(read)?.address.publish).toBe(false);
    expect(new Set(reasonsOf(read))).toEqual(new Set(['release_unknown']));
  });

  it('an address without the element of its release is shown', async () => {
    const read = await readFlat({ verwaltung_objekt: '<vermietet>false</vermietet>' });
    expect([fieldsOf(read)?.address.publish, reasonsOf(read)]).toEqual([true, []]);
  });

  it.each([
    ['true', 'false', false, []],
    ['false', 'true', false, []],
    ['true', '', true, []],
    ['true', 'ja', true, []],
    ['true', 'nicht', false, ['release_unknown']],
  ] as const)('an address released with %j and again with %j is shown: %s', async (one, other, isShown, reasons) => {
    const released = (text: string) => `<objektadresse_freigeben>${text}</objektadresse_freigeben>`;
    const read = await readFlat({ verwaltung_objekt: released(one) + released(other) });
    expect(fieldsOf(read)?.address.publish).toBe(isShown);
    expect(reasonsOf(read)).toEqual(reasons);
  }); // oxfmt-ignore

  it('an address that is hidden needs no street', async () => {
    const read = await readFlat({
      geo: '<plz>50667</plz><ort>Köln</ort>',
      verwaltung_objekt: '<objektadresse_freigeben>false</objektadresse_freigeben>',
    });
    expect(fieldsOf(read)?.address).toEqual({ postalCode: '50667', city: 'Köln', country: 'DEU', publish: false });
    expect(read.problems).toEqual([]);
  }); // oxfmt-ignore
});

describe('the currency', () => {
  const currency = async (country: string, elements: string, plz = '8001') => {
    const geo = `<plz>${plz}</plz><ort>Ort</ort><land iso_land="${country}"/>`;
    const read = await readFlat({ geo, preise: `<kaufpreis>349000</kaufpreis>${elements}` });
    return { price: fieldsOf(read)?.purchasePrice, reasons: reasonsOf(read) };
  };

  it.each(['Euros', 'euro', 'EUR', '€', '&amp;euro;', '-', 'k.A.', 'n/a'])(
    'a price in %j is in EUR',
    async (text) => {
      for (const element of [`<waehrung>${text}</waehrung>`, `<waehrung iso_waehrung="${text}"/>`])
        expect(await currency('DEU', element, '50667')).toEqual({ price: 349_000, reasons: [] });
    },
  );

  it.each(['', '<waehrung>-</waehrung>', '<waehrung iso_waehrung="k.A."/>'])(
    'a price without a currency (%j) in a country without the euro has a warning',
    async (element) => {
      expect(await currency('CHE', element)).toEqual({ price: 349_000, reasons: ['currency_assumed'] });
    },
  );

  it('a price in a country without the euro that is in EUR has no warning', async () => {
    expect(await currency('CHE', '<waehrung iso_waehrung="EUR"/>')).toEqual({ price: 349_000, reasons: [] });
    expect(await currency('AUT', '')).toEqual({ price: 349_000, reasons: [] });
  });

  it.each(['CHF', 'Franken', 'US$'])('a price in %s is not imported', async (text) => {
    expect(await currency('CHE', `<waehrung>${text}</waehrung>`)).toMatchObject({ price: undefined });
  });
});

describe('a commission', () => {
  const commission = async (elements: string) => {
    const read = await readFlat({ preise: `<kaufpreis>349000</kaufpreis>${elements}` });
    const { hasCommission, commission: text, commissionDescription } = fieldsOf(read) ?? {};
    return { hasCommission, text, commissionDescription, reasons: reasonsOf(read) };
  };

  it.each([
    ['<provisionspflichtig>true</provisionspflichtig><courtage_hinweis>Provision 3,57 % vom Käufer</courtage_hinweis>', true],
    ['<provisionspflichtig>false</provisionspflichtig><aussen_courtage mit_mwst="true">provisionsfrei</aussen_courtage>', undefined],
    ['<provisionspflichtig>false</provisionspflichtig><aussen_courtage>0 %</aussen_courtage>', undefined],
    ['<provisionspflichtig>false</provisionspflichtig>', false],
    ['<courtage_hinweis>Courtagefrei</courtage_hinweis>', false],
    ['<courtage_hinweis>Die Käuferprovision beträgt 3,57 %</courtage_hinweis>', true],
    ['<courtage_hinweis>Näheres im Exposé</courtage_hinweis>', undefined],
    ['', undefined],
  ])('a commission of %s has the flag %s', async (elements, flag) => {
    const { hasCommission, reasons } = await commission(elements);
    expect({ hasCommission, reasons }).toEqual({ hasCommission: flag, reasons: [] });
  }); // oxfmt-ignore

  it('a commission whose flag contradicts its text has the text, with a warning', async () => {
    const read = await commission('<provisionspflichtig>false</provisionspflichtig><aussen_courtage>3,57 %</aussen_courtage>');
    expect(read).toMatchObject({ hasCommission: undefined, text: '3,57 %', reasons: ['commission_contradicts'] });
  }); // oxfmt-ignore

  it.each(['nicht provisionspflichtig', 'keine zusätzliche Käuferprovision', 'entf&amp;amp;auml;llt', '<![CDATA[<b>provisionsfrei</b>]]>'])(
    'a commission of %s agrees with a flag that is false',
    async (text) => {
      const read = await commission(`<provisionspflichtig>false</provisionspflichtig><aussen_courtage>${text}</aussen_courtage>`);
      expect(read.reasons.filter((reason) => reason !== 'markup_removed')).toEqual([]);
      expect(isCommissionDue({ hasCommission: read.hasCommission, commission: read.text })).toBe(false);
    },
  ); // oxfmt-ignore

  it('a flag that contradicts the note gives way to it, with a warning', async () => {
    const read = await commission('<provisionspflichtig>false</provisionspflichtig><courtage_hinweis>Provision 3,57 % vom Käufer</courtage_hinweis>');
    expect(read).toMatchObject({ hasCommission: true, reasons: ['commission_contradicts'] });
  }); // oxfmt-ignore

  it.each(['siehe Exposé', 'Bestellerprinzip'])('a commission of %s is due if the flag says so', async (text) => {
    const flags = await Promise.all(
      ['true', 'false'].map((flag) => commission(`<provisionspflichtig>${flag}</provisionspflichtig><aussen_courtage>${text}</aussen_courtage>`)),
    );
    expect(flags).toMatchObject([{ hasCommission: true, text, reasons: [] }, { hasCommission: false, text, reasons: [] }]);
    expect(await commission(`<aussen_courtage>${text}</aussen_courtage>`)).toMatchObject({ hasCommission: undefined, text, reasons: ['commission_unknown'] });
  }); // oxfmt-ignore

  it.each(['-', 'k.A.', 'n/a', 'keine Angaben'])('a commission of %s is none, and the note or the flag decides', async (text) => {
    const unsaid = `<aussen_courtage>${text}</aussen_courtage>`;
    const note = '<courtage_hinweis>provisionsfrei</courtage_hinweis>';
    expect(await commission(unsaid)).toMatchObject({ hasCommission: undefined, text: undefined, reasons: [] });
    expect(await commission(`<provisionspflichtig>true</provisionspflichtig>${unsaid}`)).toMatchObject({ hasCommission: true, text: undefined, reasons: [] });
    expect(await commission(`<provisionspflichtig>false</provisionspflichtig>${unsaid}${note}`)).toMatchObject({ hasCommission: false, text: undefined, reasons: [] });
    expect(await commission(`<provisionspflichtig>true</provisionspflichtig>${unsaid}${note}`)).toMatchObject({
      hasCommission: false, text: undefined, reasons: ['commission_contradicts'],
    });
  }); // oxfmt-ignore

  it.each(['<![CDATA[<p>provisionsfrei</p>]]>', '<![CDATA[<p>Provisionsfrei</p>]]>', 'provisions&amp;shy;frei', 'Keine K&amp;auml;uferprovision'])(
    'a note of %s says that no commission is due',
    async (text) => {
      const note = `<courtage_hinweis>${text}</courtage_hinweis>`;
      const reads = [await commission(note), await commission(`<provisionspflichtig>false</provisionspflichtig>${note}`)];
      expect(reads.map(({ hasCommission }) => hasCommission)).toEqual([false, false]);
      expect(reads.flatMap(({ reasons }) => reasons)).not.toContain('commission_contradicts');
    },
  ); // oxfmt-ignore

  it('a commission that is longer than its field is free if its end says so', async () => {
    const text = `${'x'.repeat(110)}. Das Objekt ist provisionsfrei`;
    expect(await commission(`<aussen_courtage>${text}</aussen_courtage>`)).toMatchObject({ hasCommission: false, reasons: ['text_cut'] });
  }); // oxfmt-ignore
});

describe('an energy certificate', () => {
  const PASS =
    '<energiepass><epart>BEDARF</epart><endenergiebedarf>98</endenergiebedarf><wertklasse>C</wertklasse></energiepass>';
  const certificate = async (firing: string, pass = PASS) => {
    const read = await readFlat({ ausstattung: firing, zustand_angaben: pass });
    return { certificate: fieldsOf(read)?.residentialEnergyCertificate, reasons: reasonsOf(read), read };
  };

  it('an energy certificate of an object with two carriers has both', async () => {
    const { certificate: read, reasons } = await certificate('<befeuerung GAS="true" SOLAR="true"/>');
    expect(read).toEqual({ type: 'need', energyNeed: 98, energyClass: 'C', energySources: ['gas', 'solar'] });
    expect(reasons).toEqual([]);
  });

  it.each(['', '<befeuerung UNBEKANNT="true"/>'])(
    'an energy certificate is kept without a carrier, with a warning: %s',
    async (firing) => {
      const { certificate: read, reasons } = await certificate(firing);
      expect(read).toEqual({ type: 'need', energyNeed: 98, energyClass: 'C' });
      expect(reasons).toEqual(['energy_source_missing']);
    },
  );

  it.each([
    ['OEL', 'oil'], ['GAS', 'gas'], ['ELEKTRO', 'electric'], ['ALTERNATIV', 'other'], ['SOLAR', 'solar'], ['ERDWAERME', 'geothermal'],
    ['LUFTWP', 'ambientHeat'], ['FERN', 'district'], ['BLOCK', 'combinedHeatAndPower'], ['WASSER-ELEKTRO', 'water'], ['PELLET', 'pellet'],
    ['KOHLE', 'coal'], ['HOLZ', 'wood'], ['FLUESSIGGAS', 'liquidGas'], ['ERDGAS_LEICHT', 'gas'], ['ERDGAS_SCHWER', 'gas'],
    ['FERNWAERME_DAMPF', 'district'], ['NAHWAERME', 'localHeat'], ['WAERMELIEFERUNG', 'district'], ['BIOENERGIE', 'bioenergy'],
    ['WINDENERGIE', 'wind'], ['WASSERENERGIE', 'water'], ['UMWELTWAERME', 'ambientHeat'], ['KWK_FOSSIL', 'combinedHeatAndPower'],
    ['KWK_ERNEUERBAR', 'combinedHeatAndPower'], ['KWK_REGENERATIV', 'combinedHeatAndPower'], ['KWK_BIO', 'combinedHeatAndPower'],
  ])('an energy certificate of an object fired by %s has the carrier %s', async (attribute, source) => {
    const { certificate: read, reasons } = await certificate(`<befeuerung ${attribute}="true"/>`);
    expect(read?.energySource).toBe(source);
    expect(reasons).toEqual([]);
  }); // oxfmt-ignore

  it.each([
    ['Erdgas', { energySource: 'gas' }],
    ['Fernwärme', { energySource: 'district' }],
    ['Wärmepumpe', { energySource: 'ambientHeat' }],
    ['Gas, Solar', { energySources: ['gas', 'solar'] }],
    ['Gas, ', { energySource: 'gas' }],
  ])('an energy certificate that names %s has %j', async (named, expected) => {
    const pass = PASS.replace('<wertklasse>', `<primaerenergietraeger>${named}</primaerenergietraeger><wertklasse>`);
    const { certificate: read } = await certificate('', pass);
    expect(read).toMatchObject(expected);
  }); // oxfmt-ignore
});

describe('a text', () => {
  it('a text that was escaped twice is decoded, in the town, the title and the street', async () => {
    const read = await readFlat({
      geo: '<plz>80331</plz><ort>M&amp;uuml;nchen</ort><strasse>Stra&amp;szlig;e</strasse><hausnummer>1</hausnummer>',
      freitexte:
        '<objekttitel>Gem&uuml;tlich &amp;amp; hell</objekttitel><lage>3&amp;nbsp;Zimmer</lage><objektbeschreibung>M&amp;amp;uuml;nchen</objektbeschreibung>',
      kontaktperson: '<name>M&amp;uuml;ller</name><email_direkt>max@example.org</email_direkt>',
    });
    expect(fieldsOf(read)).toMatchObject({
      title: 'Gemütlich & hell',
      locationDescription: '3 Zimmer',
      description: 'München',
      address: { city: 'München', street: 'Straße' },
    });
    expect(read.contact?.fields.lastName).toBe('Müller');
    expect(read.problems).toEqual([]);
  });

  it('a text with characters that XML forbids is read without them, with a note', async () => {
    const read = await readFlat({ freitexte: '<objekttitel>Ruhig\u000B und &#12;hell</objekttitel>' });
    expect(fieldsOf(read)?.title).toBe('Ruhig und hell');
    expect(reasonsOf(read)).toEqual(['controls_removed']);
  });

  it.each(['a <a …b', 'x <a b> y', 'a < b > c', 'Zimmer <3'])(
    'a text that only looks like HTML stays as it is: %s',
    async (text) => {
      const read = await readFlat({
        freitexte: `<objekttitel>A</objekttitel><lage><![CDATA[${text}]]></lage>`,
      });
      expect(fieldsOf(read)?.locationDescription).toBe(text);
    },
  );

  it.each([
    ['<wohnung wohnungtyp="ETAGE"/>', 'Etagenwohnung in Köln'],
    ['<wohnung/>', 'Wohnung in Köln'],
  ])('a text that is missing as the title of %s is %j, with a note', async (object, title) => {
    const objektkategorie = `<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart>${object}</objektart>`;
    const read = await readFlat({ objektkategorie, freitexte: undefined });
    expect(fieldsOf(read)?.title).toBe(title);
    expect(reasonsOf(read)).toEqual(['title_made']);
  });
});

describe('the state of an object', () => {
  it.each([
    ['OFFEN', 'open'],
    ['RESERVIERT', 'reserved'],
    ['VERKAUFT', 'sold'],
    ['vermietet', 'sold'],
    ['Verkauft!', 'sold'],
    ['verkauft am 1.3.2027', 'sold'],
    ['Reserviert bis 30.10.', 'reserved'],
    ...['verkauft: nein', 'verkauft: N', 'verkauft (J/N): N', 'Verkauft = n', 'verkauft?', 'vermietet, zum Verkauf', 'Reserviert aufgehoben', 'reserviert: -', 'verkauft am 1.3.? nein'].map((text): [string, undefined] => [text, undefined]), // oxfmt-ignore
    ['verkaufbar', undefined],
  ])('the state of an object sold as %s is %s', async (stand, expected) => {
    const read = await readFlat({ zustand_angaben: `<verkaufstatus stand="${stand}"/>` });
    expect(fieldsOf(read)?.salesStatus).toBe(expected);
  });

  it('the state of an object that is partly refurbished is refurbished', async () => {
    const read = await readFlat({ zustand_angaben: '<zustand zustand_art="TEIL_SANIERT"/>' });
    expect(fieldsOf(read)?.condition).toBe('refurbished');
  });
});

describe('an object without a type of its own', () => {
  const category = (object: string, deal = 'KAUF') =>
    `<nutzungsart WOHNEN="true"/><vermarktungsart ${deal}="true"/><objektart>${object}</objektart>`;
  const plot = '<grundstuecksflaeche>20000</grundstuecksflaeche><wohnflaeche>200</wohnflaeche>';

  it.each([
    ['<land_und_forstwirtschaft land_typ="ACKERBAU"/>', 'commercialPlotBuy', { commercialPlotType: 'agriculture' }],
    ['<land_und_forstwirtschaft land_typ="BAUERNHOF"/>', 'houseBuy', { houseType: 'farm' }],
    ['<parken parken_typ="BOOTSLIEGEPLATZ"/>', 'parkingSpaceBuy', { parkingSpaceType: 'outdoor' }],
    ['<freizeitimmobilie_gewerblich/>', 'otherCommercialBuy', {}],
  ])('an object of %s is the nearest one, %s, with a note', async (object, type, fields) => {
    const flaechen = `${plot}<nutzflaeche>200</nutzflaeche><gesamtflaeche>200</gesamtflaeche>`;
    const read = await readFlat({ objektkategorie: category(object), flaechen });
    expect(read.property).toMatchObject({ type, fields });
    expect(reasonsOf(read)).toEqual(['read_as']);
  }); // oxfmt-ignore
});

describe('a contact', () => {
  const contact = async (kontaktperson: string) => {
    const read = await readFlat({ kontaktperson });
    return { fields: read.contact?.fields, reasons: reasonsOf(read) };
  };

  it('a contact with a company of 60 letters has the beginning of it, with a note', async () => {
    const read = await contact(`<firma>${'x'.repeat(60)}</firma><email_direkt>max@example.org</email_direkt>`);
    expect(read).toEqual({ fields: { email: 'max@example.org', lastName: 'x'.repeat(50) }, reasons: ['contact_text_cut'] });
  }); // oxfmt-ignore

  it.each([
    ['mailto:max@example.org', 'max@example.org'],
    ['mailto:max@example.org?subject=Anfrage?', 'max@example.org'],
    ['max@example.org; info@example.org', 'max@example.org'],
    ['Max Muster &lt;max@example.org&gt;', 'max@example.org'],
    ['max@bücher.example', 'max@xn--bcher-kva.example'],
  ])('a contact with the address %s has %s', async (given, expected) => {
    const read = await contact(`<name>Muster</name><email_direkt>${given}</email_direkt>`);
    expect(read).toEqual({ fields: { email: expected, lastName: 'Muster' }, reasons: [] });
  });

  it('a contact without an address is missing, with its telephone numbers', async () => {
    const read = await readFlat({ kontaktperson: '<name>Muster</name><tel_handy>0170 1234567</tel_handy>' });
    expect(read.contact).toBeUndefined();
    expect(read.problems).toMatchObject([{ reason: 'contact_only_phone', parameters: { phones: '0170 1234567' } }]);
  }); // oxfmt-ignore
});

describe('the area of a shop', () => {
  const shop = (flaechen: string) =>
    readRentedFlat({
      objektkategorie:
        '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><einzelhandel handel_typ="LADENLOKAL"/></objektart>',
      preise: '<kaltmiete>900</kaltmiete>',
      flaechen: `<gesamtflaeche>120</gesamtflaeche>${flaechen}`,
    });

  it.each([
    ['<ladenflaeche>100</ladenflaeche>', 100, 0],
    ['<ladenflaeche>100</ladenflaeche><verkaufsflaeche>80</verkaufsflaeche>', 80, 1],
    ['<nutzflaeche>100</nutzflaeche><ladenflaeche>100</ladenflaeche>', 100, 0],
    ['<nutzflaeche>0.00</nutzflaeche><ladenflaeche>80</ladenflaeche><verkaufsflaeche>0.00</verkaufsflaeche>', 80, 0],
  ])('the area of a shop with %s is %d m²', async (flaechen, usableArea, unmapped) => {
    const read = await shop(flaechen);
    expect(fieldsOf(read)).toMatchObject({ usableArea });
    expect(read.unmapped).toHaveLength(unmapped);
  }); // oxfmt-ignore
});

describe('a sale by auction', () => {
  it.each([
    ['versteigerung', '<zwangsversteigerung>true</zwangsversteigerung>'],
    ['bieterverfahren', '<mindestpreis>300000</mindestpreis>'],
  ])('a sale by auction is no plain sale without a warning: %s', async (name, section) => {
    expect(reasonsOf(await readFlat({ [name]: section }))).toEqual(['decider_unknown']);
  });

  it('a sale is none by auction where the document denies it', async () => {
    const section = '<zwangsversteigerung>false</zwangsversteigerung>';
    expect(reasonsOf(await readFlat({ versteigerung: section }))).toEqual([]);
  });
});
