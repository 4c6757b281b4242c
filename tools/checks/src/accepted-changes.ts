/** Changes that the released version cannot read in every case, each with the reason why they are safe; see the release notes. */
interface AcceptedChange {
  /** The beginning of the problem: a subject or a kind of shape. */
  begins: string;
  /** The end of the problem. */
  ends: string;
  because: string;
}

const READERS_FIRST = 'the catalog is upgraded after its readers, and the importer after the catalog';
const MAY_BE_MISSING = [
  'address.street',
  'address.streetNumber',
  'baseRent',
  'commercialEnergyCertificate.energySource',
  'residentialEnergyCertificate.energySource',
].map((field) => `fields.${field} may be missing where it is required`);
const NEW_ENERGY_SOURCES = ['ambientHeat', 'bioenergy', 'combinedHeatAndPower', 'localHeat', 'other', 'wind'];
const CHANGES_OF_EVENTS = [
  ...MAY_BE_MISSING,
  ...['street', 'streetNumber'].map((part) => `fields.address.${part} is read with minLength 1`),
  ...['minimum', 'multipleOf'].map((limit) => `fields.numberOfRooms is read with ${limit} 0.5`),
  'fields.residentialEnergyCertificate.energySources is read with maxItems 11',
  ...[
    'commercialEnergyCertificate.energySource',
    'residentialEnergyCertificate.energySource',
    'residentialEnergyCertificate.energySources[]',
  ].flatMap((field) =>
    NEW_ENERGY_SOURCES.map((source) => `fields.${field} may be "${source}", which is not read`),
  ),
];

export const ACCEPTED_CHANGES: readonly AcceptedChange[] = [
  ...MAY_BE_MISSING.map((ends) => ({ begins: 'output of ask.catalog.', ends, because: READERS_FIRST })),
  ...['processing_failed', 'processing_succeeded'].flatMap((event) =>
    CHANGES_OF_EVENTS.map((ends) => ({ begins: `event.property.${event}.`, ends, because: READERS_FIRST })),
  ),
  ...['street', 'streetNumber'].map((part) => ({
    begins: 'input of ask.catalog.',
    ends: `fields.address.${part} is read with pattern "^$|\\\\S"`,
    because: 'the released version refuses blank text itself',
  })),
  ...['contactId', 'propertyId', 'targetId', 'eventId', 'listingId', 'webhookId'].map((filter) => ({
    begins: 'input of ask.',
    ends: `${filter} is read with pattern "^[0-9a-v]{20}$"`,
    because: 'a filter that is no id has found nothing',
  })),
  {
    begins: 'input of ask.',
    ends: 'month is read with pattern "^[2-9]\\\\d{3}-(0[1-9]|1[0-2])$"',
    because: 'a month that does not exist has no usage',
  },
];
