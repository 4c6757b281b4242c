import { namesObject, reportOf, saysSomething } from '../domain/report/report-reading.ts';
import type { ReportReading } from '../domain/report/report-reading.ts';
import { fileNamesIn } from '../domain/report/statements.ts';
import type { Statement } from '../domain/report/statements.ts';
import { statementsIn } from '../domain/report/text-report.ts';
import { decodeText } from './charset.ts';
import { textOfHtml } from './html-text.ts';
import { LIMITS } from './limits.ts';
import type { Part } from './parse-message.ts';

/** Words with which a person asks for a property; such an email is no report, whatever else it says. */
const ASKED =
  /interessent|kontaktanfrage|neue anfrage|anfrage (?:zu|für|von)|ich interessiere|wir interessieren|interesse an|besichtig|noch (?:online|frei|zu haben|verfügbar|aktuell|da)\b|still available|interested in|\binquiry\b|\benquiry\b|viewing/i;

/** Subjects of emails about imports, which need not name an object. */
const ABOUT_IMPORT = /(?<!\p{L})import(?!an)|protokoll|(?:ü|ue)bertragung|(?<!\p{L})upload/iu;

interface FoundReport {
  report: ReportReading;
  /** True if it names an object or a package, or is about an import, also if nothing of it is certain. */
  isRecognized: boolean;
}

interface Readable {
  name: string;
  text: string;
  isHtml: boolean;
}

/** The tables and logs of archives, as much of them as is read of texts. */
export class PackedTexts {
  readonly all: Part[] = [];
  #left: number = LIMITS.textBytes;

  add(file: Part): void {
    if (this.#left <= 0) return;
    // A copy, because a part of the bytes would keep all in memory.
    const bytes = Buffer.from(file.read().subarray(0, this.#left));
    this.#left -= bytes.length;
    if (bytes.length > 0) this.all.push({ ...file, read: () => bytes });
  }
}

/** The report of the texts and the attached tables and logs of an email, beside that of its documents. */
export function reportIn(
  parts: readonly Part[],
  { subject, statements }: { subject: string; statements: readonly Statement[] },
): FoundReport {
  const texts = readableIn(parts);
  if (statements.length === 0 && texts.some(({ text }) => ASKED.test(text)))
    return { report: reportOf([], []), isRecognized: false };
  const [plain, html] = [texts.filter(({ isHtml }) => !isHtml), texts.filter(({ isHtml }) => isHtml)];
  const inPlain = plain.flatMap(({ text }) => statementsIn(text));
  // HTML repeats the plain text beside it.
  const found = inPlain.some(saysSomething)
    ? inPlain
    : [...inPlain, ...html.flatMap(({ text }) => statementsIn(text))];
  const names = new Set([subject, ...texts.flatMap(({ name, text }) => [name, text])].flatMap(fileNamesIn));
  const isRecognized =
    statements.length > 0 || found.some(namesObject) || names.size > 0 || ABOUT_IMPORT.test(subject);
  return { report: reportOf([...statements, ...found], [...names]), isRecognized };
}

/** The texts of the emails, up to what is read of a body. */
function readableIn(parts: readonly Part[]): Readable[] {
  let left: number = LIMITS.textBytes;
  const readable: Readable[] = [];
  for (const part of parts.filter(isReadable)) {
    if (left <= 0) break;
    const bytes = part.read().subarray(0, left);
    left -= bytes.length;
    const text = decodeText(bytes, part.charset).replaceAll('\r\n', '\n');
    const isHtml = part.mediaType === 'text/html' || /\.html?$/i.test(part.name);
    readable.push({ name: part.name, text: isHtml ? rowsOfHtml(text) : text, isHtml });
  }
  return readable;
}

const isReadable = ({ mediaType, name }: Part): boolean =>
  mediaType.startsWith('text/') || /\.(csv|log|txt|html?)$/i.test(name);

/** The text of a page, with the cells of its tables beside each other. */
const rowsOfHtml = (html: string): string =>
  textOfHtml(html.replace(/<\/t[dh]\b[^<>]*>\s*(?=<t[dh]\b)/gi, ' | '));
