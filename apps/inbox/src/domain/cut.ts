const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** At most so many characters, none of them half of one. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(LONE_SURROGATES, '\uFFFD');

/** At most so many bytes of UTF-8, without half a character at the end. */
export function cutBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text.slice(0, most));
  let end = Math.min(bytes.length, most);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end));
}
