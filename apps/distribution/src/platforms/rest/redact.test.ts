import { expect, it } from 'vitest';
import { redactor } from './redact.ts';

const redact = redactor(['sec/ret+', 'token', 'ab', '']);

it.each([
  ['the sec/ret+ of', 'the [redacted] of'],
  ['sec%2Fret%2B', '[redacted]'],
  ['sec%252Fret%252B', '[redacted]'],
  ['tokentoken', '[redacted][redacted]'],
  ['about', 'about'],
  [
    'OAuth oauth_consumer_key="k", oauth_nonce="n1", oauth_signature_method="HMAC-SHA1", oauth_signature="a%2Fb%3D"',
    'OAuth oauth_consumer_key="k", oauth_nonce="[redacted]", oauth_signature_method="HMAC-SHA1", oauth_signature="[redacted]"',
  ],
  ['{\\"oauth_nonce\\":\\"n1\\"}', '{\\"oauth_nonce\\":\\"[redacted]\\"}'],
  ['oauth_nonce%3Dn1', 'oauth_nonce%3D[redacted]'],
  ['Invalid oauth_signature.', 'Invalid oauth_signature.'],
])('secrets are redacted in %s', (text, rest) => {
  expect(redact(text)).toBe(rest);
});
