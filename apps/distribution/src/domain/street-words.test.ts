import { describe, expect, it } from 'vitest';
import { mentionsOf } from './street-words.ts';

describe('a street in a text', () => {
  it.each([
    ['Lindenweg', 'Wohnung im Lindenweg'],
    ['Lindenweg 12a', 'LINDENWEG-3'],
    ['Lindenstraße', 'lindenstr. 12'],
    ['Lindenstr.', 'Lindenstrasse12a.jpg'],
    ['Königsallee', 'Koenigsallee'],
    ['Königsallee', 'Konigsallee'],
    ['Am Alten Markt', 'am_alten_markt_küche'],
    ['Straße des 17. Juni', 'Strasse des 17 Juni 100'],
    ['Straße des 17. Juni 135 Top 4', 'Strasse des 17 Juni 100'],
    ['Hauptstraße 12 Top 4', 'Hauptstr. 12'],
    ['Lindenweg 12, 3. OG links', 'Lindenweg 12 Küche'],
    ['Lindenweg 12 1/2', 'Lindenweg'],
    ['C 4, 12', 'Blick auf C 4, 12'],
    ['Rue du 8 Mai 1945', 'rue du 8 mai, Küche'],
    ['Via 20 Settembre 5', 'Via 20 Settembre'],
  ])('the street %s is found in %s', (street, text) => {
    expect(mentionsOf(street)(text)).toBe(true);
  });

  it.each([
    ['Lindenweg', 'Wohnung unter Linden'],
    ['Am Park', 'Parkett und Balkon'],
    ['Allee 12', 'Zimmer 12'],
    ['Zu den 12 Morgen 3', 'Zugang zu den Kellerräumen'],
    ['Rue du 8 Mai 1945', 'La rue du parc'],
    ['Via 20 Settembre 5', 'https://example.org/via/tour'],
    ['Straße des 17. Juni', 'frei ab 17. Juni'],
  ])('the street %s is not found in %s', (street, text) => {
    expect(mentionsOf(street)(text)).toBe(false);
  });
});
