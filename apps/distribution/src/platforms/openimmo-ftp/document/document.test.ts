import { describe, expect, it } from 'vitest';
import type { FieldsOf, PropertySnapshot } from '@estate/contracts';
import type { PlatformProfile } from '../../profiles.ts';
import type { SetPublication, TargetAccount } from '../../platform.ts';
import { openimmoFtp } from '../index.ts';
import { composeDelete, composeSet } from '../pack.ts';
import {
  account,
  AttachmentFiles,
  deletePublication,
  FIELDS,
  profile,
  setPublication,
  snapshot,
  tools,
} from '../test-support/fixtures.ts';
import { schema } from '../test-support/schema.ts';

type Fields = FieldsOf<'apartmentBuy'>;

interface Variation {
  snapshot?: Partial<PropertySnapshot>;
  profile?: Partial<PlatformProfile>;
  account?: Partial<TargetAccount>;
  firstTime?: boolean;
}

function preview(variation: Variation = {}): string {
  const platform = openimmoFtp(profile(variation.profile), tools(new AttachmentFiles()));
  const publication = setPublication({
    snapshot: snapshot(variation.snapshot),
    firstTime: variation.firstTime ?? true,
  });
  return platform.preview({ ...account(), ...variation.account }, publication).body;
}

async function valid(document: string): Promise<string> {
  expect((await schema.check(Buffer.from(document))).errors).toEqual([]);
  return document;
}

const withFields = (fields: Partial<Fields>) => ({ snapshot: { fields: { ...FIELDS, ...fields } } });

/** A field's value and what the document must then say. */
const mapping: [Partial<Fields>, string][] = [
  [{}, '<nutzungsart WOHNEN="true" GEWERBE="false"/><vermarktungsart KAUF="true" MIETE_PACHT="false"/>'],
  ...table(
    'apartmentType',
    {
      apartment: 'APARTMENT',
      attic: 'DACHGESCHOSS',
      maisonette: 'MAISONETTE',
      penthouse: 'PENTHOUSE',
      loft: 'LOFT-STUDIO-ATELIER',
      terrace: 'TERRASSEN',
      lowerGroundFloor: 'SOUTERRAIN',
      groundFloor: 'ERDGESCHOSS',
      upperGroundFloor: 'ERDGESCHOSS',
      floor: 'ETAGE',
      other: 'KEINE_ANGABE',
    },
    (value) => `<wohnung wohnungtyp="${value}"/>`,
  ),
  ...table(
    'condition',
    {
      firstTimeUse: 'ERSTBEZUG',
      mint: 'NEUWERTIG',
      refurbished: 'VOLL_SANIERT',
      renovated: 'TEIL_VOLLRENOVIERT',
      modernised: 'MODERNISIERT',
      wellKept: 'GEPFLEGT',
      requiresRefurbishment: 'SANIERUNGSBEDUERFTIG',
      demolitionReady: 'ABRISSOBJEKT',
      negotiable: 'NACH_VEREINBARUNG',
    },
    (value) => `<zustand zustand_art="${value}"/>`,
  ),
  ...table(
    'heatingType',
    {
      stove: '<heizungsart OFEN="true"/>',
      floor: '<heizungsart ETAGE="true"/>',
      central: '<heizungsart ZENTRAL="true"/>',
      district: '<heizungsart FERN="true"/>',
      underfloor: '<heizungsart FUSSBODEN="true"/>',
      heatPump: '<befeuerung LUFTWP="true"/>',
    },
    (value) => value,
  ),
  ...table(
    'interiorQuality',
    { standard: 'STANDARD', high: 'GEHOBEN', luxury: 'LUXUS' },
    (value) => `<ausstatt_kategorie>${value}<`,
  ),
  ...table(
    'parkingSpaceType',
    {
      garage: 'GARAGE',
      undergroundGarage: 'TIEFGARAGE',
      carport: 'CARPORT',
      outdoor: 'FREIPLATZ',
      carPark: 'PARKHAUS',
      duplex: 'DUPLEX',
    },
    (value) => `<stellplatzart ${value}="true"/>`,
  ),
  ...(['garage', 'undergroundGarage', 'carport', 'outdoor', 'carPark', 'duplex'] as const).map(
    (parkingSpaceType): [Partial<Fields>, string] => [
      { parkingSpaceType, numberOfParkingSpaces: 2, parkingSpacePurchasePrice: 25000 },
      'stellplatzkaufpreis="25000" anzahl="2"/>',
    ],
  ),
  [{ parkingSpaceType: 'carport', parkingSpacePurchasePrice: 1 }, '<stp_carport stellplatzkaufpreis="1"/>'],
  [{ availableFrom: '2026-11-05' }, '<verfuegbar_ab>05.11.2026</verfuegbar_ab><abdatum>2026-11-05</abdatum>'],
  [
    { commission: '3,57 %' },
    '<provisionspflichtig>true</provisionspflichtig><aussen_courtage>3,57 %</aussen_courtage>',
  ],
  [{ hasCommission: false }, '<provisionspflichtig>false</provisionspflichtig>'],
  [{ commission: 'provisionsfrei' }, '<provisionspflichtig>false</provisionspflichtig>'],
  [{ commission: 'nicht provisionspflichtig' }, '<provisionspflichtig>false</provisionspflichtig>'],
  [{ commission: 'siehe Exposé', hasCommission: false }, '<provisionspflichtig>false</provisionspflichtig>'],
  [{ hasCommission: true }, '<provisionspflichtig>true</provisionspflichtig>'],
  [{ salesStatus: 'reserved' }, '<verkaufstatus stand="RESERVIERT"/>'],
  [{ commissionDescription: 'due at signing' }, '<courtage_hinweis>due at signing</courtage_hinweis>'],
  [
    { hasCommission: true, commissionDescription: 'Provision 3,57 % vom Käufer' },
    '<provisionspflichtig>true</provisionspflichtig><courtage_hinweis>Provision 3,57 % vom Käufer</courtage_hinweis>',
  ],
  [{ condoFee: 315.5 }, '<hausgeld>315.5</hausgeld>'],
  [{ constructionYear: 1998 }, '<baujahr>1998</baujahr>'],
  [{ lastRefurbished: 2015 }, '<letztemodernisierung>2015</letztemodernisierung>'],
  [{ energyCertificateStatus: 'notRequired' }, '<energiepass><jahrgang>nicht_noetig</jahrgang>'],
  [{ energyCertificateStatus: 'notYetPresent' }, '<jahrgang>bei_besichtigung</jahrgang>'],
  [{ floor: -1, numberOfFloors: 5 }, '<etage>-1</etage><anzahl_etagen>5</anzahl_etagen>'],
  [{ hasBalcony: true }, '<anzahl_balkone>1</anzahl_balkone>'],
  [{ hasBuiltInKitchen: false }, '<kueche EBK="false"/>'],
  [{ hasCellar: true }, '<unterkellert keller="JA"/>'],
  [{ hasCellar: false }, '<unterkellert keller="NEIN"/>'],
  [
    { hasGarden: true, hasGuestToilet: true, isAccessible: true },
    '<gartennutzung>true</gartennutzung><barrierefrei>true</barrierefrei><gaestewc>true</gaestewc>',
  ],
  [{ hasLift: true }, '<fahrstuhl PERSONEN="true"/>'],
  [
    { requiresWBS: true, isRented: true, isListed: false, isSuitableAsHolidayHome: true },
    '<wbs_sozialwohnung>true</wbs_sozialwohnung><vermietet>true</vermietet><denkmalgeschuetzt>false</denkmalgeschuetzt><als_ferien>true</als_ferien>',
  ],
  [
    { usableArea: 110, numberOfBedrooms: 2, numberOfBathrooms: 1, numberOfParkingSpaces: 2 },
    '<wohnflaeche>96.4</wohnflaeche><nutzflaeche>110</nutzflaeche><anzahl_zimmer>3.5</anzahl_zimmer>' +
      '<anzahl_schlafzimmer>2</anzahl_schlafzimmer><anzahl_badezimmer>1</anzahl_badezimmer><anzahl_stellplaetze>2</anzahl_stellplaetze>',
  ],
  [{ monthlyRentalIncome: 1250 }, '<mieteinnahmen_ist periode="MONAT">1250</mieteinnahmen_ist>'],
  [{}, '<kaufpreis>489000</kaufpreis>'],
  [{ purchasePriceOnRequest: false }, '<kaufpreis auf_anfrage="false">489000</kaufpreis>'],
  [{ purchasePriceOnRequest: true }, '<kaufpreis auf_anfrage="true">0</kaufpreis>'],
  [
    {
      locationDescription: 'L',
      furnishingDescription: 'F',
      description: 'D & <b>',
      miscellaneousDescription: 'M',
    },
    '</objekttitel><lage>L</lage><ausstatt_beschr>F</ausstatt_beschr><objektbeschreibung>D &amp; &lt;b&gt;</objektbeschreibung><sonstige_angaben>M</sonstige_angaben>',
  ],
  [{}, '<objektadresse_freigeben>false</objektadresse_freigeben>'],
  [
    { address: { ...FIELDS.address, region: 'Ilfov', country: 'ROU' } },
    '<strasse>Lindenweg</strasse><hausnummer>12a</hausnummer><bundesland>Ilfov</bundesland><land iso_land="ROM"/>',
  ],
  ...energySources(),
  [
    {
      residentialEnergyCertificate: { type: 'need', energyNeed: 92.3, energySource: 'oil', prior2014: false },
    },
    '<epart>BEDARF</epart><endenergiebedarf>92.3</endenergiebedarf><primaerenergietraeger>OEL</primaerenergietraeger><jahrgang>2014</jahrgang><gebaeudeart>wohn</gebaeudeart>',
  ],
  [
    {
      residentialEnergyCertificate: {
        type: 'consumption',
        energyConsumption: 101,
        energyNeed: 92,
        energySource: 'gas',
        energySources: ['solar', 'gas'],
        energyClass: 'A+',
        warmWaterIncluded: true,
        prior2014: true,
      },
    },
    '<epart>VERBRAUCH</epart><energieverbrauchkennwert>101</energieverbrauchkennwert><mitwarmwasser>true</mitwarmwasser><primaerenergietraeger>GAS</primaerenergietraeger><wertklasse>A+</wertklasse><jahrgang>2008</jahrgang>',
  ],
];

function table<Field extends keyof Fields>(
  field: Field,
  values: Record<NonNullable<Fields[Field]> & string, string>,
  written: (value: string) => string,
): [Partial<Fields>, string][] {
  return Object.entries<string>(values).map(([value, expected]) => [{ [field]: value }, written(expected)]);
}

function energySources(): [Partial<Fields>, string][] {
  const names = {
    oil: 'OEL', gas: 'GAS', electric: 'ELEKTRO', solar: 'SOLAR', geothermal: 'ERDWAERME', district: 'FERN',
    water: 'WASSER-ELEKTRO', pellet: 'PELLET', coal: 'KOHLE', wood: 'HOLZ', liquidGas: 'FLUESSIGGAS',
  } as const; // oxfmt-ignore
  return Object.entries(names).map(([energySource, name]) => [
    {
      residentialEnergyCertificate: {
        type: 'need',
        energyNeed: 1,
        energySource: energySource as keyof typeof names,
      },
    },
    `<befeuerung ${name}="true"/>`,
  ]);
}

describe('fields of an apartment', () => {
  it.each(mapping)('%j is written as %s and follows the schema', async (fields, expected) => {
    expect(await valid(preview(withFields(fields)))).toContain(expected);
  });

  it('fields of an apartment leaves out counts of nothing', async () => {
    const document = await valid(preview(withFields({ hasBalcony: false, numberOfParkingSpaces: 0 })));
    expect(document).not.toMatch(/anzahl_balkone|anzahl_stellplaetze/);
  });
});

describe('the transfer', () => {
  it('the transfer is partial and names the sender and the provider', async () => {
    const document = await valid(preview());
    expect(document).toContain(
      '<uebertragung art="ONLINE" umfang="TEIL" version="1.2.7" sendersoftware="estate" senderversion="1.0" timestamp="2026-11-01T08:30:00.000Z"/>' +
        '<anbieter><anbieternr>A 10/01</anbieternr><firma>A 10/01</firma><openimmo_anid>A 10/01</openimmo_anid>',
    );
  });

  it('the transfer says nothing for a new object and CHANGE for one that was sent before', async () => {
    expect(await valid(preview())).toContain('<aktion/>');
    expect(await valid(preview({ firstTime: false }))).toContain('<aktion aktionart="CHANGE"/>');
  });

  it('the transfer names the object by its external id and the day of its state', () => {
    expect(preview()).toContain(
      '<objektnr_intern>P/77 #1</objektnr_intern><objektnr_extern>P/77 #1</objektnr_extern><aktion/>' +
        '<openimmo_obid>P/77 #1</openimmo_obid><kennung_ursprung>estate</kennung_ursprung>' +
        '<stand_vom>2026-11-01</stand_vom><weitergabe_generell>false</weitergabe_generell>',
    );
  });
});

describe('the contact', () => {
  const collecting = { ...account(), autoCollectRequests: true };
  const address = 'e1a2b3c4e5f6g7h8i9j0@requests.example.org';

  it('the contact is written in full and without a feedback address of its own', async () => {
    expect(await valid(preview())).toContain(
      '<email_zentrale>anna@example.org</email_zentrale><email_direkt>anna@example.org</email_direkt>' +
        '<tel_durchw>+49 89 1234567</tel_durchw><tel_handy>+49 170 1234567</tel_handy><name>Beispiel</name>' +
        '<vorname>Anna</vorname><titel>Dr.</titel><url>https://example.org/anna</url></kontaktperson>',
    );
  });

  it('the contact is that of the target when the property has none', () => {
    const { contact: _, ...rest } = snapshot();
    const platform = openimmoFtp(profile(), tools(new AttachmentFiles()));
    const target = account({ contact: { email: 'office@example.org', lastName: 'Office' } });
    expect(platform.preview(target, setPublication({ snapshot: rest })).body).toContain(
      '<name>Office</name>',
    );
  });

  it('the contact carries the request address beside its own when requests are collected by feedback', async () => {
    const document = await valid(preview({ account: collecting }));
    expect(document).toContain(`<email_feedback>${address}</email_feedback>`);
    expect(document).toContain('<email_zentrale>anna@example.org</email_zentrale>');
  });

  it('the contact carries the request address instead of its own where the profile says so', async () => {
    const requests = { collect: true, via: 'replace-contact' } as const;
    const document = await valid(preview({ account: collecting, profile: { requests } }));
    expect(document).toContain(`<email_zentrale>${address}</email_zentrale><email_direkt>${address}<`);
  });

  it('the contact carries no request address for a platform that cannot collect', () => {
    const requests = { collect: false, via: 'email_feedback' } as const;
    expect(preview({ account: collecting, profile: { requests } })).not.toContain(address);
  });
});

describe('attachments and links', () => {
  const image = { sha256: 'a'.repeat(64), size: 10, mediaType: 'image/jpeg' as const, isBlueprint: false };
  const attachments = [
    { ...image, position: 0, isBlueprint: true },
    { ...image, position: 1, title: 'Front' },
    { ...image, position: 2, mediaType: 'image/png' as const },
    { ...image, position: 3, mediaType: 'application/pdf' as const },
  ];
  const links = [
    { url: 'https://tour.example.org/?a=1&b=2', title: 'Tour' },
    { url: 'https://www.youtube.com/watch?v=1' },
  ];

  const groupsOf = (document: string) =>
    [...document.matchAll(/gruppe="(\w+)"/g)].map(([, group]) => group).join(' ');

  it('attachments and links are grouped by what they show', async () => {
    const photosFirst = [
      { ...image, position: 0, title: 'Front' },
      { ...image, position: 1, isBlueprint: true },
      { ...image, position: 2, mediaType: 'image/png' as const },
      { ...image, position: 3, mediaType: 'application/pdf' as const },
    ];
    const document = await valid(preview({ snapshot: { attachments: photosFirst, links } }));
    expect(groupsOf(document)).toBe('TITELBILD GRUNDRISS BILD DOKUMENTE LINKS FILMLINK');
    expect(document).toContain('<virtuelletour>true</virtuelletour>');
    expect(document).toContain('<anhangtitel>Front</anhangtitel><format>image/jpeg</format><daten><pfad>');
    expect(document).toContain('<pfad>https://tour.example.org/?a=1&amp;b=2</pfad>');
  });

  it('attachments have the first image as their title image, also when it is a floor plan', async () => {
    const [plan, front, ...others] = attachments;
    const pdf = { ...image, position: 0, mediaType: 'application/pdf' as const };
    const moved = [plan, front].map((one, index) => ({ ...image, ...one, position: index + 1 }));
    const planFirst = await valid(preview({ snapshot: { attachments } }));
    expect(groupsOf(planFirst)).toBe('TITELBILD BILD BILD DOKUMENTE');
    const afterPdf = await valid(preview({ snapshot: { attachments: [pdf, ...moved] } }));
    expect(groupsOf(afterPdf)).toBe('DOKUMENTE TITELBILD BILD');
    const twoPlans = [
      { ...image, position: 0, isBlueprint: true },
      { ...image, position: 1, isBlueprint: true },
    ];
    const plansOnly = await valid(preview({ snapshot: { attachments: [...twoPlans, ...others] } }));
    expect(groupsOf(plansOnly)).toBe('TITELBILD GRUNDRISS BILD DOKUMENTE');
  });

  it('name formats as the platform does', async () => {
    const document = await valid(
      preview({ snapshot: { attachments, links }, profile: { formatNames: 'extension' } }),
    );
    expect(document.match(/<format>\w+/g)?.join(' ')).toBe(
      '<format>JPG <format>JPG <format>PNG <format>PDF <format>HTML <format>HTML',
    );
  });

  it('attachments and links leave links out for a platform that takes none', async () => {
    const document = await valid(preview({ snapshot: { links }, profile: { links: false } }));
    expect(document).not.toMatch(/LINKS|virtuelletour/);
  });
});

describe('a country that the format does not know', () => {
  it('a country that the format does not know is left out of what takes a property off, so that it can be taken off', async () => {
    const address = { ...FIELDS.address, country: 'IMN' };
    const property = { ...deletePublication().property, fields: { ...FIELDS, address } };
    const sender = { account: account(), profile: profile(), tools: tools(new AttachmentFiles()) };
    const { content } = composeDelete(sender, deletePublication({ property }));
    expect(await valid(content.document.toString())).not.toContain('<land');
  });
});

describe('the number of an object', () => {
  const numbersIn = (document: string) =>
    [...document.matchAll(/<objektnr_extern>([^<]*)<\/objektnr_extern><aktion( aktionart="DELETE")?/g)].map(
      ([, number, isDeleted]) => `${isDeleted ? 'without' : 'with'} ${number ?? ''}`,
    );
  const ofSet = (changes: Partial<SetPublication>) => {
    const composed = composeSet(sender, setPublication(changes));
    if (!composed.ok) throw new Error(composed.failure.message);
    return valid(composed.content.document.toString());
  };
  const sender = { account: account(), profile: profile(), tools: tools(new AttachmentFiles()) };

  it('the number of an object is another one for every external id', async () => {
    const numbers = [' ', '\n', '-', 'P-77', 'P-77 ', 'P-77\f'].map(async (externalId) =>
      numbersIn(await ofSet({ snapshot: snapshot({ externalId }) })),
    );
    expect((await Promise.all(numbers)).flat()).toEqual([
      'with %20',
      'with %0A',
      'with -',
      'with P-77',
      'with P-77%20',
      'with P-77%0C',
    ]);
  });

  it('the number of an object replaces a former one, and is taken off together with it', async () => {
    const externalId = 'P-77 ';
    const set = await ofSet({ snapshot: snapshot({ externalId }), formerNumber: externalId });
    expect(numbersIn(set)).toEqual(['without P-77 ', 'with P-77%20']);
    const property = { ...deletePublication().property, externalId };
    const { content } = composeDelete(sender, deletePublication({ property, formerNumber: externalId }));
    expect(numbersIn(await valid(content.document.toString()))).toEqual(['without P-77 ', 'without P-77%20']);
  });
});
