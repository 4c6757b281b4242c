/** Control characters that text does not need; each takes six bytes in JSON. */
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/gu;

/** The beginning of a response as text; a compressed one is named and not decompressed. */
export function readableAnswer(body: Buffer, encoding: string | string[] | undefined): string {
  const packed = [encoding ?? []].flat().join(', ').trim();
  if (packed !== '' && packed.toLowerCase() !== 'identity') {
    return `(${body.length} bytes, compressed with ${packed}, not decompressed)`.replace(CONTROLS, '\uFFFD');
  }
  // A truncated last character is dropped.
  return new TextDecoder('utf-8').decode(body, { stream: true }).replace(CONTROLS, '\uFFFD');
}
