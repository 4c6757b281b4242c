import type { PropertySnapshot } from '@estate/contracts';
import { EXTENSIONS } from '../../../attachments/media-types.ts';
import { heldContent, readWhole } from '../../../attachments/attachment-bytes.ts';
import type { AttachmentBytes, AttachmentContent } from '../../../attachments/attachment-bytes.ts';
import { fitImage, ImageUnfit } from '../../../attachments/fit-image.ts';
import { idIn, isGone } from '../answer.ts';
import type { MakeCall } from '../client.ts';
import { again, CallFailed } from '../../rest/failures.ts';
import { subjectOf } from '../call-subject.ts';
import { multipart } from '../../rest/multipart.ts';
import { encode } from '../../rest/redact.ts';
import type { MarketplaceProfile } from '../profile.ts';
import { attachmentBody, orderBody } from './body.ts';
import { diffAttachments } from './diff.ts';
import { listsAttachments, readAttachments, readOrder } from './remote.ts';
import { wantedAttachments } from './wanted.ts';
import type { WantedAttachments, WantedFile } from './wanted.ts';

interface AttachmentTools {
  call: MakeCall;
  profile: MarketplaceProfile;
  attachment(sha256: string): Promise<AttachmentBytes>;
}

const subject = subjectOf('the attachments', 'attachments');
const linkSubject = subjectOf('a link', 'links');
const fileSubject = ({ attachment: { position } }: WantedFile) =>
  subjectOf(`the attachment ${position}`, `attachments.${position}`);

/** Makes the attachments of an object match those of the property; an interrupted run can be retried. */
export async function synchronizeAttachments(
  objectId: string,
  snapshot: PropertySnapshot,
  tools: AttachmentTools,
): Promise<void> {
  const wanted = wantedAttachments(snapshot, tools.profile.images);
  await new Synchronizer(`/user/me/realestate/${encode(objectId)}/attachment`, tools).run(wanted);
}

class Synchronizer {
  readonly #path: string;
  readonly #tools: AttachmentTools;
  readonly #call: MakeCall;

  constructor(path: string, tools: AttachmentTools) {
    this.#path = path;
    this.#tools = tools;
    this.#call = tools.call;
  }

  async run(wanted: WantedAttachments): Promise<void> {
    const { body } = await this.#call({ method: 'GET', path: this.#path, subject });
    if (!listsAttachments(body))
      throw again('The response of the marketplace does not contain the list of attachments.');
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
        subject: fileSubject(file),
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

  async #add(file: WantedFile): Promise<string> {
    const upload = multipart({
      metadata: JSON.stringify(attachmentBody(file, this.#tools.profile.namespaces)),
      content: await this.#contentOf(file),
      fileName: `${file.externalId}.${EXTENSIONS[file.mediaType]}`,
      mediaType: file.mediaType,
    });
    const answer = await this.#call({ method: 'POST', path: this.#path, subject: fileSubject(file), upload });
    const id = idIn(answer);
    if (id !== undefined) return id;
    throw again(
      'The marketplace accepted an attachment without returning its id. The id is looked up again.',
    );
  }

  async #contentOf({ attachment, mediaType }: WantedFile): Promise<AttachmentContent> {
    const { sha256, size, mediaType: from } = attachment;
    const source = { size, sha256, open: () => this.#tools.attachment(sha256) };
    if (from === mediaType) return source;
    const original = await readWhole(source);
    try {
      return heldContent(await fitImage(original, { from, to: mediaType }));
    } catch (error) {
      if (!(error instanceof ImageUnfit)) throw error;
      const message = `attachments.${attachment.position}: ${error.message}.`;
      throw new CallFailed({ code: 'validation_rejected', message, repeat: false, scope: 'listing' });
    }
  }

  /** Sets the order. New attachments are at the end; existing ones can be at any position. */
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
