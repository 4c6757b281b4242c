import { describe, expect, it } from 'vitest';
import { originForm } from './request-target.ts';

describe('a request target', () => {
  it.each([
    ['/contacts?limit=3', '/contacts?limit=3'],
    ['//a:99999/x', '//a:99999/x'],
    ['*', '*'],
    ['http://api.example.org/contacts?limit=3', '/contacts?limit=3'],
    ['HTTPS://[2001:db8::1]:8443/a%20b', '/a%20b'],
    ['http://api.example.org', '/'],
    ['http://api.example.org?limit=3', '/?limit=3'],
  ])('the request target %s has the path %s', (target, asked) => {
    expect(originForm(target)).toBe(asked);
  });

  it.each([
    'http://a:99999/dashboard/x',
    'http:///x',
    'http://',
    'http://[::1/x',
    'ftp://a/x',
    'contacts',
    '',
  ])('the request target %j is refused', (target) => {
    expect(originForm(target)).toBeUndefined();
  });
});
