import type { Target, TargetType } from '@estate/client';
import type { AttachmentDraft } from '../form/property-draft.ts';

/** The effect of a portal's limits on a file, as far as it is known before the upload; undefined for none. */
export type Effect = 'smaller' | 'converted' | 'leftOut' | 'tooLargeFor' | 'tooMany';

export type Limits = Pick<TargetType, 'attachmentTypes' | 'maxImageBytes' | 'maxImageEdge' | 'maxImages'>;

/** The portals of an account's targets. A target with settings counts as a portal of its own. */
export const portalsOf = (types: readonly TargetType[], targets: readonly Target[]) =>
  types.flatMap((type): { id: string; name: string; limits: Limits }[] => {
    const own = targets.filter((target) => target.type === type.type);
    if (!type.settings) return own.length === 0 ? [] : [{ id: type.type, name: type.name, limits: type }];
    return own.map(({ id, name, credentials, settings }) => ({
      id,
      name: name ?? credentials?.host ?? type.name,
      limits: settings ?? {},
    }));
  });

type File = Pick<AttachmentDraft, 'file' | 'kept' | 'url'>;

export const typeOf = ({ file, kept }: Pick<File, 'file' | 'kept'>): string | undefined =>
  kept.type ?? (file?.type === '' ? undefined : file?.type);

export const isPdf = (one: File): boolean =>
  typeOf(one) === 'application/pdf' || one.url.split(/[?#]/)[0]?.toLowerCase().endsWith('.pdf') === true;

/** The effects of a portal's limits on each file, in their order. */
export function effectsOf(files: readonly File[], limits: Limits): (Effect | undefined)[] {
  let images = 0;
  return files.map((one) => {
    if (isPdf(one)) return effectOnPdf(one, limits);
    if (images >= (limits.maxImages ?? Infinity)) return 'tooMany';
    const effect = effectOnImage(one, limits);
    if (effect !== 'leftOut') images += 1;
    return effect;
  });
}

function effectOnPdf({ file }: File, { attachmentTypes, maxImageBytes = Infinity }: Limits) {
  if (attachmentTypes?.includes('application/pdf') === false) return 'leftOut';
  return (file?.size ?? 0) > maxImageBytes ? 'tooLargeFor' : undefined;
}

function effectOnImage(one: File, limits: Limits): Effect | undefined {
  const type = typeOf(one);
  const isOtherType = type !== undefined && limits.attachmentTypes?.includes(type) === false;
  const isLarge = isLargerThan(one.file, limits);
  // The service does not resize or convert HEIC images.
  if (type === 'image/heic' && (isOtherType || isLarge)) return 'leftOut';
  if (isLarge) return 'smaller';
  return isOtherType ? 'converted' : undefined;
}

const isLargerThan = (
  { size = 0, edge = 0 }: Partial<NonNullable<File['file']>> = {},
  { maxImageBytes = Infinity, maxImageEdge = Infinity }: Limits,
): boolean => size > maxImageBytes || edge > maxImageEdge;
