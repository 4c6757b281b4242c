/** White space that an XML parser or a portal may drop or change, and the percent sign that encodes it. */
const UNSTABLE = /^ | $|(?<=\s) |[^\S ]|[%\p{Cc}]/gu;

/**
 * The external id for portals: white space that would not arrive unchanged is percent-encoded, so that two ids never name the same object.
 * An id without such white space stays as it is.
 */
export const publishedIdOf = (externalId: string): string =>
  externalId.replace(UNSTABLE, (sign) => encodeURIComponent(sign));

/** The external id for an id from a portal. An id that is not encoded stays as it is; no external id contains a percent sign. */
export function externalIdOf(publishedId: string): string {
  try {
    return decodeURIComponent(publishedId);
  } catch {
    return publishedId;
  }
}
