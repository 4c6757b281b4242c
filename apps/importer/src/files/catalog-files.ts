import { request as requestPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { text } from 'node:stream/consumers';
import {
  SIZES,
  UPLOADED_ATTACHMENTS_PATH,
  UploadRefusal,
  UploadedAttachment,
  UploadedTogether,
  findUploadedAttachments,
} from '@estate/contracts';
import type { UploadRefusalCode } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { AskOthers } from '../ask-others.ts';
import type { AttachmentBytes, AttachmentFiles, FileRefusal, StoredAttachment } from './attachment-files.ts';
import { FilesTogether } from './files-together.ts';

const TIMEOUT_MS = 120_000;

const CODES: Readonly<Record<UploadRefusalCode, FileRefusal['code']>> = {
  attachment_too_large: 'attachment_too_large',
  attachment_type_unsupported: 'attachment_refused',
  attachment_type_mismatch: 'attachment_refused',
  attachment_unreadable: 'attachment_unreadable',
};

/** A larger file is a request of its own. */
const TOGETHER_BYTES = 1_000_000;
/** The answers of a catalog that takes no files together yet, and of one that fails at one of them. */
const NOT_TOGETHER: ReadonlySet<number> = new Set([400, 500]);

interface CatalogFilesOptions {
  bus: AskOthers;
  /** Internal address of the catalog. */
  catalogUrl: string;
  /** How long a request may take. */
  timeoutMs?: number;
}

interface SentFile {
  bytes: Buffer;
  signal: AbortSignal;
}

/**
 * Hands files to the catalog, which gives them an address; a file that it may have already is sent only if it has not. Files that are handed
 * over at about the same time are one request.
 */
export class CatalogFiles implements AttachmentFiles {
  readonly #options: CatalogFilesOptions;
  readonly #together = new FilesTogether<SentFile, StoredAttachment>((accountId, files) =>
    this.#sendAll(accountId, files),
  );

  constructor(options: CatalogFilesOptions) {
    this.#options = options;
  }

  async store(caller: Caller, file: AttachmentBytes, signal: AbortSignal): Promise<StoredAttachment> {
    const known = file.isNew ? undefined : await this.find(caller, file.sha256);
    if (known) return known;
    const { bytes } = file;
    const { accountId } = caller;
    if (bytes.length > TOGETHER_BYTES) return this.#send(accountId, { bytes, signal });
    return this.#together.add(accountId, { bytes, signal });
  }

  async find(caller: Caller, sha256: string): Promise<{ url: string } | undefined> {
    const { data } = await this.#options.bus.ask(findUploadedAttachments, { sha256s: [sha256] }, caller);
    return data[0] && { url: data[0].url };
  }

  async #sendAll(accountId: string, files: readonly SentFile[]) {
    const together = files.length > 1 ? await this.#sendTogether(accountId, files) : undefined;
    return together ?? files.map((file) => this.#send(accountId, file));
  }

  /** Undefined when each file has to be sent alone: to a former catalog, or because one of them fails, or takes the time of all. */
  async #sendTogether(
    accountId: string,
    files: readonly SentFile[],
  ): Promise<StoredAttachment[] | undefined> {
    const needed = whileNeeded(files.map(({ signal }) => signal));
    const timeout = this.#timeout();
    const url = this.#url(accountId);
    url.searchParams.set(SIZES, files.map(({ bytes }) => bytes.length).join(','));
    try {
      const pieces = files.map(({ bytes }) => bytes);
      const { status, body } = await put(url, pieces, AbortSignal.any([needed.signal, timeout]));
      if (NOT_TOGETHER.has(status)) return undefined;
      requireAnswered(status);
      const answers = UploadedTogether.parse(JSON.parse(body)).files;
      if (answers.length !== files.length) throw new Error(`The catalog gave ${answers.length} answers.`);
      return answers.map((answer) => ('url' in answer ? answer : refused(answer)));
    } catch (error) {
      needed.signal.throwIfAborted();
      if (timeout.aborted) return undefined;
      throw error;
    } finally {
      needed.end();
    }
  }

  async #send(accountId: string, { bytes, signal }: SentFile): Promise<StoredAttachment> {
    const limit = AbortSignal.any([signal, this.#timeout()]);
    const { status, body } = await put(this.#url(accountId), [bytes], limit).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    requireAnswered(status);
    if (status === 200 || status === 201) return { url: UploadedAttachment.parse(JSON.parse(body)).url };
    return refused(UploadRefusal.parse(JSON.parse(body)));
  }

  #url(accountId: string): URL {
    return new URL(`${UPLOADED_ATTACHMENTS_PATH}${accountId}`, this.#options.catalogUrl);
  }

  #timeout(): AbortSignal {
    return AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
  }
}

const refused = ({ code, error }: UploadRefusal): StoredAttachment => ({
  refusal: { code: CODES[code], message: error },
});

function requireAnswered(status: number): void {
  if (status >= 500) throw new Unavailable(`The catalog answered ${status} to an attachment.`);
}

/** A signal that is aborted when nobody needs what several wait for. */
function whileNeeded(signals: readonly AbortSignal[]): { signal: AbortSignal; end: () => void } {
  const unneeded = new AbortController();
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) unneeded.abort(signals[0]?.reason);
  };
  for (const signal of signals) signal.addEventListener('abort', look);
  look();
  const end = () => {
    for (const signal of signals) signal.removeEventListener('abort', look);
  };
  return { signal: unneeded.signal, end };
}

/**
 * Resolves when the bytes are not read any more, too: a server may answer before it has all of them.
 * @throws Unavailable
 */
async function put(
  url: URL,
  pieces: readonly Buffer[],
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'content-length': length, 'content-type': 'application/octet-stream' };
  const request = send(url, { method: 'PUT', headers, signal });
  const sent = new Promise((resolve) => request.once('finish', resolve).once('close', resolve));
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
      for (const piece of pieces) request.write(piece);
      request.end();
    });
    const body = await text(response);
    await sent;
    return { status: response.statusCode ?? 0, body };
  } catch (cause) {
    throw new Unavailable('The catalog is unavailable.', { cause });
  }
}
