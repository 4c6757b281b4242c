/** The contact person of the demo. */
export const DEMO_CONTACT = {
  email: 'anna.beispiel@example.org',
  title: 'Dr.',
  firstName: 'Anna',
  lastName: 'Beispiel',
  phone: '+49 89 1234567',
  mobilePhone: '+49 170 1234567',
  website: 'https://example.org/makler',
};

const PHOTOS = ['facade', 'living-room', 'kitchen', 'bathroom', 'garden', 'balcony'];

/** An apartment with every kind of field. */
export const DEMO_FIELDS = {
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
  description: 'Zwei Ebenen, viel Licht.\nDie Dachterrasse zeigt nach Süden.',
  floor: 4,
  furnishingDescription: 'Eichenparkett, Einbauküche, zwei Bäder.',
  hasBalcony: true,
  hasBuiltInKitchen: true,
  hasCellar: true,
  hasLift: true,
  heatingType: 'central',
  interiorQuality: 'high',
  livingArea: 96.4,
  locationDescription: 'Ruhige Seitenstraße, drei Minuten zur U-Bahn.',
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
};

/** Six photos, a floor plan and an exposé from the sandbox's file server. */
export const demoAttachments = (filesUrl: string) => [
  ...PHOTOS.map((name) => ({ url: `${filesUrl}/photos/${name}.jpg`, title: name.replace('-', ' ') })),
  { url: `${filesUrl}/plans/floor-plan.png`, title: 'Grundriss', isBlueprint: true },
  { url: `${filesUrl}/documents/expose.pdf`, title: 'Exposé' },
];

const { address } = DEMO_FIELDS;

const RENTAL = {
  title: 'Helle Zwei-Zimmer-Wohnung mit Balkon',
  address: { ...address, street: 'Gartenstraße', streetNumber: '8' },
  apartmentType: 'floor',
  livingArea: 58,
  numberOfRooms: 2,
  floor: 2,
  hasBalcony: true,
  hasBuiltInKitchen: true,
  baseRent: 1090,
  additionalCosts: 160,
  heatingCosts: 75,
  totalRent: 1325,
  deposit: '3270 EUR',
  petsAllowed: 'negotiable',
  energyCertificateStatus: 'notYetPresent',
};

const HOUSE = {
  title: 'Einfamilienhaus mit großem Garten',
  address: { ...address, street: 'Am Anger', streetNumber: '3', postalCode: '82166', city: 'Gräfelfing' },
  houseType: 'singleFamily',
  livingArea: 154,
  plotArea: 620,
  numberOfRooms: 6,
  constructionYear: 1974,
  condition: 'wellKept',
  hasCellar: true,
  hasLodgerFlat: false,
  purchasePrice: 1180000,
  energyCertificateStatus: 'notYetPresent',
};

/** The properties of the demo: an apartment with photos, a floor plan and an exposé, an apartment for rent, and a house. */
export const demoProperties = (filesUrl: string, contactId: string) => {
  const attachments = demoAttachments(filesUrl);
  const links = [{ url: 'https://tour.example.org/77', title: 'Rundgang' }];
  return [
    { type: 'apartmentBuy', contactId, fields: DEMO_FIELDS, attachments, links },
    { type: 'apartmentRent', contactId, fields: RENTAL, attachments: attachments.slice(1, 4) },
    { type: 'houseBuy', contactId, fields: HOUSE, attachments: attachments.slice(0, 5) },
  ];
};
