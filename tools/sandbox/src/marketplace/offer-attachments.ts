import { checkFields, unwrap } from './check-body.ts';
import type { Fields } from './check-body.ts';
import { flag, text } from './field-rules.ts';
import type { FieldRule } from './field-rules.ts';
import type { MarketAttachment, MarketObject } from './market-state.ts';
import type { MarketStore } from './market-store.ts';
import { invalid, notFound, schemaRefusal } from './refusal.ts';

const COMMON = [text('title', 30), text('externalId', 50), text('externalCheckSum', 64)];

const SCHEMAS: Record<MarketAttachment['kind'], readonly FieldRule[]> = {
  Picture: [...COMMON, flag('floorplan'), flag('titlePicture')],
  PDFDocument: [...COMMON, flag('floorplan')],
  Link: [...COMMON, text('url', 2000)],
};

const MOST_FILES = 150;

export interface Upload {
  bytes: Uint8Array;
  mediaType: string;
}

/** The attachments of one object. */
export class OfferAttachments {
  readonly #store: MarketStore;

  constructor(store: MarketStore) {
    this.#store = store;
  }

  async add(object: MarketObject, metadata: unknown, upload: Upload | undefined): Promise<MarketAttachment> {
    requireNamespace(metadata);
    const { kind, fields } = readMetadata(metadata);
    if ((kind === 'Link') !== (upload === undefined))
      throw schemaRefusal('a file comes in parts, a link without');
    const files = object.attachments.filter((one) => one.kind !== 'Link');
    if (kind !== 'Link' && files.length >= MOST_FILES)
      throw invalid('attachment', files.length, 'TOO_MANY_ATTACHMENTS');
    const attachment: MarketAttachment = {
      id: this.#store.newId(),
      kind,
      ...fields,
      ...(kind === 'Link' && { title: (fields['title'] as string | undefined) ?? 'Link' }),
      ...(upload && { mediaType: upload.mediaType, size: upload.bytes.length }),
    };
    const isFirst = kind === 'Picture' && !object.attachments.some(({ titlePicture }) => titlePicture);
    if (upload) await this.#store.putBytes(attachment, upload.bytes);
    object.attachments.push(attachment);
    if (kind === 'Picture')
      setTitle(object, isFirst || fields['titlePicture'] === true ? attachment.id : undefined);
    await this.#store.saved();
    return attachment;
  }

  /** Replaces the metadata of a file, never the file. */
  async describe(object: MarketObject, id: string, metadata: unknown): Promise<void> {
    const attachment = attachmentOf(object, id);
    const { kind, fields } = readMetadata(metadata);
    if (kind !== attachment.kind) throw schemaRefusal('the type of an attachment cannot change');
    const { mediaType, size, titlePicture } = attachment;
    const described: MarketAttachment = {
      id,
      kind,
      ...fields,
      titlePicture: titlePicture ?? false,
      ...(mediaType !== undefined && { mediaType }),
      ...(size !== undefined && { size }),
    };
    object.attachments[object.attachments.indexOf(attachment)] = described;
    setTitle(object, fields['titlePicture'] === true ? id : undefined);
    await this.#store.saved();
  }

  async remove(object: MarketObject, id: string): Promise<void> {
    const attachment = attachmentOf(object, id);
    object.attachments = object.attachments.filter((one) => one !== attachment);
    if (attachment.titlePicture) {
      setTitle(object, object.attachments.find(({ kind }) => kind === 'Picture')?.id);
    }
    await this.#store.removeBytes(id);
    await this.#store.saved();
  }

  /** The order of files; links have none. */
  order(object: MarketObject): string[] {
    return object.attachments.filter(({ kind }) => kind !== 'Link').map(({ id }) => id);
  }

  async reorder(object: MarketObject, body: unknown): Promise<void> {
    const given = (unwrap(body, 'attachmentsorder.attachmentsorder')['attachmentId'] ?? []) as unknown;
    const ids = [given].flat().map(String);
    const now = this.order(object);
    if (ids.length !== now.length || now.some((id) => !ids.includes(id))) {
      throw invalid('attachmentId', ids.join(), 'ATTACHMENTS_ORDER_INVALID');
    }
    const links = object.attachments.filter(({ kind }) => kind === 'Link');
    object.attachments = [...ids.map((id) => attachmentOf(object, id)), ...links];
    await this.#store.saved();
  }
}

export function attachmentOf({ attachments }: MarketObject, id: string): MarketAttachment {
  const found = attachments.find((attachment) => attachment.id === id);
  if (!found) throw notFound(`attachment ${id}`);
  return found;
}

/** Attachments in responses: an empty list if there is none, the only one instead of a list of one; booleans as texts. */
export function shownAttachments(attachments: readonly MarketAttachment[]) {
  const shown = attachments.map(({ id, kind, mediaType: _type, size: _size, ...fields }) => ({
    '@id': id,
    '@xsi.type': `common:${kind}`,
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  }));
  if (shown.length === 0) return { 'common.attachments': [] };
  return { 'common.attachments': [{ attachment: shown.length === 1 ? shown[0] : shown }] };
}

/** Sets exactly one title picture, the one with this id if one is given. */
function setTitle(object: MarketObject, id: string | undefined): void {
  for (const attachment of object.attachments) {
    if (attachment.kind !== 'Picture') Reflect.deleteProperty(attachment, 'titlePicture');
    else if (id !== undefined) attachment.titlePicture = attachment.id === id;
    else attachment.titlePicture ??= false;
  }
  const pictures = object.attachments.filter(({ kind }) => kind === 'Picture');
  const current = pictures.filter(({ titlePicture }) => titlePicture);
  if (current.length === 0 && pictures[0]) pictures[0].titlePicture = true;
}

const NAMESPACE = 'http://rest.immobilienscout24.de/schema/common/1.0';

/** Checks that an attachment names the namespace of its type, also in JSON. */
function requireNamespace(body: unknown): void {
  const given = unwrap(body, 'common.attachment')['@xmlns'] as Fields | undefined;
  if (given?.['common'] !== NAMESPACE) throw schemaRefusal(`@xmlns must name ${NAMESPACE} as common`);
}

function readMetadata(body: unknown): { kind: MarketAttachment['kind']; fields: Fields } {
  const { '@xmlns': _namespaces, '@xsi.type': type, ...given } = unwrap(body, 'common.attachment');
  const kind = String(type).replace(/^common:/, '');
  if (!Object.hasOwn(SCHEMAS, kind)) throw schemaRefusal(`@xsi.type ${String(type)} is unknown`);
  const known = kind as MarketAttachment['kind'];
  return { kind: known, fields: checkFields(given, SCHEMAS[known]) };
}
