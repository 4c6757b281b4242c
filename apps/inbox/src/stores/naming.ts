/** Which of the documents that an index finds are meant, and how many are wanted. */
export interface Naming<T> {
  isMeant: (doc: T) => boolean;
  most: number;
}
