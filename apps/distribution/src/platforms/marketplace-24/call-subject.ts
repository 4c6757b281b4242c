/** The subject of a call, in the words and field names of the API. */
export interface Subject {
  /** The subject in words, as in `The marketplace refused the contact`. */
  what: string;
  /** The field of the API if the marketplace names no known field. */
  field: string;
  fieldOf(marketplaceField: string): string | undefined;
}

/** A subject whose fields the marketplace does not name. */
export const subjectOf = (what: string, field: string): Subject => ({
  what,
  field,
  fieldOf: () => undefined,
});
