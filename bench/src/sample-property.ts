import { DEMO_FIELDS } from '@estate/stack';

/** An apartment as a customer's software sends it, about 1.9 kB of JSON. */
export const sampleProperty = {
  type: 'apartmentBuy',
  fields: {
    ...DEMO_FIELDS,
    description:
      'Zwei Ebenen, viel Licht.\nDie Dachterrasse zeigt nach Süden, vom Wohnraum geht der Blick über die Dächer. Im unteren Stockwerk liegen zwei ruhige Zimmer und ein Bad, im oberen Küche, Wohnraum und das zweite Bad.',
    locationDescription:
      'Ruhige Seitenstraße, drei Minuten zur U-Bahn. Schule, Bäcker und Wochenmarkt sind zu Fuß erreichbar.',
  },
  links: [{ url: 'https://tour.example.org/77', title: 'Rundgang' }],
};
