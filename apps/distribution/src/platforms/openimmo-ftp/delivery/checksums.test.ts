import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checksumCommandOf, ChecksumOf, digestsIn, type Algorithm } from './checksums.ts';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const SHA256 = createHash('sha256').update('package').digest('hex');
const NAME = '.upload-0a1b2c3d.tmp';

async function* pieces() {
  yield Buffer.from('pack');
  yield Buffer.from('age');
}

describe('the command for the checksum of a stored file', () => {
  it.each([
    [[['HASH', 'SHA-1;SHA-256*;MD5']], { command: 'HASH', algorithm: 'sha256' }],
    [[['HASH', 'SHA-512*;SHA-256']], { command: 'HASH', algorithm: 'sha256', select: 'SHA-256' }],
    [[['HASH', 'crc32*']], { command: 'HASH', algorithm: 'crc32' }],
    [[['XMD5', '']], { command: 'XMD5', algorithm: 'md5' }],
    [
      [
        ['XCRC', 'filename;start;end'],
        ['XSHA1', ''],
      ],
      { command: 'XSHA1', algorithm: 'sha1' },
    ],
    [[['XCRC', '']], { command: 'XCRC', algorithm: 'crc32' }],
    [[['HASH', 'SHA-512*']], undefined],
    [[['SIZE', '']], undefined],
  ] as [[string, string][], object | undefined][])(
    'the checksum command follows from the features %j',
    (features, expected) => {
      expect(checksumCommandOf(new Map(features))).toEqual(expected);
    },
  );
});

describe('the digests that a reply may name', () => {
  it.each([
    [`213 SHA-256 0-7 ${SHA256} ${NAME}`, 'sha256', [SHA256]],
    [`250 ${MD5.toUpperCase()}`, 'md5', [MD5]],
    [`250 XMD5 "${MD5}"`, 'md5', [MD5]],
    [`250 XMD5: ${MD5}.`, 'md5', [MD5]],
    ['250 1A2B3C4D', 'crc32', ['1a2b3c4d']],
    ['250 0x1A2B3C4D', 'crc32', ['1a2b3c4d']],
    ['250 A2B3C4', 'crc32', ['00a2b3c4']],
    [`213 CRC32 0-7 A2B3C4 ${NAME}`, 'crc32', ['00a2b3c4']],
    ['250 CRC-32 of 26214400 bytes: 1A2B3C4D', 'crc32', ['26214400', '1a2b3c4d']],
    [`250 ${NAME}`, 'crc32', []],
    ['250 Done.', 'sha256', []],
  ] as [string, Algorithm, string[]][])(
    'digests are found in the reply %s',
    (message, algorithm, expected) => {
      expect(digestsIn(message, algorithm, NAME)).toEqual(expected);
    },
  );
});

describe('the sum of chunks on their way', () => {
  it.each(['sha256', 'sha1', 'md5'] as const)(
    'the sum of passing chunks is the %s digest of all of them',
    async (algorithm) => {
      const sum = new ChecksumOf(algorithm);
      const passed: Uint8Array[] = [];
      for await (const chunk of sum.passing(pieces())) passed.push(chunk);
      expect(String(Buffer.concat(passed))).toBe('package');
      expect(sum.digest()).toBe(createHash(algorithm).update('package').digest('hex'));
    },
  );

  it('the sum of passing chunks is the CRC-32 of all of them, with its leading zeros', async () => {
    const sum = new ChecksumOf('crc32');
    for await (const chunk of sum.passing(pieces())) expect(chunk.length).toBeGreaterThan(0);
    expect(sum.digest()).toBe(crc32('package').toString(16).padStart(8, '0'));
  });
});
