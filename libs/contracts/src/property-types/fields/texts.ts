import type { FieldInfo } from '../field-info.ts';

export const texts = {
  description: {
    section: 'texts',
    label: { de: 'Objektbeschreibung', en: 'Description' },
    example: 'Quiet, bright, and close to everything.',
    isLong: true,
  },
  locationDescription: {
    section: 'texts',
    label: { de: 'Lagebeschreibung', en: 'Description of the location' },
    example: 'Ten minutes to the main station, schools and shops nearby.',
    isLong: true,
  },
  furnishingDescription: {
    section: 'texts',
    label: { de: 'Ausstattungsbeschreibung', en: 'Description of the features' },
    example: 'Oak floors and tall windows.',
    isLong: true,
  },
  miscellaneousDescription: {
    section: 'texts',
    label: { de: 'Sonstiges', en: 'Miscellaneous' },
    example: 'Viewings by appointment.',
    isLong: true,
  },
} as const satisfies Record<string, FieldInfo>;
