const GONE = '[redacted]';
/** Values of an OAuth header as a response may quote them. */
const SIGNED =
  /(oauth_(?:nonce|signature|token|token_secret|verifier)(?:["'\\]|%22)*\s*(?:[=:]|%3D)\s*(?:["'\\]|%22)*)[^\s\\"',&<>]+/gi;
/** The minimum length of a secret; shorter values occur by chance. */
const SHORTEST = 4;

/** Percent-encodes a text by RFC 3986: everything but the unreserved characters, as upper-case hex of its UTF-8 bytes. */
export const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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
