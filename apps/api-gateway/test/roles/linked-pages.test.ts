import { describe, expect, it } from 'vitest';
import { OPERATIONS_OF_PAGES, linkedPagesOf } from '../../src/edge/access/linked-pages.ts';
import { apiRoutes } from '../../src/routes/index.ts';

const routes = new Map(apiRoutes.map((route) => [`${route.method} ${route.path}`, route]));

describe.each(Object.entries(OPERATIONS_OF_PAGES))('the page %s of dashboard links', (page, operations) => {
  it.each(operations)(
    `the page ${page} of dashboard links needs %s, which a customer may call and which erases nothing of a person`,
    (operation) => {
      const route = routes.get(operation);
      expect(route && linkedPagesOf(route)).toEqual([page]);
      expect(['read', 'write', 'manage']).toContain(route?.access);
    },
  );
});

describe('an operation that no page names', () => {
  it('an operation that no page names belongs to no dashboard link, also below a resource of a page', () => {
    expect(linkedPagesOf({ method: 'POST', path: '/targets/{id}/added-later' })).toEqual([]);
    expect(linkedPagesOf({ method: 'GET', path: '/admin/accounts/{id}/targets' })).toEqual([]);
  });
});
