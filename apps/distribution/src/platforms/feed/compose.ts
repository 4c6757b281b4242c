import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import { fullTransfer, objectElement, writeXml } from '@estate/openimmo';
import { planAttachments } from '../openimmo-ftp/attachment-plan.ts';
import { findProblems } from '../openimmo-ftp/problems.ts';
import type { Account, PlatformTools, SetPublication } from '../platform.ts';
import type { PlatformProfile } from '../profiles.ts';
import { jsonLdOf } from './json-ld.ts';
import { photoAddresses } from './photo-address.ts';

/** The limits of a feed, in the format of a portal's profile; fetching it needs no login. */
export const PROFILE: PlatformProfile = {
  type: 'feed',
  name: 'Feed',
  requiredCredentials: [],
  tls: 'optional',
  passive: true,
  defaultPath: '',
  fileName: '{listingId}_{sequence}.zip',
  images: { types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] },
  formatNames: 'media-type',
  links: true,
  requests: { collect: true, via: 'email_feedback' },
  charset: 'UTF-8',
  source: 'The platform is our own.',
};

interface Writing extends Pick<PlatformTools, 'requestAddress' | 'software'> {
  account: Account;
  publicUrl: string;
  photoKey: string;
}

/** The XML element of a listing and its JSON object. */
export function compose(
  { snapshot, listingId }: Pick<SetPublication, 'snapshot' | 'listingId'>,
  { account, photoKey: key, publicUrl, requestAddress, software }: Writing,
): { openimmo: string; jsonLd: string } {
  const photoUrl = photoAddresses({ publicUrl, targetId: account.id, key });
  const { packed } = planAttachments(snapshot.attachments, PROFILE.images, listingId);
  const address = requestAddress(account.emailId);
  const { contact = { lastName: account.type, email: address } } = snapshot;
  const feedback = account.autoCollectRequests ? { address, replacesContact: false } : undefined;
  const element = objectElement(
    { contact, feedback, software },
    {
      snapshot,
      action: 'create',
      files: packed.map((file) => ({ ...file, name: photoUrl(file), isRemote: true })),
      links: snapshot.links,
      formatNames: PROFILE.formatNames,
    },
  );
  return { openimmo: writeXml(element), jsonLd: JSON.stringify(jsonLdOf(snapshot, photoUrl)) };
}

export interface FeedHead extends Pick<PlatformTools, 'software'> {
  provider: string;
  at: Date;
}

/** The text of a document before and after the elements of listings. */
export function openimmoAround({ software, provider, at }: FeedHead): { before: string; after: string } {
  return fullTransfer({ software, provider, at });
}

export const problemsOf = (snapshot: PropertySnapshot): PublicationProblem[] =>
  findProblems(PROFILE, {}, snapshot);
