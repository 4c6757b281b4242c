import { expect, it } from 'vitest';
import { setConsumerCredentials } from './consumer-credentials.ts';
import { createTarget, Target, updateTarget } from './target.ts';

const fine = {
  host: 'ftp.example.org',
  username: 'agent',
  password: 'secret',
  path: 'in',
  providerNumber: 'A',
};

it.each(Object.keys(fine).flatMap((name) => ['\r', '\n', '\r\n'].map((end) => [name, end] as const)))(
  'credentials with line breaks are refused: %s with %j',
  (name, end) => {
    const credentials = { ...fine, [name]: `a${end}DELE b` };
    for (const { input } of [createTarget, updateTarget]) {
      const target = { type: 'portal', credentials, ...(input === updateTarget.input && { id: 'x' }) };
      expect(input.safeParse(target).success).toBe(false);
      expect(input.safeParse({ ...target, credentials: fine }).success).toBe(true);
    }
  },
);

it.each(['key', 'secret'])('credentials with line breaks are refused for a marketplace: %s', (name) => {
  const given = { type: 'marketplace-24', key: 'application', secret: 'hush' };
  const { input } = setConsumerCredentials;
  expect(input.safeParse(given).success).toBe(true);
  for (const end of ['\r', '\n']) {
    expect(input.safeParse({ ...given, [name]: `hush${end}` }).success).toBe(false);
  }
});

it('stored texts with line breaks can still be read', () => {
  const credentials = { host: 'ftp.example.org', username: 'agent\r\n', path: 'a\nb' };
  expect(Target.shape.credentials.safeParse(credentials).success).toBe(true);
});
