import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { carries } from './mapping.ts';

const PASS = 'zustand_angaben/energiepass';
const PARKING = ['carport', 'duplex', 'freiplatz', 'garage', 'parkhaus', 'tiefgarage'].map(
  (kind) => `preise/stp_${kind}`,
);
const OTHER_PARKING = 'preise/stp_sonstige';

/** Where the format has each field, by its documentation and not by the rows. */
const LANDINGS: Readonly<Record<FieldName, readonly string[]>> = {
  title: ['freitexte/objekttitel'],
  description: ['freitexte/objektbeschreibung'],
  locationDescription: ['freitexte/lage'],
  furnishingDescription: ['freitexte/ausstatt_beschr'],
  miscellaneousDescription: ['freitexte/sonstige_angaben'],
  address: [
    'geo/plz',
    'geo/ort',
    'geo/strasse',
    'geo/hausnummer',
    'geo/bundesland',
    'geo/land/@iso_land',
    'verwaltung_objekt/objektadresse_freigeben',
  ],
  floor: ['geo/etage'],
  numberOfFloors: ['geo/anzahl_etagen'],
  purchasePrice: ['preise/kaufpreis'],
  purchasePriceOnRequest: ['preise/kaufpreis'],
  baseRent: ['preise/nettokaltmiete', 'preise/kaltmiete'],
  totalRent: ['preise/warmmiete'],
  additionalCosts: ['preise/kaltmiete', 'preise/nebenkosten'],
  additionalCostsIncludeHeatingCosts: [
    'preise/kaltmiete',
    'preise/nebenkosten',
    'preise/heizkosten_enthalten',
  ],
  heatingCosts: ['preise/kaltmiete', 'preise/nebenkosten', 'preise/heizkosten'],
  yearlyRent: ['preise/pacht', 'preise/preis_zeiteinheit/@zeiteinheit'],
  condoFee: ['preise/hausgeld'],
  hasCommission: ['preise/provisionspflichtig'],
  commission: ['preise/provisionspflichtig', 'preise/aussen_courtage'],
  commissionDescription: ['preise/courtage_hinweis'],
  salesStatus: ['zustand_angaben/verkaufstatus/@stand'],
  monthlyRentalIncome: ['preise/mieteinnahmen_ist'],
  actualYearlyRentalIncome: ['preise/mieteinnahmen_ist'],
  targetYearlyRentalIncome: ['preise/mieteinnahmen_soll'],
  deposit: ['preise/kaution', 'preise/kaution_text'],
  livingArea: ['flaechen/wohnflaeche'],
  usableArea: ['flaechen/nutzflaeche'],
  totalArea: ['flaechen/gesamtflaeche'],
  siteCoverageIndex: ['flaechen/grz'],
  floorSpaceIndex: ['flaechen/gfz'],
  plotArea: ['flaechen/grundstuecksflaeche'],
  parkingArea: ['flaechen/sonstflaeche'],
  numberOfRooms: ['flaechen/anzahl_zimmer'],
  numberOfBedrooms: ['flaechen/anzahl_schlafzimmer'],
  numberOfBathrooms: ['flaechen/anzahl_badezimmer'],
  hasBalcony: ['flaechen/anzahl_balkone'],
  divisibleFrom: ['flaechen/teilbar_ab'],
  numberOfParkingSpaces: ['flaechen/anzahl_stellplaetze'],
  numberOfSeats: ['flaechen/plaetze_gastraum'],
  numberOfBeds: ['flaechen/anzahl_betten'],
  rentableArea: ['flaechen/vermietbare_flaeche'],
  hasLodgerFlat: ['flaechen/einliegerwohnung'],
  interiorQuality: ['ausstattung/ausstatt_kategorie'],
  isSuitableAsSharedFlat: ['ausstattung/wg_geeignet'],
  hasBuiltInKitchen: ['ausstattung/kueche/@EBK'],
  flooringType: ['ausstattung/boden'],
  heatingType: ['ausstattung/heizungsart', 'ausstattung/befeuerung'],
  hasAirConditioning: ['ausstattung/klimatisiert'],
  hasLift: ['ausstattung/fahrstuhl/@PERSONEN'],
  parkingSpaceType: ['ausstattung/stellplatzart', ...PARKING],
  parkingSpacePurchasePrice: [],
  parkingSpaceRent: [],
  hasGarden: ['ausstattung/gartennutzung'],
  isAccessible: ['ausstattung/barrierefrei'],
  hasNetworkCables: ['ausstattung/dv_verkabelung'],
  hasRamp: ['ausstattung/rampe'],
  hasTerrace: ['ausstattung/gastterrasse'],
  hasCanteen: ['ausstattung/kantine_cafeteria'],
  hasKitchen: ['ausstattung/teekueche'],
  hallHeight: ['ausstattung/hallenhoehe'],
  hasCellar: ['ausstattung/unterkellert/@keller'],
  hasGuestToilet: ['ausstattung/gaestewc'],
  constructionYear: ['zustand_angaben/baujahr'],
  lastRefurbished: ['zustand_angaben/letztemodernisierung'],
  condition: ['zustand_angaben/zustand/@zustand_art'],
  buildingRegulation: ['zustand_angaben/bebaubar_nach/@bebaubar_attr'],
  development: ['zustand_angaben/erschliessung/@erschl_attr'],
  energyCertificateStatus: [`${PASS}/jahrgang`, `${PASS}/gebaeudeart`],
  residentialEnergyCertificate: [
    'ausstattung/befeuerung',
    ...[
      'epart',
      'energieverbrauchkennwert',
      'mitwarmwasser',
      'endenergiebedarf',
      'primaerenergietraeger',
    ].map((name) => `${PASS}/${name}`),
    ...['wertklasse', 'jahrgang', 'gebaeudeart'].map((name) => `${PASS}/${name}`),
  ],
  commercialEnergyCertificate: [
    'ausstattung/befeuerung',
    ...['epart', 'endenergiebedarf', 'primaerenergietraeger', 'stromwert', 'waermewert'].map(
      (name) => `${PASS}/${name}`,
    ),
    ...['jahrgang', 'gebaeudeart'].map((name) => `${PASS}/${name}`),
  ],
  availableFrom: ['verwaltung_objekt/verfuegbar_ab', 'verwaltung_objekt/abdatum'],
  requiresWBS: ['verwaltung_objekt/wbs_sozialwohnung'],
  isRented: ['verwaltung_objekt/vermietet'],
  petsAllowed: ['verwaltung_objekt/haustiere'],
  isListed: ['verwaltung_objekt/denkmalgeschuetzt'],
  isSuitableAsHolidayHome: ['verwaltung_objekt/als_ferien'],
  drivingTimeToAirport: [],
  drivingTimeToFreeway: [],
  drivingTimeToTrainStation: [],
  walkingTimeToPublicTransit: [],
  apartmentType: ['objektkategorie/objektart/wohnung/@wohnungtyp'],
  houseType: ['objektkategorie/objektart/haus/@haustyp'],
  officeType: ['objektkategorie/objektart/buero_praxen/@buero_typ'],
  retailType: ['objektkategorie/objektart/einzelhandel/@handel_typ'],
  gastronomyType: ['objektkategorie/objektart/gastgewerbe/@gastgew_typ'],
  industrialType: ['objektkategorie/objektart/hallen_lager_prod/@hallen_typ'],
  commercialPlotType: ['objektkategorie/objektart/grundstueck/@grundst_typ'],
  residentialInvestmentType: ['objektkategorie/objektart/zinshaus_renditeobjekt/@zins_typ'],
  commercialInvestmentType: ['objektkategorie/objektart/zinshaus_renditeobjekt/@zins_typ'],
};

/** The area by its use, which readers filter by. */
const AREAS = {
  office: 'bueroflaeche',
  retail: 'verkaufsflaeche',
  gastronomy: 'gastroflaeche',
  industrial: 'lagerflaeche',
};
const isParking = (type: PropertyType) => type.startsWith('parkingSpace');
const hasPass = (type: PropertyType) => !isParking(type) && !/plot/i.test(type);
const isInvestment = (type: PropertyType) => type.includes('Investment');

/** Where a parking space of known and of unknown kind has an amount or a number. */
function parking(type: PropertyType, attribute: string): string[] {
  const names = Object.keys(FIELDS_OF[type].shape);
  const hasAmount = names.includes('parkingSpaceRent') || names.includes('parkingSpacePurchasePrice');
  return [...(names.includes('parkingSpaceType') ? PARKING : []), ...(hasAmount ? [OTHER_PARKING] : [])].map(
    (element) => `${element}/@${attribute}`,
  );
}

function expected(type: PropertyType, name: FieldName): readonly string[] {
  const plain = LANDINGS[name];
  const use = Object.entries(AREAS).find(([start]) => type.startsWith(start))?.[1];
  switch (name) {
    case 'usableArea':
      return use === undefined ? plain : [...plain, `flaechen/${use}`];
    case 'baseRent':
      return 'heatingCosts' in FIELDS_OF[type].shape ? [...plain, 'preise/nebenkosten'] : plain;
    case 'additionalCosts':
      return isInvestment(type) ? ['preise/nebenkosten'] : plain;
    case 'parkingSpaceType':
      if (isParking(type)) return [...plain, 'objektkategorie/objektart/parken/@parken_typ'];
      return [...plain, OTHER_PARKING];
    case 'parkingSpacePurchasePrice':
      return parking(type, 'stellplatzkaufpreis');
    case 'parkingSpaceRent':
      return parking(type, 'stellplatzmiete');
    case 'numberOfParkingSpaces':
      return [...plain, ...parking(type, 'anzahl')];
    case 'commercialEnergyCertificate':
    case 'energyCertificateStatus':
      return hasPass(type) ? plain : [];
    default:
      return plain;
  }
}

describe('a field of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s lands where the documentation of the format has it', (type) => {
    for (const name of Object.keys(FIELDS_OF[type].shape) as FieldName[]) {
      const found = carries(type)[name] ?? [];
      expect([name, found.toSorted()]).toEqual([name, expected(type, name).toSorted()]);
    }
  });
});
