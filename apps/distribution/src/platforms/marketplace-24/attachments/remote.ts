import { at, idOf, listOf, textOf } from '../messages.ts';

/** An attachment on the marketplace. */
export interface RemoteAttachment {
  id: string;
  kind: string;
  externalId?: string | undefined;
  checksum?: string | undefined;
  title?: string | undefined;
  floorplan: boolean;
  titlePicture: boolean;
}

/** The attachments of a response, which contains a list, a single one, or an empty list in place of an object. */
export const readAttachments = (body: unknown): RemoteAttachment[] =>
  itemsOf(body)
    .map(toRemote)
    .filter((attachment) => attachment !== undefined);

const itemsOf = (body: unknown): unknown[] =>
  listOf(at(body, 'common.attachments')).flatMap((entry) => listOf(at(entry, 'attachment')));

/** True if the body lists attachments and each has a usable id. Otherwise existing files could be uploaded a second time. */
export function listsAttachments(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'common.attachments')) return false;
  if (listOf(at(body, 'common.attachments')).some((entry) => typeof entry !== 'object')) return false;
  return itemsOf(body).length === readAttachments(body).length;
}

/** The ids in the order resource. */
export const readOrder = (body: unknown): string[] =>
  listOf(at(body, 'attachmentsorder.attachmentsorder'))
    .flatMap((entry) => listOf(at(entry, 'attachmentId')))
    .map(textOf)
    .filter((id) => id !== undefined);

function toRemote(value: unknown): RemoteAttachment | undefined {
  const id = idOf(at(value, '@id'));
  if (id === undefined) return undefined;
  return {
    id,
    kind: (textOf(at(value, '@xsi.type')) ?? '').replace(/^common:/, ''),
    externalId: textOf(at(value, 'externalId')),
    checksum: textOf(at(value, 'externalCheckSum')),
    title: textOf(at(value, 'title')),
    floorplan: textOf(at(value, 'floorplan')) === 'true',
    titlePicture: textOf(at(value, 'titlePicture')) === 'true',
  };
}
