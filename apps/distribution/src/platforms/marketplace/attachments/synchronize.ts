import type { PropertySnapshot } from '@estate/contracts';
import { fitImage, ImageUnfit } from '../../openimmo-ftp/images.ts';
import { idIn, isGone } from '../answer.ts';
import type { MarketplaceClient } from '../client.ts';
import { again, CallFailed } from '../failures.ts';
import type { Subject } from '../subject.ts';
import { multipart } from '../multipart.ts';
import { encode } from '../oauth/signature.ts';
import type { MarketplaceProfile } from '../profile.ts';
import { attachmentBody, orderBody } from './body.ts';
import { diffAttachments } from './diff.ts';
import { listsAttachments, readAttachments, readOrder } from './remote.ts';
import { wantedAttachments } from './wanted.ts';
import type { WantedAttachments, WantedFile } from './wanted.ts';

export interface AttachmentTools {
  client: MarketplaceClient;
  profile: MarketplaceProfile;
  /** The path of a local file with these bytes. */
  attachment(sha256: string): Promise<string>;
}

const EXTENSIONS: Record<WantedFile['mediaType'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
};

const subject: Subject = { what: 'the attachments', field: 'attachments', fieldOf: () => undefined };
const linkSubject: Subject = { what: 'a link', field: 'links', fieldOf: () => undefined };
const subjectOf = ({ attachment: { position } }: WantedFile): Subject => ({
  what: `the attachment ${position}`,
  field: `attachments.${position}`,
  fieldOf: () => undefined,
});

/** Brings the attachments of an object to what is wanted; can be repeated from any point. */
export async function synchronizeAttachments(
  objectId: string,
  snapshot: PropertySnapshot,
  { tools, signal }: { tools: AttachmentTools; signal: AbortSignal },
): Promise<void> {
  const wanted = wantedAttachments(snapshot, tools.profile.images);
  const path = `/user/me/realestate/${encode(objectId)}/attachment`;
  await new Synchronizer(path, { tools, signal }).run(wanted);
}

class Synchronizer {
  readonly #path: string;
  readonly #tools: AttachmentTools;
  readonly #signal: AbortSignal;

  constructor(path: string, { tools, signal }: { tools: AttachmentTools; signal: AbortSignal }) {
    this.#path = path;
    this.#tools = tools;
    this.#signal = signal;
  }

  async run(wanted: WantedAttachments): Promise<void> {
    const { body } = await this.#call({ method: 'GET', path: this.#path, subject });
    if (!listsAttachments(body))
      throw again('The response of the marketplace does not list the attachments.');
    const { remove, add, describe, addLinks, kept } = diffAttachments(readAttachments(body), wanted);
    for (const { id } of remove) {
      await this.#call({ method: 'DELETE', path: `${this.#path}/${id}`, subject, expected: isGone });
    }
    const ids = new Map(kept);
    for (const file of add) ids.set(file.externalId, await this.#add(file));
    for (const { remote, file } of describe) {
      await this.#call({
        method: 'PUT',
        path: `${this.#path}/${remote.id}`,
        subject: subjectOf(file),
        json: attachmentBody(file, this.#tools.profile.namespaces),
      });
    }
    await this.#order(
      wanted.files.map(({ externalId }) => ids.get(externalId) ?? ''),
      add.length > 0,
    );
    for (const link of addLinks) {
      const json = attachmentBody(link, this.#tools.profile.namespaces);
      await this.#call({ method: 'POST', path: this.#path, subject: linkSubject, json });
    }
  }

  #call(call: Omit<Parameters<MarketplaceClient['call']>[0], 'signal'>) {
    return this.#tools.client.call({ ...call, signal: this.#signal });
  }

  async #add(file: WantedFile): Promise<string> {
    const upload = await multipart({
      metadata: JSON.stringify(attachmentBody(file, this.#tools.profile.namespaces)),
      path: await this.#localFile(file),
      fileName: `${file.externalId}.${EXTENSIONS[file.mediaType]}`,
      mediaType: file.mediaType,
    });
    const answer = await this.#call({ method: 'POST', path: this.#path, subject: subjectOf(file), upload });
    const id = idIn(answer);
    if (id !== undefined) return id;
    throw again(
      'The marketplace accepted an attachment without returning its id. The id is looked up again.',
    );
  }

  async #localFile({ attachment, mediaType }: WantedFile): Promise<string> {
    const path = await this.#tools.attachment(attachment.sha256);
    if (attachment.mediaType === mediaType) return path;
    try {
      return await fitImage(path, { from: attachment.mediaType, to: mediaType });
    } catch (error) {
      if (!(error instanceof ImageUnfit)) throw error;
      const message = `attachments.${attachment.position}: ${error.message}.`;
      throw new CallFailed({ code: 'validation_rejected', message, repeat: false, scope: 'listing' });
    }
  }

  /** What was just added stands at the end; what was there before may stand anywhere. */
  async #order(ids: readonly string[], changed: boolean): Promise<void> {
    if (ids.length < 2) return;
    const path = `${this.#path}/attachmentsorder`;
    if (!changed) {
      const now = readOrder((await this.#call({ method: 'GET', path, subject })).body);
      if (now.join() === ids.join()) return;
    }
    const json = orderBody(ids, this.#tools.profile.namespaces);
    await this.#call({ method: 'PUT', path, subject, json });
  }
}
