import type { PropertyProvidedByPlatform, Prospect } from '@estate/contracts';

/** One interested person and one object, as a platform's document says it. */
export interface Inquiry {
  /** Says which person of which document it is, however often and by whatever reader it is read. */
  origin: string;
  message: string;
  prospect: Prospect;
  property: PropertyProvidedByPlatform;
  /** What the account's property may be known by, the likeliest first. */
  externalIds: string[];
}
