import type { StoredAttachment } from '@estate/contracts';
import type { PackagedFile } from '@estate/openimmo';
import type { Fit } from '../../attachments/fit-image.ts';
import { EXTENSIONS, isPicture } from '../../attachments/media-types.ts';
import type { MediaType, RejectedAttachment } from '../../attachments/media-types.ts';
import type { PlatformProfile } from '../profiles.ts';

/** An attachment as it is in the package. */
export interface PackedAttachment extends PackagedFile {
  sha256: string;
  /** The size in bytes before fitting. */
  size: number;
  /** The index in the property's `attachments`. */
  position: number;
  /** The type after fitting. */
  mediaType: MediaType;
  fit?: Fit | undefined;
  /** True if the platform has it, so it is not in the package. */
  isReference?: true;
}

export interface AttachmentPlan {
  packed: PackedAttachment[];
  rejected: RejectedAttachment[];
}

type Limits = PlatformProfile['images'];

/** Decides from sizes and types alone which attachments a package contains, in which form and under which name. */
export function planAttachments(
  attachments: readonly StoredAttachment[],
  limits: Limits,
  listingId: string,
): AttachmentPlan {
  const plan: AttachmentPlan = { packed: [], rejected: [] };
  let images = 0;
  for (const attachment of attachments.toSorted((a, b) => a.position - b.position)) {
    const reason = rejection(attachment, limits, images);
    if (reason !== undefined) {
      plan.rejected.push({ attachment, reason });
      continue;
    }
    const isTitle = images === 0;
    if (isPicture(attachment)) images += 1;
    const fit = fitting(attachment, limits);
    const mediaType = fit?.to ?? attachment.mediaType;
    const counter = String(plan.packed.length + 1).padStart(3, '0');
    plan.packed.push({
      name: `${listingId}_${counter}.${EXTENSIONS[mediaType]}`,
      sha256: attachment.sha256,
      size: attachment.size,
      position: attachment.position,
      group: groupOf(attachment, isTitle),
      title: attachment.title,
      mediaType,
      fit,
    });
  }
  return plan;
}

function rejection(
  attachment: StoredAttachment,
  limits: Limits,
  images: number,
): RejectedAttachment['reason'] | undefined {
  const { mediaType, size } = attachment;
  if (isPicture(attachment)) {
    if (images >= (limits.maxCount ?? Infinity)) return 'too many';
    return mediaType === 'image/heic' && fitting(attachment, limits) ? 'unreadable' : undefined;
  }
  if (!limits.types.includes(mediaType)) return 'type';
  return size > (limits.maxBytes ?? Infinity) ? 'size' : undefined;
}

/** The group of an attachment. It has only one, so a floor plan that is the first image is shown as the title image only. */
function groupOf(attachment: StoredAttachment, isTitle: boolean): PackedAttachment['group'] {
  if (!isPicture(attachment)) return 'DOKUMENTE';
  if (isTitle) return 'TITELBILD';
  return attachment.isBlueprint ? 'GRUNDRISS' : 'BILD';
}

function fitting(attachment: StoredAttachment, limits: Limits): Fit | undefined {
  if (!isPicture(attachment)) return undefined;
  const { mediaType, size } = attachment;
  const { maxBytes, longestEdge } = limits;
  const accepted = limits.types.includes(mediaType);
  const tooLarge = size > (maxBytes ?? Infinity);
  if (accepted && !tooLarge && longestEdge === undefined) return undefined;
  // Only JPEG can be reduced to any size, so a limit on bytes requires it.
  const keepsType = accepted && maxBytes === undefined;
  return { from: mediaType, to: keepsType ? mediaType : 'image/jpeg', maxBytes, longestEdge };
}
