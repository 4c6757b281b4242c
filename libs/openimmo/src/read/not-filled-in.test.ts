import { describe, expect, it } from 'vitest';
import { readFlat, readRentedFlat } from '../test-support/flat.ts';
import { readSections } from '../test-support/one-object.ts';

const place = (inside: string) => readSections({ geo: `<plz>80331</plz><ort>München</ort>${inside}` });

describe('a street number of zero', () => {
  it.each([
    [
      '<strasse>Lindenweg 12</strasse><hausnummer>0</hausnummer>',
      { street: 'Lindenweg', streetNumber: '12' },
    ],
    [
      '<strasse>Lindenweg 12</strasse><hausnummer>00</hausnummer>',
      { street: 'Lindenweg', streetNumber: '12' },
    ],
    [
      '<strasse>Lindenweg 12</strasse><hausnummer>5</hausnummer>',
      { street: 'Lindenweg 12', streetNumber: '5' },
    ],
  ])('a street number of zero is not filled in: %s', async (inside, address) => {
    expect((await place(inside)).property?.fields.address).toMatchObject(address);
  });

  it('a street number of zero does not become one', async () => {
    const { property, unmapped } = await place('<strasse>Lindenweg</strasse><hausnummer>0</hausnummer>');
    expect(property?.fields.address).not.toHaveProperty('streetNumber');
    expect(unmapped).toEqual([]);
  });
});

describe('a date of zero', () => {
  it.each(['0001-01-01', '0001-01-01T00:00:00', '1899-12-30', '30.12.1899', '1970-01-01', '0000-00-00', '0'])(
    'a date of %s is not filled in',
    async (zero) => {
      const { property, unmapped, problems, times } = await readFlat({
        verwaltung_objekt: `<verfuegbar_ab>${zero}</verfuegbar_ab><abdatum>${zero}</abdatum><aktiv_bis>${zero}</aktiv_bis>`,
        verwaltung_techn: `<objektnr_extern>F-1</objektnr_extern><aktiv_von>${zero}</aktiv_von><aktiv_bis>${zero}</aktiv_bis>`,
      });
      expect(property?.fields).not.toHaveProperty('availableFrom');
      expect({ unmapped, problems, times }).toEqual({ unmapped: [], problems: [], times: undefined });
    },
  );

  it('a date of zero does not hide another one', async () => {
    const { property, unmapped, times } = await readFlat({
      verwaltung_objekt: '<abdatum>0001-01-01</abdatum><abdatum>2027-03-01</abdatum>',
      verwaltung_techn:
        '<objektnr_extern>F-1</objektnr_extern><aktiv_bis>1899-12-30</aktiv_bis><aktiv_bis>2027-06-30</aktiv_bis>',
    });
    expect(property?.fields.availableFrom).toBe('2027-03-01');
    expect(times).toEqual({ publishUntil: '2027-06-30T22:00:00.000Z' });
    expect(unmapped).toEqual([]);
  });

  it('a date of zero of an energy certificate does not make an old one of it', async () => {
    const { property, unmapped } = await readFlat({
      zustand_angaben:
        '<energiepass><epart>BEDARF</epart><endenergiebedarf>98</endenergiebedarf><ausstelldatum>0001-01-01</ausstelldatum></energiepass>',
    });
    expect(property?.fields.residentialEnergyCertificate).toEqual({ type: 'need', energyNeed: 98 });
    expect(unmapped).toEqual([]);
  });
});

describe('a street with its number in two places', () => {
  const address = async (strasse: string, hausnummer: string) => {
    const read = await place(`<strasse>${strasse}</strasse><hausnummer>${hausnummer}</hausnummer>`);
    const { street, streetNumber } = read.property?.fields.address ?? {};
    return [street, streetNumber];
  };

  it.each([
    ['Lindenweg 12', '12'],
    ['Lindenweg 12 A', '12a'],
    ['Lindenweg, 12', ' 12 '],
    ['Lindenweg 12/Top 4', '12/top 4'],
  ])('%s with the number %s is the street alone', async (strasse, hausnummer) => {
    expect(await address(strasse, hausnummer)).toEqual(['Lindenweg', hausnummer.trim()]);
  });

  it.each([
    ['Lindenweg 12', '5'],
    ['Lindenweg 12', '12a'],
    ['Lindenweg', '12'],
  ])('%s with another number %s stays whole', async (strasse, hausnummer) => {
    expect(await address(strasse, hausnummer)).toEqual([strasse, hausnummer]);
  });

  it('land has its number once, too', async () => {
    const { property } = await readSections({
      objektkategorie:
        '<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><grundstueck/></objektart>',
      flaechen: '<grundstuecksflaeche>800</grundstuecksflaeche>',
      geo: '<plz>80331</plz><ort>München</ort><strasse>Lindenweg 12</strasse><hausnummer>12</hausnummer>',
    });
    expect(property?.fields.address).toMatchObject({ street: 'Lindenweg', streetNumber: '12' });
  });
});

describe('a street with a number behind it', () => {
  const address = async (strasse: string) => {
    const read = await place(`<strasse>${strasse}</strasse>`);
    const { street, streetNumber } = read.property?.fields.address ?? {};
    return [street, streetNumber];
  };

  it.each([
    ['Hauptstraße 12 Top 4', 'Hauptstraße', '12 Top 4'],
    ['Lindenweg 12, WE 3', 'Lindenweg', '12, WE 3'],
    ['Mariahilfer Straße 10/Top 5', 'Mariahilfer Straße', '10/Top 5'],
    ['Mariahilfer Straße 10/2/Tür 5', 'Mariahilfer Straße', '10/2/Tür 5'],
    ['Ring 7 Haus 2', 'Ring', '7 Haus 2'],
    ['Am Markt 3a Whg. 12', 'Am Markt', '3a Whg. 12'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['Straße des 17 Juni 135', 'Straße des 17 Juni', '135'],
    ['1. Querstraße 5', '1. Querstraße', '5'],
    ['C 4, 12', 'C 4', '12'],
    ['Lindenweg 12, 3. OG', 'Lindenweg', '12, 3. OG'],
    ['Lindenweg 12a, 3.OG links', 'Lindenweg', '12a, 3.OG links'],
    ['Lindenweg 12 Hinterhaus, 1. Stock', 'Lindenweg', '12 Hinterhaus, 1. Stock'],
    ['Lindenweg 12, EG, Whg. 4', 'Lindenweg', '12, EG, Whg. 4'],
    ['Hauptstraße Nr. 12', 'Hauptstraße', '12'],
    ['Hauptstraße, Haus-Nr.12 b', 'Hauptstraße', '12 b'],
    ['Haupt-Str.12a-c', 'Haupt-Str.', '12a-c'],
    ['Hauptstraße12', 'Hauptstraße', '12'],
    ['Am Markt 5 - 7', 'Am Markt', '5 - 7'],
    ['Am Markt 5a/b', 'Am Markt', '5a/b'],
  ])('%s is the street %s with the number %s', async (strasse, street, number) => {
    expect(await address(strasse)).toEqual([street, number]);
  });

  it.each([
    'Straße 42 Nr. 5',
    'Lindenweg 12 1/2',
    'Haus 3, Lindenweg 12',
    'Lindenweg, 3. OG',
    'Lindenweg 12, am Park',
    'Lindenweg 12 und 14',
    'C4',
    'C 4',
    'Straße Nr.',
    'Am Rechts 3 Ecke Weg',
    'Allee 5 7',
  ])('%s stays whole, because nobody knows which number is the one of the house', async (strasse) => {
    expect(await address(strasse)).toEqual([strasse, undefined]);
  });

  it('a street with a second line stays whole, so that no number goes over two lines', async () => {
    expect(await address('Lindenweg 12<br/>Hinterhaus')).toEqual(['Lindenweg 12\nHinterhaus', undefined]);
  });
});

describe('a contact', () => {
  const contact = async (inside: string) =>
    readSections({ kontaktperson: `<email_direkt>a@example.org</email_direkt>${inside}` });

  it.each(['keine', '-', '0', 'n/a', 'siehe Exposé'])('a contact has no website %s', async (url) => {
    const read = await contact(`<name>Beispiel</name><url>${url}</url>`);
    expect(read.contact?.fields).toEqual({ email: 'a@example.org', lastName: 'Beispiel' });
  });

  it('a contact has a website that is written without its scheme', async () => {
    const read = await contact('<name>Beispiel</name><url>www.example.org</url>');
    expect(read.contact?.fields.website).toBe('https://www.example.org/');
  });

  it('a contact with a name that is too long keeps its beginning rather than the company', async () => {
    const read = await contact(`<name>${'a'.repeat(51)}</name><firma>F</firma>`);
    expect(read.contact?.fields.lastName).toBe('a'.repeat(50));
    expect(read.problems).toMatchObject([{ reason: 'contact_text_cut' }]);
  });

  it('a contact with a title that is too long keeps its whole words', async () => {
    const read = await contact('<name>Beispiel</name><titel>Prof. Dr. Dr. h.c. mult.</titel>');
    expect(read.contact?.fields.title).toBe('Prof. Dr. Dr.');
    expect(read.problems).toMatchObject([{ reason: 'contact_text_cut' }]);
  });

  it('a contact with a dash for its name has that of its company', async () => {
    const read = await contact('<name>-</name><vorname>0</vorname><firma>Muster GmbH</firma>');
    expect(read.contact?.fields).toEqual({ email: 'a@example.org', lastName: 'Muster GmbH' });
    expect(read.problems).toEqual([]);
  });
});

describe('a required value that is missing', () => {
  const RENT =
    '<nutzungsart WOHNEN="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><wohnung wohnungtyp="ETAGE"/></objektart>';
  it.each([
    ['geo/ort', { geo: '<plz>80331</plz>' }],
    ['geo/plz', { geo: '<ort>München</ort>' }],
    ['preise/nettokaltmiete', { objektkategorie: RENT, preise: '<nebenkosten>100</nebenkosten>' }],
    ['flaechen/wohnflaeche', { objektkategorie: RENT, preise: '<kaltmiete>900</kaltmiete>' }],
  ])('a required value that is missing is named by its element %s', async (path, sections) => {
    const { problems } = await readSections(sections);
    expect(problems.filter(({ reason }) => reason === 'field_missing').map((one) => one.path)).toContain(
      path,
    );
  });
});

it.each(['&#12;', 'a&amp;#12;b', '&#x1F;'])(
  'a reference %s to a character that XML forbids is noted',
  async (lage) => {
    const { problems, property } = await readSections({
      freitexte: `<objekttitel>A</objekttitel><lage>${lage}</lage>`,
    });
    expect(problems).toMatchObject([{ reason: 'controls_removed' }]);
    expect(property?.fields.title).toBe('A');
  },
);

it('references to line breaks are noted nowhere', async () => {
  const { problems } = await readSections({
    freitexte: '<objekttitel>A</objekttitel><lage>a&#10;b&#13;c&#9;d&#160;</lage>',
  });
  expect(problems).toEqual([]);
});

describe('a zero before another element of the same name', () => {
  const kinds = (deal: string, object: string, use = 'WOHNEN') =>
    `<nutzungsart ${use}="true"/><vermarktungsart ${deal}="true"/><objektart>${object}</objektart>`;
  const ZINSHAUS = kinds('KAUF', '<zinshaus_renditeobjekt zins_typ="WOHNANLAGEN"/>', 'ANLAGE');
  const PLOT = kinds('MIETE_PACHT', '<grundstueck grundst_typ="WOHNEN"/>');
  const OFFICE = kinds('MIETE_PACHT', '<buero_praxen/>', 'GEWERBE');
  const HOME = '<wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer>';
  const twice = (name: string, value: string, zero = '0') =>
    `<${name}>${zero}</${name}><${name}>${value}</${name}>`;
  const PRICE = '<kaufpreis>349000</kaufpreis>';

  it.each([
    [twice('wohnflaeche', '80') + twice('anzahl_zimmer', '3'), { livingArea: 80, numberOfRooms: 3 }],
    [HOME + twice('nutzflaeche', '12', '0.00'), { usableArea: 12 }],
    [HOME + twice('anzahl_schlafzimmer', '2'), { numberOfBedrooms: 2 }],
    [HOME + twice('anzahl_balkone', '1'), { hasBalcony: true }],
    [HOME + twice('anzahl_stellplaetze', '2'), { numberOfParkingSpaces: 2 }],
  ])('a zero before another element of the areas does not hide it: %s', async (flaechen, fields) => {
    const read = await readFlat({ flaechen });
    expect(read).toMatchObject({ problems: [], unmapped: [], property: { fields } });
  });

  it.each([
    [{ geo: `<plz>50667</plz><ort>Köln</ort>${twice('anzahl_etagen', '4')}` }, { numberOfFloors: 4 }],
    [{ zustand_angaben: twice('baujahr', '1985') }, { constructionYear: 1985 }],
    [{ preise: `${PRICE}${twice('hausgeld', '210')}` }, { condoFee: 210 }],
    [{ preise: `${PRICE}${twice('mieteinnahmen_ist', '12000')}` }, { monthlyRentalIncome: 1000 }],
    [
      { preise: `${PRICE}<mieteinnahmen_ist periode="JAHR">0</mieteinnahmen_ist><mieteinnahmen_ist periode="MONAT">900</mieteinnahmen_ist>` },
      { monthlyRentalIncome: 900 },
    ],
    [
      {
        objektkategorie: ZINSHAUS, flaechen: '<gesamtflaeche>500</gesamtflaeche>', zustand_angaben: '<baujahr>1985</baujahr>',
        preise: `${PRICE}${twice('mieteinnahmen_ist', '12000')}${twice('mieteinnahmen_soll', '13000', '0.00')}`,
      },
      { actualYearlyRentalIncome: 12_000, targetYearlyRentalIncome: 13_000 },
    ],
    [
      { geo: '<plz>50667</plz><ort>Köln</ort><strasse>Weg</strasse><hausnummer>0</hausnummer><hausnummer>5</hausnummer>' },
      { address: { street: 'Weg', streetNumber: '5' } },
    ],
  ])('a zero before another element does not hide it: %j', async (sections, fields) => {
    const read = await readFlat(sections);
    expect(read).toMatchObject({ unmapped: [], property: { fields } });
    expect(read.problems.filter(({ reason }) => reason !== 'period_converted')).toEqual([]);
  }); // oxfmt-ignore

  it.each([
    [twice('kaltmiete', '850'), { baseRent: 850 }],
    [`<kaltmiete>850</kaltmiete>${twice('nebenkosten', '120')}`, { additionalCosts: 120 }],
    [`<kaltmiete>850</kaltmiete>${twice('kaution', '2700', '0.00')}`, { deposit: '2700' }],
    [
      '<kaltmiete>850</kaltmiete><stp_garage stellplatzmiete="0" anzahl="1"/><stp_garage stellplatzmiete="45" anzahl="1"/>',
      { parkingSpaceRent: 45, parkingSpaceType: 'garage', numberOfParkingSpaces: 2 },
    ],
    [
      `${twice('nettokaltmiete', '800')}${twice('kaltmiete', '950')}${twice('nebenkosten', '150')}<heizkosten_enthalten>true</heizkosten_enthalten>${twice('heizkosten', '60')}`,
      { baseRent: 800, additionalCosts: 210, heatingCosts: 60 },
    ],
  ])('a zero before another element of the rents does not hide it: %s', async (preise, fields) => {
    const read = await readRentedFlat({ preise });
    expect(read).toMatchObject({ problems: [], unmapped: [], property: { fields } });
  });

  it('a zero before another lease, or another area of its use, does not hide it', async () => {
    const plot = { objektkategorie: PLOT, flaechen: '<grundstuecksflaeche>800</grundstuecksflaeche>' };
    const leased = await readRentedFlat({ ...plot, preise: twice('pacht', '1200') });
    expect(leased).toMatchObject({ problems: [], unmapped: [], property: { fields: { yearlyRent: 1200 } } });
    const office = await readRentedFlat({
      objektkategorie: OFFICE,
      flaechen: `${twice('nutzflaeche', '200')}<bueroflaeche>200</bueroflaeche>`,
    });
    expect(office).toMatchObject({ problems: [], unmapped: [], property: { fields: { usableArea: 200 } } });
    const other = `<nutzflaeche>0</nutzflaeche>${twice('bueroflaeche', '200')}`;
    expect(await readRentedFlat({ objektkategorie: OFFICE, flaechen: other })).toMatchObject({
      problems: [], unmapped: [], property: { fields: { usableArea: 200 } },
    });
  }); // oxfmt-ignore

  it('a zero before another floor is the ground floor', async () => {
    const read = await readFlat({ geo: `<plz>50667</plz><ort>Köln</ort>${twice('etage', '3')}` });
    expect(read.property?.fields.floor).toBe(0);
  });
});
