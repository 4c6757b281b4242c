import type { AnyFields, FieldName } from '@estate/contracts';

type FurtherWords = { readonly [F in FieldName]?: Readonly<Record<string, Extract<AnyFields[F], string>>> };

/** Words of other software that our documents do not use, with the closest value. */
const FURTHER_WORDS: FurtherWords = {
  apartmentType: { ATTIKAWOHNUNG: 'penthouse', GALERIE: 'maisonette', ROHDACHBODEN: 'attic', FERIENWOHNUNG: 'other' },
  houseType: {
    REIHENHAUS: 'midTerrace', REIHENECK: 'endTerrace', STADTHAUS: 'midTerrace', LANDHAUS: 'singleFamily',
    FERTIGHAUS: 'singleFamily', RESTHOF: 'farm', FINCA: 'farm', RUSTICO: 'farm', ZWEIFAMILIENHAUS: 'multiFamily',
    APARTMENTHAUS: 'multiFamily', HERRENHAUS: 'villa', SCHLOSS: 'other', BURG: 'other', FERIENHAUS: 'other',
    BERGHUETTE: 'other', CHALET: 'other', STRANDHAUS: 'other', 'LAUBE-DATSCHE-GARTENHAUS': 'other',
    BESONDERE_IMMOBILIE: 'other',
  },
  commercialPlotType: {
    INDUSTRIE: 'commercial', GEWERBEPARK: 'commercial', SONDERNUTZUNG: 'commercial', GEMISCHT: 'commercial', LAND_FORSTWIRTSCHAFT: 'agriculture',
  },
  officeType: {
    BUEROZENTRUM: 'officeBuilding', PRAXISFLAECHE: 'doctorsOffice', COWORKING: 'office', SHARED_OFFICE: 'office',
  },
  retailType: { EINZELHANDELSLADEN: 'store', FACTORY_OUTLET: 'mall' },
  gastronomyType: { PENSION: 'guestHouse', HOTEL: 'hotel', RAUCHERLOKAL: 'bar', GASTRONOMIE: 'restaurant' },
  industrialType: { LAGERFLAECHEN: 'storage', LAGER_MIT_FREIFLAECHE: 'storage', PRODUKTION: 'industrialHall' },
  parkingSpaceType: { DOPPELGARAGE: 'garage', TIEFGARAGENSTELLPLATZ: 'undergroundGarage', PARKPLATZ_STROM: 'outdoor', BOOTSLIEGEPLATZ: 'outdoor' },
  commercialInvestmentType: { SB_MAERKTE: 'supermarket' },
  condition: {
    TEIL_VOLLRENOVIERUNGSBED: 'requiresRefurbishment', TEIL_VOLLSANIERT: 'refurbished', TEILSANIERT: 'refurbished', TEIL_SANIERT: 'refurbished',
    BAUFAELLIG: 'demolitionReady',
  },
  flooringType: {
    FERTIGPARKETT: 'parquet', LINOLEUM: 'pvc', MARMOR: 'stone', GRANIT: 'stone', TERRAKOTTA: 'tiles',
  },
  development: { ORTSUEBLICHERSCHLOSSEN: 'developed' },
  salesStatus: {
    FREI: 'open', VERFUEGBAR: 'open', VERFÜGBAR: 'open', AKTIV: 'open', OPEN: 'open', RESERVED: 'reserved', OPTION: 'reserved',
    VORGEMERKT: 'reserved', VERMIETET: 'sold', VERPACHTET: 'sold', SOLD: 'sold', RENTED: 'sold',
  },
  energyCertificateStatus: { OHNE: 'notYetPresent' },
  petsAllowed: { 1: 'yes', 0: 'no', JA: 'yes', NEIN: 'no' },
}; // oxfmt-ignore

const BY_FIELD: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries(FURTHER_WORDS).map(([field, words]) => [field, withoutPrototype(words)]),
);
const NONE = withoutPrototype({});

/** Removes the prototype: the words come from documents, and must not match members of every object. */
function withoutPrototype(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null) as Record<string, string>, words);
}

/** The further words of a field with their values. */
export const furtherWordsOf = (field: FieldName): Readonly<Record<string, string>> =>
  BY_FIELD.get(field) ?? NONE;
