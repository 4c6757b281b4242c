/** What a marketplace gave a customer's application, with the secret readable. */
export interface Consumer {
  key: string;
  secret: string;
}
