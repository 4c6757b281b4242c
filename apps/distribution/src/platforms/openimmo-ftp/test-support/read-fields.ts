import { FIELDS } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { LANDINGS } from '@estate/openimmo/test-support';
import type { ReadDocument } from './read-document.ts';

/** The words of the format for our values; each word has one value. */
const KINDS: Record<string, [attribute: string, words: Record<string, string>]> = {
  wohnung: ['wohnungtyp', { APARTMENT: 'apartment', DACHGESCHOSS: 'attic', MAISONETTE: 'maisonette', PENTHOUSE: 'penthouse',
    'LOFT-STUDIO-ATELIER': 'loft', TERRASSEN: 'terrace', SOUTERRAIN: 'lowerGroundFloor', ERDGESCHOSS: 'groundFloor',
    ETAGE: 'floor', KEINE_ANGABE: 'other' }],
  haus: ['haustyp', { EINFAMILIENHAUS: 'singleFamily', REIHENMITTEL: 'midTerrace', REIHENEND: 'endTerrace',
    MEHRFAMILIENHAUS: 'multiFamily', BUNGALOW: 'bungalow', DOPPELHAUSHAELFTE: 'semiDetached', BAUERNHAUS: 'farm',
    VILLA: 'villa', KEINE_ANGABE: 'other' }],
  grundstueck: ['grundst_typ', { WOHNEN: 'living', FREIZEIT: 'recreation', GEWERBE: 'commercial', LAND_FORSTWIRSCHAFT: 'agriculture' }],
  buero_praxen: ['buero_typ', { LOFT_ATELIER: 'loft', BUEROFLAECHE: 'office', BUEROHAUS: 'officeBuilding', PRAXIS: 'doctorsOffice',
    PRAXISHAUS: 'doctorsOfficeBuilding' }],
  einzelhandel: ['handel_typ', { LADENLOKAL: 'store', EINKAUFSZENTRUM: 'mall', KAUFHAUS: 'departmentStore', KIOSK: 'kiosk',
    AUSSTELLUNGSFLAECHE: 'exhibitionSpace', VERKAUFSFLAECHE: 'salesArea' }],
  gastgewerbe: ['gastgew_typ', { RESTAURANT: 'restaurant', PENSIONEN: 'guestHouse', HOTELS: 'hotel', BAR: 'bar', CAFE: 'cafe',
    DISCOTHEK: 'club' }],
  hallen_lager_prod: ['hallen_typ', { HALLE: 'hall', INDUSTRIEHALLE: 'industrialHall', LAGER: 'storage', KUEHLHAUS: 'coldStorage',
    HOCHREGALLAGER: 'highBayStorage', SPEDITIONSLAGER: 'shippingStorage', WERKSTATT: 'shop', SERVICE: 'service' }],
  sonstige: ['sonstige_typ', { SONSTIGE: 'any' }],
  parken: ['parken_typ', { EINZELGARAGE: 'garage', TIEFGARAGE: 'undergroundGarage', CARPORT: 'carport', STELLPLATZ: 'outdoor',
    PARKHAUS: 'carPark', DUPLEX: 'duplex' }],
  zinshaus_renditeobjekt: ['zins_typ', { EINKAUFSCENTREN: 'mall', VERBRAUCHERMAERKTE: 'supermarket', GESCHAEFTSHAUS: 'commercialBuilding',
    BUEROGEBAEUDE: 'officeBuilding', INDUSTRIEANLAGEN: 'industrial', MEHRFAMILIENHAUS: 'multiFamily',
    WOHN_UND_GESCHAEFTSHAUS: 'residentialAndCommercial', WOHNANLAGEN: 'housingEstate' }],
}; // oxfmt-ignore

/** The object of each type, with use and deal; two types of one object differ by its kind, as in `haus VILLA living sale`. */
const OBJECTS: Readonly<Record<PropertyType, string>> = {
  apartmentBuy: 'wohnung living sale',
  apartmentRent: 'wohnung living rent',
  houseBuy: 'haus living sale',
  houseRent: 'haus living rent',
  plotBuy: 'grundstueck living sale',
  plotRent: 'grundstueck living rent',
  commercialPlotBuy: 'grundstueck commerce sale',
  officeBuy: 'buero_praxen commerce sale',
  officeRent: 'buero_praxen commerce rent',
  retailBuy: 'einzelhandel commerce sale',
  retailRent: 'einzelhandel commerce rent',
  gastronomyBuy: 'gastgewerbe commerce sale',
  gastronomyRent: 'gastgewerbe commerce rent',
  industrialBuy: 'hallen_lager_prod commerce sale',
  industrialRent: 'hallen_lager_prod commerce rent',
  otherCommercialBuy: 'sonstige commerce sale',
  otherCommercialRent: 'sonstige commerce rent',
  parkingSpaceBuy: 'parken living sale',
  parkingSpaceRent: 'parken living rent',
  residentialInvestmentBuy: 'zinshaus_renditeobjekt living investment sale',
  commercialInvestmentBuy: 'zinshaus_renditeobjekt commerce investment sale',
};

const CONDITIONS = { ERSTBEZUG: 'firstTimeUse', NEUWERTIG: 'mint', VOLL_SANIERT: 'refurbished',
  TEIL_VOLLRENOVIERT: 'renovated', MODERNISIERT: 'modernised', GEPFLEGT: 'wellKept',
  SANIERUNGSBEDUERFTIG: 'requiresRefurbishment', ABRISSOBJEKT: 'demolitionReady', NACH_VEREINBARUNG: 'negotiable' }; // oxfmt-ignore
const HEATING = {
  OFEN: 'stove',
  ETAGE: 'floor',
  ZENTRAL: 'central',
  FERN: 'district',
  FUSSBODEN: 'underfloor',
};
const QUALITIES = { STANDARD: 'standard', GEHOBEN: 'high', LUXUS: 'luxury' };
const PARKING = { GARAGE: 'garage', TIEFGARAGE: 'undergroundGarage', CARPORT: 'carport', FREIPLATZ: 'outdoor',
  PARKHAUS: 'carPark', DUPLEX: 'duplex' }; // oxfmt-ignore
const SOURCES = { OEL: 'oil', GAS: 'gas', ELEKTRO: 'electric', SOLAR: 'solar', ERDWAERME: 'geothermal', FERN: 'district',
  'WASSER-ELEKTRO': 'water', PELLET: 'pellet', KOHLE: 'coal', HOLZ: 'wood', FLUESSIGGAS: 'liquidGas',
  BLOCK: 'combinedHeatAndPower', ALTERNATIV: 'other' }; // oxfmt-ignore
/** A certificate can name sources without an attribute among the ways of firing. */
const NAMED_SOURCES = { ...SOURCES, UMWELTWAERME: 'ambientHeat', NAHWAERME: 'localHeat', BIOENERGIE: 'bioenergy', WINDENERGIE: 'wind' }; // oxfmt-ignore
const SALES = { OFFEN: 'open', RESERVIERT: 'reserved', VERKAUFT: 'sold' };
const FLOORINGS = { ESTRICH: 'concrete', FLIESEN: 'tiles', STEIN: 'stone', DIELEN: 'planks', LAMINAT: 'laminate',
  PARKETT: 'parquet', KUNSTSTOFF: 'pvc', TEPPICH: 'carpet', DOPPELBODEN: 'antistatic' }; // oxfmt-ignore
const REGULATIONS = { B_PLAN: 'developmentPlan', '34_NACHBARSCHAFT': 'neighbouringDevelopment', '35_AUSSENGEBIET': 'outlyingArea' }; // oxfmt-ignore
const DEVELOPMENTS = { VOLLERSCHLOSSEN: 'developed', TEILERSCHLOSSEN: 'partiallyDeveloped', UNERSCHLOSSEN: 'undeveloped' }; // oxfmt-ignore

const named = (names: Record<string, string>, word: string | undefined): string | undefined =>
  word === undefined ? undefined : (names[word] ?? `unknown ${word}`);

/** The fields that an importer finds in a document, with undefined for missing ones. */
export const readFields = (document: ReadDocument): Record<string, unknown> => ({
  ...plainValues(document),
  ...object(document),
  ...place(document),
  ...money(document),
  ...rents(document),
  ...sizes(document),
  ...features(document),
  ...facts(document),
  ...energy(document),
});

/** Flags and numbers of a single element or attribute; fields that need several are read below. */
const plainValues = (document: ReadDocument): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(LANDINGS).flatMap(([field, [path, ...others]]): [string, unknown][] => {
      if (path === undefined || others.length > 0 || field === 'hasCommission') return [];
      const { example } = FIELDS[field as FieldName];
      if (typeof example === 'boolean') return [[field, document.flag(path)]];
      return typeof example === 'number' ? [[field, document.number(path)]] : [];
    }),
  );

function object(document: ReadDocument) {
  const flag = (path: string) => document.flag(`objektkategorie/${path}`);
  const child = document.childOf('objektkategorie/objektart') ?? 'none';
  const [attribute = '', words = {}] = KINDS[child] ?? [];
  const use = [
    ...(flag('nutzungsart/@WOHNEN') ? ['living'] : []),
    ...(flag('nutzungsart/@GEWERBE') ? ['commerce'] : []),
    ...(flag('nutzungsart/@ANLAGE') ? ['investment'] : []),
  ];
  const [isForSale, isForRent] = [flag('vermarktungsart/@KAUF'), flag('vermarktungsart/@MIETE_PACHT')];
  const deal = isForSale === isForRent ? 'none' : isForSale ? 'sale' : 'rent';
  const word = document.text(`objektkategorie/objektart/${child}/@${attribute}`);
  const isSaid = ([, said]: [string, string]) =>
    said === [child, word, ...use, deal].join(' ') || said === [child, ...use, deal].join(' ');
  const types = Object.entries(OBJECTS).filter(isSaid);
  const [type] = types.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return { type, kind: named(words, word) };
}

const place = (document: ReadDocument) => ({
  'address.street': document.text('geo/strasse'),
  'address.streetNumber': document.text('geo/hausnummer'),
  'address.postalCode': document.text('geo/plz'),
  'address.city': document.text('geo/ort'),
  'address.region': document.text('geo/bundesland'),
  'address.country': document.text('geo/land/@iso_land')?.replace('ROM', 'ROU').replace('TMP', 'TLS'),
  'address.publish': document.flag('verwaltung_objekt/objektadresse_freigeben'),
}); // oxfmt-ignore

function money(document: ReadDocument) {
  const parking = ['garage', 'tiefgarage', 'carport', 'freiplatz', 'parkhaus', 'duplex', 'sonstige'];
  const pricesOf = (attribute: string) =>
    parking
      .map((kind) => document.number(`preise/stp_${kind}/@${attribute}`))
      .find((price) => price !== undefined);
  const income = document.number('preise/mieteinnahmen_ist');
  const isMonthly = document.text('preise/mieteinnahmen_ist/@periode') === 'MONAT';
  return {
    purchasePriceOnRequest: document.flag('preise/kaufpreis/@auf_anfrage'),
    currency: document.text('preise/waehrung/@iso_waehrung'),
    isCommissionDue: document.flag('preise/provisionspflichtig'),
    commission: document.text('preise/aussen_courtage'),
    commissionDescription: document.text('preise/courtage_hinweis'),
    monthlyRentalIncome: isMonthly ? income : undefined,
    actualYearlyRentalIncome: isMonthly ? undefined : income,
    targetPeriod: document.text('preise/mieteinnahmen_soll/@periode'),
    deposit: document.text('preise/kaution_text'),
    depositAmount: document.number('preise/kaution'),
    parkingSpacePurchasePrice: pricesOf('stellplatzkaufpreis'),
    parkingSpaceRent: pricesOf('stellplatzmiete'),
    pricedParkingSpaces: pricesOf('anzahl'),
    otherParkingSpace: document.text('preise/stp_sonstige/@platzart'),
  };
}

const inCents = (amount: number) => Math.round(amount * 100) / 100;

/** The rents; running costs exclude heating wherever a rent with running costs is named. */
function rents(document: ReadDocument) {
  const costs = document.number('preise/nebenkosten');
  const heating = document.number('preise/heizkosten');
  const includesHeating = document.flag('preise/heizkosten_enthalten');
  const isSeparated = includesHeating === true && document.number('preise/kaltmiete') !== undefined;
  const isYearly = document.text('preise/preis_zeiteinheit/@zeiteinheit') === 'JAHR';
  return {
    baseRent: document.number('preise/nettokaltmiete'),
    rentWithCosts: document.number('preise/kaltmiete'),
    additionalCosts: costs === undefined || !isSeparated ? costs : inCents(costs + (heating ?? 0)),
    additionalCostsIncludeHeatingCosts: includesHeating,
    heatingCosts: heating,
    yearlyRent: isYearly ? document.number('preise/pacht') : undefined,
  };
}

const sizes = (document: ReadDocument) => ({
  storageArea: document.number('flaechen/lagerflaeche'),
  salesArea: document.number('flaechen/verkaufsflaeche'),
  officeArea: document.number('flaechen/bueroflaeche'),
  guestArea: document.number('flaechen/gastroflaeche'),
  hasBalcony: document.number('flaechen/anzahl_balkone') === 1 || undefined,
});

function features(document: ReadDocument) {
  const cellar = document.text('ausstattung/unterkellert/@keller');
  const firing = document.trueOf('ausstattung/befeuerung');
  const [heating] = document.trueOf('ausstattung/heizungsart');
  return {
    interiorQuality: named(QUALITIES, document.text('ausstattung/ausstatt_kategorie')),
    flooringType: named(FLOORINGS, document.trueOf('ausstattung/boden')[0]),
    heatingType: named(HEATING, heating),
    hasHeatPump: firing.includes('LUFTWP') || undefined,
    firedBy: firing.filter((word) => word !== 'LUFTWP').map((word) => named(SOURCES, word)).sort().join(),
    parkingSpaceType: named(PARKING, document.trueOf('ausstattung/stellplatzart')[0]),
    hasCellar: cellar && cellar === 'JA',
  }; // oxfmt-ignore
}

function facts(document: ReadDocument) {
  const pets = document.flag('verwaltung_objekt/haustiere');
  return {
    salesStatus: named(SALES, document.text('zustand_angaben/verkaufstatus/@stand')),
    condition: named(CONDITIONS, document.text('zustand_angaben/zustand/@zustand_art')),
    buildingRegulation: named(REGULATIONS, document.text('zustand_angaben/bebaubar_nach/@bebaubar_attr')),
    development: named(DEVELOPMENTS, document.text('zustand_angaben/erschliessung/@erschl_attr')),
    title: document.text('freitexte/objekttitel'),
    locationDescription: document.text('freitexte/lage'),
    furnishingDescription: document.text('freitexte/ausstatt_beschr'),
    description: document.text('freitexte/objektbeschreibung'),
    miscellaneousDescription: document.text('freitexte/sonstige_angaben'),
    availableFrom: document.text('verwaltung_objekt/verfuegbar_ab'),
    availableOn: document.text('verwaltung_objekt/abdatum'),
    petsAllowed: pets === undefined ? undefined : pets ? 'yes' : 'no',
  };
}

function energy(document: ReadDocument) {
  const text = (name: string) => document.text(`zustand_angaben/energiepass/${name}`);
  const number = (name: string) => document.number(`zustand_angaben/energiepass/${name}`);
  return {
    certificateType: named({ BEDARF: 'need', VERBRAUCH: 'consumption' }, text('epart')),
    energyConsumption: number('energieverbrauchkennwert'),
    warmWaterIncluded: document.flag('zustand_angaben/energiepass/mitwarmwasser'),
    energyNeed: number('endenergiebedarf'),
    energySource: named(NAMED_SOURCES, text('primaerenergietraeger')),
    power: number('stromwert'),
    heat: number('waermewert'),
    energyClass: text('wertklasse'),
    vintage: text('jahrgang'),
    building: text('gebaeudeart'),
  };
}
