import { flagIn, numberIn } from '../read/values.ts';

/** An amount of another deal is understood, and has no field; a false flag decides nothing; a word must be understood. */
type Decider = 'amount' | 'flag' | 'word';

/**
 * Elements below `immobilie` that decide what is published, whose it is, what it costs, and whether it is shown. One that is not understood
 * is a problem; every other value without a field is kept as unmapped.
 */
export const DECIDERS: Readonly<Record<string, Decider>> = {
  'objektkategorie/nutzungsart/@WOHNEN': 'flag',
  'objektkategorie/nutzungsart/@GEWERBE': 'flag',
  'objektkategorie/nutzungsart/@ANLAGE': 'flag',
  'objektkategorie/nutzungsart/@WAZ': 'flag',
  'objektkategorie/vermarktungsart/@KAUF': 'flag',
  'objektkategorie/vermarktungsart/@MIETE_PACHT': 'flag',
  'objektkategorie/vermarktungsart/@MIETE': 'flag',
  'objektkategorie/vermarktungsart/@PACHT': 'flag',
  'objektkategorie/vermarktungsart/@ERBPACHT': 'flag',
  'objektkategorie/vermarktungsart/@LEASING': 'flag',
  'geo/plz': 'word',
  'geo/ort': 'word',
  'geo/land': 'word',
  'geo/land/@iso_land': 'word',
  'preise/kaufpreis': 'amount',
  'preise/kaufpreis/@auf_anfrage': 'flag',
  'preise/kaufpreisbrutto': 'amount',
  'preise/kaufpreisnetto': 'amount',
  'preise/nettokaltmiete': 'amount',
  'preise/kaltmiete': 'amount',
  'preise/warmmiete': 'amount',
  'preise/hauptmietzinsnetto': 'amount',
  'preise/gesamtmietenetto': 'amount',
  'preise/gesamtmietebrutto': 'amount',
  'preise/gesamtbelastungnetto': 'amount',
  'preise/gesamtbelastungbrutto': 'amount',
  'preise/pacht': 'amount',
  'preise/waehrung': 'word',
  'preise/waehrung/@iso_waehrung': 'word',
  'preise/preis_zeiteinheit': 'word',
  'preise/preis_zeiteinheit/@zeiteinheit': 'word',
  'preise/mieteinnahmen_ist': 'amount',
  'preise/mieteinnahmen_ist/@periode': 'word',
  'preise/mieteinnahmen_soll': 'amount',
  'preise/mieteinnahmen_soll/@periode': 'word',
  'preise/provisionspflichtig': 'flag',
  'preise/aussen_courtage': 'word',
  'preise/courtage_hinweis': 'word',
  'preise/provisionnetto': 'amount',
  'preise/provisionbrutto': 'amount',
  'versteigerung/zwangsversteigerung': 'flag',
  'bieterverfahren/mindestpreis': 'word',
  'zustand_angaben/verkaufstatus': 'word',
  'zustand_angaben/verkaufstatus/@stand': 'word',
  'verwaltung_objekt/objektadresse_freigeben': 'flag',
  'verwaltung_techn/aktiv_von': 'word',
  'verwaltung_techn/aktiv_bis': 'word',
  'verwaltung_objekt/aktiv_von': 'word',
  'verwaltung_objekt/aktiv_bis': 'word',
  'verwaltung_techn/aktion/@aktionart': 'word',
  'verwaltung_techn/aktion': 'word',
  'verwaltung_techn/aktionart': 'word',
  'verwaltung_techn/action': 'word',
  'verwaltung_techn/objektnr_extern': 'word',
  'verwaltung_techn/objektnr_intern': 'word',
  'verwaltung_techn/openimmo_obid': 'word',
};

const BY_PATH: ReadonlyMap<string, Decider> = new Map(
  Object.entries(DECIDERS).map(([path, decider]) => [path.toLowerCase(), decider]),
);

/** True if the element decides what is published. */
export const decides = (path: string): boolean => BY_PATH.has(path.toLowerCase());

/** The deciding elements without flags. */
export const FILLED_DECIDERS: readonly string[] = Object.keys(DECIDERS).filter(
  (path) => DECIDERS[path] !== 'flag',
);
export const DECIDING_AMOUNTS: readonly string[] = Object.keys(DECIDERS).filter(
  (path) => DECIDERS[path] === 'amount',
);

/** True if the element decides and its value is not understood; zero counts as not filled in. */
export function isUnknownDecider(path: string, value: string): boolean {
  const decider = BY_PATH.get(path.toLowerCase());
  const amount = numberIn(value);
  if (decider === undefined || amount === 0) return false;
  if (decider === 'flag') return flagIn(value.trim()) !== false;
  return decider === 'word' || amount === undefined;
}
