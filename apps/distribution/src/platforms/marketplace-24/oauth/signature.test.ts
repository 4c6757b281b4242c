import fc from 'fast-check';
import OAuth from 'oauth-1.0a';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorizationHeader } from './authorization-header.ts';
import { encode } from '../../rest/redact.ts';
import { signature, signatureBase } from './signature.ts';
import type { Parameter } from './signature.ts';

const oauth = (parameters: Record<string, string>): Parameter[] =>
  Object.entries({ oauth_signature_method: 'HMAC-SHA1', ...parameters });

describe('the signature of RFC 5849', () => {
  it('the signature of RFC 5849 is built over the base string of section 3.4.1.1', () => {
    const request = {
      method: 'POST',
      url: 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
      parameters: [
        ...oauth({
          oauth_consumer_key: '9djdj82h48djs9d2',
          oauth_token: 'kkk9d7dh3k39sjv7',
          oauth_timestamp: '137131201',
          oauth_nonce: '7d8f3e4a',
        }),
        ['c2', ''] as const,
        ['a3', '2 q'] as const,
      ],
    };
    expect(signatureBase(request)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
    // The signature that the RFC prints here was corrected by its erratum 2550.
    const secrets = { consumerSecret: 'j49sk3j29djd', tokenSecret: 'dh893hdasih9' };
    expect(signature(request, secrets)).toBe('r6/TJjbCOr97/+UU0NsvSne7s5g=');
  });

  it('the signature of RFC 5849 is the one of the third leg of section 1.2', () => {
    const parameters = oauth({
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_token: 'hh5s93j4hdidpola',
      oauth_timestamp: '137131201',
      oauth_nonce: 'walatlh',
      oauth_verifier: 'hfdp7dh39dks9884',
    });
    const request = { method: 'POST', url: 'https://photos.example.net/token', parameters };
    const secrets = { consumerSecret: 'kd94hf93k423kf44', tokenSecret: 'hdhd0244k9j7ao03' };
    expect(signature(request, secrets)).toBe('gKgrFCywp7rO0OXSjdot/IHF7IU=');
  });

  it('the signature of RFC 5849 is the one of the photo of section 1.2', () => {
    const parameters = oauth({
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_token: 'nnch734d00sl2jdk',
      oauth_timestamp: '137131202',
      oauth_nonce: 'chapoH',
    });
    const url = 'http://photos.example.net/photos?file=vacation.jpg&size=original';
    const secrets = { consumerSecret: 'kd94hf93k423kf44', tokenSecret: 'pfkkdhi9sl3r4s00' };
    expect(signature({ method: 'GET', url, parameters }, secrets)).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });

  it('the signature of RFC 5849 encodes everything but the unreserved characters, in upper-case hex of UTF-8', () => {
    expect(encode("aZ9-._~ !*'()+%&=/ä€😀")).toBe(
      'aZ9-._~%20%21%2A%27%28%29%2B%25%26%3D%2F%C3%A4%E2%82%AC%F0%9F%98%80',
    );
  });

  it('the signature of RFC 5849 never fails over text that is no text', () => {
    expect(encode('\uD800')).toBe('%EF%BF%BD');
  });
});

describe('a signed request', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  // The other implementation keeps parameters in a plain object, which loses this one name.
  const name = word.filter((text) => text !== '__proto__');
  const given = fc.record({
    key: word,
    secret: word,
    token: word,
    tokenSecret: word,
    path: fc.array(word, { maxLength: 3 }),
    query: fc.uniqueArray(fc.tuple(name, fc.string({ unit: 'grapheme', maxLength: 12 })), {
      maxLength: 4,
      selector: ([parameter]) => parameter,
    }),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    nonce: word,
  });

  it('a signed request is signed as another implementation signs it', () => {
    fc.assert(
      fc.property(given, ({ key, secret, token, tokenSecret, path, query, method, nonce }) => {
        const url = new URL(`https://market.example.org/${path.map(encode).join('/')}`);
        url.search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
        const ours = authorizationHeader(
          { method, url: url.href },
          { consumer: { key, secret }, token: { token, secret: tokenSecret } },
          { nonce: () => nonce, timestamp: () => 1_790_000_000 },
        );
        const other = new OAuth({
          consumer: { key, secret },
          signature_method: 'HMAC-SHA1',
          hash_function: (base, hmacKey) => createHmac('sha1', hmacKey).update(base).digest('base64'),
        });
        other.getNonce = () => nonce;
        other.getTimeStamp = () => 1_790_000_000;
        const data = Object.fromEntries(query);
        const plain = { url: `${url.origin}${url.pathname}`, method, data };
        const expected = other.authorize(plain, { key: token, secret: tokenSecret }).oauth_signature;
        expect(ours).toContain(`oauth_signature="${encode(expected)}"`);
      }),
      { numRuns: 300 },
    );
  });

  it('a signed request carries the parameters of the protocol only, and no realm', () => {
    const signer = { consumer: { key: 'k', secret: 's' } };
    const fresh = { nonce: () => 'n', timestamp: () => 1 };
    const header = authorizationHeader({ method: 'POST', url: 'https://a.example/x?b=1' }, signer, fresh);
    expect(header.match(/(\w+)=/g)?.join('')).toBe(
      'oauth_consumer_key=oauth_nonce=oauth_signature_method=oauth_timestamp=oauth_version=oauth_signature=',
    );
  });
});
