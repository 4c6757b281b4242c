import type { Target, TargetType } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { nameOf, namesOf } from '../../api/names.ts';
import { draftOf, inputOf, isPasswordKept } from './target-draft.ts';

const common = { requiredCredentials: [], supportsRequestCollection: true };
const type: TargetType = { ...common, type: 'immowelt', name: 'Immowelt', tls: 'optional' };
const target = {
  id: 'd1a2b3c4e5f6g7h8i9j0',
  type: 'immowelt',
  name: 'Munich office',
  credentials: { host: 'ftp.example.org', username: 'agent-1' },
  autoCollectRequests: true,
} as Target;

describe('the hidden address of a target', () => {
  it('the form of a target keeps its setting, and leaves it out to follow the account', () => {
    const draft = draftOf({ ...target, hiddenAddress: 'omit' }, type);
    expect(inputOf(draft, type, target)).toMatchObject({ hiddenAddress: 'omit' });
    expect(inputOf({ ...draft, hiddenAddress: 'account' }, type, target)).not.toHaveProperty('hiddenAddress');
    expect(inputOf(draftOf(target, type), type, target)).not.toHaveProperty('hiddenAddress');
  });
});

describe('the password of a target', () => {
  it.each([
    [true, {}],
    [true, { host: 'FTP.example.org', port: '21' }],
    [true, { path: 'houses', encryption: 'always' as const }],
    [false, { host: 'ftp2.example.org' }],
    [false, { port: '2121' }],
    [false, { username: 'agent-2' }],
    [false, { encryption: 'never' as const }],
  ])('the form of a target says %j when it keeps the password over %j', (isKept, change) => {
    expect(isPasswordKept({ ...draftOf(target, type), ...change }, type, target)).toBe(isKept);
  });
});

describe('the name of a target', () => {
  it('the form of a target sends the name that it shows, and none if it was emptied', () => {
    const draft = draftOf(target, type);
    expect(draft.name).toBe('Munich office');
    expect(inputOf(draft, type, target)).toMatchObject({ name: 'Munich office' });
    expect(inputOf({ ...draft, name: 'Bavaria' }, type, target)).toMatchObject({ name: 'Bavaria' });
    expect(inputOf({ ...draft, name: ' ' }, type, target)).not.toHaveProperty('name');
    expect(inputOf(draft, type, target)).not.toHaveProperty('credentials.name');
  });

  it('a target is named by its name and its platform, and without a name by its platform and account', () => {
    expect(nameOf(target, [type])).toBe('Munich office · Immowelt');
    const { name: _name, ...nameless } = target;
    expect(nameOf(nameless as Target, [type])).toBe('Immowelt · agent-1');
  });

  it('targets that would have the same name have their logins beside it', () => {
    const second = { ...target, id: 'e1', credentials: { username: 'agent-2' } } as Target;
    const { credentials: _credentials, ...flow } = target;
    const third = { ...flow, name: 'Hamburg' } as Target;
    expect(namesOf([target, second, third, { ...flow, id: 'e2' }], [type])).toEqual([
      'Munich office · Immowelt · agent-1',
      'Munich office · Immowelt · agent-2',
      'Hamburg · Immowelt',
      'Munich office · Immowelt · e2',
    ]);
  });
});

describe('the access of a target', () => {
  const draft = { ...draftOf(undefined, type), host: 'ftp.example.org', apiKey: 'k-1' };
  const platform = { ...common, type: 'homes', name: 'Homes' };

  it('the form of a target sends the login to a portal and the key to a platform that asks for a key', () => {
    expect(inputOf(draft, type)).toMatchObject({ credentials: { host: 'ftp.example.org' } });
    expect(inputOf(draft, { ...platform, requiredCredentials: ['apiKey'] })).toEqual({
      type: 'homes',
      credentials: { apiKey: 'k-1' },
      autoCollectRequests: false,
    });
  });

  it('the form of a target sends no credentials to a platform that asks for none', () => {
    expect(inputOf(draft, platform)).toEqual({ type: 'homes', autoCollectRequests: false });
  });
});
