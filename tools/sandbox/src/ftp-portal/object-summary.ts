import { child, textAt } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

/** The main facts of an object, whatever its kind. */
export interface ObjectSummary {
  /** The kind, such as `Apartment (MAISONETTE)`. */
  kind: string | undefined;
  deal: 'sale' | 'rent' | undefined;
  price: string | undefined;
  /** The period of the price; absent for a single payment. */
  pricePeriod: 'month' | 'year' | undefined;
  priceOnRequest: boolean;
  /** The area by which people compare objects of the kind, in square metres. */
  mainArea: string | undefined;
  rooms: string | undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  wohnung: 'Apartment',
  haus: 'House',
  grundstueck: 'Plot',
  buero_praxen: 'Office',
  einzelhandel: 'Retail space',
  gastgewerbe: 'Gastronomy',
  hallen_lager_prod: 'Industrial property',
  parken: 'Parking space',
  sonstige: 'Other property',
  zinshaus_renditeobjekt: 'Investment',
};

/** Areas by kind, the most important first; a kind that is not listed has those of a home. */
const HOME_AREAS = ['wohnflaeche', 'nutzflaeche', 'gesamtflaeche'];
const MAIN_AREAS: Readonly<Record<string, readonly string[]>> = {
  grundstueck: ['grundstuecksflaeche'],
  buero_praxen: ['bueroflaeche', 'nutzflaeche'],
  einzelhandel: ['verkaufsflaeche', 'nutzflaeche'],
  gastgewerbe: ['gastroflaeche', 'nutzflaeche'],
  hallen_lager_prod: ['lagerflaeche', 'nutzflaeche'],
  sonstige: ['nutzflaeche', 'gesamtflaeche'],
  zinshaus_renditeobjekt: ['vermietbare_flaeche', 'gesamtflaeche'],
};

/** Reads the main facts. */
export function readSummary(property: XmlElement): ObjectSummary {
  const object = child(property, 'objektkategorie/objektart');
  const [kind] = Object.keys(object ?? {}).filter(
    (name) => !/^[@#]/.test(name) && name !== 'objektart_zusatz',
  );
  return {
    kind: kind && kindOf(kind, child(object, kind)),
    deal: dealOf(property),
    ...priceOf(property),
    mainArea: first(property, MAIN_AREAS[kind ?? ''] ?? HOME_AREAS, 'flaechen'),
    rooms: textAt(property, 'flaechen/anzahl_zimmer'),
  };
}

const first = (property: XmlElement, names: readonly string[], section: string): string | undefined =>
  names.map((name) => textAt(property, `${section}/${name}`)).find((text) => text !== undefined);

function kindOf(name: string, element: XmlElement | undefined): string {
  const [word] = Object.entries(element ?? {}).flatMap(([key, value]) =>
    key.startsWith('@') && typeof value === 'string' ? [value] : [],
  );
  const shown = NAMES[name] ?? name;
  return word === undefined ? shown : `${shown} (${word})`;
}

function dealOf(property: XmlElement): ObjectSummary['deal'] {
  const isTrue = (name: string) => textAt(property, `objektkategorie/vermarktungsart@${name}`) === 'true';
  if (isTrue('KAUF')) return 'sale';
  return isTrue('MIETE_PACHT') ? 'rent' : undefined;
}

function priceOf(property: XmlElement): Pick<ObjectSummary, 'price' | 'pricePeriod' | 'priceOnRequest'> {
  const price = textAt(property, 'preise/kaufpreis');
  const priceOnRequest = textAt(property, 'preise/kaufpreis@auf_anfrage') === 'true';
  if (price !== undefined) return { price, pricePeriod: undefined, priceOnRequest };
  const rent = first(property, ['nettokaltmiete', 'kaltmiete', 'pacht'], 'preise');
  const isYearly = textAt(property, 'preise/preis_zeiteinheit@zeiteinheit') === 'JAHR';
  return {
    price: rent,
    pricePeriod: rent === undefined ? undefined : isYearly ? 'year' : 'month',
    priceOnRequest,
  };
}
