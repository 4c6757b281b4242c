/** A file that was written into a text, from a line `begin 644 name` to a line `end`. */
export interface UuFile {
  name: string;
  read: () => Buffer;
  /** The line `end` is there. */
  isWhole: boolean;
}

const BEGIN = /^begin(-base64)? [0-7]{3,4} ([^\r\n]{1,255})\r?$/gm;

/** The uuencoded files of a text, one after the other. */
export function* uuFilesIn(text: Buffer): Generator<UuFile> {
  if (!/begin/.test(text.toString('latin1', 0, 8)) && text.indexOf('\nbegin') === -1) return;
  const chars = text.toString('latin1');
  const begins = new RegExp(BEGIN);
  for (let begin = begins.exec(chars); begin !== null; begin = begins.exec(chars)) {
    const isBase64 = begin[1] !== undefined;
    const from = begins.lastIndex + 1;
    if (from > chars.length) return;
    const last = chars.indexOf(isBase64 ? '\n====' : '\nend', from - 1);
    const end = last === -1 ? chars.length : last;
    const lines = chars.slice(from, end);
    const read = () => (isBase64 ? Buffer.from(lines, 'base64') : decoded(lines));
    yield { name: begin[2]?.trim() ?? '', read, isWhole: last !== -1 };
    begins.lastIndex = Math.max(end, from);
  }
}

/** The first character of a line is the number of its bytes, then four characters are three bytes. */
function decoded(lines: string): Buffer {
  const bytes = Buffer.alloc(lines.length);
  let length = 0;
  for (let at = 0; at < lines.length;) {
    const newline = lines.indexOf('\n', at);
    const end = newline === -1 ? lines.length : newline;
    const six = (place: number) => (place < end ? (lines.charCodeAt(place) - 0x20) & 0x3f : 0);
    const lineEnd = Math.min(length + six(at), length + end - at);
    for (let place = at + 1; length < lineEnd; place += 4) {
      const group = (six(place) << 18) | (six(place + 1) << 12) | (six(place + 2) << 6) | six(place + 3);
      for (let shift = 16; shift >= 0 && length < lineEnd; shift -= 8) {
        bytes[length] = (group >> shift) & 0xff;
        length += 1;
      }
    }
    at = end + 1;
  }
  return bytes.subarray(0, length);
}
