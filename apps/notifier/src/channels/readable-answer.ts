/** Controls that text does not need; each would take six bytes where the answer is shown. */
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/gu;

/** The beginning of an answer as text; what is compressed is named and not unpacked. */
export function readableAnswer(body: Buffer, encoding: string | string[] | undefined): string {
  const packed = [encoding ?? []].flat().join(', ').trim();
  if (packed !== '' && packed.toLowerCase() !== 'identity') {
    return `(${body.length} bytes, ${packed}, not unpacked)`.replace(CONTROLS, '\uFFFD');
  }
  // A character that was cut in its middle is dropped.
  return new TextDecoder('utf-8').decode(body, { stream: true }).replace(CONTROLS, '\uFFFD');
}
