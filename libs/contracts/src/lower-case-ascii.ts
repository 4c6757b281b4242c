/** Lower-cases ASCII letters only, because `toLowerCase` also turns a Kelvin sign into a `k`. */
export const lowerCaseAscii = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
