/** A phrase that is not allowed in texts for people, with its replacement. */
export interface RefusedPhrase {
  phrase: RegExp;
  write: string;
}

export interface Refusal {
  found: string;
  write: string;
  line: number;
}

export const REFUSED_PHRASES: readonly RefusedPhrase[] = [
  { phrase: /\b(?:is|are|was|were) away\b/i, write: 'is unavailable' },
  { phrase: /\bpromises?\b|\bPromises\b/, write: 'invariant' },
  { phrase: /\bmend(?:s|ed)?\b/i, write: 'fix' },
  { phrase: /\b(?:held|hold(?:s|ing)?) (?:it |them )?back\b/i, write: 'unpublished' },
  { phrase: /\b(?:given|gave|gives?) up\b/i, write: 'abandoned' },
  { phrase: /(?<!E-|rek |\/)\bmails\b/i, write: 'emails' },
  { phrase: /\b(?:is|are|was|were|be|been) told\b/i, write: 'notified, sent, published' },
  { phrase: /\b(?:is|are|be|been) repeated\b/i, write: 'retried' },
  {
    phrase: /\b(?:by )?our (?:own )?(?:fault|bug|mistake)\b|\btrouble of our own\b|\bnobody['’]s fault\b/i,
    write: 'internal error',
  },
  { phrase: /\bon our side\b/i, write: 'internal error' },
  { phrase: /\bout of breath\b/i, write: 'the event loop lag is high' },
  { phrase: /\bwithout further ado\b|\b(?:until|unless) told\b/i, write: 'by default' },
  { phrase: /\brings the\b|\bthe bell\b/i, write: 'wakes' },
  { phrase: /\bas often as it may\b/i, write: 'the error budget is burning at' },
  { phrase: /\bstands? against\b/i, write: 'checks for problems before publishing' },
  { phrase: /\bno key opens\b/i, write: 'undecryptable' },
  { phrase: /\bit meanwhile\b/i, write: 'if it has changed since' },
  { phrase: /\bblueprints?\b/i, write: 'floor plan' },
  { phrase: /\bresend many\b/i, write: 'bulk resend' },
  { phrase: /\btook nothing\b/i, write: 'accepted no deliveries' },
  { phrase: /\bbody of the answer\b/i, write: 'response body' },
  { phrase: /\bhow manieth\b/i, write: 'attempt number' },
  {
    phrase: /\b(?:held|holds?) against\b|\btold apart\b/i,
    write: 'compared with, validated against; distinguished',
  },
  {
    phrase:
      /\b(?:one|an?|two|three) (?!(?:as|at|by|for|from|in|of|on|than|that|to|with|without)\b)[\w-]+ an? (?:account|collection|contract|event|file|kind|listing|operation|platform|process|program|property|publication|replica|service|target|webhook)\b/i,
    write: 'one … for each …',
  },
  { phrase: /\binterested (?:people|persons?)\b/i, write: 'prospect' },
  { phrase: /\bwhat(?:ever)? (?:it|the \w+) logs\b/i, write: 'check its log' },
  { phrase: /\blearns? of\b/i, write: 'receives, is notified of' },
  // The spelling is British, with -ize, as in the Oxford dictionary. `color` and `center` are also words of CSS.
  {
    phrase:
      /\b(?:behaviors?|favors?|favorites?|honors?|neighbors?|cancel(?:ed|ing)|label(?:ed|ing)|travel(?:ed|ing)|model(?:ed|ing)|dial(?:ed|ing)|signal(?:ed|ing)|gray|fulfill|analyz(?:e|es|ed|ing)|acknowledgments?|defense|(?:kilo|milli|centi|square )meters|(?<!-)(?:colors?|centers?)(?![-:=;("'`]))\b/i,
    write: 'the British spelling: behaviour, colour, cancelled, labelled, metre',
  },
  {
    phrase:
      /\b(?:un)?(?:recogn|synchron|organ|author|normal|serial|summar|initial|optim|minim|maxim|emphas|capital|final|general|priorit|random|standard|stabil|util|visual|custom|memor|categor|special|local|token|sanit|anonym)is(?:e|es|ed|ing|ations?)\b/i,
    write: '-ize: recognize, organization',
  },
];

/** Idioms that a reader whose first language is not English may misread; refused in the documentation for customers. */
export const REFUSED_FOR_CUSTOMERS: readonly RefusedPhrase[] = [
  { phrase: /\bno place for\b/i, write: 'does not support' },
  { phrase: /\bwhat bec(?:o|a)mes? of\b/i, write: 'the result of' },
  { phrase: /\bon (?:its|their) way\b/i, write: 'in transit' },
  { phrase: /\bcomes? back (?:with|as)\b/i, write: 'is returned, is imported as' },
  { phrase: /\btells? (?:\w+ )?apart\b/i, write: 'distinguishes; with the discriminator' },
  { phrase: /\bleads? to (?:nothing|no)\b/i, write: 'creates no' },
  { phrase: /\bwhoever\b/i, write: 'everyone who' },
  { phrase: /\bsigns? of life\b/i, write: 'acknowledgement' },
  { phrase: /\b(?:is|are) answered with\b/i, write: 'returns' },
  { phrase: /\btak(?:e|es|en) (?:\w+ )?off (?:its|their|the) platforms?\b/i, write: 'taken down' },
  { phrase: /\bgrowing pauses\b/i, write: 'exponential backoff' },
  { phrase: /\bin the name of\b/i, write: 'on behalf of' },
];

/** The refused phrases in a text. */
export const refusalsIn = (text: string, phrases = REFUSED_PHRASES): Refusal[] =>
  text.split('\n').flatMap((content, index) =>
    phrases.flatMap(({ phrase, write }) => {
      const [found] = phrase.exec(content) ?? [];
      return found === undefined ? [] : [{ found, write, line: index + 1 }];
    }),
  );

const FENCE = /^( *)```[^]*?^\1```$/gm;
const CODE = /`[^`\n]*`/g;
const LINK = /\]\([^)]*\)/g;

const TITLE_OF_TEST = /› [^<|\n]*/g;

/** A page without code, link targets and test titles; lines keep their numbers. */
export const proseOf = (markdown: string): string =>
  [FENCE, CODE, LINK, TITLE_OF_TEST].reduce((text, part) => text.replace(part, blank), markdown);

const TOKEN = /\/\*[^]*?\*\/|(?<!:)\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/g;

const isComment = (token: string): boolean => token.startsWith('/');
const isText = (token: string): boolean => !isComment(token) && token.includes(' ');

/** The readable parts of a source: comments, and string literals that are texts, not names. */
export const readableOf = (source: string): string =>
  keep(source, (token) => isComment(token) || isText(token));

const BEFORE_A_TITLE = /(?:\b(?:it|describe)(?:\.\w+)*|\))\(\s*$/;
const LONGEST_CALL = 60;

/** The readable parts of a test's source: comments and titles. */
export const titlesOf = (source: string): string =>
  keep(
    source,
    (token, index) =>
      isComment(token) || BEFORE_A_TITLE.test(source.slice(Math.max(0, index - LONGEST_CALL), index)),
  );

/** Blanks everything except the chosen tokens; lines keep their numbers. */
function keep(source: string, isKept: (token: string, index: number) => boolean): string {
  let kept = '';
  let end = 0;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    kept += blank(source.slice(end, index));
    kept += isKept(token, index) ? token.replace(/\$\{[^}]*\}|`\w+`/g, blank) : blank(token);
    end = index + token.length;
  }
  return kept;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
