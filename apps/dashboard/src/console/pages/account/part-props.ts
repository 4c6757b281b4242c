/** What a part of the page of an account is about. */
export interface PartProps {
  accountId: string;
}
