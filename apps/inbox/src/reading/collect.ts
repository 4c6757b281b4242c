import { failure } from '../domain/failure.ts';
import type { ParsingFailure, Problems } from '../domain/failure.ts';
import { documentsIn, identityOf, wordsAround } from './documents-in-text.ts';
import { LIMITS } from './limits.ts';
import { parseMessage } from './parse-message.ts';
import type { Message, Part, PartAllowance } from './parse-message.ts';
import { isTooLargeForXml } from './read-xml.ts';
import { signedContent } from './signed-content.ts';
import { isDeclaredXml, isInquiry, sniff } from './sniff.ts';
import type { Content } from './sniff.ts';
import { unpackTnef } from './tnef.ts';
import { unzip } from './unzip.ts';
import { uuFilesIn } from './uuencode.ts';

/** Something that looks like XML, with the text of the email around it. */
export interface Found {
  bytes: Buffer;
  charset: string | undefined;
  /** Its id, which stays the same however often the email is read. */
  identity: Buffer;
  text: string;
  part: string;
}

/** Where what is found in an email goes at once, so that no more than one part is in memory. */
export interface Sink {
  document(found: Found): void;
  /** An email inside the email, before what is in it. */
  nested(message: Message): void;
  /** A table or a log in an archive, in which a report may stand. */
  packed(file: Part): void;
  problems: Problems;
  allowance: PartAllowance;
}

interface Place {
  depth: number;
  text: string;
  /** Names of what is around it, each followed by ` > `. */
  path: string;
}

/** Looks through the parts of an email, its archives and the emails inside it for XML documents, within limits. */
export async function collect(message: Message, sink: Sink): Promise<void> {
  await new Collector(sink).addMessage(message, { depth: 0, path: '' });
  const count = sink.allowance.refused;
  if (count > 0) sink.problems.add(TOO_MANY, { count });
}

class Collector {
  readonly #sink: Sink;
  readonly #budget = { bytes: LIMITS.unpackedBytes };
  /** Documents of office programs leave the other archives what they need. */
  readonly #officeBudget = { bytes: LIMITS.unpackedBytes };

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async addMessage(message: Message, { depth, path }: Omit<Place, 'text'>): Promise<void> {
    for (const { why, part } of message.faults) this.#problem(why, `${path}${part ?? ''}`);
    const place = { depth, path, text: wordsAround(message.text) };
    for (const part of message.parts) await this.#addPart(part, place);
  }

  /** An unexpected error in one part must not prevent the other parts from being read. */
  async #addPart(part: Part, place: Place): Promise<void> {
    try {
      await this.#addContent(part, part.read(), place);
    } catch {
      this.#problem(UNREADABLE, place.path + part.label);
    }
  }

  async #addContent(part: Part, bytes: Buffer, place: Place): Promise<void> {
    const content = sniff(part, bytes);
    const name = place.path + part.label;
    const inside = { depth: place.depth + 1, path: `${name} > `, text: place.text };
    if (content === 'office') await this.#addOffice(bytes, inside);
    else if (isContainer(content)) {
      if (place.depth < LIMITS.depth) await this.#addContainer(content, bytes, inside);
      else this.#problem(TOO_DEEP, name);
    } else if (content === 'other') {
      if (isText(part)) await this.#addText(part, bytes, place);
    } else if (content !== 'xml') this.#problem(UNSUPPORTED[content], name);
    else if (part.isBody) await this.#addText(part, bytes, place);
    else this.#addWhole(part, bytes, place);
  }

  async #addContainer(content: Container, bytes: Buffer, inside: Place): Promise<void> {
    if (content === 'mail') await this.#addMail(bytes, inside);
    else if (content === 'signed') await this.#addSigned(bytes, inside);
    else if (content === 'zip') await this.#addArchive(bytes, inside);
    else await this.#addTnef(bytes, inside);
  }

  #addWhole({ charset, label }: Part, bytes: Buffer, { text, path }: Place): void {
    this.#addDocument({ bytes, charset, identity: bytes, text, part: path + label });
  }

  /** Documents and files can also stand in the text itself. */
  async #addText(part: Part, bytes: Buffer, place: Place): Promise<void> {
    const name = place.path + part.label;
    const inText = this.#addTextDocuments(part, bytes, place);
    for (const file of uuFilesIn(bytes)) {
      if (!file.isWhole) this.#problem(UU_CUT, `${name} > ${file.name}`);
      await this.#addFile(file, { ...place, depth: place.depth + 1, path: `${name} > ` });
    }
    if (inText === 0 && isXmlAlone(part, bytes)) this.#addWhole(part, bytes, place);
  }

  /** Returns how many documents there are, those that never end included. */
  #addTextDocuments(part: Part, bytes: Buffer, { path, text }: Place): number {
    const name = path + part.label;
    let count = 0;
    let unclosed = 0;
    for (const document of documentsIn(bytes, { charset: part.charset, isHtml: isHtml(part) })) {
      count += 1;
      if (document === 'unclosed') unclosed += 1;
      else if (this.#sink.allowance.take()) {
        this.#addDocument({ ...document, identity: identityOf(document), text, part: name });
      }
    }
    if (unclosed > 0) this.#sink.problems.add(UNCLOSED, { part: name, count: unclosed });
    return count;
  }

  #addDocument(found: Found): void {
    if (isTooLargeForXml(found.bytes)) this.#problem(XML_TOO_LARGE, found.part);
    else this.#sink.document(found);
  }

  async #addMail(bytes: Buffer, { depth, path }: Place): Promise<void> {
    const message = parseMessage(bytes, this.#sink.allowance);
    this.#sink.nested(message);
    await this.addMessage(message, { depth, path });
  }

  async #addSigned(bytes: Buffer, inside: Place): Promise<void> {
    const content = signedContent(bytes);
    if (content) await this.#addMail(content, inside);
    else this.#problem(SIGNED_DAMAGED, inside.path.slice(0, -' > '.length));
  }

  async #addArchive(bytes: Buffer, place: Place): Promise<void> {
    const archive = place.path.slice(0, -' > '.length);
    for await (const entry of unzip(bytes, this.#budget, () => this.#sink.allowance.take())) {
      if ('refusal' in entry) {
        const part = entry.name === undefined ? archive : place.path + entry.name;
        this.#sink.problems.add(failure('archive_unreadable', entry.refusal), { part, count: entry.count });
      } else {
        const read = () => entry.bytes;
        await this.#addPart(partOf(entry.name, read), place);
        if (isTable(entry.name)) this.#sink.packed(partOf(entry.name, read));
      }
    }
  }

  /** Only a request that is packed like a document of an office program matters. */
  async #addOffice(bytes: Buffer, place: Place): Promise<void> {
    if (place.depth > LIMITS.depth) return;
    const isWanted = () => this.#sink.allowance.refused === 0;
    for await (const entry of unzip(bytes, this.#officeBudget, isWanted))
      if ('bytes' in entry && isInquiry(entry.bytes))
        await this.#addFile({ name: entry.name, read: () => entry.bytes }, place);
  }

  async #addTnef(bytes: Buffer, place: Place): Promise<void> {
    const { files, isWhole } = unpackTnef(bytes);
    if (!isWhole) this.#problem(TNEF_DAMAGED, place.path.slice(0, -' > '.length));
    for (const { name, bytes: file } of files) await this.#addFile({ name, read: () => file }, place);
  }

  async #addFile({ name, read }: { name: string; read: () => Buffer }, place: Place): Promise<void> {
    if (!this.#sink.allowance.take()) return;
    await this.#addPart(partOf(name, read), place);
  }

  #problem(why: ParsingFailure, part: string): void {
    this.#sink.problems.add(why, part === '' ? {} : { part });
  }
}

type Container = 'mail' | 'signed' | 'zip' | 'tnef';
const isContainer = (content: Content): content is Container =>
  content === 'mail' || content === 'signed' || content === 'zip' || content === 'tnef';

const isText = ({ mediaType, name }: Part): boolean =>
  mediaType.startsWith('text/') || /\.(txt|html?)$/i.test(name);

const isTable = (name: string): boolean => /\.(csv|log|txt)$/i.test(name);

/** A file has no type of its own. */
const partOf = (name: string, read: () => Buffer): Part => ({
  ...{ mediaType: '', charset: undefined, name, read },
  label: name === '' ? 'file without a name' : name,
  isBody: false,
});

const isHtml = ({ mediaType, name }: Part): boolean => mediaType === 'text/html' || /\.html?$/i.test(name);

const isXmlAlone = (part: Part, bytes: Buffer): boolean =>
  !isHtml(part) && (isDeclaredXml(bytes) || /\.xml$/i.test(part.name));

const TOO_MANY = failure(
  'too_large',
  `The email has more than ${LIMITS.parts} parts. Further parts were not read.`,
);
const TOO_DEEP = failure('too_large', 'The email contains emails or archives that are nested too deeply.');
const XML_TOO_LARGE = failure('too_large', 'The XML document is too large.');
const UNREADABLE = failure('unsupported_format', 'A part of the email cannot be read.');
const UNCLOSED = failure(
  'xml_malformed',
  'The XML document in the text of the email cannot be read: <openimmo_feedback> is never closed.',
);
const UU_CUT = failure('archive_unreadable', 'A uuencoded file in the text of the email is incomplete.');
const TNEF_DAMAGED = failure('archive_unreadable', 'The file winmail.dat of the email is damaged.');
const SIGNED_DAMAGED = failure('unsupported_format', 'The signed email is damaged and cannot be read.');
const UNSUPPORTED = {
  archive: failure(
    'unsupported_format',
    'The email contains an archive in an unsupported format. Send a ZIP file or the XML document itself.',
  ),
  outlook: failure(
    'unsupported_format',
    'The email contains an Outlook message (.msg), which is not supported.',
  ),
  sealed: failure('unsupported_format', 'The email is encrypted and cannot be read.'),
};
