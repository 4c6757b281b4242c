import type { PropertyProvidedByPlatform, Prospect } from '@estate/contracts';

/** The message: words of this person alone, or the number of a text that many inquiries of the email may share. */
export type InquiryMessage = { own: string } | { shared: number };

/** One interested person and one object, as a platform's document says it. */
export interface Inquiry {
  /** Identifies the person and the document, however often and by whatever reader the email is read. */
  origin: string;
  message: InquiryMessage;
  prospect: Prospect;
  property: PropertyProvidedByPlatform;
  /** What the account's property may be known by, the likeliest first. */
  externalIds: string[];
}
