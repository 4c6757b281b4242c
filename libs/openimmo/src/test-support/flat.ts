import { readSections } from './one-object.ts';

/** The sections of a complete flat for sale. */
const FLAT = {
  objektkategorie:
    '<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><wohnung wohnungtyp="ETAGE"/></objektart>',
  geo: '<plz>50667</plz><ort>Köln</ort><strasse>Lindenweg</strasse><hausnummer>1</hausnummer>',
  preise: '<kaufpreis>349000</kaufpreis>',
  flaechen: '<wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer>',
  freitexte: '<objekttitel>Wohnung</objekttitel>',
  verwaltung_techn: '<objektnr_extern>F-1</objektnr_extern>',
};
const FOR_RENT = {
  objektkategorie: FLAT.objektkategorie.replace('KAUF', 'MIETE_PACHT'),
  preise: '<nettokaltmiete>900</nettokaltmiete>',
};

/** Reads a flat for sale with other sections; `undefined` leaves one out. */
export const readFlat = (changes: Partial<Record<string, string | undefined>>) =>
  readSections({ ...FLAT, ...changes });

/** Reads a flat for rent with other sections. */
export const readRentedFlat = (changes: Partial<Record<string, string | undefined>>) =>
  readFlat({ ...FOR_RENT, ...changes });
