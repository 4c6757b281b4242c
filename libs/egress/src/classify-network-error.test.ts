import { describe, expect, it } from 'vitest';
import { selfSigned } from '@estate/testing';
import { classifyNetworkError } from './classify-network-error.ts';
import {
  AddressForbidden,
  DeadlineExceeded,
  ResolutionFailed,
  TooLarge,
  TooManyRedirects,
} from './errors.ts';
import { send } from './send.ts';
import {
  agentFor,
  everyNameIsLocal,
  freePort,
  loopbackOpen,
  tcpServer,
  tlsServer,
} from './servers.fixture.ts';
import type { EgressPolicy } from './policy.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

describe('a network failure', () => {
  it.each([
    [new AddressForbidden('loopback', '127.0.0.1'), 'address_forbidden'],
    [new ResolutionFailed('a.example', 'ENOTFOUND'), 'dns_failed'],
    [new TooLarge(5), 'too_large'],
    [new DeadlineExceeded(5), 'timeout'],
    [new TooManyRedirects(3), 'protocol_error'],
    [coded('ENOTFOUND'), 'dns_failed'],
    [coded('EAI_AGAIN'), 'dns_failed'],
    [coded('ECONNREFUSED'), 'connect_refused'],
    [coded('ENETUNREACH'), 'connect_refused'],
    [coded('EHOSTUNREACH'), 'connect_refused'],
    [coded('ETIMEDOUT'), 'connect_timeout'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'connect_timeout'],
    [coded('CERT_HAS_EXPIRED'), 'tls_certificate_expired'],
    [coded('CERT_NOT_YET_VALID'), 'tls_untrusted'],
    [coded('CERT_REVOKED'), 'tls_untrusted'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls_untrusted'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'tls_untrusted'],
    [coded('EPROTO'), 'tls_failed'],
    [coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'tls_failed'],
    [coded('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
    [coded('EPIPE'), 'connection_lost'],
    [coded('UND_ERR_SOCKET', 'other side closed'), 'connection_lost'],
    [coded('UND_ERR_SOCKET', 'bad upgrade'), 'protocol_error'],
    [coded('HPE_INVALID_CHUNK_SIZE'), 'protocol_error'],
    [new Error('fetch failed', { cause: coded('ECONNREFUSED') }), 'connect_refused'],
    [new AggregateError([new Error('?'), coded('ECONNREFUSED')]), 'connect_refused'],
    [new Error('?'), 'unknown'],
    ['a string', 'unknown'],
    [undefined, 'unknown'],
  ])('a network failure %s is called %s', (error, code) => {
    expect(classifyNetworkError(error)).toMatchObject({
      code,
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });

  it('a network failure whose causes run in a circle is called unknown', () => {
    const error = new Error('a');
    error.cause = error;
    expect(classifyNetworkError(error).code).toBe('unknown');
  });

  it('a network failure is explained without naming an address', () => {
    const { message } = classifyNetworkError(new AddressForbidden('private', '10.0.0.1'));
    expect(message).toBe('The address is not allowed.');
  });
});

describe('a real failure', () => {
  const failure = (url: string, policy: EgressPolicy = everyNameIsLocal, trusted: string[] = []) =>
    send(agentFor(policy, { certificateAuthorities: trusted }), {
      url,
      method: 'GET',
      timeoutMs: 10_000,
      maxBodyBytes: 100,
    }).then(
      ({ statusCode }) => String(statusCode),
      (error: unknown) => classifyNetworkError(error).code,
    );

  it('a call to a port where nobody listens is classified as connect_refused', async () => {
    expect(await failure(`http://127.0.0.1:${await freePort()}/`, loopbackOpen)).toBe('connect_refused');
  });

  it('a call to a server with an untrusted certificate is classified as tls_untrusted', async () => {
    const certificate = selfSigned('a.example');
    const { port } = await tlsServer(certificate);
    expect(await failure(`https://a.example:${port}/`)).toBe('tls_untrusted');
    expect(await failure(`https://a.example:${port}/`, everyNameIsLocal, [certificate.cert])).toBe('204');
  });

  it('a call to a server with a certificate for another host is classified as tls_wrong_host', async () => {
    const certificate = selfSigned('b.example');
    const { port } = await tlsServer(certificate);
    expect(await failure(`https://a.example:${port}/`, everyNameIsLocal, [certificate.cert])).toBe(
      'tls_wrong_host',
    );
  });

  it('a call to a server with an expired certificate is classified as tls_certificate_expired', async () => {
    const certificate = selfSigned('a.example', { middle: new Date('2020-01-01') });
    const { port } = await tlsServer(certificate);
    const trusted = [certificate.cert];
    expect(await failure(`https://a.example:${port}/`, everyNameIsLocal, trusted)).toBe(
      'tls_certificate_expired',
    );
  });

  it('a call to a server that only supports an old TLS version is classified as tls_failed', async () => {
    const certificate = selfSigned('a.example');
    const { port } = await tlsServer({ ...certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
    expect(await failure(`https://a.example:${port}/`, everyNameIsLocal, [certificate.cert])).toBe(
      'tls_failed',
    );
  });

  it('a call to a server without TLS is classified as tls_failed', async () => {
    const { port } = await tcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await failure(`https://a.example:${port}/`)).toBe('tls_failed');
  });
});
