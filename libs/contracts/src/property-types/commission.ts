/** Texts that say that no commission is due: `provisionsfrei`, `keine Courtage`, `0 %`. */
const NONE = [
  /^0+(?:[.,]0+)?(?:\s*(?:%|€|EUR|Euro|Prozent))?(?:\s*(?:inkl|incl|zzgl|plus)\b.*)?$/i,
  /^(?:keine?r?|ohne|nein|entfällt|frei|no|none|without)(?:\s+(?:\p{L}*(?:provision|courtage)|commission))?[.!]*$/iu,
];
const FREE = /(?:^|\s)(?:\p{L}*(?:provisions|courtage|makler)-?frei|commission[- ]free)\b/iu;
/** What takes back that a commission is not due: `nicht`, or an amount. */
const NOT_FREE = /\bnicht\b|[1-9]/iu;
/** Texts that software writes where nobody has said anything. */
const NOTHING = /^[\s\-–—/.?]*$|^(?:k\.?\s?A\.?|keine Angabe|n\/a)$/i;
const LONGEST = 200;

const saidIn = (text: string): 'yes' | 'no' | undefined => {
  const words = text.trim().slice(0, LONGEST);
  if (NOTHING.test(words)) return undefined;
  const isFree = FREE.test(words) && !NOT_FREE.test(words);
  return isFree || NONE.some((pattern) => pattern.test(words)) ? 'no' : 'yes';
};

/** Whether a text says that no commission is due. */
export const saysNoCommission = (text: string): boolean => saidIn(text) === 'no';

interface Said {
  hasCommission?: boolean | undefined;
  commission?: string | undefined;
}

/** What the text of a commission says of it; a text without an amount, such as `auf Anfrage`, says that there is one. */
export function commissionInText({ commission = '' }: Pick<Said, 'commission'>): boolean | undefined {
  const said = saidIn(commission);
  return said === undefined ? undefined : said === 'yes';
}

/** Whether a commission is due: what the text of it says, else the flag; undefined where nobody said it. */
export const isCommissionDue = (said: Said): boolean | undefined =>
  commissionInText(said) ?? said.hasCommission;
