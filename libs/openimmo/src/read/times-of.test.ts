import { describe, expect, it } from 'vitest';
import { objectsIn, readEvents } from '../test-support/read-events.ts';

const documentOf = (technical: string) => `<?xml version="1.0" encoding="UTF-8"?>
<openimmo><uebertragung art="ONLINE" umfang="TEIL" modus="NEW" version="1.2.7" sendersoftware="x" senderversion="1"/>
<anbieter><firma>Agency</firma><openimmo_anid>A-1</openimmo_anid><immobilie>
<objektkategorie><nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><wohnung wohnungtyp="ETAGE"/></objektart></objektkategorie>
<geo><plz>80331</plz><ort>München</ort><land iso_land="DEU"/></geo><preise><kaufpreis>350000</kaufpreis></preise>
<flaechen><wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer></flaechen>
<freitexte><objekttitel>Flat</objekttitel></freitexte>
<verwaltung_techn><objektnr_extern>P-1</objektnr_extern>${technical}</verwaltung_techn></immobilie></anbieter></openimmo>`;

async function read(technical: string) {
  const [object] = objectsIn(await readEvents(documentOf(technical)));
  const warned = object?.problems.filter(({ path }) => path.includes('aktiv_')) ?? [];
  return { times: object?.times, warned: warned.map(({ path, severity }) => `${severity} ${path}`) };
}

describe('the time of an offer', () => {
  it.each([
    ['<aktiv_von>2026-12-01</aktiv_von>', { publishFrom: '2026-11-30T23:00:00.000Z' }],
    ['<aktiv_bis>2027-06-30</aktiv_bis>', { publishUntil: '2027-06-30T22:00:00.000Z' }],
    [
      '<aktiv_von>28.03.2027</aktiv_von><aktiv_bis>2027-03-28T00:00:00</aktiv_bis>',
      { publishFrom: '2027-03-27T23:00:00.000Z', publishUntil: '2027-03-28T22:00:00.000Z' },
    ],
    ['<aktiv_von/>', undefined],
  ])('%s is the days of the offer, in German time, the last one included', async (technical, times) => {
    expect(await read(technical)).toEqual({ times, warned: [] });
  });

  it.each([
    ['2027-03-01T18:45:00', '2027-03-01T17:45:00.000Z'],
    ['2027-07-01 18:45', '2027-07-01T16:45:00.000Z'],
    ['01.07.2027, 18:45 Uhr', '2027-07-01T16:45:00.000Z'],
    ['2027-03-01T18:45:00Z', '2027-03-01T18:45:00.000Z'],
    ['2027-03-01T18:45:30.250+02:00', '2027-03-01T16:45:30.000Z'],
    ['2027-03-01T18:45:00-0330', '2027-03-01T22:15:00.000Z'],
    ['2027-03-01T23:59:59', '2027-03-01T22:59:59.000Z'],
    // The clocks are changed in that night.
    ['2027-03-28T01:30', '2027-03-28T00:30:00.000Z'],
    ['2027-03-28T03:30', '2027-03-28T01:30:00.000Z'],
    // Midnights are days, the last one included.
    ['2027-03-01T00:00:00', '2027-03-01T23:00:00.000Z'],
    ['01.03.2027 00:00', '2027-03-01T23:00:00.000Z'],
    ['2027-02-28T23:00:00Z', '2027-03-01T23:00:00.000Z'],
    ['2027-03-01T00:00:00Z', '2027-03-01T23:00:00.000Z'],
    ['2027-03-01T01:00:00+01:00', '2027-03-01T23:00:00.000Z'],
    ['2027-07-01T02:00:00+02:00', '2027-07-01T22:00:00.000Z'],
    ['2027-03-01 00:00:01', '2027-03-01T23:00:00.000Z'],
  ])('%s as its end is the moment %s', async (text, publishUntil) => {
    expect(await read(`<aktiv_bis>${text}</aktiv_bis>`)).toEqual({ times: { publishUntil }, warned: [] });
  });

  it('the same moment as begin and end is offered until the end of its day', async () => {
    const moment = '2027-03-01T10:00:00';
    expect(await read(`<aktiv_von>${moment}</aktiv_von><aktiv_bis>${moment}</aktiv_bis>`)).toEqual({ times: { publishFrom: '2027-03-01T09:00:00.000Z', publishUntil: '2027-03-01T23:00:00.000Z' }, warned: [] });
  }); // oxfmt-ignore

  it('a begin with a time is that moment, and a time that is none is a warning', async () => {
    expect(await read('<aktiv_von>2027-03-01T18:45:00</aktiv_von>')).toEqual({ times: { publishFrom: '2027-03-01T17:45:00.000Z' }, warned: [] });
    expect(await read('<aktiv_von>2027-03-01T18:75:00</aktiv_von>')).toEqual({ times: undefined, warned: ['warning verwaltung_techn/aktiv_von'] });
  }); // oxfmt-ignore

  it('a date that is none is a warning, and the other bound is read', async () => {
    expect(await read('<aktiv_von>soon</aktiv_von><aktiv_bis>2027-06-30</aktiv_bis>')).toEqual({
      times: { publishUntil: '2027-06-30T22:00:00.000Z' },
      warned: ['warning verwaltung_techn/aktiv_von'],
    });
  });

  it('an offer that ends before it begins has no times, and both bounds are warnings', async () => {
    const reversed = '<aktiv_von>2027-06-30</aktiv_von><aktiv_bis>2027-01-01</aktiv_bis>';
    const { times, warned } = await read(reversed);
    expect([times, warned.length]).toEqual([undefined, 2]);
  });
});

describe('portals that software excludes', () => {
  it('portals that software excludes are a warning with their names', async () => {
    const technical =
      '<weitergabe_negativ>Portal A</weitergabe_negativ><weitergabe_negativ>Portal B</weitergabe_negativ>';
    const [object] = objectsIn(await readEvents(documentOf(technical)));
    expect(object?.problems).toMatchObject([
      {
        ...{ severity: 'warning', path: 'verwaltung_techn/weitergabe_negativ', reason: 'portals_excluded' },
        value: 'Portal A, Portal B',
        message: expect.stringContaining('these portals: Portal A, Portal B.') as string,
      },
    ]);
    expect(object?.unmapped).toEqual([]);
  });

  it('portals on which software offers the object alone are a warning with their names', async () => {
    const technical =
      '<weitergabe_positiv>Portal A</weitergabe_positiv><weitergabe_positiv>Portal B</weitergabe_positiv>';
    const [object] = objectsIn(await readEvents(documentOf(technical)));
    expect(object?.problems).toMatchObject([
      {
        ...{ severity: 'warning', path: 'verwaltung_techn/weitergabe_positiv', reason: 'portals_chosen' },
        message: expect.stringContaining('these portals only: Portal A, Portal B.') as string,
      },
    ]);
    expect(object?.unmapped).toEqual([]);
  });

  it.each([
    '<weitergabe_negativ/>',
    '<weitergabe_negativ>false</weitergabe_negativ>',
    '<weitergabe_positiv>-</weitergabe_positiv>',
    '<weitergabe_positiv>0</weitergabe_positiv>',
  ])('portals that software excludes are none in %s', async (technical) => {
    const [object] = objectsIn(await readEvents(documentOf(technical)));
    expect(object?.problems).toEqual([]);
  });
});
