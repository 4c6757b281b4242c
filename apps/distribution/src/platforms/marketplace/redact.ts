import { encode } from './oauth/signature.ts';

const GONE = '[redacted]';
/** Values of an OAuth header as an answer may quote them. */
const SIGNED =
  /(oauth_(?:nonce|signature|token|token_secret|verifier)(?:["'\\]|%22)*\s*(?:[=:]|%3D)\s*(?:["'\\]|%22)*)[^\s\\"',&<>]+/gi;
/** Shorter values occur by chance. */
const SHORTEST = 4;

export type Redact = (text: string) => string;

/** Removes secrets and signatures from foreign text, plain or percent-encoded. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter(({ length }) => length >= SHORTEST)
    .flatMap((secret) => [secret, encode(secret), encode(encode(secret))])
    .toSorted((a, b) => b.length - a.length);
  return (text) =>
    forms
      .reduce((rest, form) => rest.replaceAll(form, GONE), text)
      .replace(SIGNED, (_whole, before: string) => `${before}${GONE}`);
}
