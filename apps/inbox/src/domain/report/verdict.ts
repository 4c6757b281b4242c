/** What a sentence of a platform says of an object. */
export type Verdict = 'confirmed' | 'rejected' | 'removed';

/** Longer sentences are no verdicts, and the patterns look at every place of a sentence. */
const LONGEST_SENTENCE = 500;

const word = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
const words = (list: string) => new RegExp(word(list).source, 'giu');

const NO_FAULTS = words(
  '(?:ohne|keine?|0|no|without|zero) (?:fehlern?|errors?|warnungen|warnings|beanstandungen)|fehlerfrei|error-?free',
);
const DONE =
  'importiert|übernommen|uebernommen|angelegt|aktualisiert|veröffentlicht|veroeffentlicht|freigeschaltet|eingestellt|aktiviert|angenommen|akzeptiert|eingelesen|imported|accepted|published|created|updated|activated';
const NOT_DONE = words(
  `(?:nicht|not|never|cannot|couldn't|can't|kein|no)(?: [\\p{L}-]+){0,3} (?:${DONE}|verarbeitet|gespeichert|processed|saved|import|update)(?:en|s|ed)?(?: werden)?`,
);
const REFUSED = words(
  'abgelehnt|zurückgewiesen|zurueckgewiesen|verworfen|abgewiesen|fehlgeschlagen|rejected|refused|declined|failed|failure|(?:nicht|not) (?:erfolgreich|successful)|unsuccessful|ungültig|ungueltig|invalid|fehlerhaft(?:e[rns]?)?|fehlern?|errors?|fatal',
);
const KEPT = word(
  '(?:nicht|not)(?: [\\p{L}-]+){0,3} (?:gelöscht|geloescht|entfernt|deaktiviert|archiviert|deleted|removed|deactivated)',
);
const REMOVED = word(
  'gelöscht|geloescht|entfernt|deaktiviert|archiviert|offline (?:genommen|gestellt|geschaltet)|deleted|removed|deactivated|archived|taken (?:down|offline)',
);
const CONFIRMED = word(
  `erfolgreich|erfolg|ok|okay|success|successful|successfully|${DONE}|online (?:gestellt|geschaltet)`,
);
const PROCESSED = word('verarbeitet|processed|geprüft|importvorgang|import');
/** What is still to come is no result. */
const COMING = word(
  'wird|werden|soll|sollte|will|to be|pending|wartet|warteschlange|in prüfung|queued|scheduled|ausstehend|sobald|falls|wenn|if|once',
);
const WARNING = word('warnung|warnungen|hinweis|hinweise|achtung|warn|warning|warnings|notice');
const FAULTY = word(
  'fehlt|fehlen|fehlend(?:e[rns]?)?|missing|zu (?:groß|gross|klein|lang|kurz|viele)|too (?:large|big|small|long|short|many)|unbekannt(?:e[rns]?)?|unknown|nicht (?:gefunden|lesbar|erlaubt|unterstützt)|not (?:found|readable|allowed|supported)|pflichtfeld|required',
);

/** The verdict of a sentence; undefined for one that says none, or two. */
export function verdictOf(sentence: string): Verdict | undefined {
  const text = sentence.replace(/\s+/g, ' ');
  if (text.length > LONGEST_SENTENCE || text.includes('?') || KEPT.test(text)) return undefined;
  const rest = text.replace(NO_FAULTS, ' ');
  const isFaultless = rest !== text;
  const withoutRefusals = rest.replace(NOT_DONE, ' ').replace(REFUSED, ' ');
  const found: Verdict[] = [];
  if (withoutRefusals !== rest) found.push('rejected');
  if (!COMING.test(withoutRefusals)) {
    const isConfirmed = CONFIRMED.test(withoutRefusals) || (isFaultless && PROCESSED.test(rest));
    // What was removed successfully was removed.
    if (REMOVED.test(withoutRefusals)) found.push('removed');
    else if (isConfirmed) found.push('confirmed');
  }
  return found.length === 1 ? found[0] : undefined;
}

/** How bad a message is, whatever becomes of its object. */
export function severityOf(text: string): 'error' | 'warning' | 'info' {
  if (WARNING.test(text)) return 'warning';
  return verdictOf(text) === 'rejected' || FAULTY.test(text) ? 'error' : 'info';
}
