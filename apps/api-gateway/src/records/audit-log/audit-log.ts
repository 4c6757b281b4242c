import { AUDIT_LOG_KEPT_DAYS } from '@estate/contracts';
import { problem } from '@estate/http';
import type { Logger } from '@estate/observability';
import type { AuditLogStore } from '../../stores/audit-log-store.ts';
import type { AuditedAct, AuditedEnd } from '../../domain/audit-entry.ts';

const KEPT_MS = AUDIT_LOG_KEPT_DAYS * 24 * 60 * 60 * 1000;

interface Parts {
  entries: Pick<AuditLogStore, 'insert' | 'finish'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
}

/** The part of an entry that is known only after success. */
type Learned = Pick<AuditedEnd, 'accountId' | 'resource'>;

/**
 * Stores an entry for every audited action. The entry is stored before the action, so that an action without an entry is impossible even
 * after a crash. It is completed after the action.
 */
export class AuditLog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Does the work. Throws its errors, and does not start it if the entry cannot be stored. */
  async record<T>(
    act: AuditedAct,
    work: () => Promise<T>,
    learn: (result: T) => Learned = noMore,
  ): Promise<T> {
    const id = await this.#insert(act, { outcome: 'started' });
    try {
      const result = await work();
      await this.#finish(id, { outcome: 'succeeded', ...learn(result) });
      return result;
    } catch (error) {
      await this.#finish(id, endOf(error, act));
      throw error;
    }
  }

  /** Stores an entry for an action that was refused before it began. */
  async refused(act: AuditedAct, error: unknown): Promise<void> {
    await this.#insert(act, endOf(error, act));
  }

  async #insert(act: AuditedAct, end: AuditedEnd | { outcome: 'started' }): Promise<string> {
    const { entries, clock, newId } = this.#parts;
    const [id, at] = [newId(), clock()];
    await entries.insert({ id, at, ...act, ...end, expiresAt: new Date(at.getTime() + KEPT_MS) });
    return id;
  }

  /** Completes the entry. The work is done, so its response is right even if this fails. */
  async #finish(id: string, end: AuditedEnd): Promise<void> {
    await this.#parts.entries.finish(id, end).catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'audit-log.finish.failed');
    });
  }
}

const noMore = (): Learned => ({});

function endOf(error: unknown, { requestId }: AuditedAct): AuditedEnd {
  const { status, body } = problem(error, requestId);
  return { outcome: status < 500 ? 'refused' : 'failed', status, code: body.code };
}
