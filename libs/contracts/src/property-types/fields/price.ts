import { inSection, values } from '../field-info.ts';

const EUR_PER_MONTH = 'EUR/month';
const EUR_PER_YEAR = 'EUR/year';
const EUR = 'EUR';

export const price = inSection('price', {
  purchasePrice: { unit: EUR, label: { de: 'Kaufpreis', en: 'Purchase price' }, example: 489000 },
  purchasePriceOnRequest: { label: { de: 'Preis auf Anfrage', en: 'Price on request' }, example: false },
  baseRent: { unit: EUR_PER_MONTH, label: { de: 'Kaltmiete', en: 'Base rent' }, example: 1240 },
  additionalCosts: {
    unit: EUR_PER_MONTH,
    label: { de: 'Nebenkosten', en: 'Additional costs' },
    example: 210,
  },
  additionalCostsIncludeHeatingCosts: {
    label: { de: 'Heizkosten in Nebenkosten enthalten', en: 'Additional costs include heating' },
    example: false,
  },
  heatingCosts: { unit: EUR_PER_MONTH, label: { de: 'Heizkosten', en: 'Heating costs' }, example: 95 },
  totalRent: {
    unit: EUR_PER_MONTH,
    label: { de: 'Warmmiete', en: 'Total rent' },
    hint: {
      de: 'Kaltmiete, Nebenkosten und Heizkosten',
      en: 'Base rent, additional costs and heating costs',
    },
    example: 1545,
  },
  yearlyRent: { unit: EUR_PER_YEAR, label: { de: 'Pacht', en: 'Yearly rent' }, example: 3600 },
  deposit: {
    label: { de: 'Kaution', en: 'Deposit' },
    hint: { de: 'Zum Beispiel „3 Kaltmieten“', en: 'For example “3 months of base rent”' },
    example: '3 months of base rent',
  },
  condoFee: { unit: EUR_PER_MONTH, label: { de: 'Hausgeld', en: 'Condo fee' }, example: 315.5 },
  hasCommission: {
    label: { de: 'Provisionspflichtig', en: 'Commission is due' },
    hint: { de: 'Nur nötig ohne Angabe der Provision', en: 'Only needed without a commission' },
    example: true,
  },
  commission: {
    label: { de: 'Provision', en: 'Commission' },
    hint: { de: 'Zum Beispiel „3,57 % inkl. MwSt.“', en: 'For example “3.57% including VAT”' },
    example: '3.57 %',
  },
  commissionDescription: {
    label: { de: 'Hinweis zur Provision', en: 'Note on the commission' },
    example: 'Payable when the contract is signed, including VAT.',
    isLong: true,
  },
  monthlyRentalIncome: {
    unit: EUR_PER_MONTH,
    label: { de: 'Mieteinnahmen', en: 'Rental income' },
    example: 1100,
  },
  actualYearlyRentalIncome: {
    unit: EUR_PER_YEAR,
    label: { de: 'Mieteinnahmen (Ist)', en: 'Actual rental income' },
    example: 68400,
  },
  targetYearlyRentalIncome: {
    unit: EUR_PER_YEAR,
    label: { de: 'Mieteinnahmen (Soll)', en: 'Target rental income' },
    example: 74200,
  },
  parkingSpaceType: {
    label: { de: 'Art des Stellplatzes', en: 'Parking space type' },
    example: 'undergroundGarage',
    values: values({
      garage: ['Garage', 'Garage'],
      undergroundGarage: ['Tiefgarage', 'Underground garage'],
      carport: ['Carport', 'Carport'],
      outdoor: ['Außenstellplatz', 'Outdoor space'],
      carPark: ['Parkhaus', 'Car park'],
      duplex: ['Duplex', 'Duplex'],
    }),
  },
  parkingSpacePurchasePrice: {
    unit: EUR,
    label: { de: 'Stellplatzpreis', en: 'Parking space price' },
    example: 24500,
  },
  parkingSpaceRent: {
    unit: EUR_PER_MONTH,
    label: { de: 'Stellplatzmiete', en: 'Parking space rent' },
    example: 85,
  },
});
