import { afterEach, expect, it } from 'vitest';
import { readDocument } from './openimmo-document.ts';
import { ask, documentXml, PortalFixture, upload, zipOf } from './portal-fixture.ts';
import type { PortalObject } from './portal-state.ts';

const SALE = 'KAUF="true" MIETE_PACHT="false"';
const RENT = 'KAUF="false" MIETE_PACHT="true"';

/** One immobilie of any kind. */
const propertyXml = (object: string, deal: string, rest: string) =>
  `<immobilie><objektkategorie><nutzungsart WOHNEN="true" GEWERBE="false"/><vermarktungsart ${deal}/>
    <objektart>${object}</objektart></objektkategorie>${rest}
    <verwaltung_techn><objektnr_extern>P-1</objektnr_extern><aktion/></verwaltung_techn></immobilie>`;

const areas = (...pairs: [string, number][]) =>
  `<flaechen>${pairs.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</flaechen>`;

const RENTAL = propertyXml(
  '<wohnung wohnungtyp="ETAGE"/>',
  RENT,
  `<preise><nettokaltmiete>1240</nettokaltmiete><kaltmiete>1450</kaltmiete></preise>${areas(['wohnflaeche', 96.4], ['nutzflaeche', 180], ['anzahl_zimmer', 3.5])}`,
);

const fixture = new PortalFixture();
afterEach(() => fixture.cleanUp());

it.each([
    ['a rented flat', RENTAL, { kind: 'Apartment (ETAGE)', deal: 'rent', price: '1240', pricePeriod: 'month', mainArea: '96.4', rooms: '3.5' }],
    [
      'a house whose price is on request',
      propertyXml('<haus/>', SALE, '<preise><kaufpreis auf_anfrage="true">0</kaufpreis></preise>'),
      { kind: 'House', deal: 'sale', price: '0', priceOnRequest: true, pricePeriod: undefined, mainArea: undefined },
    ],
    [
      'a plot for lease',
      propertyXml(
        '<grundstueck grundst_typ="WOHNEN"/>',
        RENT,
        `<preise><pacht>3600</pacht><preis_zeiteinheit zeiteinheit="JAHR"/></preise>${areas(['nutzflaeche', 5], ['grundstuecksflaeche', 640])}`,
      ),
      { kind: 'Plot (WOHNEN)', deal: 'rent', price: '3600', pricePeriod: 'year', mainArea: '640' },
    ],
    [
      'an office',
      propertyXml('<buero_praxen/>', RENT, `<preise><kaltmiete>900</kaltmiete></preise>${areas(['nutzflaeche', 180], ['bueroflaeche', 170])}`),
      { kind: 'Office', price: '900', pricePeriod: 'month', mainArea: '170' },
    ],
    [
      'an investment',
      propertyXml('<zinshaus_renditeobjekt/>', SALE, areas(['wohnflaeche', 540], ['gesamtflaeche', 620])),
      { kind: 'Investment', deal: 'sale', price: undefined, pricePeriod: undefined, mainArea: '620' },
    ],
    [
      'a kind that it does not know',
      propertyXml('<zimmer zimmertyp="ZIMMER"/><objektart_zusatz>Loft</objektart_zusatz>', RENT, areas(['wohnflaeche', 20])),
      { kind: 'zimmer (ZIMMER)', mainArea: '20' },
    ],
  ])('what the portal shows first of %s is its kind, deal, price and main area', (_title, property, expected) => {
    expect(readDocument(documentXml(property)).objects).toMatchObject([expected]);
  }); // oxfmt-ignore

it('what the portal shows first of a rented flat stands on the overview and on the page of the object', async () => {
  const portal = await fixture.portal();
  await upload(await fixture.client(portal), await zipOf({ 'o.xml': documentXml(RENTAL) }), 'p.zip');
  expect(await ask<PortalObject[]>(portal, 'api/objects')).toHaveLength(1);
  for (const path of ['', 'objects/anna/P-1']) {
    const text = await (await fetch(portal.url + path)).text();
    for (const words of ['Apartment (ETAGE) for rent', '1,240 € per month', '96.4 m² · 3.5 rooms'])
      expect(text).toContain(words);
  }
});
