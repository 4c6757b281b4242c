import { at } from './at.ts';

const KINDS = ['Wohnung', 'Maisonette', 'Einfamilienhaus', 'Dachgeschosswohnung', 'Reihenhaus'];
const MERITS = [
  'mit Garten',
  'am Park',
  'mit Balkon',
  'in ruhiger Lage',
  'nahe dem Zentrum',
  'mit Fernblick',
];
const CITIES = [
  'München',
  'Berlin',
  'Köln',
  'Freiburg im Breisgau',
  'Düsseldorf',
  'Nürnberg',
  'Halle (Saale)',
];

/** What people recognize the property at a position by; one in a hundred thousand has a rare word. */
export function sampleSummary(position: number): { title: string; city: string; externalId: string } {
  const rare = position % 100_000 === 500 ? ' Windmühle' : '';
  return {
    title: `${at(KINDS, position)} ${at(MERITS, Math.floor(position / 7))} ${String(40 + (position % 160))} m²${rare}`,
    city: at(CITIES, Math.floor(position / 3)),
    externalId: `OBJ-${String(position).padStart(7, '0')}`,
  };
}
