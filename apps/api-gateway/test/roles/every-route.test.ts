import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRoutes } from '../../src/routes/index.ts';
import { startBareGateway } from '../matrix/start-bare-gateway.ts';
import type { BareGateway } from '../matrix/start-bare-gateway.ts';
import { CALLERS, guard, headersOf } from './callers.ts';
import { permissionsPage, rowsIn } from './permissions-page.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/permissions.md', import.meta.url));
if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(PAGE, permissionsPage(apiRoutes));
const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
const rows = rowsIn(page);
/** What is sent where no body is refused for another reason than the permission. */
const BODIES: Readonly<Record<string, string>> = { 'POST /account/api-keys': '{"scopes":["write"]}' };
const SOME_ID = 'd1a2b3c4e5f6g7h8i9j0';

let gateway: BareGateway;
beforeAll(async () => {
  gateway = await startBareGateway({ guard });
});
afterAll(() => gateway.close());

describe('the table of permissions', () => {
  it('docs/permissions.md is generated from the routing table (UPDATE_SNAPSHOTS=true writes it)', () => {
    expect(page).toBe(permissionsPage(apiRoutes));
    expect(rows.map(({ route }) => route)).toEqual(apiRoutes.map(({ method, path }) => `${method} ${path}`));
  });
});

describe.each(rows)('$route', ({ route, allowed }) => {
  const [method = '', path = ''] = route.split(' ');

  it.each(CALLERS)(`${route} admits %s only as the table says`, async (caller) => {
    const response = await fetch(
      `http://127.0.0.1:${String(gateway.port)}${path.replaceAll(/\{\w+\}/g, SOME_ID)}`,
      {
        method,
        redirect: 'manual',
        headers: { ...headersOf(caller), 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: BODIES[route] ?? '{}' }),
      },
    );
    const { status } = response;
    await response.arrayBuffer();
    const isAdmitted = status !== 401 && status !== 403;
    expect(isAdmitted, `status ${String(status)}`).toBe(allowed.includes(caller));
    if (isAdmitted) expect(status).toBeLessThan(500);
  });
});
