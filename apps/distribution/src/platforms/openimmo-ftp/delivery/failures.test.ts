import { AddressForbidden, ResolutionFailed } from '@estate/egress';
import { FTPError } from 'basic-ftp';
import { describe, expect, it } from 'vitest';
import { failure, Interrupted, NotAsStored, type Phase } from './failures.ts';

const reply = (code: number, text = 'Words of the server') =>
  new FTPError({ code, message: `${code} ${text}` });
const errno = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

const redact = (text: string) => text;

type Row = [phase: Phase, error: unknown, code: string, repeat: boolean, scope: string];

const rows: Row[] = [
  ['resolve', new AddressForbidden('private', '10.0.0.1'), 'address_forbidden', false, 'target'],
  ['resolve', new ResolutionFailed('h', 'ENOTFOUND'), 'host_unreachable', true, 'target'],
  ['connect', errno('ECONNREFUSED'), 'host_unreachable', true, 'target'],
  ['connect', errno('EHOSTUNREACH'), 'host_unreachable', true, 'target'],
  ['connect', new Interrupted('There was no response within 10 s.'), 'host_unreachable', true, 'target'],
  ['connect', reply(421, 'Too many connections'), 'platform_unavailable', true, 'target'],
  ['connect', reply(500), 'platform_unavailable', false, 'target'],
  ['tls', errno('CERT_HAS_EXPIRED'), 'platform_unavailable', true, 'target'],
  ['tls', errno('DEPTH_ZERO_SELF_SIGNED_CERT'), 'platform_unavailable', true, 'target'],
  ['tls', errno('ERR_TLS_CERT_ALTNAME_INVALID'), 'platform_unavailable', true, 'target'],
  ['tls', reply(502), 'platform_unavailable', false, 'target'],
  ['tls', reply(431), 'platform_unavailable', true, 'target'],
  ['tls', new Interrupted('There was no response within 15 s.'), 'connection_lost', true, 'target'],
  ['tls', errno('EPROTO'), 'connection_lost', true, 'target'],
  ['login', reply(530, 'Login incorrect'), 'credentials_rejected', false, 'target'],
  ['login', reply(430, 'Invalid username'), 'credentials_rejected', false, 'target'],
  ['login', reply(530, 'Sorry, the maximum number of clients'), 'platform_unavailable', true, 'target'],
  ['login', reply(530, 'TLS is required'), 'credentials_rejected', false, 'target'],
  ['login', reply(500, 'OOPS: cannot change directory'), 'platform_unavailable', false, 'target'],
  ['login', reply(421), 'platform_unavailable', true, 'target'],
  ['login', reply(450), 'platform_unavailable', true, 'target'],
  ['login', new Interrupted('There was no response within 15 s.'), 'host_unreachable', true, 'target'],
  ['login', errno('ECONNRESET'), 'connection_lost', true, 'target'],
  ['directory', reply(550), 'path_not_found', false, 'target'],
  ['directory', reply(450), 'platform_unavailable', true, 'target'],
  ['directory', reply(552), 'disk_full', true, 'target'],
  ['directory', reply(500), 'platform_unavailable', false, 'target'],
  ['store', reply(421), 'platform_unavailable', true, 'target'],
  ['store', reply(425), 'connection_lost', true, 'listing'],
  ['store', reply(426), 'connection_lost', true, 'listing'],
  ['store', reply(452), 'disk_full', true, 'listing'],
  ['store', reply(552), 'disk_full', true, 'listing'],
  ['store', reply(550), 'permission_denied', false, 'listing'],
  ['store', reply(553), 'permission_denied', false, 'listing'],
  ['store', reply(451), 'platform_unavailable', true, 'listing'],
  ['store', reply(501), 'platform_unavailable', false, 'listing'],
  ['store', errno('EPIPE'), 'connection_lost', true, 'target'],
  ['store', new Interrupted('The transfer stalled.'), 'connection_lost', true, 'target'],
  [
    'store',
    new NotAsStored('The file has 1 bytes on the server instead of 2.'),
    'connection_lost',
    true,
    'listing',
  ],
  ['rename', reply(550), 'permission_denied', false, 'listing'],
  ['rename', reply(553), 'permission_denied', false, 'listing'],
  ['rename', reply(552), 'disk_full', true, 'listing'],
  ['rename', reply(450), 'platform_unavailable', true, 'listing'],
];

describe('what a failure means', () => {
  it.each(rows)(
    'a failure in phase %s, %s, is %s (repeat %s, scope %s)',
    (phase, error, code, repeat, scope) => {
      const found = failure(error, {
        phase,
        host: 'ftp.example.org',
        username: 'agent',
        redact,
        path: 'p.zip',
      });
      expect(found).toMatchObject({ code, repeat, scope });
      expect(found.message).toMatch(/ftp\.example\.org/);
    },
  );

  it('the message of a failure names host, reply and what to do', () => {
    const { message } = failure(reply(530, 'Login incorrect.'), {
      phase: 'login',
      host: 'ftp.example.org',
      username: 'agent',
      redact,
    });
    expect(message).toBe(
      'ftp.example.org rejected the login of agent: 530 Login incorrect. ' +
        'Update credentials.username and credentials.password of the target.',
    );
  });

  it.each([
    [
      new Interrupted('There was no response within 15 s.'),
      'ftp.example.org did not respond to the login of agent: There was no response within 15 s. ' +
        'The publication is retried. Check credentials.host and port.',
    ],
    [
      errno('ECONNRESET'),
      'The login of agent at ftp.example.org failed: connect ECONNRESET. The publication is retried.',
    ],
  ])('a login without a reply is not called rejected: %s', (error, message) => {
    const found = failure(error, { phase: 'login', host: 'ftp.example.org', username: 'agent', redact });
    expect(found).toMatchObject({ message, repeat: true });
    expect(found.code).not.toBe('credentials_rejected');
  });
});
