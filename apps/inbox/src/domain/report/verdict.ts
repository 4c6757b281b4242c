/** The verdict of a platform on an object. */
export type Verdict = 'confirmed' | 'rejected' | 'removed';

/** Longer sentences are no verdicts, and the patterns look at every place of a sentence. */
const LONGEST_SENTENCE = 500;

const word = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
const words = (list: string) => new RegExp(word(list).source, 'giu');

const NO_FAULTS = words(
  '(?:ohne|keine?|0|no|without|zero) (?:fehlern?|errors?|warnungen|warnings|beanstandungen)|fehlerfrei|error-?free|(?:fehler|errors?|warnungen|warnings) ?[:=] ?(?:0|keine?|none|no|nein|false)(?= ?(?:$|[,;!)|]|[.](?!\\d)))',
);
const ONLINE = '(?:online|neu) eingestellt|online (?:gestellt|geschaltet)';
const DONE = `importiert|übernommen|uebernommen|angelegt|aktualisiert|veröffentlicht|veroeffentlicht|freigeschaltet|aktiviert|angenommen|akzeptiert|eingelesen|imported|accepted|published|created|updated|activated|${ONLINE}`;
const NOT_DONE = words(
  `(?:nicht|not|never|cannot|couldn't|can't|kein|no)(?: [\\p{L}-]+){0,3} (?:${DONE}|verarbeitet|gespeichert|processed|saved|import|update)(?:en|s|ed)?(?: werden)?`,
);
const REFUSED = words(
  'abgelehnt|zurückgewiesen|zurueckgewiesen|verworfen|abgewiesen|fehlgeschlagen|rejected|refused|declined|failed|failure|(?:nicht|not) (?:erfolgreich|successful)|unsuccessful|fehlerhaft(?:e[rns]?)?|fehlern?|errors?|fatal',
);
/** A value can be invalid without the object being refused. */
const INVALID =
  /^\P{L}*(?:(?:objekt|object|property|listing|inserat|anzeige|immobilie) )?(?:(?:ist|is) )?(?:ungültig|ungueltig|invalid)\P{L}*$/iu;
const UNCHANGED = word(
  'unverändert|unveraendert|keine änderung(?:en)?|keine aenderung(?:en)?|nicht geändert|nicht verändert|unchanged|not modified|not changed|unmodified|no changes?',
);
const KEPT = word(
  '(?:nicht|not)(?: [\\p{L}-]+){0,3} (?:gelöscht|geloescht|entfernt|deaktiviert|archiviert|deleted|removed|deactivated)',
);
const REMOVED = word(
  'gelöscht|geloescht|entfernt|deaktiviert|archiviert|offline (?:genommen|gestellt|geschaltet)|deleted|removed|deactivated|archived|taken (?:down|offline)',
);
/** The order to remove an object, which says nothing of its result. */
const REMOVING = word(
  'löschen|löschung|löschauftrag|loeschen|loeschung|entfernen|entfernung|deaktivieren|deaktivierung|archivieren|archivierung|delete|deletion|remove|removal|deactivate|deactivation|archive',
);
const SUCCEEDED = word('erfolgreich|erfolg|ok|okay|success|successful|successfully');
const WAS_DONE = word(DONE);
const PROCESSED = word('verarbeitet|processed|geprüft|importvorgang|import');
/** Words for an object that a platform has imported without showing it. */
const NOT_SHOWN = word(
  '(?:nicht|not)(?: [\\p{L}-]+){0,3} (?:online|aktiv|active|sichtbar|visible|live)|online ?[:=] ?(?:nein|no|false|0)|offline|inaktiv|inactive|kontingente?s?|quota|gesperrt|blocked|(?<!(?:online|neu) )eingestellt',
);
/** A denial behind a colon; the number of a fault that is none denies nothing. */
const DENIED = /(?<!(?:code|nr|nummer|number) ?)[:=] ?(?:nein|no|false|0)(?= ?(?:$|[,;!)|]|[.](?!\d)))/iu;
/** Words for something that is still to come, which is no result. */
const COMING = word(
  'wird|werden|soll|sollte|will|to be|pending|wartet|warteschlange|in prüfung|queued|scheduled|ausstehend|sobald|falls|wenn|if|once',
);
const PART =
  '(?:titel|haupt|vorschau)?(?:bild|foto)(?:er|ern|es|s|datei|dateien)?|grundrisse?n?|anhang|anhänge?n?|pdfs?|videos?|(?:pflicht|daten|text|eingabe)?feld(?:er|ern|es|s)?|werte?n?|images?|photos?|pictures?|floor ?plans?|attachments?|fields?|values?|geo[ck]od\\p{L}*';
const PARTS = word(PART);
/** In `mit 3 Bildern importiert` the object was imported. */
const BESIDE = words(
  `(?:mit|ohne|samt|inklusive|with|without|including) (?:\\d{1,4} |allen? |all )?(?:${PART})`,
);
const OBJECT = word('objekte?s?|immobilie|inserate?s?|anzeige|angebote?s?|object|property|listing');
const CLAUSES = /[,;:()|–]|[.!] | - | (?:weil|wegen|und|aber|because|due to|and|but) /iu;
const WARNING = word('warnung|warnungen|hinweis|hinweise|achtung|warn|warning|warnings|notice');
const FAULTY = word(
  'fehlt|fehlen|fehlend(?:e[rns]?)?|missing|ungültig(?:e[rns]?)?|ungueltig|invalid|zu (?:groß|gross|klein|lang|kurz|viele)|too (?:large|big|small|long|short|many)|unbekannt(?:e[rns]?)?|unknown|nicht (?:gefunden|lesbar|erlaubt|unterstützt)|not (?:found|readable|allowed|supported)|pflichtfeld|required',
);

/** The judgement of the words of a sentence on an object. */
export interface Judgement {
  verdict?: Verdict;
  /** Words of a result from which no verdict follows. */
  doubt?: 'error' | 'warning';
}

/** A sentence has a verdict if its words about the object say one, and nothing in it says another. */
export function judgementOf(sentence: string): Judgement {
  const text = sentence.replace(/\s+/g, ' ').trim();
  if (text.length > LONGEST_SENTENCE || text.includes('?') || KEPT.test(text)) return {};
  const { ofObject, ofParts } = clausesOf(text);
  const said = verdictsIn(ofObject);
  const all = new Set([...said, ...verdictsIn(ofParts)]);
  const [verdict, ...others] = said;
  if (verdict && others.length === 0 && all.size === 1 && !isDenied(text, verdict)) return { verdict };
  return doubtIn(text, all, said.length > 0);
}

/** A picture that is well needs no notice. */
function doubtIn(text: string, all: ReadonlySet<Verdict>, isOfObject: boolean): Pick<Judgement, 'doubt'> {
  if (all.has('rejected')) return { doubt: all.has('confirmed') ? 'warning' : 'error' };
  const isNoticed = isOfObject || all.has('removed') || NOT_SHOWN.test(text);
  return isNoticed ? { doubt: 'warning' } : {};
}

/** The verdict of a sentence; undefined for one that says none, or two. */
export const verdictOf = (sentence: string): Verdict | undefined => judgementOf(sentence).verdict;

/** The words about the object, and those about its pictures and fields: all behind one of these, until an object is named again. */
function clausesOf(sentence: string): { ofObject: string; ofParts: string } {
  const text = sentence.replace(BESIDE, ' ');
  if (!PARTS.test(text)) return { ofObject: text, ofParts: '' };
  const ofObject: string[] = [];
  const ofParts: string[] = [];
  let isOfPart = false;
  for (const clause of text.split(CLAUSES)) {
    isOfPart = PARTS.test(clause) || (isOfPart && !OBJECT.test(clause));
    (isOfPart ? ofParts : ofObject).push(clause);
  }
  return { ofObject: ofObject.join(', '), ofParts: ofParts.join(', ') };
}

function verdictsIn(text: string): Verdict[] {
  const rest = text.replace(NO_FAULTS, ' ');
  const withoutFailures = rest.replace(NOT_DONE, ' ');
  const withoutRefusals = withoutFailures.replace(REFUSED, ' ');
  const isUnchanged = UNCHANGED.test(rest);
  // An object that was skipped because it has not changed was not refused.
  const isRefused = withoutRefusals !== (isUnchanged ? withoutFailures : rest) || INVALID.test(rest);
  const verdicts: Verdict[] = isRefused ? ['rejected'] : [];
  if (COMING.test(withoutRefusals)) return verdicts;
  const isFaultless = rest !== text && PROCESSED.test(rest);
  const success = isUnchanged ? undefined : successIn(withoutRefusals, isFaultless);
  const isRemoved = isRemovedIn(withoutRefusals, isRefused || success !== undefined);
  if (isRemoved) verdicts.push('removed');
  // A successful removal is a removal, not a confirmation.
  if (success === 'done' || (success && !isRemoved)) verdicts.push('confirmed');
  return verdicts;
}

const isRemovedIn = (text: string, hasResult: boolean): boolean =>
  REMOVED.test(text) || (hasResult && REMOVING.test(text));

function successIn(text: string, isFaultless: boolean): 'done' | 'succeeded' | undefined {
  if (WAS_DONE.test(text)) return 'done';
  return isFaultless || SUCCEEDED.test(text) ? 'succeeded' : undefined;
}

function isDenied(text: string, verdict: Verdict): boolean {
  const isToCome = verdict !== 'rejected' && COMING.test(text);
  if (isToCome || DENIED.test(text.replace(NO_FAULTS, ' '))) return true;
  return verdict === 'confirmed' && NOT_SHOWN.test(text);
}

/** True if a text says that there is no fault, and nothing else. */
export function saysNoFault(text: string): boolean {
  const rest = text.replace(/\s+/g, ' ').replace(NO_FAULTS, ' ');
  return rest !== text && !/[\p{L}\d]/u.test(rest);
}

/** True if a platform may have an object without showing it. */
export const isNotShown = (text: string): boolean => NOT_SHOWN.test(text);

/** True if a text names the removal of an object, as an order or as done. */
export const isRemoval = (text: string): boolean => REMOVED.test(text) || REMOVING.test(text);

/** True if a text says what was done, and not only that it has succeeded. */
export const saysWhatWasDone = (text: string): boolean => WAS_DONE.test(text);

/** How bad a message is, whatever becomes of its object. */
export function severityOf(text: string): 'error' | 'warning' | 'info' {
  if (WARNING.test(text)) return 'warning';
  const { verdict, doubt } = judgementOf(text);
  if (verdict === 'rejected' || FAULTY.test(text)) return 'error';
  return doubt ?? 'info';
}
