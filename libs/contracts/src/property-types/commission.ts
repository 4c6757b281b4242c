/** Texts that software writes for an empty field. */
const NOTHING =
  /^(?:[^\p{L}\p{N}]*|k\.?\s?a\.?|n\.?\s?[/.]?\s?a\.?|null|undefined|unbekannt|nicht bekannt|unknown|not known|(?:keine|ohne) angaben?)$/iu;
const NO_STATEMENT = /(?<!\p{L})(?:keine?|ohne|no)\s+(?:(?:nähere|weitere)n?\s+)?(?:angaben?|information(?:en)?)(?!\p{L})/gu; // oxfmt-ignore
const LONGEST = 200;

const NOUN = String.raw`(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?)`;
const FREE = String.raw`(?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?))`;
const NO = String.raw`(?:keine?[mnrs]?|nein|entfällt|frei|none|no|nil)`;

/** Negations of "free", such as `nicht provisionsfrei`, and commissions that are free up to a limit. */
const TAKEN_BACK = new RegExp(
  String.raw`(?<!\p{L})(?:nicht|keine?[mnrs]?|not) ${FREE}|${FREE} bis(?!\p{L})|entfällt nicht`,
  'gu',
);
const DUE_WORD = ' provisionspflichtig ';

const NEGATIONS = [
  FREE,
  String.raw`(?<!\p{L})(?:keine?[mnrs]?|ohne|no|without) (?:[\p{L}'’-]{1,40} ){0,3}?${NOUN}(?!\p{L})`,
  String.raw`(?<!\p{L})${NOUN} ?[:=]? ?${NO}[.!]*$`,
  String.raw`(?<!\p{L})(?:nicht|not) (?:\p{L}{1,30}pflichtig|fällig|erhoben|berechnet|verlangt|an(?!\p{L})|subject|due|payable|charged)`,
  String.raw`(?<!\p{L})(?:entfällt|entfallen)(?!\p{L})`,
  String.raw`^(?:${NO}|ohne|without|false|n|(?:geb[uü]e?hren|kosten)[ -]{0,3}frei(?: für [\p{L} ]{1,60})?)[.!]*$`,
].map((source) => new RegExp(source, 'gu'));

const UNIT = String.raw`(?:%|‰|€|,-|\.-|(?:eur|euros?|chf|prozent|percent|[bmn]?mm|[bmn]*km|\p{L}{0,30}mieten?|months?['’]? rent)(?!\p{L}))`;
const DIGITS = String.raw`\d{1,9}(?:[.,'’]\d{1,9}){0,4}`;
/** Numbers that are amounts by their unit, by their label, or because the text has nothing else. */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,])(${DIGITS}) ?${UNIT}|(?:€|eur|chf) ?(${DIGITS})|${NOUN} ?[:=]? ?(${DIGITS})(?![\d.])|^(${DIGITS})(?=$| (?:inkl|incl|zzgl|plus|vom|von|of)(?!\p{L}))`,
  'gu',
);
const TAX = /(?:\d+(?:[.,]\d+)?\s*%\s*)?(?:gesetzl\p{L}*\.?\s+)?(?:mwst|mehrwertsteuer|ust|umsatzsteuer|vat)(?!\p{L})\.?/gu; // oxfmt-ignore
const SPELLED_AMOUNT =
  /(?<!\p{L})(?:eine?|zwei|drei|anderthalb|(?:eine )?halbe|one|two|three)\s+(?:\p{L}*miete|month)/u;
const DUE =
  /(?<!\p{L})(?:provision|courtage|kosten)\p{L}*pflichtig|fällig|zu (?:zahlen|tragen|entrichten)|zahlbar|payable|subject to|auf (?:an|nach)frage|on request|nach vereinbarung|verhandelbar|negotiable|üblich|^n\.?\s?v\.?$|(?:^|[:=]\s*)(?:ja|j|yes|y|true)[.!]*$/u;

/** The commission of the other side, which says nothing of the one that the reader of an offer pays. */
const OTHER_SIDE =
  /verkäufer|vermieter|eigentümer|innen-?(?:provision|courtage)|seller|vendor|landlord|owner/u;
const OWN_SIDE = /(?<!ver)käufer|(?<!ver)mieter|erwerber|buyer|purchaser|tenant/u;

/** True for a text that software writes for an empty field. */
export function isUnsaid(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= LONGEST && NOTHING.test(trimmed);
}

/** Words for an empty field that are also surnames. */
const SURNAME = /^(?:Ka|Na|Null)$/;

/** Like `isUnsaid`, for the text of a person's name. */
export const isUnsaidOfPerson = (text: string): boolean => isUnsaid(text) && !SURNAME.test(text.trim());

const isOfOthers = (clause: string): boolean => OTHER_SIDE.test(clause) && !OWN_SIDE.test(clause);

/** Who makes the offer: neither side pays by that. */
const FROM = String.raw`(?<!\p{L})(?:(?:direkt|unmittelbar|directly|straight|privat|(?:privat)?(?:verkauf|angebot|vermietung)) ){0,3}(?:vom|von|from)(?: de[mnr]| the| privat\p{L}{0,3}){0,2} (?:eigentümer|vermieter|verkäufer|owner|landlord|seller|vendor)(?:n|in)?(?!\p{L})`;
const BETWEEN = String.raw`[^\p{L}\p{N}]{1,5}`;
const NO_BROKER = String.raw`(?:${FREE}|(?<!\p{L})(?:keine?|ohne|no|without) \p{L}{1,40})`;
/** Offers of owners without a broker; a word that says who pays has another place. */
const FROM_OWNER = [
  new RegExp(String.raw`(${FREE})${BETWEEN}${FROM}`, 'gu'),
  new RegExp(String.raw`(${NO_BROKER})${BETWEEN}(?=direkt|unmittelbar)${FROM}`, 'gu'),
  new RegExp(
    String.raw`^()${FROM}${BETWEEN}(?=${FREE}|(?:ohne|kein|no|without(?: a)?) (?:makler|broker))`,
    'gu',
  ),
];
const withoutOrigin = (text: string): string =>
  FROM_OWNER.reduce((left, pattern) => left.replaceAll(pattern, '$1'), text);

const ANY_NOUN = new RegExp(NOUN, 'u');
const isDue = (clause: string): boolean => ANY_NOUN.test(clause) && DUE.test(clause);

/** A text without the commission of the other side; undefined if the two cannot be separated. */
function ownSideOf(text: string): string | undefined {
  if (!isOfOthers(text)) return text;
  const [first = '', ...others] = text.split(/;|[.,](?=\s)/);
  const named = others.filter(isOfOthers);
  const areStatements = named.every((clause) => /\d|provision|courtage|commission|fee/.test(clause));
  return isOfOthers(first) || !areStatements
    ? undefined
    : [first, ...others.filter((one) => !isOfOthers(one))].join(', ');
}

/** Soft hyphens, and characters that no XML document can hold: on platforms a text stands without them. */
const UNWRITABLE = /[\u00AD\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;

const wordsIn = (text: string): string =>
  text.toLowerCase().replaceAll(UNWRITABLE, '').replaceAll(/\s+/g, ' ');

function saidIn(text: string): boolean | undefined {
  const words = wordsIn(text.trim().slice(0, LONGEST));
  const own = isUnsaid(words) ? undefined : ownSideOf(withoutOrigin(words));
  if (own === undefined) return undefined;
  const plain = own.replaceAll(NO_STATEMENT, ' ').replaceAll(TAX, ' ').replaceAll(TAKEN_BACK, DUE_WORD).trim(); // oxfmt-ignore
  const amounts = [...plain.matchAll(AMOUNT)].map((found) => found.slice(1).join(''));
  const hasAmount = amounts.some((amount) => /[1-9]/.test(amount)) || SPELLED_AMOUNT.test(plain);
  const rest = NEGATIONS.reduce((left, pattern) => left.replaceAll(pattern, ' '), plain);
  // A text with both, such as `provisionsfrei, sonst 3 %`, is not understood.
  if (rest !== plain) return hasAmount || rest.split(/[.,;]/).some(isDue) ? undefined : false;
  if (hasAmount) return true;
  if (amounts.length > 0) return false;
  return DUE.test(plain) ? true : undefined;
}

interface Said {
  hasCommission?: boolean | undefined;
  commission?: string | undefined;
}

/** Reads the text of a commission; undefined if it is not understood. */
export const commissionInText = ({ commission = '' }: Pick<Said, 'commission'>): boolean | undefined =>
  saidIn(commission);

/** True if a commission is due, according to the text, or else to the flag; undefined if the text is not understood and there is no flag. */
export const isCommissionDue = (said: Said): boolean | undefined =>
  commissionInText(said) ?? said.hasCommission;
