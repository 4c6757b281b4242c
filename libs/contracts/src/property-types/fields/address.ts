import { inSection } from '../field-info.ts';
import { COUNTRY_NAMES } from '../groups/countries.ts';

export const address = inSection('address', {
  address: {
    label: { de: 'Adresse', en: 'Address' },
    example: {
      street: 'Lindenweg',
      streetNumber: '12a',
      postalCode: '80331',
      city: 'München',
      country: 'DEU',
      publish: true,
    },
    parts: {
      street: { de: 'Straße', en: 'Street' },
      streetNumber: { de: 'Hausnummer', en: 'Street number' },
      postalCode: { de: 'Postleitzahl', en: 'Postal code' },
      city: { de: 'Ort', en: 'City' },
      region: {
        de: 'Region',
        en: 'Region',
        hint: { de: 'Bundesland, Kanton oder Provinz', en: 'State, canton or province' },
      },
      country: { de: 'Land', en: 'Country', values: COUNTRY_NAMES },
      publish: {
        de: 'Adresse veröffentlichen',
        en: 'Publish the address',
        hint: {
          de: 'Sonst erhalten Portale Straße und Hausnummer mit dem Hinweis, sie nicht anzuzeigen, oder gar nicht, wenn Ziel oder Konto das so festlegen.',
          en: 'Otherwise, platforms receive street and number with the instruction not to show them, or not at all if the target or the account says so.',
        },
      },
    },
  },
});
