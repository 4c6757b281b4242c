import { expect, it } from 'vitest';
import { messagesOf, readSections } from '../test-support/one-object.ts';
import { objectsIn, readEvents } from '../test-support/read-events.ts';

const category = (object: string, { use = 'WOHNEN', deal = 'KAUF' } = {}) => {
  const flags = (names: string) => names.split(' ').map((name) => `${name}="true"`).join(' '); // oxfmt-ignore
  return `<nutzungsart ${flags(use)}/><vermarktungsart ${flags(deal)}/><objektart>${object}</objektart>`;
};
const RENT = { deal: 'MIETE_PACHT' };
const TRADE = { use: 'GEWERBE' };

/** All required fields of all types. */
const EVERYTHING = {
  preise: '<kaufpreis>100000</kaufpreis><nettokaltmiete>900</nettokaltmiete><pacht>900</pacht>',
  flaechen:
    '<wohnflaeche>80</wohnflaeche><nutzflaeche>80</nutzflaeche><gesamtflaeche>80</gesamtflaeche><grundstuecksflaeche>80</grundstuecksflaeche><anzahl_zimmer>1</anzahl_zimmer>',
  zustand_angaben: '<baujahr>1990</baujahr>',
};

it.each([
  ['<wohnung/>', {}, 'apartmentBuy'],
  ['<wohnung wohnungtyp="ETAGE"/>', RENT, 'apartmentRent'],
  ['<wohnung wohnungtyp="ETAGE"/>', TRADE, 'apartmentBuy'],
  ['<haus haustyp="VILLA"/>', {}, 'houseBuy'],
  ['<haus/>', RENT, 'houseRent'],
  ['<grundstueck grundst_typ="WOHNEN"/>', {}, 'plotBuy'],
  ['<grundstueck/>', {}, 'plotBuy'],
  ['<grundstueck/>', RENT, 'plotRent'],
  ['<grundstueck grundst_typ="FREIZEIT"/>', TRADE, 'commercialPlotBuy'],
  ['<grundstueck grundst_typ="GEWERBE"/>', { use: 'WOHNEN GEWERBE' }, 'commercialPlotBuy'],
  ['<buero_praxen buero_typ="PRAXIS"/>', TRADE, 'officeBuy'],
  ['<buero_praxen/>', { ...TRADE, ...RENT }, 'officeRent'],
  ['<einzelhandel/>', TRADE, 'retailBuy'],
  ['<einzelhandel handel_typ="KIOSK"/>', { ...TRADE, ...RENT }, 'retailRent'],
  ['<gastgewerbe/>', TRADE, 'gastronomyBuy'],
  ['<gastgewerbe/>', { ...TRADE, ...RENT }, 'gastronomyRent'],
  ['<hallen_lager_prod/>', TRADE, 'industrialBuy'],
  ['<hallen_lager_prod/>', { ...TRADE, ...RENT }, 'industrialRent'],
  ['<sonstige/>', TRADE, 'otherCommercialBuy'],
  ['<parken parken_typ="STELLPLATZ"/>', {}, 'parkingSpaceBuy'],
  ['<parken parken_typ="DOPPELGARAGE"/>', RENT, 'parkingSpaceRent'],
  ['<zinshaus_renditeobjekt/>', { use: 'WOHNEN ANLAGE' }, 'residentialInvestmentBuy'],
  ['<zinshaus_renditeobjekt/>', { use: 'GEWERBE ANLAGE' }, 'commercialInvestmentBuy'],
  ['<zinshaus_renditeobjekt zins_typ="SB_MAERKTE"/>', { use: 'WOHNEN GEWERBE' }, 'commercialInvestmentBuy'],
  ['<zinshaus_renditeobjekt zins_typ="WOHNANLAGEN"/>', { use: 'ANLAGE' }, 'residentialInvestmentBuy'],
])('the property type of an object of %s with %j is %s', async (object, said, type) => {
  const read = await readSections({ ...EVERYTHING, objektkategorie: category(object, said) });
  expect(messagesOf(read)).toEqual([]);
  expect(read.property?.type).toBe(type);
});

it.each([
    ['<zimmer/>', {}, 'There is no property type for zimmer for sale for residential use.'],
    ['<grundstueck/>', { ...TRADE, ...RENT }, 'There is no property type for grundstueck for rent for commercial use.'],
    ['<zinshaus_renditeobjekt/>', RENT, 'There is no property type for zinshaus_renditeobjekt for rent for residential use.'],
    ['<wohnung/><haus/>', {}, 'The object has several kinds (objektart).'],
    ['', {}, 'The object has no kind (objektart).'],
    ['<wohnung/>', { deal: 'ERBPACHT' }, 'The object is neither for sale nor for rent.'],
    ['<wohnung/>', { deal: 'KAUF MIETE_PACHT' }, 'The object is for sale and for rent. Send it as two objects.'],
  ])('the property type of an object is missing for %s with %j, in words', async (object, said, message) => {
    const { problems, property } = await readSections({ ...EVERYTHING, objektkategorie: category(object, said) });
    expect(property).toBeUndefined();
    expect(problems).toMatchObject([{ severity: 'error', message }]);
  }); // oxfmt-ignore

it('the property type of an object is that of its price for an object for sale and for rent', async () => {
  const objektkategorie = category('<wohnung/>', { deal: 'KAUF MIETE_PACHT' });
  const read = (preise: string) => readSections({ ...EVERYTHING, objektkategorie, preise });
  expect((await read('<kaufpreis>1</kaufpreis>')).property?.type).toBe('apartmentBuy');
  expect((await read('<kaltmiete>1</kaltmiete>')).property?.type).toBe('apartmentRent');
});

it.each([
  ['', '', 'create'],
  ['<aktion/>', '', 'create'],
  ['<aktion aktionart="NEW"/>', '', 'create'],
  ['<aktion aktionart="ADD"/>', '', 'create'],
  ['<aktion aktionart="change"/>', 'modus="NEW"', 'update'],
  ['<aktion aktionart="DELETE"/>', 'modus="CHANGE"', 'delete'],
  ['<aktion aktionart="REFERENZ"/>', '', 'delete'],
  ['', 'modus="CHANGE"', 'update'],
  ['<aktion aktionart="WHATEVER"/>', 'modus="DELETE"', 'delete'],
  ['<aktion actiontype="DELETE"/>', '', 'delete'],
  ['<aktion Art="DELETE"/>', '', 'delete'],
  ['<aktion action="Remove"/>', '', 'delete'],
  ['<aktion typ="DELETE"/>', '', 'delete'],
  ['<aktion> <aktionart>DELETE</aktionart> </aktion>', '', 'delete'],
  ['<aktionart>DELETE</aktionart>', '', 'delete'],
  ['<aktion aktionart=""/><aktion aktionart="DELETE"/>', '', 'delete'],
  ['<aktion><![CDATA[<p>DELETE</p>]]></aktion>', '', 'delete'],
  ['', 'modus="REMOVE"', 'delete'],
  ['', 'modus="UPDATE"', 'update'],
  ['', 'modus="NEU"', 'create'],
  ['', 'modus="TEIL"', 'create'],
  ['', 'modus="FULL"', 'create'],
  ['', 'modus="Komplett"', 'create'],
  ['', 'modus="PARTIAL"', 'create'],
  ['', 'modus="DELTA"', 'create'],
  ['', 'modus="-"', 'create'],
  ['', 'modus="0"', 'create'],
  ['', 'modus="k.A."', 'create'],
  ['<aktion aktionsart="DELETE"/>', '', 'delete'],
  ['<aktion aktion_art="DELETE"/>', '', 'delete'],
  ['<aktion value="DELETE"/>', '', 'delete'],
  ['<aktion xyz="DELETE" am="2026-11-01"/>', '', 'delete'],
  ['<action>DELETE</action>', '', 'delete'],
  ['<action type="DELETE"/>', '', 'delete'],
  ['<aktion><DELETE/></aktion>', '', 'delete'],
  ['<aktion DELETE="true"/>', '', 'delete'],
  ['<aktion DELETE="false"/>', '', 'create'],
  ['<aktion aktionart="NEU"/>', 'modus="DELETE"', 'create'],
  ['<aktion aktionart="-">0</aktion>', '', 'create'],
])('the action of an object with %s in a transfer with %s is %3$s', async (action, mode, expected) => {
  const verwaltung_techn = `<objektnr_extern>1</objektnr_extern>${action}`;
  const read = await readSections({ verwaltung_techn }, { transfer: `<uebertragung ${mode}/>` });
  expect(read.action).toBe(expected);
  expect(read.problems).toEqual([]);
});

it.each([
  ['<aktion aktionart="LÖSCHEN"/>', '', 'verwaltung_techn/aktion/@aktionart'],
  ['<aktion actiontype="LÖSCHEN"/>', '', 'verwaltung_techn/aktion/@actiontype'],
  ['<aktion><aktionart>LOESCHEN</aktionart></aktion>', '', 'verwaltung_techn/aktion/aktionart'],
  ['<aktionart>weg</aktionart>', '', 'verwaltung_techn/aktionart'],
  ['<aktion aktionart="CHANGE">DELETE</aktion>', '', 'verwaltung_techn/aktion'],
  ['<aktion aktionart="DELETE">CHANGE</aktion>', '', 'verwaltung_techn/aktion/@aktionart'],
  ['<aktion aktionart="CHANGE"><DELETE/></aktion>', '', 'verwaltung_techn/aktion/delete'],
  ['<aktion aktionart="CHANGE">LÖSCHEN</aktion>', '', 'verwaltung_techn/aktion'],
  ['<aktion aktionsart="weg"/>', '', 'verwaltung_techn/aktion/@aktionsart'],
  ['<action>weg</action>', '', 'verwaltung_techn/action'],
  ['', 'modus="LOESCHEN"', 'uebertragung/@modus'],
])('the action of an object with %s in a transfer with %s is an error of %s', async (action, mode, path) => {
  const verwaltung_techn = `<objektnr_extern>1</objektnr_extern>${action}`;
  const read = await readSections({ verwaltung_techn }, { transfer: `<uebertragung ${mode}/>` });
  expect(read.property).toBeUndefined();
  expect(read.problems).toMatchObject([{ severity: 'error', path, reason: 'decider_unknown' }]);
});

it.each([
  ['<aktion aktionart="NEW">CHANGE</aktion>', 'create', 'verwaltung_techn/aktion'],
  ['<aktion aktionart="CHANGE" typ="OBJEKT"/>', 'update', 'verwaltung_techn/aktion/@typ'],
  ['<aktion aktionart="CHANGE" modus="VOLL"/>', 'update', 'verwaltung_techn/aktion/@modus'],
  ['<aktion typ="OBJEKT" aktionart="CHANGE"/>', 'update', 'verwaltung_techn/aktion/@typ'],
  ['<aktion aktionart="CHANGE">1</aktion>', 'update', 'verwaltung_techn/aktion'],
])('the action of an object with %s is %s, with a warning of %s', async (written, action, path) => {
  const verwaltung_techn = `<objektnr_extern>1</objektnr_extern>${written}`;
  const read = await readSections({ verwaltung_techn });
  expect([read.action, read.property === undefined]).toEqual([action, false]);
  expect(read.problems).toMatchObject([{ severity: 'warning', path, reason: 'decider_unknown' }]);
});

it('the action of an object is its own in a transfer whose mode is not understood', async () => {
  const verwaltung_techn = '<objektnr_extern>1</objektnr_extern><aktion aktionart="CHANGE">CHANGE</aktion>';
  const read = await readSections({ verwaltung_techn }, { transfer: '<uebertragung modus="LOESCHEN"/>' });
  expect([read.action, read.problems, read.unmapped]).toEqual(['update', [], []]);
});

it('the action delete of an object needs no more than a number', async () => {
  const verwaltung_techn = '<openimmo_obid>A-1</openimmo_obid><aktion aktionart="DELETE"/>';
  const nothing = { objektkategorie: undefined, geo: undefined, preise: undefined, freitexte: undefined };
  const read = await readSections({ ...nothing, verwaltung_techn });
  expect(read).toMatchObject({ action: 'delete', externalId: 'A-1', problems: [], attachments: [] });
});

it.each([
  ['<objektnr_extern>E 1</objektnr_extern><objektnr_intern>I</objektnr_intern>', 'E 1'],
  ['<objektnr_intern>I</objektnr_intern><openimmo_obid>O</openimmo_obid>', 'O'],
  ['<objektnr_extern/><objektnr_intern>I</objektnr_intern>', 'I'],
  ['<objektnr_extern>P-77%20</objektnr_extern>', 'P-77 '],
  ['<objektnr_extern>100 %</objektnr_extern>', expect.stringMatching(/^100 _#[\da-f]{8}$/)],
  [`<objektnr_extern>${'1'.repeat(60)}</objektnr_extern>`, expect.stringMatching(/^1{41}#[\da-f]{8}$/)],
])('the external id of an object with %s is %s', async (verwaltung_techn, expected) => {
  const read = await readSections({ verwaltung_techn });
  expect(read.externalId).toEqual(expected);
  expect(read.property?.externalId).toEqual(expected);
});

it('the external id of an object is another one for each number that is none itself', async () => {
  const idOf = async (number: string) =>
    (await readSections({ verwaltung_techn: `<objektnr_extern>${number}</objektnr_extern>` })).externalId;
  expect(new Set([await idOf('1.2'), await idOf('1,2'), await idOf('1_2')]).size).toBe(3);
  expect(await idOf('1.2')).toBe(await idOf('1.2'));
});

it('the external id of an object is required, in words', async () => {
  const read = await readSections({ verwaltung_techn: '<aktion/>' });
  expect(read).toMatchObject({ problems: [{ severity: 'error', path: 'verwaltung_techn' }] });
  expect(read.property).toBeUndefined();
});

it('an object with a wrong value of an optional field is taken without it, in words', async () => {
  const read = await readSections({
    zustand_angaben: '<baujahr>19</baujahr><zustand zustand_art="GEPFLEGT"/>',
  });
  expect(read.property?.fields).toMatchObject({ condition: 'wellKept' });
  expect(read.problems).toEqual([
    {
      severity: 'warning',
      path: 'zustand_angaben/baujahr',
      value: '19',
      reason: 'value_below_limit',
      message: 'constructionYear must be at least 1000. The value was left out.',
      parameters: {
        rule: 'constructionYear must be at least 1000',
        field: 'constructionYear',
        propertyType: 'parkingSpaceBuy',
        limit: '1000',
      },
    },
  ]);
});

it('an object without a required field has an error for it', async () => {
  const read = await readSections({ geo: '<plz>80331</plz>' });
  expect(read.property).toBeUndefined();
  expect(read.problems[0]?.message).toBe(
    'address.city is required. The object cannot be imported without it.',
  );
});

it('an object with a title that is too long has the beginning of it, and a warning', async () => {
  const read = await readSections({ freitexte: `<objekttitel>${'ä'.repeat(99)}😀</objekttitel>` });
  expect(read.property?.fields.title).toBe('ä'.repeat(99));
  expect(messagesOf(read)).toEqual(['The text has more than 100 characters. It was cut.']);
});

it('an object keeps each value that nothing was read from, up to the limits', async () => {
  const flaechen = `<kellerflaeche>12</kellerflaeche><user_defined_simplefield feldname="a b">${'x'.repeat(90)}</user_defined_simplefield><leer/><raum art="1"><groesse>2</groesse></raum>`;
  const limits = { unmapped: 3, unmappedLength: 5 };
  const read = await readSections({ flaechen }, { limits });
  expect(read.unmapped).toEqual([
    { path: 'flaechen/kellerflaeche', value: '12' },
    { path: 'flaechen/user_defined_simplefield[a b]', value: 'xxxxx' },
    { path: 'flaechen/raum/@art', value: '1' },
  ]);
  expect(read.unmappedRest).toBe(1);
});

it('an object that says everything twice has the first value, and keeps the other', async () => {
  const read = await readSections({
    freitexte: '<objekttitel>A</objekttitel><objekttitel>B</objekttitel>',
  });
  expect(read.property?.fields.title).toBe('A');
  expect(read.unmapped).toEqual([{ path: 'freitexte/objekttitel', value: 'B' }]);
});

it('an object is not affected by another one that is wrong', async () => {
  const read = await readEvents(
    '<openimmo><anbieter><immobilie>x</immobilie><immobilie><verwaltung_techn><objektnr_extern>2</objektnr_extern><aktion aktionart="DELETE"/></verwaltung_techn></immobilie></anbieter></openimmo>',
  );
  expect(objectsIn(read).map(({ externalId, problems }) => [externalId, problems.length])).toEqual([
    [undefined, 2],
    ['2', 0],
  ]);
});

it('an object knows of its provider what stands before it, and the end of the provider knows all', async () => {
  const object =
    '<immobilie><verwaltung_techn><objektnr_extern>1</objektnr_extern></verwaltung_techn></immobilie>';
  const { events } = await readEvents(
    `<openimmo><anbieter><firma>A</firma>${object}<openimmo_anid>7</openimmo_anid></anbieter><anbieter/></openimmo>`,
  );
  expect(events).toMatchObject([
    { kind: 'object', object: { provider: { index: 0, name: 'A' } } },
    { kind: 'provider', provider: { index: 0, name: 'A', id: '7' }, objects: 1 },
    { kind: 'provider', provider: { index: 1 }, objects: 0 },
  ]);
});
