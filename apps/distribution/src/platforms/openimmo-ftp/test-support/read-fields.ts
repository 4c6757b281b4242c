import type { ApartmentBuyFields } from '@estate/contracts';
import type { ReadDocument } from './read-document.ts';

/** How the format writes our values; each word stands for one value, `upperGroundFloor` excepted. */
const APARTMENT_TYPES = { APARTMENT: 'apartment', DACHGESCHOSS: 'attic', MAISONETTE: 'maisonette', PENTHOUSE: 'penthouse',
  'LOFT-STUDIO-ATELIER': 'loft', TERRASSEN: 'terrace', SOUTERRAIN: 'lowerGroundFloor', ERDGESCHOSS: 'groundFloor',
  ETAGE: 'floor', KEINE_ANGABE: 'other' }; // oxfmt-ignore
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
  'WASSER-ELEKTRO': 'water', PELLET: 'pellet', KOHLE: 'coal', HOLZ: 'wood', FLUESSIGGAS: 'liquidGas' }; // oxfmt-ignore

const named = (names: Record<string, string>, word: string | undefined): string | undefined =>
  word === undefined ? undefined : (names[word] ?? `unknown ${word}`);

/** The fields that an importer finds in a document, without those that it does not say. */
export function readFields(document: ReadDocument): Record<string, unknown> {
  return said({
    ...place(document),
    ...money(document),
    ...sizes(document),
    ...rooms(document),
    ...facts(document),
  });
}

const place = (document: ReadDocument) => ({
  'address.street': document.text('geo/strasse'),
  'address.streetNumber': document.text('geo/hausnummer'),
  'address.postalCode': document.text('geo/plz'),
  'address.city': document.text('geo/ort'),
  'address.region': document.text('geo/bundesland'),
  'address.country': document.text('geo/land/@iso_land')?.replace('ROM', 'ROU'),
  'address.publish': document.flag('verwaltung_objekt/objektadresse_freigeben'),
  'floor': document.number('geo/etage'),
  'numberOfFloors': document.number('geo/anzahl_etagen'),
}); // oxfmt-ignore

function money(document: ReadDocument) {
  const parking = ['garage', 'tiefgarage', 'carport', 'freiplatz', 'parkhaus', 'duplex'];
  const prices = parking.map((kind) => document.number(`preise/stp_${kind}/@stellplatzkaufpreis`));
  return {
    purchasePrice: document.number('preise/kaufpreis'),
    purchasePriceOnRequest: document.flag('preise/kaufpreis/@auf_anfrage'),
    commission: document.text('preise/aussen_courtage'),
    commissionDescription: document.text('preise/courtage_hinweis'),
    condoFee: document.number('preise/hausgeld'),
    monthlyRentalIncome: document.number('preise/mieteinnahmen_ist'),
    parkingSpacePurchasePrice: prices.find((price) => price !== undefined),
  };
}

const sizes = (document: ReadDocument) => ({
  livingArea: document.number('flaechen/wohnflaeche'),
  usableArea: document.number('flaechen/nutzflaeche'),
  numberOfRooms: document.number('flaechen/anzahl_zimmer'),
  numberOfBedrooms: document.number('flaechen/anzahl_schlafzimmer'),
  numberOfBathrooms: document.number('flaechen/anzahl_badezimmer'),
  numberOfParkingSpaces: document.number('flaechen/anzahl_stellplaetze'),
  hasBalcony: document.number('flaechen/anzahl_balkone') === 1 || undefined,
});

function rooms(document: ReadDocument) {
  const cellar = document.text('ausstattung/unterkellert/@keller');
  const firing = document.trueOf('ausstattung/befeuerung');
  const [heating] = document.trueOf('ausstattung/heizungsart');
  return {
    apartmentType: named(APARTMENT_TYPES, document.text('objektkategorie/objektart/wohnung/@wohnungtyp')),
    interiorQuality: named(QUALITIES, document.text('ausstattung/ausstatt_kategorie')),
    hasBuiltInKitchen: document.flag('ausstattung/kueche/@EBK'),
    heatingType: firing.includes('LUFTWP') ? 'heatPump' : named(HEATING, heating),
    firedBy: firing.filter((word) => word !== 'LUFTWP').map((word) => named(SOURCES, word)).sort().join(),
    hasLift: document.flag('ausstattung/fahrstuhl/@PERSONEN'),
    parkingSpaceType: named(PARKING, document.trueOf('ausstattung/stellplatzart')[0]),
    hasGarden: document.flag('ausstattung/gartennutzung'),
    isAccessible: document.flag('ausstattung/barrierefrei'),
    hasCellar: cellar && cellar === 'JA',
    hasGuestToilet: document.flag('ausstattung/gaestewc'),
  }; // oxfmt-ignore
}

const facts = (document: ReadDocument) => ({
  constructionYear: document.number('zustand_angaben/baujahr'),
  lastRefurbished: document.number('zustand_angaben/letztemodernisierung'),
  condition: named(CONDITIONS, document.text('zustand_angaben/zustand/@zustand_art')),
  certificateType: named({ BEDARF: 'need', VERBRAUCH: 'consumption' }, document.text('zustand_angaben/energiepass/epart')),
  energyConsumption: document.number('zustand_angaben/energiepass/energieverbrauchkennwert'),
  warmWaterIncluded: document.flag('zustand_angaben/energiepass/mitwarmwasser'),
  energyNeed: document.number('zustand_angaben/energiepass/endenergiebedarf'),
  energySource: named(SOURCES, document.text('zustand_angaben/energiepass/primaerenergietraeger')),
  energyClass: document.text('zustand_angaben/energiepass/wertklasse'),
  vintage: document.text('zustand_angaben/energiepass/jahrgang'),
  title: document.text('freitexte/objekttitel'),
  locationDescription: document.text('freitexte/lage'),
  furnishingDescription: document.text('freitexte/ausstatt_beschr'),
  description: document.text('freitexte/objektbeschreibung'),
  miscellaneousDescription: document.text('freitexte/sonstige_angaben'),
  availableFrom: document.text('verwaltung_objekt/verfuegbar_ab'),
  requiresWBS: document.flag('verwaltung_objekt/wbs_sozialwohnung'),
  isRented: document.flag('verwaltung_objekt/vermietet'),
  isListed: document.flag('verwaltung_objekt/denkmalgeschuetzt'),
  isSuitableAsHolidayHome: document.flag('verwaltung_objekt/als_ferien'),
}); // oxfmt-ignore

/** What of the fields the format can say, in the same shape. */
export function sayable(fields: ApartmentBuyFields): Record<string, unknown> {
  const {
    address,
    energyCertificateStatus: status,
    residentialEnergyCertificate: certificate,
    ...others
  } = fields;
  const isOnRequest = fields.purchasePriceOnRequest === true || fields.purchasePrice === undefined;
  const places = Object.entries(address).map(([name, value]) => [`address.${name}`, value] as const);
  return said({
    ...others,
    ...Object.fromEntries(places),
    ...certificateValues(certificate, status),
    apartmentType: fields.apartmentType === 'upperGroundFloor' ? 'groundFloor' : fields.apartmentType,
    availableFrom: fields.availableFrom?.split('-').reverse().join('.'),
    hasBalcony: fields.hasBalcony || undefined,
    numberOfParkingSpaces: fields.numberOfParkingSpaces || undefined,
    parkingSpacePurchasePrice: fields.parkingSpaceType && fields.parkingSpacePurchasePrice,
    purchasePrice: isOnRequest ? 0 : fields.purchasePrice,
    purchasePriceOnRequest: isOnRequest,
  });
}

function certificateValues(
  certificate: ApartmentBuyFields['residentialEnergyCertificate'],
  status: ApartmentBuyFields['energyCertificateStatus'],
) {
  const vintages = { present: undefined, notRequired: 'nicht_noetig', notYetPresent: 'bei_besichtigung' };
  const withoutDate = status && vintages[status];
  if (certificate === undefined) return { firedBy: '', vintage: withoutDate };
  const { type, prior2014, energySource, energySources = [], energyNeed, energyConsumption } = certificate;
  const dated = prior2014 === undefined ? undefined : prior2014 ? '2008' : '2014';
  return {
    certificateType: type,
    energyConsumption: type === 'consumption' ? energyConsumption : undefined,
    energyNeed: type === 'need' ? energyNeed : undefined,
    energySource,
    firedBy: [...new Set([energySource, ...energySources])].sort().join(),
    energyClass: certificate.energyClass,
    warmWaterIncluded: certificate.warmWaterIncluded,
    vintage: dated ?? withoutDate,
  };
}

const REQUIRED = /^(address\.(postalCode|city))$/;

/** Texts as XML can carry them; those with nothing to show are left out, or are a dash where there must be one. */
export function said(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    // Decimals have no exponent, so what is smaller than anything real is rounded.
    if (typeof value === 'number') return [name, Number(value.toFixed(20))] as const;
    if (typeof value !== 'string') return [name, value] as const;
    const text = sayableText(value);
    return [name, text ?? (REQUIRED.test(name) ? '-' : undefined)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
}

/** XML 1.0 knows no control characters but three, no half surrogates, no U+FFFE and U+FFFF, and one kind of line end. */
export function sayableText(text: string): string | undefined {
  const legal = Array.from(text).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return code === 9 || code === 10 || code === 13;
    return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
  });
  const lines = legal.join('').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return lines.trim() === '' ? undefined : lines;
}
