const PORT = 27_017;

/** The command `{ hello: 1, $db: 'admin' }` as a message of the database (OP_MSG, opcode 2013). */
function hello(): Buffer {
  const int32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    return bytes;
  };
  const withSize = (...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    return Buffer.concat([int32(content.length + 4), content]);
  };
  const document = withSize(
    Buffer.from('\u0010hello\0'),
    int32(1),
    Buffer.from('\u0002$db\0'),
    int32(6),
    Buffer.from('admin\0\0'),
  );
  const [requestId, responseTo, flags] = [int32(1), int32(0), int32(0)];
  return withSize(requestId, responseTo, int32(2013), flags, Buffer.from([0]), document);
}

const escaped = (bytes: Buffer): string =>
  [...bytes].map((byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * A bash command that succeeds if a database is a primary or a secondary: `mongosh` takes a second of CPU and 100 MB of the memory of the
 * database for the same query.
 */
export const isMember = (port = PORT): string =>
  [
    'set -e',
    `exec 3<>/dev/tcp/127.0.0.1/${String(port)}`,
    `printf '${escaped(hello())}' >&3`,
    'size=$(timeout 5 head -c 4 <&3 | od -An -td4)',
    String.raw`timeout 5 head -c $((size - 4)) <&3 | tr '\000\001' '.!' | grep -aqE '(isWritablePrimary|secondary)[.]!'`,
  ].join('\n');
