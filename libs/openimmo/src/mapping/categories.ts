import { PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { valueOfWord, withoutWord, wordOf } from './mapping-row.ts';
import type { Source, Words } from './mapping-row.ts';

/** The attribute with the kind of object. */
export interface Kind {
  attribute: string;
  /** The field for the kind; absent if the kind is the same for all objects of the type. */
  field?: FieldName;
  word(fields: Source['fields']): string | undefined;
  leftOut(fields: Source['fields']): readonly string[];
  /** The value of the field for a word; for a kind without a field, defined if the word is the type's own. */
  valueOf(word: string): string | undefined;
}

/** The elements that all properties of a type have in common. */
interface Category {
  /** The child of `objektart`. */
  object: string;
  kind?: Kind;
  /** The word for a missing kind; the attribute is left out if this is absent. */
  kindOtherwise?: string;
  isInvestment?: true;
  /** The kind of building in an energy certificate; undefined for types without certificates. */
  building: 'wohn' | 'nichtwohn' | undefined;
  /** The element for the usable area, by which readers filter. */
  usableAreaAs?: 'lagerflaeche' | 'verkaufsflaeche' | 'bueroflaeche' | 'gastroflaeche';
}

const kind = <F extends FieldName>(attribute: string, field: F, words: Words<F>): Pick<Category, 'kind'> => ({
  kind: {
    attribute,
    field,
    word: (fields) => wordOf(field, words, fields),
    leftOut: (fields) => withoutWord(field, words, fields),
    valueOf: (said) => valueOfWord(said, field, words),
  },
});

const always = (attribute: string, value: string): Pick<Category, 'kind'> => ({
  kind: {
    attribute,
    word: () => value,
    leftOut: () => [],
    valueOf: (said) => (said.toUpperCase() === value ? value : undefined),
  },
});

const APARTMENT: Category = {
  object: 'wohnung',
  building: 'wohn',
  ...kind('wohnungtyp', 'apartmentType', {
    apartment: 'APARTMENT',
    attic: 'DACHGESCHOSS',
    maisonette: 'MAISONETTE',
    penthouse: 'PENTHOUSE',
    loft: 'LOFT-STUDIO-ATELIER',
    terrace: 'TERRASSEN',
    lowerGroundFloor: 'SOUTERRAIN',
    groundFloor: 'ERDGESCHOSS',
    upperGroundFloor: 'ERDGESCHOSS',
    floor: 'ETAGE',
    other: 'KEINE_ANGABE',
  }),
};

const HOUSE: Category = {
  object: 'haus',
  building: 'wohn',
  ...kind('haustyp', 'houseType', {
    singleFamily: 'EINFAMILIENHAUS',
    midTerrace: 'REIHENMITTEL',
    endTerrace: 'REIHENEND',
    multiFamily: 'MEHRFAMILIENHAUS',
    bungalow: 'BUNGALOW',
    semiDetached: 'DOPPELHAUSHAELFTE',
    farm: 'BAUERNHAUS',
    villa: 'VILLA',
    other: 'KEINE_ANGABE',
  }),
};

const PLOT: Category = { object: 'grundstueck', building: undefined, ...always('grundst_typ', 'WOHNEN') };

/** A plot without a kind is still commercial, according to its type. */
const COMMERCIAL_PLOT: Category = {
  object: 'grundstueck',
  building: undefined,
  kindOtherwise: 'GEWERBE',
  ...kind('grundst_typ', 'commercialPlotType', {
    recreation: 'FREIZEIT',
    commercial: 'GEWERBE',
    agriculture: 'LAND_FORSTWIRSCHAFT',
  }),
};

const OFFICE: Category = {
  object: 'buero_praxen',
  building: 'nichtwohn',
  usableAreaAs: 'bueroflaeche',
  ...kind('buero_typ', 'officeType', {
    loft: 'LOFT_ATELIER',
    studio: 'LOFT_ATELIER',
    office: 'BUEROFLAECHE',
    officeBuilding: 'BUEROHAUS',
    doctorsOffice: 'PRAXIS',
    doctorsOfficeBuilding: 'PRAXISHAUS',
  }),
};

const RETAIL: Category = {
  object: 'einzelhandel',
  building: 'nichtwohn',
  usableAreaAs: 'verkaufsflaeche',
  ...kind('handel_typ', 'retailType', {
    store: 'LADENLOKAL',
    mall: 'EINKAUFSZENTRUM',
    departmentStore: 'KAUFHAUS',
    kiosk: 'KIOSK',
    exhibitionSpace: 'AUSSTELLUNGSFLAECHE',
    salesArea: 'VERKAUFSFLAECHE',
  }),
};

const GASTRONOMY: Category = {
  object: 'gastgewerbe',
  building: 'nichtwohn',
  usableAreaAs: 'gastroflaeche',
  ...kind('gastgew_typ', 'gastronomyType', {
    restaurant: 'RESTAURANT',
    guestHouse: 'PENSIONEN',
    hotel: 'HOTELS',
    bar: 'BAR',
    cafe: 'CAFE',
    club: 'DISCOTHEK',
  }),
};

const INDUSTRIAL: Category = {
  object: 'hallen_lager_prod',
  building: 'nichtwohn',
  usableAreaAs: 'lagerflaeche',
  ...kind('hallen_typ', 'industrialType', {
    hall: 'HALLE',
    industrialHall: 'INDUSTRIEHALLE',
    storage: 'LAGER',
    coldStorage: 'KUEHLHAUS',
    highBayStorage: 'HOCHREGALLAGER',
    shippingStorage: 'SPEDITIONSLAGER',
    shop: 'WERKSTATT',
    service: 'SERVICE',
  }),
};

const OTHER_COMMERCIAL: Category = {
  object: 'sonstige',
  building: 'nichtwohn',
  ...always('sonstige_typ', 'SONSTIGE'),
};

const PARKING_SPACE: Category = {
  object: 'parken',
  building: undefined,
  ...kind('parken_typ', 'parkingSpaceType', {
    garage: 'EINZELGARAGE',
    undergroundGarage: 'TIEFGARAGE',
    carport: 'CARPORT',
    outdoor: 'STELLPLATZ',
    carPark: 'PARKHAUS',
    duplex: 'DUPLEX',
  }),
};

const RESIDENTIAL_INVESTMENT: Category = {
  object: 'zinshaus_renditeobjekt',
  building: 'wohn',
  isInvestment: true,
  ...kind('zins_typ', 'residentialInvestmentType', {
    multiFamily: 'MEHRFAMILIENHAUS',
    residentialAndCommercial: 'WOHN_UND_GESCHAEFTSHAUS',
    housingEstate: 'WOHNANLAGEN',
    singleFamily: undefined,
    apartment: undefined,
    other: undefined,
  }),
};

const COMMERCIAL_INVESTMENT: Category = {
  object: 'zinshaus_renditeobjekt',
  building: 'nichtwohn',
  isInvestment: true,
  ...kind('zins_typ', 'commercialInvestmentType', {
    mall: 'EINKAUFSCENTREN',
    supermarket: 'VERBRAUCHERMAERKTE',
    commercialBuilding: 'GESCHAEFTSHAUS',
    officeBuilding: 'BUEROGEBAEUDE',
    industrial: 'INDUSTRIEANLAGEN',
  }),
};

/** One entry for each property type; sale or rent and the use follow from the type itself. */
export const CATEGORIES: Readonly<Record<PropertyType, Category>> = {
  apartmentBuy: APARTMENT,
  apartmentRent: APARTMENT,
  houseBuy: HOUSE,
  houseRent: HOUSE,
  plotBuy: PLOT,
  plotRent: PLOT,
  officeBuy: OFFICE,
  officeRent: OFFICE,
  retailBuy: RETAIL,
  retailRent: RETAIL,
  gastronomyBuy: GASTRONOMY,
  gastronomyRent: GASTRONOMY,
  industrialBuy: INDUSTRIAL,
  industrialRent: INDUSTRIAL,
  otherCommercialBuy: OTHER_COMMERCIAL,
  otherCommercialRent: OTHER_COMMERCIAL,
  parkingSpaceBuy: PARKING_SPACE,
  parkingSpaceRent: PARKING_SPACE,
  commercialPlotBuy: COMMERCIAL_PLOT,
  residentialInvestmentBuy: RESIDENTIAL_INVESTMENT,
  commercialInvestmentBuy: COMMERCIAL_INVESTMENT,
};

export const isForSale = (type: PropertyType): boolean => PROPERTY_TYPES[type].deal === 'sale';
