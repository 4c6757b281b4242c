import { ID_PATTERN } from '@estate/contracts';
import type { AuditAction } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';
import type { Caller } from '../../edge/access/admission.ts';
import type { RecordsDeps } from '../records-deps.ts';
import type { ApiRoute } from '../../edge/routing/api-route.ts';
import type { Call } from '../../edge/routing/call.ts';
import type { AuditedAct, AuditedEnd, AuditedResource } from '../../domain/audit-entry.ts';

type AuditedRoute = ApiRoute & { audit: AuditAction };
type Auditing = Pick<RecordsDeps, 'auditLog'>;

const isAudited = (apiRoute: ApiRoute): apiRoute is AuditedRoute => apiRoute.audit !== undefined;

/** Runs the handler of a route, between the two writes of its entry if the route is audited. */
export function withAudit(
  apiRoute: ApiRoute,
  { head, call, deps, input }: { head: HttpHead; call: Call; deps: Auditing; input: unknown },
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!isAudited(apiRoute)) return work();
  const reason = apiRoute.auditedReason?.(input);
  const act = { ...actOf(apiRoute, head, call), ...(reason !== undefined && { reason }) };
  return deps.auditLog.record(act, work, (output) => learnedFrom(apiRoute, output, act));
}

/** Admits calls to a route. A call to an audited route that is refused for lack of permission is recorded, too. */
export async function admitAudited(
  apiRoute: ApiRoute,
  { head, deps }: { head: HttpHead; deps: Auditing },
  admit: () => Promise<Caller>,
): Promise<Caller> {
  try {
    return await admit();
  } catch (error) {
    const isForbidden = error instanceof NotAllowed && error.reason === 'forbidden';
    const { accountId, actor } = head.notes;
    if (isForbidden && accountId !== undefined && actor && isAudited(apiRoute)) {
      const { requestId } = head;
      await deps.auditLog.refused(
        actOf(apiRoute, head, { accountId, actor, requestId, permissions: [] }),
        error,
      );
    }
    throw error;
  }
}

function actOf({ audit, path, status }: AuditedRoute, head: HttpHead, call: Call): AuditedAct {
  const accountId = accountOf(path, head, call);
  const [type = ''] = audit.split('.');
  const lastParameter = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  const named = lastParameter === undefined ? undefined : idIn(head.params[lastParameter]);
  // The path of a route that creates something names the parent.
  const resourceId = status === 201 ? call.reservedId : named;
  const id = type === 'account' ? (accountId ?? call.reservedId) : resourceId;
  const { actor, requestId } = call;
  return {
    action: audit,
    ...(accountId !== undefined && { accountId }),
    ...(actor && { actor }),
    address: head.address,
    requestId,
    resource: resourceOf(type, id),
  };
}

const PATH_OF_ACCOUNT = '/admin/accounts/{id}';

/** The account of a call; the operator names it in the path. */
export function accountOf(
  path: string,
  { params }: HttpHead,
  { accountId }: Pick<Call, 'accountId'>,
): string | undefined {
  if (accountId !== '') return accountId;
  return path.startsWith(PATH_OF_ACCOUNT) ? idIn(params['id']) : undefined;
}

function learnedFrom(
  { status }: AuditedRoute,
  output: unknown,
  { accountId, resource }: AuditedAct,
): Pick<AuditedEnd, 'accountId' | 'resource'> {
  const { id } = (output ?? {}) as { id?: unknown };
  const created = resource.id === undefined || status === 201 ? idIn(id) : undefined;
  const account = accountId ?? (resource.type === 'account' ? created : ownerOf(output));
  return {
    ...(account !== undefined && { accountId: account }),
    ...(created !== undefined && { resource: resourceOf(resource.type, created) }),
  };
}

/** The account id of the output, if present. */
export const ownerOf = (output: unknown): string | undefined =>
  idIn(((output ?? {}) as { accountId?: unknown }).accountId);

const resourceOf = (type: string, id: string | undefined): AuditedResource => ({
  type,
  ...(id !== undefined && { id }),
});

/** The value if it is an id; other values are not stored. */
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && ID_PATTERN.test(value) ? value : undefined;
