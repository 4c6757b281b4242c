/** One part of a multipart body. */
export interface Part {
  /** The headers; keys are in lower case. */
  headers: ReadonlyMap<string, string>;
  /** A copy of the bytes. */
  bytes: Uint8Array;
}

const HEAD_END = '\r\n\r\n';

/** The parts of a `multipart/form-data` body in order, or undefined for another body. */
export function multipartParts(body: Buffer, contentType: string): Part[] | undefined {
  const boundary = parameter(contentType, 'boundary');
  if (boundary === undefined) return undefined;
  const dash = `--${boundary}`;
  if (!body.subarray(0, dash.length + 2).equals(Buffer.from(`${dash}\r\n`))) return undefined;
  const parts: Part[] = [];
  let start = dash.length + 2;
  for (;;) {
    const end = body.indexOf(`\r\n${dash}`, start, 'latin1');
    const part = end === -1 ? undefined : partOf(body.subarray(start, end));
    if (!part) return undefined;
    parts.push(part);
    const after = end + dash.length + 4;
    const mark = body.toString('latin1', after - 2, after);
    if (mark === '--') return parts;
    if (mark !== '\r\n') return undefined;
    start = after;
  }
}

function partOf(bytes: Buffer): Part | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const lines = bytes.toString('utf8', 0, end).split('\r\n');
  const fields = lines.map((line) => /^([\w-]+):\s*(.*?)\s*$/.exec(line));
  if (fields.includes(null)) return undefined;
  const headers = new Map(fields.map((field) => [(field?.[1] ?? '').toLowerCase(), field?.[2] ?? '']));
  return { headers, bytes: new Uint8Array(bytes.subarray(end + HEAD_END.length)) };
}

/** A parameter of a header such as `form-data; name="attachment"`. */
export function parameter(header: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header) ?? [];
  return quoted ?? bare;
}
