/** Every part of the page of an account has these props. */
export interface PartProps {
  accountId: string;
}
