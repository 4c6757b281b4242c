import { failure } from '../domain/failure.ts';
import type { ParsingFailure } from '../domain/failure.ts';
import { LIMITS } from './limits.ts';
import { parseMessage } from './parse-message.ts';
import type { Message, Part } from './parse-message.ts';
import { isTooLargeForXml } from './read-xml.ts';
import { sniff } from './sniff.ts';
import { unpackTnef } from './tnef.ts';
import { ArchiveRefused, unzip } from './unzip.ts';

/** Something that looks like XML, with the text of the mail around it. */
export interface Found {
  bytes: Buffer;
  charset: string | undefined;
  text: string;
}

/** What was found in a mail and in everything inside it. */
export interface Collected {
  documents: Found[];
  failures: ParsingFailure[];
  /** Mails inside the mail, the outer ones first. */
  nested: Message[];
}

interface Place {
  depth: number;
  text: string;
}

const TOO_MANY = failure('too_large', 'The mail has too many parts, or parts nested too deeply.');

/** Looks through the parts of a mail, its archives and the mails inside it for XML documents, within limits. */
export async function collect(message: Message): Promise<Collected> {
  const collector = new Collector();
  await collector.addMessage(message, 0);
  return collector.result;
}

class Collector {
  readonly result: Collected = { documents: [], failures: [], nested: [] };
  readonly #budget = { bytes: LIMITS.unpackedBytes };
  #parts = 0;

  async addMessage(message: Message, depth: number): Promise<void> {
    this.#addText(message.text);
    for (const part of message.parts) await this.#addPart(part, { depth, text: message.text });
  }

  /** A document can also stand in the text itself. */
  #addText(text: string): void {
    const from = text.search(/<\?xml\b|<(?:\w+:)?openimmo_feedback\b/);
    if (from === -1) return;
    const end = /<\/(?:\w+:)?openimmo_feedback\s*>/.exec(text.slice(from));
    if (end === null) return;
    const document = text.slice(from, from + end.index + end[0].length);
    const around = (text.slice(0, from) + text.slice(from + document.length)).trim();
    // The text was decoded before, so what its declaration says is over.
    this.#addDocument({ bytes: Buffer.from(`\uFEFF${document}`), charset: undefined, text: around });
  }

  async #addPart(part: Part, place: Place): Promise<void> {
    this.#parts += 1;
    const content = sniff(part);
    if (this.#parts > LIMITS.parts || (place.depth >= LIMITS.depth && isContainer(content))) {
      if (!this.result.failures.includes(TOO_MANY)) this.result.failures.push(TOO_MANY);
      return;
    }
    if (content === 'xml') this.#addDocument({ bytes: part.bytes, charset: part.charset, text: place.text });
    else if (content === 'mail') await this.#addMail(part.bytes, place);
    else if (content === 'zip') await this.#addArchive(part.bytes, place);
    else if (content === 'tnef') await this.#addFiles(unpackTnef(part.bytes), place);
    else if (content !== 'other') this.result.failures.push(unsupported(content));
  }

  #addDocument(found: Found): void {
    const { documents, failures } = this.result;
    if (isTooLargeForXml(found.bytes)) failures.push(failure('too_large', 'The XML document is too large.'));
    else if (documents.length < LIMITS.documents) documents.push(found);
  }

  async #addMail(bytes: Buffer, { depth }: Place): Promise<void> {
    const message = await parseMessage(bytes);
    this.result.nested.push(message);
    await this.addMessage(message, depth + 1);
  }

  async #addArchive(bytes: Buffer, place: Place): Promise<void> {
    try {
      await this.#addFiles(await unzip(bytes, this.#budget), place);
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      this.result.failures.push(failure('archive_unreadable', error.message));
    }
  }

  async #addFiles(files: { name: string; bytes: Buffer }[], { depth, text }: Place): Promise<void> {
    for (const { name, bytes } of files) {
      const part = { mediaType: '', charset: undefined, name, bytes };
      await this.#addPart(part, { depth: depth + 1, text });
    }
  }
}

const isContainer = (content: string): boolean => ['mail', 'zip', 'tnef'].includes(content);

const unsupported = (content: 'archive' | 'sealed'): ParsingFailure =>
  failure(
    'unsupported_format',
    content === 'archive'
      ? 'The mail carries an archive of a kind that is not read; send ZIP or the XML itself.'
      : 'The mail is encrypted or sealed and cannot be looked into.',
  );
