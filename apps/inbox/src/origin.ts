/** Where ids and times come from. */
export interface Origin {
  clock: () => Date;
  newId: () => string;
}
