import type { FieldInfo } from '../field-info.ts';
import { values } from '../field-info.ts';

export const title = {
  section: 'general',
  label: { de: 'Titel', en: 'Title' },
  example: 'Bright and quiet near the park',
} as const satisfies FieldInfo;

export const general = {
  salesStatus: {
    section: 'general',
    label: { de: 'Verkaufsstatus', en: 'Sales status' },
    example: 'reserved',
    values: values({
      open: ['Offen', 'Open'],
      reserved: ['Reserviert', 'Reserved'],
      sold: ['Verkauft oder vermietet', 'Sold or let'],
    }),
  },
  availableFrom: {
    section: 'general',
    label: { de: 'Verfügbar ab', en: 'Available from' },
    example: '2027-03-01',
  },
  isRented: { section: 'general', label: { de: 'Vermietet', en: 'Rented out' }, example: true },
  requiresWBS: {
    section: 'general',
    label: { de: 'Wohnberechtigungsschein erforderlich', en: 'Certificate of eligibility (WBS) required' },
    example: false,
  },
  isSuitableAsHolidayHome: {
    section: 'general',
    label: { de: 'Als Ferienwohnung geeignet', en: 'Suitable as holiday home' },
    example: true,
  },
  isSuitableAsSharedFlat: {
    section: 'general',
    label: { de: 'WG-geeignet', en: 'Suitable for flat sharing' },
    example: true,
  },
  petsAllowed: {
    section: 'general',
    label: { de: 'Haustiere erlaubt', en: 'Pets allowed' },
    example: 'negotiable',
    values: values({
      yes: ['Ja', 'Yes'],
      no: ['Nein', 'No'],
      negotiable: ['Nach Vereinbarung', 'Negotiable'],
    }),
  },
} as const satisfies Record<string, FieldInfo>;
