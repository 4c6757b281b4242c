export type Redact = (text: string) => string;

/** A run of this many characters of a secret is hidden. A shorter secret hides the whole text that contains it. */
const SHORTEST_RUN = 6;
/** The minimum length of a part. A shorter one occurs in many words by chance; it is only redacted as a whole word. */
const SHORTEST_PART = 4;
const HIDDEN = '[redacted]';
const LONGEST_TEXT = 4000;

/**
 * Hides a secret in texts of a server, also if it is encoded, in another case or incomplete. If the secret is so short that a gap would
 * reveal it, only the code of the reply is left.
 */
export function redactor(secret: string): Redact {
  const forms = formsOf(secret);
  const short = forms.filter(({ length }) => length < SHORTEST_RUN);
  const long = forms.filter(({ length }) => length >= SHORTEST_RUN);
  return (given) => {
    const text = given.slice(0, LONGEST_TEXT);
    const lower = lowered(text);
    return short.some((form) => standsIn(lower, form)) ? withheld(text) : withoutRuns(text, lower, long);
  };
}

const WORD_SIGN = /[\p{L}\p{N}]/u;

function standsIn(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const around = [text[at - 1] ?? '', text[at + form.length] ?? ''];
    if (form.length >= SHORTEST_PART || !around.some((sign) => WORD_SIGN.test(sign))) return true;
  }
  return false;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const percent = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const forms = [
    secret,
    secret.replace(/\s+/g, ' ').trim(),
    encodeURIComponent(bytes.toString()),
    encodeURIComponent(bytes.toString()).replaceAll('%20', '+'),
    percent,
    JSON.stringify(secret).slice(1, -1),
    escaped(secret),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('latin1'),
    Buffer.from(secret, 'latin1').toString('utf8'),
    Array.from(secret).toReversed().join(''),
  ];
  return [...new Set(forms.map(lowered))].filter((form) => form !== '');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Lower-cases only letters whose lower case is one character, so that every character keeps its position. */
const lowered = (text: string): string =>
  text.replace(/./gsu, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign));

function withoutRuns(text: string, lower: string, forms: readonly string[]): string {
  let kept = '';
  for (let at = 0; at < text.length;) {
    const length = Math.max(0, ...forms.map((form) => runAt(lower, at, form)));
    kept += length > 0 ? HIDDEN : (text[at] ?? '');
    at += Math.max(1, length);
  }
  return kept;
}

/** The number of characters from here on that match the form; 0 for less than a run. */
function runAt(text: string, at: number, form: string): number {
  let length = SHORTEST_RUN;
  if (at + length > text.length || !form.includes(text.slice(at, at + length))) return 0;
  while (at + length < text.length && form.includes(text.slice(at, at + length + 1))) length += 1;
  return length;
}

const withheld = (text: string): string =>
  `${/^\d{3}(?!\d)/.exec(text)?.[0] ?? ''} (the text of the server is hidden, because it contains the password)`.trim();
