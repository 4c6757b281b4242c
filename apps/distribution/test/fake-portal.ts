import type {
  DeleteJob,
  Outcome,
  Platform,
  PlatformSession,
  PublicationFailure,
  SetJob,
  TargetAccount,
} from '../src/platforms/platform.ts';

type Remember = Parameters<PlatformSession['set']>[2];
export type Sent = { op: 'set'; job: SetJob; remember: Remember } | { op: 'delete'; job: DeleteJob };

/** A platform that remembers what it was sent and behaves as a test tells it to. */
export class FakePortal {
  readonly sent: Sent[] = [];
  readonly logins: TargetAccount[] = [];
  openSessions = 0;
  mostSessions = 0;
  refuseLogin: PublicationFailure | undefined;
  /** How much had been sent each time everything was taken off. */
  readonly emptiedAfter: number[] = [];
  /** Runs while a job is under way; may fail it or wait. */
  during: (sent: Sent, signal: AbortSignal) => Promise<Outcome> = () => Promise.resolve({ ok: true });

  readonly platform: Platform = {
    open: (account) => {
      this.logins.push(account);
      if (this.refuseLogin) return Promise.resolve({ ok: false, failure: this.refuseLogin });
      this.openSessions += 1;
      this.mostSessions = Math.max(this.mostSessions, this.openSessions);
      return Promise.resolve({
        ok: true,
        session: {
          set: (job, signal, remember) => this.#take({ op: 'set', job, remember }, signal),
          delete: (job, signal) => this.#take({ op: 'delete', job }, signal),
          empty: () => {
            this.emptiedAfter.push(this.sent.length);
            return Promise.resolve({ ok: true });
          },
          close: () => {
            this.openSessions -= 1;
            return Promise.resolve();
          },
        },
      });
    },
    preview: (_account, job) => ({ mediaType: 'application/xml', body: `<${job.snapshot.externalId}/>` }),
    problems: () => [],
    check: () => Promise.resolve({ ok: true, steps: [] }),
  };

  get story(): string[] {
    return this.sent.map(({ op, job }) => `${op} ${job.listingId} ${job.sequence}`);
  }

  #take(sent: Sent, signal: AbortSignal): Promise<Outcome> {
    this.sent.push(sent);
    return this.during(sent, signal);
  }
}
