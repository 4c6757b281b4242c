import { inSection, values } from '../field-info.ts';

export const { title, ...general } = inSection('general', {
  title: { label: { de: 'Titel', en: 'Title' }, example: 'Bright and quiet near the park' },
  salesStatus: {
    label: { de: 'Verkaufsstatus', en: 'Sales status' },
    example: 'reserved',
    values: values({
      open: ['Offen', 'Open'],
      reserved: ['Reserviert', 'Reserved'],
      sold: ['Verkauft oder vermietet', 'Sold or let'],
    }),
  },
  availableFrom: { label: { de: 'Verfügbar ab', en: 'Available from' }, example: '2027-03-01' },
  isRented: { label: { de: 'Vermietet', en: 'Rented out' }, example: true },
  requiresWBS: {
    label: { de: 'Wohnberechtigungsschein erforderlich', en: 'Certificate of eligibility (WBS) required' },
    example: false,
  },
  isSuitableAsHolidayHome: {
    label: { de: 'Als Ferienwohnung geeignet', en: 'Suitable as holiday home' },
    example: true,
  },
  isSuitableAsSharedFlat: { label: { de: 'WG-geeignet', en: 'Suitable for flat sharing' }, example: true },
  petsAllowed: {
    label: { de: 'Haustiere erlaubt', en: 'Pets allowed' },
    example: 'negotiable',
    values: values({
      yes: ['Ja', 'Yes'],
      no: ['Nein', 'No'],
      negotiable: ['Nach Vereinbarung', 'Negotiable'],
    }),
  },
});
