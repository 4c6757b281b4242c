import type { AuditAction } from './contract-types.ts';
import type { ListQuery } from './page.ts';

/** Selects entries of the audit log. */
export interface AuditLogQuery extends ListQuery {
  action?: AuditAction | undefined;
  /** Only actions with this API key, or by this user. */
  actorId?: string | undefined;
  /** Only actions on this resource. */
  resourceId?: string | undefined;
  /** Only entries at or after this time. */
  from?: string | undefined;
  /** Only entries before this time. */
  to?: string | undefined;
}

/** Selects calls of the request log. */
export interface RequestLogQuery extends ListQuery {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string | undefined;
  /** `api_key`, `dashboard` or another kind of actor. */
  actorKind?: string | undefined;
  /** Only calls with this API key, or of this user. */
  actorId?: string | undefined;
  requestId?: string | undefined;
  /** Only calls that contain the id of this resource, or that created it. */
  resourceId?: string | undefined;
  /** Only calls at or after this time. */
  from?: string | undefined;
  /** Only calls before this time. */
  to?: string | undefined;
}
