import type { Look } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';
import type { LookSessions, SealedLook } from './sessions.ts';
import type { Operator, OperatorProof, Operators } from './operators.ts';

/** An operator who views an account. */
export interface Looking extends Omit<SealedLook, 'operator'> {
  operator: Operator;
}

interface Parts {
  sessions: Pick<LookSessions, 'begin' | 'end' | 'holderOf' | 'isPresented'>;
  operators: Pick<Operators, 'findAgain'>;
}

/**
 * Read-only sessions in which operators see the dashboard of an account. Such a session ends when the credential of its operator becomes
 * invalid.
 */
export class Looks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The `set-cookie` that starts a view; it never lasts longer, however often it is started. */
  begin({ id, accountId, reason, until }: Look, operator: OperatorProof, head: HttpHead): string {
    const untilMs = Date.parse(until);
    return this.#parts.sessions.begin({ accountId, reason, operator, untilMs }, head, { id, until: untilMs });
  }

  /**
   * The view of a request, or undefined. An ended view is refused and never replaced by another session of the browser, which could be of
   * another account. @throws NotAllowed
   */
  async find(head: HttpHead, { isFile = false } = {}): Promise<Looking | undefined> {
    const { sessions, operators } = this.#parts;
    if (!sessions.isPresented(head)) return undefined;
    const look = await sessions.holderOf(head, { isFile });
    const operator = look && (await operators.findAgain(look.operator));
    if (!look || !operator) throw isOver();
    return { ...look, operator };
  }

  /** Ends the view of a request, and returns the `set-cookie` that removes it; none for a request without a view. */
  async end(head: HttpHead): Promise<string[]> {
    const { sessions } = this.#parts;
    return sessions.isPresented(head) ? [await sessions.end(head)] : [];
  }
}

const isOver = (): NotAllowed =>
  new NotAllowed('The look at the account has ended.', { code: 'session-over', reason: 'unauthenticated' });
