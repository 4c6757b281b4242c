import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { MongoError } from '../errors.ts';

/** The data that the server stores of a password (RFC 7677, SCRAM-SHA-256). All are base64. */
export type Credentials = { salt: string; iterations: number; storedKey: string; serverKey: string };

const ITERATIONS = 4096;
const KEY_BYTES = 32;
const NONCE_BYTES = 24;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function credentialsFor(password: string): Credentials {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  return {
    salt: salt.toString('base64'),
    iterations: ITERATIONS,
    storedKey: hash(hmac(salted, 'Client Key')).toString('base64'),
    serverKey: hmac(salted, 'Server Key').toString('base64'),
  };
}

export const authenticationFailed = (): MongoError => new MongoError(18, 'Authentication failed.');

/** The attributes of a message such as `n=name,r=nonce`. */
function attributesOf(message: string): Map<string, string> {
  return new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}

const nameIn = (escaped: string): string => escaped.replaceAll('=2C', ',').replaceAll('=3D', '=');

/** A conversation in which a client proves that it knows a password. */
export class ScramConversation {
  readonly user: string;
  readonly #clientFirst: string;
  readonly #credentials: Credentials;
  readonly #nonce: string;

  /**
   * Reads the first message of the client.
   * @throws MongoError 18 for an unknown user or an invalid message
   */
  constructor(payload: string, credentialsOf: (user: string) => Credentials | undefined) {
    this.#clientFirst = payload.replace(/^n,,/, '');
    const attributes = attributesOf(this.#clientFirst);
    this.user = nameIn(attributes.get('n') ?? '');
    const credentials = credentialsOf(this.user);
    if (!credentials || !attributes.get('r')) throw authenticationFailed();
    this.#credentials = credentials;
    this.#nonce = `${attributes.get('r') ?? ''}${randomBytes(NONCE_BYTES).toString('base64')}`;
  }

  get challenge(): string {
    const { salt, iterations } = this.#credentials;
    return `r=${this.#nonce},s=${salt},i=${String(iterations)}`;
  }

  /**
   * Checks the proof of the client and returns that of the server.
   * @throws MongoError 18 if the client does not know the password
   */
  finish(payload: string): string {
    const proved = attributesOf(payload);
    const withoutProof = payload.slice(0, payload.lastIndexOf(',p='));
    const message = [this.#clientFirst, this.challenge, withoutProof].join(',');
    const storedKey = Buffer.from(this.#credentials.storedKey, 'base64');
    const signature = hmac(storedKey, message);
    const proof = Buffer.from(proved.get('p') ?? '', 'base64');
    if (proof.length !== KEY_BYTES || proved.get('r') !== this.#nonce) throw authenticationFailed();
    const clientKey = Buffer.from(proof.map((byte, at) => byte ^ (signature[at] ?? 0)));
    if (!timingSafeEqual(hash(clientKey), storedKey)) throw authenticationFailed();
    return `v=${hmac(Buffer.from(this.#credentials.serverKey, 'base64'), message).toString('base64')}`;
  }
}
