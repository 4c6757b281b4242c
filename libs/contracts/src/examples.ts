/** Values that appear in the examples of several contracts. */
export const EXAMPLE_ID = 'd1a2b3c4e5f6g7h8i9j0';
export const EXAMPLE_TIME = '2026-11-01T08:30:00.000Z';

/** Fields of an apartment that break no rule. */
export const EXAMPLE_FIELDS = {
  title: 'Maisonette above the roofs',
  address: {
    street: 'Lindenweg',
    streetNumber: '12a',
    postalCode: '80331',
    city: 'München',
    country: 'DEU',
    publish: true,
  },
  apartmentType: 'maisonette' as const,
  livingArea: 96.4,
  numberOfRooms: 3.5,
  purchasePrice: 489000,
};
