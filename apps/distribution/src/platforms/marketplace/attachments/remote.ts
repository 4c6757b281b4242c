import { at, listOf, textOf } from '../messages.ts';

/** An attachment as the marketplace holds it. */
export interface RemoteAttachment {
  id: string;
  kind: string;
  externalId?: string | undefined;
  checksum?: string | undefined;
  title?: string | undefined;
  floorplan: boolean;
  titlePicture: boolean;
}

/** The attachments of an answer, which may hold a list, a single one, or an empty list in place of an object. */
export function readAttachments(body: unknown): RemoteAttachment[] {
  return listOf(at(body, 'common.attachments'))
    .flatMap((entry) => listOf(at(entry, 'attachment')))
    .map(toRemote)
    .filter((attachment) => attachment !== undefined);
}

/** The ids of the order resource. */
export const readOrder = (body: unknown): string[] =>
  listOf(at(body, 'attachmentsorder.attachmentsorder'))
    .flatMap((entry) => listOf(at(entry, 'attachmentId')))
    .map(textOf)
    .filter((id) => id !== undefined);

function toRemote(value: unknown): RemoteAttachment | undefined {
  const id = textOf(at(value, '@id'));
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
