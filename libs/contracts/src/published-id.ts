/** White space that a reader of XML or a portal may drop or change, and what stands for it. */
const UNSTABLE = /^ | $|(?<=\s) |[^\S ]|[%\p{Cc}]/gu;

/**
 * An external id as portals are given it: percent-encoded where white space would not arrive as it is, so that no two ids are the
 * same object. An id without such white space is what it was.
 */
export const publishedIdOf = (externalId: string): string =>
  externalId.replace(UNSTABLE, (sign) => encodeURIComponent(sign));

/** The external id behind what a portal sends back. What is not encoded is the id; no id has a percent sign itself. */
export function externalIdOf(publishedId: string): string {
  try {
    return decodeURIComponent(publishedId);
  } catch {
    return publishedId;
  }
}
