import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate and its key in PEM; created on demand, so that none is in the repository. */
export interface Certificate {
  cert: string;
  key: string;
}

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
};
/** The length in its shortest form, the only one that readers such as Go's accept. */
const lengthOf = (length: number): number[] => {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date) =>
  tlv(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
const bitString = (bytes: Buffer) => tlv(0x03, Buffer.from([0]), bytes);

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALT_NAME = oid('551d11');

export interface CertificateOptions {
  /** Further IPv4 addresses for which it is valid. */
  addresses?: readonly string[];
  /** The middle of its validity, from `days` before to `days` after. */
  middle?: Date;
  days?: number;
}

export function selfSigned(
  hostname: string,
  { addresses = [], middle = new Date(), days = 1 }: CertificateOptions = {},
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const spanMs = days * 86_400_000;
  const name = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(hostname)))));
  const validity = [-spanMs, spanMs].map((offset) => utcTime(new Date(middle.getTime() + offset)));
  const ips = addresses.map((address) => tlv(0x87, Buffer.from(address.split('.').map(Number))));
  const altName = tlv(0x04, sequence(tlv(0x82, Buffer.from(hostname)), ...ips));
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1]), createHash('sha256').update(spki).digest().subarray(0, 8)),
    ECDSA_WITH_SHA256,
    name,
    sequence(...validity),
    name,
    spki,
    tlv(0xa3, sequence(sequence(SUBJECT_ALT_NAME, altName))),
  );
  const der = sequence(content, ECDSA_WITH_SHA256, bitString(sign('sha256', content, privateKey)));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}
