import { InvalidInput, requireNone } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { hostForUrl } from '../targets/host-problems.ts';
import { changedFields, problemsWith, rulesOf } from './target-rules.ts';

const rules = {
  type: 'portal',
  name: 'Portal',
  requiredCredentials: ['host', 'username', 'password', 'providerNumber'],
  tls: 'required' as const,
  requests: { collect: false },
  links: false,
  images: { types: ['image/jpeg'] },
};
const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret', providerNumber: 'A-1' };

const requireFitting = (wish: Parameters<typeof problemsWith>[1]) => requireNone(problemsWith(rules, wish));

function refused(run: () => void): InvalidInput {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the rules of a platform', () => {
  it('the rules of a platform are found by type, and an unknown type is answered with all there are', () => {
    const types = new Map([['portal', rules]]);
    expect(rulesOf(types, 'portal')).toBe(rules);
    expect(refused(() => rulesOf(types, 'other'))).toMatchObject({
      code: 'target-type-unknown',
      message: 'type must be one of portal.',
    });
  });

  it('the rules of a platform name every credential that is missing', () => {
    const error = refused(() => requireFitting({ credentials: { host: 'ftp.example.org' } }));
    expect(error.code).toBe('credentials-incomplete');
    expect(error.problems.map(({ path }) => path)).toEqual([
      'credentials.username',
      'credentials.password',
      'credentials.providerNumber',
    ]);
  });

  it('the rules of a platform name everything that does not fit at once', () => {
    const { providerNumber: _, ...others } = credentials;
    const error = refused(() =>
      requireFitting({
        credentials: { ...others, passive: false, secure: false },
        autoCollectRequests: true,
      }),
    );
    expect(error.problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'credentials.providerNumber credentials-incomplete',
      'autoCollectRequests request-collection-unsupported',
      'credentials.passive invalid-input',
      'credentials.secure invalid-input',
    ]);
    expect(error.message).toMatch(/providerNumber is required by Portal; autoCollectRequests .*; .*\.$/);
  });

  it('the rules of a platform refuse to collect requests where they cannot be collected', () => {
    const error = refused(() => requireFitting({ credentials, autoCollectRequests: true }));
    expect(error.code).toBe('request-collection-unsupported');
  });

  it.each([{ passive: false }, { secure: false }])(
    'refuse a connection the platform does not take: %o',
    (wish) => {
      const error = refused(() => requireFitting({ credentials: { ...credentials, ...wish } }));
      expect(error.problems[0]?.path).toBe(`credentials.${Object.keys(wish)[0]}`);
    },
  );

  it('the rules of a platform accept what fits', () => {
    expect(() => requireFitting({ credentials, autoCollectRequests: false })).not.toThrow();
  });
});

describe('a field that cannot change', () => {
  it('a field that cannot change may be sent unchanged or left out', () => {
    expect(changedFields({ type: 'portal' }, { type: 'portal' })).toEqual([]);
    expect(changedFields({ type: 'portal' }, { type: undefined })).toEqual([]);
  });

  it('every field that cannot change and is sent with another value is named', () => {
    const stored = { type: 'portal', propertyId: 'p1', targetId: 't1' };
    expect(changedFields(stored, { ...stored, propertyId: 'p2', targetId: 't2' })).toMatchObject([
      { path: 'propertyId', code: 'immutable-field' },
      { path: 'targetId', code: 'immutable-field' },
    ]);
  });
});

describe('a host', () => {
  it.each(['a b', 'user@host', 'host/path', 'host:21', 'host?x', '%31.0.0.1'])(
    'a host cannot smuggle in anything: %s',
    (host) => {
      expect(hostForUrl(host)).toBeUndefined();
    },
  );

  it('a host may be an IPv6 address', () => {
    expect(hostForUrl('::1')).toBe('[::1]');
  });
});
