/** Only these letters have one form in addresses and ids: `toLowerCase` makes a `k` of a Kelvin sign, too. */
export const lowerCaseAscii = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
