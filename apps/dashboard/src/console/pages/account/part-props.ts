/** The props of every part of the page of an account. */
export interface PartProps {
  accountId: string;
}
