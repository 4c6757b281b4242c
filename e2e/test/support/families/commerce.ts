import { abroad, address, FOR_RENT, FOR_SALE, kind, monthly, sale } from './family.ts';
import type { Family } from './family.ts';

export const office: Family = {
  name: 'an office for rent',
  type: 'officeRent',
  otherType: 'retailRent',
  fields: {
    title: 'Praxisräume in Bahnhofsnähe',
    address,
    officeType: 'doctorsOffice',
    usableArea: 180,
    totalArea: 210.5,
    hasLift: true,
    baseRent: 3200,
    additionalCosts: 450,
    commercialEnergyCertificate: {
      type: 'need',
      prior2014: false,
      energySource: 'gas',
      powerNeed: 38,
      heatNeed: 92.5,
    },
  },
  portal: {
    ...FOR_RENT,
    'objektkategorie/nutzungsart@GEWERBE': 'true',
    [kind('buero_praxen@buero_typ')]: 'PRAXIS',
    'preise/nettokaltmiete': '3200',
    'preise/nebenkosten': '450',
    'flaechen/bueroflaeche': '180',
    'flaechen/gesamtflaeche': '210.5',
    'zustand_angaben/energiepass/stromwert': '38',
    'zustand_angaben/energiepass/waermewert': '92.5',
    'zustand_angaben/energiepass/gebaeudeart': 'nichtwohn',
  },
  market: {
    root: 'office',
    fields: {
      officeType: 'SURGERY',
      lift: 'YES',
      commercializationType: 'RENT',
      price: monthly(3200),
      additionalCosts: { value: 450, currency: 'EUR', priceIntervalType: 'MONTH' },
      netFloorSpace: 180,
      totalFloorSpace: 210.5,
      energyCertificate: { thermalCharacteristicElectricity: 38, thermalCharacteristicHeating: 92.5 },
    },
  },
  change: {
    fields: { baseRent: 2950.5 },
    portal: { 'preise/nettokaltmiete': '2950.5' },
    market: { price: monthly(2950.5) },
  },
  refused: {
    fields: {
      commercialEnergyCertificate: { type: 'need', prior2014: true, energySource: 'gas', energyNeed: 2000 },
    },
    field: 'fields.commercialEnergyCertificate.energyNeed',
    code: 'value_out_of_range',
  },
};

export const parking: Family = {
  name: 'a parking space',
  type: 'parkingSpaceRent',
  otherType: 'parkingSpaceBuy',
  fields: {
    title: 'Stellplatz im Hof',
    address,
    parkingSpaceType: 'outdoor',
    baseRent: 85,
    usableArea: 14,
    availableFrom: '2027-03-01',
  },
  portal: {
    ...FOR_RENT,
    [kind('parken@parken_typ')]: 'STELLPLATZ',
    'preise/nettokaltmiete': '85',
    'flaechen/nutzflaeche': '14',
  },
  market: {
    root: 'garageRent',
    fields: {
      garageType: 'STREET_PARKING',
      price: monthly(85),
      usableFloorSpace: 14,
      freeFrom: '2027-03-01',
    },
  },
  change: {
    fields: { parkingSpaceType: 'duplex' },
    portal: { [kind('parken@parken_typ')]: 'DUPLEX' },
    market: { garageType: 'DUPLEX' },
  },
  refused: abroad,
};

export const investment: Family = {
  name: 'an investment',
  type: 'residentialInvestmentBuy',
  otherType: 'commercialInvestmentBuy',
  fields: {
    title: 'Vermietetes Mehrfamilienhaus',
    address,
    residentialInvestmentType: 'multiFamily',
    constructionYear: 1962,
    totalArea: 620,
    rentableArea: 590,
    actualYearlyRentalIncome: 68400,
    targetYearlyRentalIncome: 74200,
    purchasePrice: 1480000,
  },
  portal: {
    ...FOR_SALE,
    'objektkategorie/nutzungsart@ANLAGE': 'true',
    [kind('zinshaus_renditeobjekt@zins_typ')]: 'MEHRFAMILIENHAUS',
    'preise/kaufpreis': '1480000',
    'preise/mieteinnahmen_ist': '68400',
    'preise/mieteinnahmen_ist@periode': 'JAHR',
    'preise/mieteinnahmen_soll': '74200',
    'flaechen/vermietbare_flaeche': '590',
  },
  market: {
    root: 'investment',
    fields: {
      investmentType: 'MULTI_FAMILY_HOUSE',
      price: sale(1480000),
      netFloorSpace: 590,
      totalFloorSpace: 620,
      constructionYear: 1962,
      rentalIncomeActual: { value: 68400, currency: 'EUR', priceIntervalType: 'YEAR' },
    },
  },
  change: {
    fields: { purchasePrice: undefined, purchasePriceOnRequest: true },
    portal: { 'preise/kaufpreis': '0', 'preise/kaufpreis@auf_anfrage': 'true' },
    market: { price: sale(0) },
  },
  refused: abroad,
};
