import { expect, it } from 'vitest';
import { keptPasswordProblems } from './kept-password.ts';

const stored = { host: 'ftp.example.org', username: 'agent' };

it.each([
  ['nothing', {}, {}],
  ['the spelling of the host', {}, { host: 'FTP.Example.ORG.' }],
  ['the default port', {}, { port: 21 }],
  ['an encryption that is stronger', {}, { secure: true }],
  ['clear text to encryption', { secure: false }, {}],
])('a stored password is kept when a replacement changes %s', (_what, before, change) => {
  expect(keptPasswordProblems({ ...stored, ...before }, { ...stored, ...change })).toEqual([]);
});

it.each([
  ['the host', {}, { host: 'ftp.evil.example' }, 'credentials.host'],
  ['the port', {}, { port: 2121 }, 'credentials.port'],
  ['the user', {}, { username: 'Agent' }, 'credentials.username'],
  ['encryption with a certificate to any', { secure: true }, {}, 'credentials.secure'],
  ['encryption to clear text', {}, { secure: false }, 'credentials.secure'],
  ['several', {}, { host: 'a.example', port: 2121 }, 'credentials.host and credentials.port'],
])('a password is required when a replacement changes %s', (_what, before, change, named) => {
  const path = 'credentials.password';
  const message = `${path} is required, because ${named} changed: a stored password is sent only to the server, and with the encryption, for which it was entered`;
  expect(keptPasswordProblems({ ...stored, ...before }, { ...stored, ...change })).toEqual([
    { path, message, code: 'credentials-incomplete' },
  ]);
});
