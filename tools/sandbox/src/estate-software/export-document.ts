import { escapeHtml } from '../html.ts';
import { photoFiles } from './offer-files.ts';
import { priceOf } from './offer.ts';
import type { Edits, Offer } from './offer.ts';

/** An object for export: with its data, or as one to delete. */
export interface ExportedOffer {
  offer: Offer;
  edits: Edits;
  action: 'NEW' | 'CHANGE' | 'DELETE';
}

export interface ExportedStock {
  scope: 'VOLL' | 'TEIL';
  offers: readonly ExportedOffer[];
  at: Date;
}

type Content = string | number | readonly string[];

const element = (
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): string => {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const inside = typeof content === 'object' ? content.join('') : escapeHtml(String(content));
  const start = `${name}${given.join('')}`;
  return inside === '' ? `<${start}/>` : `<${start}>${inside}</${name}>`;
};

/** Every word of an element with whether it applies. */
const flags = (all: readonly string[], set: readonly string[]): Record<string, string> =>
  Object.fromEntries(all.map((name) => [name, String(set.includes(name))]));

/** Rich text of the software's editor, exported as it was typed. */
const rich = (name: string, text: string): string => `<${name}><![CDATA[${text}]]></${name}>`;

const USES = ['WOHNEN', 'GEWERBE', 'ANLAGE', 'WAZ'];
const DEALS = ['KAUF', 'MIETE_PACHT', 'ERBPACHT', 'LEASING'];

function category({ use, deal, kind }: Offer, { isBroken }: Edits): string {
  const uses = use === 'ANLAGE' ? ['WOHNEN', 'ANLAGE'] : [use];
  const object = element(kind.element, '', { [kind.attribute]: kind.word });
  return element('objektkategorie', [
    element('nutzungsart', '', flags(USES, uses)),
    element('vermarktungsart', '', flags(DEALS, [deal])),
    element('objektart', isBroken ? '' : [object]),
  ]);
}

function place({ address, floor }: Offer): string {
  return element('geo', [
    element('plz', address.postalCode),
    element('ort', address.city),
    element('geokoordinaten', '', { breitengrad: '48.13', laengengrad: '11.58' }),
    element('strasse', address.street),
    element('hausnummer', address.number),
    element('bundesland', address.state),
    element('land', '', { iso_land: 'DEU' }),
    ...(floor === undefined ? [] : [element('etage', floor)]),
    element('karten_makro', 'false'),
  ]);
}

const person = ({ person: { salutation, ...one } }: Offer): string =>
  element('kontaktperson', [
    element('email_zentrale', 'info@seeblick-makler.example'),
    element('email_direkt', one.email),
    element('tel_zentrale', '089 / 45 21 90 - 0'),
    element('tel_durchw', one.phone),
    element('tel_handy', one.mobile),
    element('name', one.lastName),
    element('vorname', one.firstName),
    element('anrede', salutation),
    element('firma', AGENCY.name),
    element('land', '', { iso_land: 'DEU' }),
    element('url', 'www.seeblick-makler.example'),
    element('personennummer', one.number),
  ]);

const valuesOf = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).map(([name, value]) => element(name, value));

function money(offer: Offer, edits: Edits): string {
  const prices = { ...offer.prices, [offer.priced]: priceOf(offer, edits).toFixed(2) };
  return element('preise', [...valuesOf(prices), element('waehrung', '', { iso_waehrung: 'EUR' })]);
}

const equipment = ({ equipment: all = {} }: Offer): string =>
  element(
    'ausstattung',
    Object.entries(all).map(([name, value]) => {
      if (typeof value === 'object') return element(name, '', flags(value, value));
      return name === 'unterkellert' ? element(name, '', { keller: value }) : element(name, value);
    }),
  );

const attachment = ({ name, group, title }: ReturnType<typeof photoFiles>[number]): string =>
  element(
    'anhang',
    [
      element('anhangtitel', title),
      element('format', name.endsWith('.png') ? 'PNG' : 'JPG'),
      element('daten', [element('pfad', name)]),
    ],
    { location: 'EXTERN', gruppe: group },
  );

function data(offer: Offer, edits: Edits): string[] {
  const { year, condition, available } = offer;
  return [
    money(offer, edits),
    element('flaechen', valuesOf(offer.areas)),
    equipment(offer),
    element('zustand_angaben', [
      ...(year === undefined ? [] : [element('baujahr', year)]),
      ...(condition === undefined ? [] : [element('zustand', '', { zustand_art: condition })]),
      element('verkaufstatus', '', { stand: 'OFFEN' }),
    ]),
    element('freitexte', [
      rich('objekttitel', offer.title),
      rich('lage', offer.location),
      rich('objektbeschreibung', offer.description),
    ]),
    element('anhaenge', photoFiles(offer).map(attachment)),
    element('verwaltung_objekt', [
      element('objektadresse_freigeben', 'true'),
      ...(available === undefined ? [] : [element('verfuegbar_ab', available)]),
    ]),
  ];
}

function object({ offer, edits, action }: ExportedOffer, at: Date): string {
  return element('immobilie', [
    category(offer, edits),
    place(offer),
    person(offer),
    ...(action === 'DELETE' ? [] : data(offer, edits)),
    element('verwaltung_techn', [
      element('objektnr_intern', offer.number.replace(/\D/g, '')),
      element('objektnr_extern', offer.number),
      element('aktion', '', { aktionart: action }),
      element('openimmo_obid', `SB20260101${offer.number}`),
      element('stand_vom', at.toISOString().slice(0, 10)),
    ]),
  ]);
}

const AGENCY = { name: 'Seeblick Immobilien GmbH', id: 'SB20260101' };

/** The document of a transfer, in the charset that many programs still write. */
export function exportDocument({ scope, offers, at }: ExportedStock): Buffer {
  const transfer = element('uebertragung', '', {
    art: 'ONLINE', umfang: scope, modus: 'CHANGE', version: '1.2.7', sendersoftware: 'Seeblick Desktop', senderversion: '9.4',
    techn_email: 'it@seeblick-makler.example', timestamp: at.toISOString(),
  }); // oxfmt-ignore
  const provider = element('anbieter', [
    element('firma', AGENCY.name),
    element('openimmo_anid', AGENCY.id),
    ...offers.map((one) => object(one, at)),
  ]);
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>\n${element('openimmo', [transfer, provider])}\n`;
  return Buffer.from(
    text.replace(/[^\0-ÿ]/gu, (sign) => `&#${String(sign.codePointAt(0))};`),
    'latin1',
  );
}
