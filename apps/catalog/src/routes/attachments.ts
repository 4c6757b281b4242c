import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { publishedAt } from '../domain/published-attachment.ts';
import { smallerImage } from '../domain/smaller-image.ts';
import { toUploadedAttachment } from '../domain/uploaded-attachment.ts';

/** Where the bytes of an uploaded attachment are. */
const getAttachment = ({ uploads }: Deps) =>
  answer(contracts.getAttachment, async ({ id }, { accountId }) => {
    const { sha256, size, mediaType } = found(await uploads.find({ accountId, id }), 'attachment', id);
    return { name: sha256, size, mediaType };
  });

/** The published file of an attachment, or a smaller image of it. */
const getAttachmentImage = ({ properties, smallerImages }: Deps) =>
  answer(contracts.getAttachmentImage, async ({ id, position, width }, { accountId }) => {
    const record = found(await properties.find({ accountId, id }), 'property', id);
    const published = publishedAt(record, position);
    const smaller = smallerImage(published, width);
    if (smaller) return smallerImages.find(smaller, accountId);
    const { sha256: name, size, mediaType } = published;
    return { name, size, mediaType };
  });

/** Files that are found are kept as if they had been uploaded now. */
export const findUploadedAttachments = ({ uploads, bytes, addresses, clock }: Deps) =>
  answer(contracts.findUploadedAttachments, async ({ sha256s }, { accountId }) => {
    const named = await uploads.ofFiles(accountId, sha256s);
    await uploads.use({ accountId, ids: named.map(({ id }) => id) }, clock());
    // One that was removed before it was noted as used must be uploaded again, and so must lost bytes.
    const [kept, absent] = await Promise.all([
      uploads.ofFiles(accountId, sha256s),
      bytes.absent(named.map(({ sha256 }) => sha256)),
    ]);
    const present = kept.filter(({ sha256 }) => !absent.has(sha256));
    return {
      data: present.map((upload) => ({ ...toUploadedAttachment(upload, addresses), sha256: upload.sha256 })),
    };
  });

/** One page of the account's uploaded attachments. */
export const listUploadedAttachments = ({ uploads, addresses }: Deps) =>
  answer(contracts.listUploadedAttachments, async (query, { accountId }) => {
    const { hasMore, uploads: data } = await uploads.list(accountId, query);
    return {
      hasMore,
      data: data.map(
        readable((upload) => ({
          ...toUploadedAttachment(upload, addresses),
          sha256: upload.sha256,
          createdAt: upload.createdAt.toISOString(),
        })),
      ),
    };
  });

/** The attachments that some properties are published without. */
export const listAttachmentFailures = ({ properties, addresses }: Pick<Deps, 'properties' | 'addresses'>) =>
  answer(contracts.listAttachmentFailures, async ({ propertyIds }, { accountId }) => {
    const records = await Promise.all(propertyIds.map((id) => properties.find({ accountId, id })));
    const data = records.flatMap((record) =>
      (record?.attachmentFailures ?? []).map(({ position, ...failure }) => ({
        propertyId: record?.id ?? '',
        url: addresses.shown(record?.attachments[position]?.url ?? ''),
        ...failure,
      })),
    );
    return { data };
  });

/** The files of properties and imports. */
export const attachmentRoutes = (deps: Deps) => [
  getAttachment(deps),
  getAttachmentImage(deps),
  findUploadedAttachments(deps),
  listUploadedAttachments(deps),
  listAttachmentFailures(deps),
];
