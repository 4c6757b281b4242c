import { AUDIT_ACTIONS } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiRoute } from '../../edge/routing/api-route.ts';
import { apiRoutes } from '../../routes/index.ts';

const nameOf = ({ method, path }: ApiRoute) => `${method} ${path}`;
const notAudited = apiRoutes.filter(({ audit }) => audit === undefined);

/** Routes of the operator that neither change anything nor show what belongs to a customer. */
const OF_THE_WHOLE_SYSTEM = [
  'GET /admin/accounts',
  'GET /admin/audit-log',
  'GET /admin/audit-log/check',
  'GET /admin/closings',
  'GET /admin/closings/{id}',
  'GET /admin/find',
  'GET /admin/lanes',
  'GET /admin/load',
  'GET /admin/operator-keys',
  'GET /admin/operator-keys/{id}',
  'GET /admin/restores',
  'GET /admin/unknown-objects',
  'GET /admin/usage',
  'GET /admin/violations',
];

/** The timeline of the property or the listing names who called, and is stored with the change itself. */
const IN_TIMELINES = [
  'POST /import-sources/{id}/retry-listings',
  'POST /properties',
  'PUT /properties/{id}',
  'POST /listings',
  'PUT /listings/{id}',
  'POST /listings/{id}/retry',
];

/** They check, send or read something again, and change no resource that a customer has made. */
const WITHOUT_CHANGE = [
  'POST /import-sources/{id}/preview',
  'POST /listings/validate',
  'POST /targets/{id}/check',
  'POST /mails/{id}/reparse',
  'POST /mails/{id}/done',
  'POST /webhooks/{id}/test',
  'POST /webhooks/{id}/verify',
  'POST /webhooks/{id}/deliveries/{deliveryId}/resend',
];

const SECRETS = /"(?:credentials|password|secret|clientSecret)":/;

/** True if the caller sends credentials. */
const takesCredentials = ({ method, input }: ApiRoute): boolean =>
  method !== 'GET' &&
  SECRETS.test(JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })));

describe('the routes that are audited', () => {
  it('every DELETE is audited', () => {
    expect(notAudited.filter(({ method }) => method === 'DELETE').map(nameOf)).toEqual([]);
  });

  it('every change with the permission manage or erase is audited', () => {
    const changing = notAudited.filter(({ method }) => method !== 'GET');
    expect(changing.filter(({ access }) => access === 'manage' || access === 'erase').map(nameOf)).toEqual(
      [],
    );
  });

  it('every change by a customer is audited, except those that a timeline has', () => {
    const byCustomers = notAudited.filter(({ method, access }) => method !== 'GET' && access === 'write');
    expect(byCustomers.map(nameOf).toSorted()).toEqual([...IN_TIMELINES, ...WITHOUT_CHANGE].toSorted());
  });

  it('every change of the credentials of a platform is audited', () => {
    const taking = apiRoutes.filter(takesCredentials).map(nameOf);
    expect(taking).toEqual(
      expect.arrayContaining(['POST /targets', 'PUT /targets/{id}', 'PUT /account', 'PUT /account/sandbox']),
    );
    expect(notAudited.filter(takesCredentials).map(nameOf)).toEqual([]);
  });

  it('every route of the operator is audited, except lists of the whole system', () => {
    expect(
      notAudited
        .filter(({ access }) => access === 'operator')
        .map(nameOf)
        .sort(),
    ).toEqual(OF_THE_WHOLE_SYSTEM);
  });

  it('every action of the audit log is that of a route or of a session', () => {
    const ofRoutes = apiRoutes.flatMap(({ audit }) => audit ?? []);
    expect([...new Set([...ofRoutes, 'session.started', 'session.ended'])].sort()).toEqual(
      [...AUDIT_ACTIONS].sort(),
    );
  });
});
