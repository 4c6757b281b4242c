import { cellsOf, headOf, roleOf } from './labels.ts';
import { fileNamesIn, numbersIn, pageIn, statementOf } from './statements.ts';
import type { Cell, Statement } from './statements.ts';
import { judgementOf, severityOf, verdictOf } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** More lines are not looked at. */
const MOST_LINES = 20_000;
/** Longer lines are prose or data. */
const LONGEST_LINE = 2000;
/** Where blanks stand side by side, patterns would try each way to divide them. A tab separates labels. */
const BLANKS = /[^\S\t]{2,}/gu;

/** A number of an object as a line mentions it: with a sign that is no letter, or in quotes. */
const MENTION =
  /(?:objekt|immobilie|inserat|anzeige|angebot|object|property|listing|estate)(?<label>[ -]?(?:nr|nummer|no|number|id|code))?[.:]?\s*[#:]?\s*(?:["'„»](?<quoted>[^"'“”«]{1,50})["'“”«]|(?<plain>(?=[A-Za-z/_#+@.-]*\d)[\w/#+@.-]{1,50}))/giu;
/** Behind the place of an object in a count, such as `2 von 5`. */
const OF_HOW_MANY = /^\s?(?:von|of)\s?\d/i;
/** An entry of a list below a heading. */
const ITEM = /^\s*(?:[-*•–]|\d{1,4}[.)])\s+(?<number>\S{1,60}?)(?::|\s+[-–:(]|$)\s*(?<words>.*)$/u;
const SEPARATOR = /^[\s\-=_*~#]{3,}$/;

/** Reads tables, blocks of labels and values, lists below headings, and lines about single objects. */
export function statementsIn(text: string): Statement[] {
  const reader = new LineReader();
  for (const line of text.split('\n', MOST_LINES)) reader.take(line.slice(0, LONGEST_LINE).trimEnd());
  return reader.end();
}

class LineReader {
  readonly #found: Statement[] = [];
  #table: ReturnType<typeof headOf>;
  #block: Cell[] = [];
  #heading: Verdict | undefined;

  take(line: string): void {
    if (line.trim() === '' || SEPARATOR.test(line)) {
      this.#endBlock();
      if (line.trim() === '') this.#table = undefined;
      return;
    }
    const head = headOf(line);
    if (head) {
      this.#endBlock();
      this.#table = head;
    } else if (!this.#takeRow(line) && !this.#takeLabels(line) && !this.#takeItem(line))
      this.#takeSentence(line);
  }

  end(): Statement[] {
    this.#endBlock();
    return this.#found;
  }

  #takeRow(line: string): boolean {
    if (!this.#table) return false;
    const { delimiter, roles } = this.#table;
    const cells = cellsOf(line, delimiter);
    if (cells.length < roles.length - 1 || cells.length > roles.length + 1) return false;
    this.#found.push(
      statementOf(cells.map((cell, index) => ({ role: roles[index] ?? 'other', text: cell }))),
    );
    return true;
  }

  /** A line of labels with values, such as `Status: OK` or `Objekt: 1 | Status: OK`. */
  #takeLabels(line: string): boolean {
    const cells = line
      .replace(BLANKS, ' ')
      .split(/\s*[|;\t]\s*|,\s+(?=[\p{L} .-]{2,40}\s*[:=])/u)
      .map((part) => /^\s*(?<label>[\p{L}\d .\-/]{2,40}?)\s*[:=]\s+(?<text>\S.*)$/u.exec(part)?.groups)
      .flatMap((groups) => {
        const role = roleOf(groups?.['label'] ?? '');
        return role ? [{ role, text: groups?.['text']?.trim() ?? '' }] : [];
      });
    if (cells.length === 0) return false;
    const hasNumber = this.#block.some(({ role }) => role === 'number');
    if (cells.length === 1 && cells[0] && isSentence(cells[0], hasNumber)) return false;
    const begins = cells.some(({ role }) => role === 'number');
    if (begins) this.#beginBlock(hasNumber);
    this.#block.push(...cells);
    return true;
  }

  #takeItem(line: string): boolean {
    const { number = '', words = '' } = ITEM.exec(line)?.groups ?? {};
    if (!this.#heading || !/\d/.test(number)) return false;
    const messages = words.trim() === '' ? [] : [{ severity: severityOf(words), text: words.trim() }];
    const isRejected = this.#heading === 'rejected';
    const { verdict = this.#heading, doubt } = judgementOf(words);
    const isDoubtful = verdict !== this.#heading || (doubt && !isRejected);
    this.#found.push({
      numbers: numbersIn(number),
      verdict: isDoubtful ? undefined : verdict,
      messages: messages.map((one) =>
        isRejected && one.severity === 'info' ? { ...one, severity: 'error' as const } : one,
      ),
    });
    return true;
  }

  #takeSentence(line: string): void {
    const statement = sentenceOf(line);
    if (statement) this.#found.push(statement);
    else this.#takeHeading(line);
  }

  #takeHeading(line: string): void {
    if (line.endsWith(':')) this.#heading = verdictOf(line);
    else if (!/^\s/.test(line)) this.#heading = undefined;
  }

  /** Before a number, only the name of the file is about its object. */
  #beginBlock(isBehindNumber: boolean): void {
    const files = this.#block.filter(({ role }) => role === 'file');
    if (isBehindNumber || files.length > 0) this.#endBlock();
    this.#block = isBehindNumber ? [] : files;
  }

  #endBlock(): void {
    if (this.#block.length > 0) this.#found.push(statementOf(this.#block));
    this.#block = [];
  }
}

/** The first object that a text names. */
function mentionIn(text: string): { number: string; whole: string; end: number } | undefined {
  for (const { 0: whole, index, groups } of text.matchAll(MENTION)) {
    const { plain = '', quoted = plain, label } = groups ?? {};
    const end = index + whole.length;
    const isCount = /^\d+\/\d+$/.test(plain) || OF_HOW_MANY.test(text.slice(end, end + 10));
    if (label !== undefined || !isCount) return { number: quoted, whole, end };
  }
  return undefined;
}

/** In `Objekt: 1 wurde importiert` and `Warnung: Objekt 1: Bild fehlt` the value is a sentence about the object that it names. */
function isSentence({ role, text }: Cell, isBehindNumber: boolean): boolean {
  if (role === 'number') {
    const { verdict, doubt } = judgementOf(text);
    return verdict !== undefined || doubt !== undefined;
  }
  if (role !== 'warning' && role !== 'fault' && role !== 'message') return false;
  const mention = mentionIn(text);
  if (!mention || mention.number === '') return false;
  return !isBehindNumber || (text.startsWith(mention.whole) && /^\s?:/.test(text.slice(mention.end)));
}

/** The statement of a line about the object or the package that it names, if it names one. */
function sentenceOf(line: string): Statement | undefined {
  const plain = line.replace(/\s+/g, ' ');
  const mention = mentionIn(plain);
  const numbers = numbersIn(mention?.number ?? '');
  const [fileName] = fileNamesIn(plain);
  if (numbers.length === 0 && fileName === undefined) return undefined;
  // Names are no words of a verdict.
  const words = plain.replace(mention?.whole ?? '', ' Objekt ').replace(fileName ?? '', ' ');
  const verdict = verdictOf(words);
  const severity = severityOf(words);
  if (!verdict && severity === 'info') return { numbers, fileName, messages: [] };
  return {
    numbers,
    fileName,
    verdict,
    messages: [{ severity, text: line.trim() }],
    publicUrl: pageIn(plain),
  };
}
