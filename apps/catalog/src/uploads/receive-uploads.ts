import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ID_PATTERN,
  MAX_ATTACHMENT_BYTES,
  MAX_UNUSED_UPLOADS,
  MAX_UNUSED_UPLOAD_BYTES,
  SIZES,
  UPLOADED_ATTACHMENTS_PATH,
  UPLOADS_FULL_STATUS,
  UPLOAD_REFUSALS,
  UPLOAD_UNUSED_HOURS,
  UploadQuery,
} from '@estate/contracts';
import type { KeptAttachment, UploadsFull } from '@estate/contracts';
import { acceptedMediaType } from '../domain/attachment.ts';
import { tooLarge } from '../domain/attachment-failure.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { expiryOf, toUploadedAttachment } from '../domain/uploaded-attachment.ts';
import type { KeptTimes } from '../domain/uploaded-attachment.ts';
import type { UploadStore } from '../stores/upload-store.ts';
import { answering, bodyOf, refusalOf, reply } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { receiveTogether } from './receive-together.ts';
import type { TogetherDeps } from './receive-together.ts';
import { saveUpload } from './save-upload.ts';
import type { SaveDeps } from './save-upload.ts';

export interface ReceiveDeps extends TogetherDeps {
  uploads: SaveDeps['uploads'] & Pick<UploadStore, 'unusedOf'>;
  times: KeptTimes;
}

/** Stores the bodies of requests as attachments of an account. */
export const receiveUploads =
  (deps: ReceiveDeps) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://internal');
    const accountId = pathname.slice(UPLOADED_ATTACHMENTS_PATH.length);
    if (!ID_PATTERN.test(accountId)) {
      reply(response, 404, { error: 'The path must end with the id of an account.' });
      return;
    }
    if (searchParams.has(SIZES)) {
      await receiveTogether(deps, accountId, { request, response });
      return;
    }
    const query = UploadQuery.safeParse(Object.fromEntries(searchParams));
    if (!query.success) {
      reply(response, 400, { error: 'The query is invalid.' });
      return;
    }
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > MAX_ATTACHMENT_BYTES) refuse(deps, response, tooLarge);
    else await receive(deps, { accountId, announced, ...query.data }, { request, response });
  };

/** Uploads that arrive at the same time may exceed the limit by what they are. */
async function isFull({ uploads }: ReceiveDeps, { accountId, announced }: Announced): Promise<boolean> {
  const { files, bytes } = await uploads.unusedOf(accountId);
  return files >= MAX_UNUSED_UPLOADS || bytes + announced > MAX_UNUSED_UPLOAD_BYTES;
}

interface Announced extends UploadQuery {
  accountId: string;
  /** In bytes; 0 when the sender does not know it yet. */
  announced: number;
}

async function receive(deps: ReceiveDeps, file: Announced, exchange: Exchange): Promise<void> {
  const { accountId, fileName, isUnused } = file;
  const { request, response } = exchange;
  const about = { ...(fileName !== undefined && { fileName }), ...(isUnused && { isUnused: true as const }) };
  const declaredType = acceptedMediaType(request.headers['content-type']);
  await answering(exchange, deps.onReceived, async (signal) => {
    if (isUnused && (await isFull(deps, file))) {
      refuseForSpace(deps, response);
      return;
    }
    const arriving = { accountId, about, declaredType, content: bodyOf(request), signal };
    const saved = await deps.files.lend(2, ([path = '', target = '']) =>
      saveUpload(deps, { ...arriving, path, target }),
    );
    if ('failure' in saved) refuse(deps, response, saved.failure);
    else {
      deps.onReceived(saved.isNew ? 'stored' : 'known');
      const expiresAt = expiryOf(saved, deps.times).toISOString();
      const kept: KeptAttachment = { ...toUploadedAttachment(saved, deps.addresses), expiresAt };
      reply(response, saved.isNew ? 201 : 200, kept);
    }
  });
}

function refuse({ onReceived }: ReceiveDeps, response: ServerResponse, failure: AttachmentFailure): void {
  onReceived('refused');
  const refusal = refusalOf(failure);
  reply(response, UPLOAD_REFUSALS[refusal.code], refusal);
}

function refuseForSpace({ onReceived }: ReceiveDeps, response: ServerResponse): void {
  onReceived('refused');
  const [files, gigabytes] = [String(MAX_UNUSED_UPLOADS), String(MAX_UNUSED_UPLOAD_BYTES / 1e9)];
  const error = `An account can have ${files} uploaded attachments, or ${gigabytes} GB of them, that no property has used yet. The file was not stored. Use earlier ones in a property, or wait until they are deleted: ${String(UPLOAD_UNUSED_HOURS)} hours after their upload.`;
  reply(response, UPLOADS_FULL_STATUS, { code: 'uploads_full', error } satisfies UploadsFull);
}
