import type { PropertyType } from '@estate/contracts';
import type { XmlElement } from '../write/xml.ts';
import { childrenOf } from './degrade.ts';
import { areaPathsOf, isCommissionText, saysCommission } from './main-facts.ts';
import type { MainFacts } from './main-facts.ts';
import { elementAt } from './read-directly.ts';

interface ObjectRow {
  object: string;
  /** A value of its attribute that means another type. */
  kind?: string;
  /** The types without the deal; first the one for living, if there are two. */
  types: readonly [forLiving: string, forTrade?: string];
}

/** The kinds of objects in the words of the schema. The first matching row counts. */
const OBJECTS: readonly ObjectRow[] = [
  { object: 'wohnung', types: ['apartment'] },
  { object: 'haus', types: ['house'] },
  { object: 'grundstueck', types: ['plot', 'commercialPlot'] },
  { object: 'buero_praxen', types: ['office'] },
  { object: 'einzelhandel', types: ['retail'] },
  { object: 'gastgewerbe', types: ['gastronomy'] },
  { object: 'hallen_lager_prod', types: ['industrial'] },
  { object: 'sonstige', types: ['otherCommercial'] },
  { object: 'parken', types: ['parkingSpace'] },
  { object: 'zinshaus_renditeobjekt', types: ['residentialInvestment', 'commercialInvestment'] },
];
/** Country codes in the schema's list, which is older than today's codes. */
const RENAMED_COUNTRIES: Readonly<Record<string, string>> = { ROM: 'ROU', TMP: 'TLS' };

/** The main facts of an object, read by the meaning of the elements in the schema. */
export function factsIn(object: XmlElement): MainFacts {
  const textAt = (path: string): string | undefined => {
    const content = elementAt(object, path)?.content;
    return content === undefined || typeof content === 'object' ? undefined : String(content);
  };
  const numberAt = (...paths: readonly string[]) => {
    const [first] = paths.flatMap((path) => textAt(path) ?? []);
    return first === undefined || Number(first) === 0 ? undefined : Number(first);
  };
  const type = typeIn(object);
  const isOnRequest = elementAt(object, 'preise/kaufpreis')?.attributes['auf_anfrage'] === true;
  const land = String(elementAt(object, 'geo/land')?.attributes['iso_land'] ?? 'DEU');
  const areas = areaPathsOf(type);
  return {
    type,
    purchasePrice: isOnRequest ? undefined : numberAt('preise/kaufpreis'),
    isOnRequest: type.endsWith('Buy') && (isOnRequest || numberAt('preise/kaufpreis') === undefined),
    baseRent: numberAt('preise/nettokaltmiete'),
    totalRent: numberAt('preise/warmmiete'),
    yearlyRent: numberAt('preise/pacht'),
    livingArea: numberAt(...areas.livingArea),
    usableArea: numberAt(...areas.usableArea),
    totalArea: numberAt(...areas.totalArea),
    plotArea: numberAt(...areas.plotArea),
    numberOfRooms: numberAt(...areas.numberOfRooms),
    postalCode: textAt('geo/plz'),
    city: textAt('geo/ort'),
    country: RENAMED_COUNTRIES[land] ?? land,
    ...commissionOf(textAt('preise/aussen_courtage'), textAt('preise/provisionspflichtig')),
  };
}

function typeIn(object: XmlElement): PropertyType {
  const category = (name: string) => elementAt(object, `objektkategorie/${name}`);
  const kinds = category('objektart');
  const [found] = kinds === undefined ? [] : childrenOf(kinds);
  const said = Object.values(found?.attributes ?? {});
  const row = OBJECTS.find(
    ({ object, kind }) => object === found?.name && (kind === undefined || said.includes(kind)),
  );
  const [forLiving = '', forTrade = forLiving] = row?.types ?? [];
  const isForLiving = category('nutzungsart')?.attributes['WOHNEN'] === true;
  const deal = category('vermarktungsart')?.attributes['KAUF'] === true ? 'Buy' : 'Rent';
  return `${isForLiving ? forLiving : forTrade}${deal}` as PropertyType;
}

const commissionOf = (text: string | undefined, flag: string | undefined) => ({
  commission: isCommissionText(text) ? text : undefined,
  hasCommission: saysCommission(text) === undefined && flag !== undefined ? flag === 'true' : undefined,
});
