import { request as requestPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { text } from 'node:stream/consumers';
import {
  UPLOADED_ATTACHMENTS_PATH,
  UploadRefusal,
  UploadedAttachment,
  findUploadedAttachments,
} from '@estate/contracts';
import type { UploadRefusalCode } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { AskOthers } from '../ask-others.ts';
import type { AttachmentBytes, AttachmentFiles, FileRefusal, StoredAttachment } from './attachment-files.ts';

const TIMEOUT_MS = 120_000;

const CODES: Readonly<Record<UploadRefusalCode, FileRefusal['code']>> = {
  attachment_too_large: 'attachment_too_large',
  attachment_type_unsupported: 'attachment_refused',
  attachment_type_mismatch: 'attachment_refused',
  attachment_unreadable: 'attachment_unreadable',
};

interface CatalogFilesOptions {
  bus: AskOthers;
  /** Internal address of the catalog. */
  catalogUrl: string;
}

/** Hands files to the catalog, which gives them an address; a file that it may have already is sent only if it has not. */
export class CatalogFiles implements AttachmentFiles {
  readonly #options: CatalogFilesOptions;

  constructor(options: CatalogFilesOptions) {
    this.#options = options;
  }

  async store(caller: Caller, file: AttachmentBytes, signal: AbortSignal): Promise<StoredAttachment> {
    const known = file.isNew ? undefined : await this.find(caller, file.sha256);
    return known ?? this.#send(caller, file, signal);
  }

  async find(caller: Caller, sha256: string): Promise<{ url: string } | undefined> {
    const { data } = await this.#options.bus.ask(findUploadedAttachments, { sha256s: [sha256] }, caller);
    return data[0] && { url: data[0].url };
  }

  async #send(caller: Caller, { bytes }: AttachmentBytes, signal: AbortSignal): Promise<StoredAttachment> {
    const { catalogUrl } = this.#options;
    const url = new URL(`${UPLOADED_ATTACHMENTS_PATH}${caller.accountId}`, catalogUrl);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { status, body } = await put(url, bytes, limit).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new Unavailable('The catalog is unavailable.', { cause });
    });
    if (status === 200 || status === 201) return { url: UploadedAttachment.parse(JSON.parse(body)).url };
    if (status >= 500) throw new Unavailable(`The catalog answered ${status} to an attachment.`);
    const { code, error } = UploadRefusal.parse(JSON.parse(body));
    return { refusal: { code: CODES[code], message: error } };
  }
}

/** Resolves when the bytes are not read any more, too: a server may answer before it has all of them. */
async function put(url: URL, bytes: Buffer, signal: AbortSignal): Promise<{ status: number; body: string }> {
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  const headers = { 'content-length': bytes.length, 'content-type': 'application/octet-stream' };
  const request = send(url, { method: 'PUT', headers, signal });
  const sent = new Promise((resolve) => request.once('finish', resolve).once('close', resolve));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end(bytes);
  });
  const body = await text(response);
  await sent;
  return { status: response.statusCode ?? 0, body };
}
