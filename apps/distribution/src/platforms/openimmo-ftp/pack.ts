import { deleteDocument, encodeXml, fullDocument, setDocument } from '@estate/openimmo';
import type { PublishedObject, XmlElement } from '@estate/openimmo';
import type { ContactFields } from '@estate/contracts';
import type { SentFile } from '../../domain/sent-files.ts';
import type { DeletePublication, PublicationFailure, SetPublication } from '../platform.ts';
import { envelope, fallbackContact, type Sender } from './account.ts';
import { planAttachments, type AttachmentPlan, type PackedAttachment } from './attachment-plan.ts';
import { asSent, withReferences } from './references.ts';
import type { AttachmentContent } from '../../attachments/attachment-bytes.ts';
import { fitAttachment } from '../../attachments/fit-attachment.ts';
import { ImageUnfit } from '../../attachments/fit-image.ts';
import type { Spool } from '../../attachments/spool.ts';
import type { PackageIdentity } from './package-name.ts';
import { packageName, providerOf } from './package-name.ts';
import { failureOf } from '../problems.ts';
import { findProblems } from './problems.ts';
import type { ArchiveEntry } from './zip.ts';

/** The content of a package: the document and the files it names. */
export interface Content {
  identity: PackageIdentity;
  document: Buffer;
  files: readonly PackedAttachment[];
  /** The files that the platform has once it has received the package, if that is tracked. */
  sent?: SentFile[];
}

export type Composed = { ok: true; content: Content } | { ok: false; failure: PublicationFailure };

/** Composes a package without the bytes of its files; fails for what the platform would not accept. */
export function composeSet(sender: Sender, publication: SetPublication): Composed {
  const { account, profile } = sender;
  const failure = failureOf(findProblems(profile, account, publication.snapshot));
  if (failure !== undefined) return { ok: false, failure };
  const { root, plan } = documentOf(sender, publication);
  const document = encodeXml(root, profile.charset);
  const sent = profile.unchangedAttachments === 'reference' && plan.packed.flatMap(asSent);
  const identity = identityOf(sender, publication);
  return { ok: true, content: { identity, document, files: plan.packed, ...(sent && { sent }) } };
}

export function composeDelete(
  sender: Sender,
  publication: DeletePublication,
): Extract<Composed, { ok: true }> {
  const { contact = fallbackContact(sender), at, property, formerNumber } = publication;
  const root = deleteDocument(envelope(sender, contact, at), property, formerNumber);
  const document = encodeXml(root, sender.profile.charset);
  return { ok: true, content: { identity: identityOf(sender, publication), document, files: [] } };
}

/** A full transfer of the publications, after which a platform has nothing else of the account. */
export function composeFull(sender: Sender, publications: readonly SetPublication[], at: Date): Content {
  const parts = publications.map((publication) => partOf(sender, publication));
  const root = fullDocument(envelope(sender, fallbackContact(sender), at), parts);
  const sequence = Math.floor(at.getTime() / 1000) % 100_000_000;
  const identity = identityOf(sender, { listingId: sender.account.id, sequence, at });
  const files = parts.flatMap(({ plan }) => plan.packed);
  return { identity, document: encodeXml(root, sender.profile.charset), files };
}

/** The document of a publication. */
export function documentOf(
  sender: Sender,
  publication: SetPublication,
): { root: XmlElement; plan: AttachmentPlan } {
  const { contact, published, plan } = partOf(sender, publication);
  return { root: setDocument(envelope(sender, contact, publication.at), published), plan };
}

/** A publication in a document; without any contact it has the one that deletions fall back to. */
function partOf(
  sender: Sender,
  publication: SetPublication,
): { contact: ContactFields; published: PublishedObject; plan: AttachmentPlan } {
  const { account, profile } = sender;
  const { snapshot, listingId, firstTime, formerNumber } = publication;
  const plan = planAttachments(snapshot.attachments, profile.images, listingId);
  if (profile.unchangedAttachments === 'reference') plan.packed = withReferences(plan.packed, publication);
  const published = {
    snapshot,
    action: firstTime ? ('create' as const) : ('update' as const),
    files: plan.packed,
    links: profile.links ? snapshot.links : [],
    formatNames: profile.formatNames,
    coldRent: profile.coldRent,
    formerNumber,
  };
  const contact = snapshot.contact ?? account.credentials.contact ?? fallbackContact(sender);
  return { contact, published, plan };
}

const identityOf = (
  { account }: Sender,
  { listingId, sequence, at }: Omit<PackageIdentity, 'provider'>,
): PackageIdentity => ({ provider: providerOf(account.credentials), listingId, sequence, at });

export const nameOf = ({ profile }: Sender, { identity }: Content) => packageName(profile.fileName, identity);

/** The document first, then the files in the order in which it names them. Fitted pictures are in the spool. */
export async function entriesOf(sender: Sender, content: Content, spool: Spool): Promise<ArchiveEntry[]> {
  const packed = content.files.filter(({ isReference }) => !isReference);
  const fitting: Fitting = { spool };
  const files = packed.map(async (file) => ({
    name: file.name,
    content: await contentOf(sender, file, fitting),
  }));
  const name = nameOf(sender, content).replace(/\.zip$/, '.xml');
  // The spool is not closed before the last of them has ended.
  await Promise.allSettled(files);
  return [{ name, content: content.document }, ...(await Promise.all(files))];
}

/** Thrown if a picture of the property cannot be converted to the form that the platform requires. */
export class AttachmentUnfit extends Error {
  override readonly name = 'AttachmentUnfit';
}

/** The state of fitting the pictures of a package. */
interface Fitting {
  spool: Spool;
  /** The error of the first unreadable picture: the others do not wait for the same store. */
  failed?: { error: unknown };
}

async function contentOf(
  { tools, profile }: Sender,
  { fit, position, sha256, size }: PackedAttachment,
  fitting: Fitting,
): Promise<AttachmentContent> {
  const source = { size, sha256, open: () => tools.attachment(sha256) };
  if (fit === undefined) return source;
  const failed = (error: unknown): never => {
    fitting.failed ??= { error };
    throw error;
  };
  const open = async () => (fitting.failed ? failed(fitting.failed.error) : source.open().catch(failed));
  try {
    return await fitAttachment({ ...source, open }, fit, fitting.spool);
  } catch (error) {
    if (!(error instanceof ImageUnfit)) return failed(error);
    const message = `attachments.${position} does not meet the requirements of ${profile.name}: ${error.message}.`;
    throw new AttachmentUnfit(message, { cause: error });
  }
}
