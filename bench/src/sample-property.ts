import type { z } from 'zod';
import type { createProperty } from '@estate/contracts';

type PropertyBody = z.input<typeof createProperty.input>;

/** An apartment as a customer's software sends it, about 1.9 kB of JSON. */
export const sampleProperty: PropertyBody = {
  type: 'apartmentBuy',
  fields: {
    title: 'Maisonette über den Dächern',
    address: {
      street: 'Lindenweg',
      streetNumber: '12a',
      postalCode: '80331',
      city: 'München',
      region: 'Bayern',
      country: 'DEU',
      publish: true,
    },
    apartmentType: 'maisonette',
    availableFrom: '2027-02-01',
    commission: '3,57 %',
    commissionDescription: 'Fällig mit Beurkundung & nur für Käufer',
    condition: 'modernised',
    condoFee: 315.5,
    constructionYear: 1998,
    description:
      'Zwei Ebenen, viel Licht.\nDie Dachterrasse zeigt nach Süden, vom Wohnraum geht der Blick über die Dächer. Im unteren Stockwerk liegen zwei ruhige Zimmer und ein Bad, im oberen Küche, Wohnraum und das zweite Bad.',
    floor: 4,
    furnishingDescription: 'Eichenparkett, Einbauküche, zwei Bäder.',
    hasBalcony: true,
    hasBuiltInKitchen: true,
    hasCellar: true,
    hasLift: true,
    heatingType: 'central',
    interiorQuality: 'high',
    livingArea: 96.4,
    locationDescription:
      'Ruhige Seitenstraße, drei Minuten zur U-Bahn. Schule, Bäcker und Wochenmarkt sind zu Fuß erreichbar.',
    numberOfBathrooms: 2,
    numberOfBedrooms: 2,
    numberOfFloors: 5,
    numberOfParkingSpaces: 1,
    numberOfRooms: 3.5,
    parkingSpaceType: 'undergroundGarage',
    parkingSpacePurchasePrice: 25000,
    purchasePrice: 489000,
    energyCertificateStatus: 'present',
    residentialEnergyCertificate: {
      type: 'consumption',
      energySource: 'gas',
      energySources: ['gas', 'solar'],
      energyConsumption: 95.5,
      energyClass: 'C',
      warmWaterIncluded: true,
      prior2014: false,
    },
  },
  links: [{ url: 'https://tour.example.org/77', title: 'Rundgang' }],
};

export const sampleContact = {
  email: 'anna.beispiel@example.org',
  title: 'Dr.',
  firstName: 'Anna',
  lastName: 'Beispiel',
  phone: '+49 89 1234567',
};
