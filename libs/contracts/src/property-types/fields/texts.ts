import { inSection } from '../field-info.ts';

export const texts = inSection('texts', {
  description: {
    label: { de: 'Objektbeschreibung', en: 'Description' },
    example: 'Quiet, bright, and close to everything.',
    isLong: true,
  },
  locationDescription: {
    label: { de: 'Lagebeschreibung', en: 'Description of the location' },
    example: 'Ten minutes to the main station, schools and shops nearby.',
    isLong: true,
  },
  furnishingDescription: {
    label: { de: 'Ausstattungsbeschreibung', en: 'Description of the features' },
    example: 'Oak floors and tall windows.',
    isLong: true,
  },
  miscellaneousDescription: {
    label: { de: 'Sonstiges', en: 'Miscellaneous' },
    example: 'Viewings by appointment.',
    isLong: true,
  },
});
