import { flagIn, numberIn } from '../read/values.ts';

/** An amount of another deal is understood, and has no field; a word must be read. */
type Decider = 'amount' | 'word';

/**
 * Elements below `immobilie` that decide what is published, whose it is, what it costs, and whether it is shown. One that is not
 * understood is a problem; every other value without a field is kept as unmapped.
 */
export const DECIDERS: Readonly<Record<string, Decider>> = {
  'objektkategorie/nutzungsart/@WOHNEN': 'word',
  'objektkategorie/nutzungsart/@GEWERBE': 'word',
  'objektkategorie/nutzungsart/@ANLAGE': 'word',
  'objektkategorie/nutzungsart/@WAZ': 'word',
  'objektkategorie/vermarktungsart/@KAUF': 'word',
  'objektkategorie/vermarktungsart/@MIETE_PACHT': 'word',
  'objektkategorie/vermarktungsart/@MIETE': 'word',
  'objektkategorie/vermarktungsart/@PACHT': 'word',
  'objektkategorie/vermarktungsart/@ERBPACHT': 'word',
  'objektkategorie/vermarktungsart/@LEASING': 'word',
  'geo/plz': 'word',
  'geo/ort': 'word',
  'geo/land': 'word',
  'geo/land/@iso_land': 'word',
  'preise/kaufpreis': 'amount',
  'preise/kaufpreis/@auf_anfrage': 'word',
  'preise/nettokaltmiete': 'amount',
  'preise/kaltmiete': 'amount',
  'preise/warmmiete': 'amount',
  'preise/pacht': 'amount',
  'preise/waehrung': 'word',
  'preise/waehrung/@iso_waehrung': 'word',
  'preise/preis_zeiteinheit': 'word',
  'preise/preis_zeiteinheit/@zeiteinheit': 'word',
  'preise/mieteinnahmen_ist': 'amount',
  'preise/mieteinnahmen_ist/@periode': 'word',
  'preise/mieteinnahmen_soll': 'amount',
  'preise/mieteinnahmen_soll/@periode': 'word',
  'preise/provisionspflichtig': 'word',
  'preise/aussen_courtage': 'word',
  'zustand_angaben/verkaufstatus': 'word',
  'zustand_angaben/verkaufstatus/@stand': 'word',
  'verwaltung_objekt/objektadresse_freigeben': 'word',
  'verwaltung_techn/aktiv_von': 'word',
  'verwaltung_techn/aktiv_bis': 'word',
  'verwaltung_objekt/aktiv_von': 'word',
  'verwaltung_objekt/aktiv_bis': 'word',
  'verwaltung_techn/aktion': 'word',
  'verwaltung_techn/aktion/@aktionart': 'word',
  'verwaltung_techn/objektnr_extern': 'word',
  'verwaltung_techn/objektnr_intern': 'word',
  'verwaltung_techn/openimmo_obid': 'word',
};

const BY_PATH: ReadonlyMap<string, Decider> = new Map(
  Object.entries(DECIDERS).map(([path, decider]) => [path.toLowerCase(), decider]),
);

/** Whether the element decides what is published. */
export const decides = (path: string): boolean => BY_PATH.has(path.toLowerCase());

/** Whether a value that nothing was read from decides, and cannot be understood. */
export function isUnknownDecider(path: string, value: string): boolean {
  const decider = BY_PATH.get(path.toLowerCase());
  if (decider === undefined || flagIn(value.trim()) === false) return false;
  return decider === 'word' || numberIn(value) === undefined;
}
