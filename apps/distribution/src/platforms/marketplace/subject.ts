/** What a call was about: the names of its fields in the API. */
export interface Subject {
  /** In words, as in `The marketplace refused the contact`. */
  what: string;
  /** The field of the API when the marketplace names none that is known. */
  field: string;
  fieldOf(marketplaceField: string): string | undefined;
}
