import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ID_PATTERN,
  MAX_ATTACHMENT_BYTES,
  UPLOADED_ATTACHMENTS_PATH,
  UPLOAD_REFUSALS,
} from '@estate/contracts';
import type { UploadRefusal, UploadRefusalCode } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { tooLarge } from '../domain/attachment-failure.ts';
import type { AttachmentAddresses } from '../domain/attachment-addresses.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { toUploadedAttachment } from '../domain/uploaded-attachment.ts';
import type { UploadSummary } from '../telemetry.ts';
import { saveUpload } from './save-upload.ts';
import type { SaveDeps } from './save-upload.ts';
import type { TemporaryFiles } from './temporary-files.ts';

export interface ReceiveDeps extends SaveDeps {
  addresses: Pick<AttachmentAddresses, 'shown'>;
  files: Pick<TemporaryFiles, 'lend'>;
  onReceived: (summary: UploadSummary) => void;
}

/** Stores the bodies of requests as attachments of an account. */
export const receiveUploads =
  (deps: ReceiveDeps) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://internal');
    const accountId = pathname.slice(UPLOADED_ATTACHMENTS_PATH.length);
    if (!ID_PATTERN.test(accountId)) {
      reply(response, 404, { error: 'The path must end with the id of an account.' });
      return;
    }
    if (Number(request.headers['content-length'] ?? 0) > MAX_ATTACHMENT_BYTES) {
      refuse(deps, response, tooLarge);
      return;
    }
    await receive(deps, accountId, { request, response });
  };

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function receive(deps: ReceiveDeps, accountId: string, { request, response }: Exchange): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const arriving = { accountId, content: bodyOf(request), signal: gone.signal };
    const saved = await deps.files.lend(2, ([path = '', target = '']) =>
      saveUpload(deps, { ...arriving, path, target }),
    );
    if ('failure' in saved) refuse(deps, response, saved.failure);
    else {
      deps.onReceived(saved.isNew ? 'stored' : 'known');
      reply(response, saved.isNew ? 201 : 200, toUploadedAttachment(saved, deps.addresses));
    }
  } catch (error) {
    // No caller waits for a response.
    if (request.destroyed && !request.complete) deps.onReceived('interrupted');
    else if (error instanceof Unavailable) unavailable(response, error);
    else throw error;
  }
}

/** The request stays open when no more of it is read, so that it can be answered. */
const bodyOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

function refuse({ onReceived }: ReceiveDeps, response: ServerResponse, failure: AttachmentFailure): void {
  onReceived('refused');
  const { code, words } = failure;
  if (!isRefusal(code)) throw new Error(`an upload cannot fail with ${code}`);
  reply(response, UPLOAD_REFUSALS[code], { code, error: `The file ${words}.` } satisfies UploadRefusal);
}

const isRefusal = (code: string): code is UploadRefusalCode => code in UPLOAD_REFUSALS;

function unavailable(response: ServerResponse, { message, retryAfterMs }: Unavailable): void {
  response.setHeader('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  reply(response, 503, { error: message });
}

/** Node reads what is left of the request, so that the connection can be used again. */
function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
