/** The path of the page of an object. */
export const objectUrl = ({ user, number }: { user: string; number: string }): string =>
  `/objects/${user}/${encodeURIComponent(number)}`;
