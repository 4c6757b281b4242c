import { expect, it } from 'vitest';
import { keyHint } from './key-hint.ts';

it('a start without the demonstration says how to get a key', () => {
  const hint = keyHint({ apiUrl: 'http://localhost:8080', port: '8080', dataDirectory: '.data' });
  expect(hint).toContain("\n  npx rek accounts open 'My agency'\n");
  expect(hint).toContain('http://localhost:8080/dashboard/');
});

it('a start with other settings names them in the command for a key', () => {
  const hint = keyHint({ apiUrl: 'http://localhost:9000', port: '9000', dataDirectory: '/tmp/my data' });
  expect(hint).toContain("\n  PORT=9000 DATA_DIR='/tmp/my data' npx rek accounts open 'My agency'\n");
});
