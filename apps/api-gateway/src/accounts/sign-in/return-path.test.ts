import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPathOf } from './sign-in-routes.ts';

describe('the page to return to after a sign-in', () => {
  it.each(['/dashboard/', '/dashboard/listings/abc?tab=preview', '/dashboard/properties?q=M%C3%BCnchen'])(
    'the page to return to may be %s',
    (wanted) => {
      expect(returnPathOf(wanted)).toBe(wanted);
    },
  );

  it.each([
    undefined,
    7,
    ['/dashboard/a', '/dashboard/b'],
    '',
    '/',
    'https://evil.example.org/dashboard/',
    '//evil.example.org/dashboard/',
    '/\\evil.example.org/dashboard/',
    '\\\\evil.example.org/dashboard/',
    '/\t/evil.example.org/dashboard/',
    'javascript:alert(1)',
    '/dashboard/../admin/accounts',
    '/dashboard/%2e%2e/admin/accounts',
    '/dashboard/sign-in/callback?code=x',
    '/dashboardx',
    'http://dashboard.invalid@evil.example.org/dashboard/',
    `/dashboard/${'x'.repeat(2000)}`,
  ])('the page to return to is the first page instead of %s', (wanted) => {
    expect(returnPathOf(wanted)).toBe('/dashboard/');
  });

  it('the page to return to is on this service, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (wanted) => {
        const { origin, pathname } = new URL(returnPathOf(wanted), 'https://api.example.org');
        expect(origin).toBe('https://api.example.org');
        expect(pathname.startsWith('/dashboard/')).toBe(true);
      }),
    );
  });
});
