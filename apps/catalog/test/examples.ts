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
  purchasePrice: 489_000,
};
