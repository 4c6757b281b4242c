import type { PropertyProvidedByPlatform, Prospect } from '@estate/contracts';

/** The message: words of this person alone, or the number of a text that many inquiries of the email may share. */
export type InquiryMessage = { own: string } | { shared: number };

/** One prospect and one object, as the document of a platform describes them. */
export interface Inquiry {
  /** Identifies the person and the document, however often and by whatever reader the email is read. */
  origin: string;
  message: InquiryMessage;
  prospect: Prospect;
  property: PropertyProvidedByPlatform;
  /** Candidates for the external id of the property, the most likely first. */
  externalIds: string[];
}
