import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import type { LookedUpObject, SeenObject } from '../src/domain/remote-object.ts';
import type {
  DeletePublication,
  LookUpOutcome,
  PublicationOutcome,
  Platform,
  PlatformSession,
  PublicationFailure,
  ReportFolderReading,
  ReportTaking,
  SetPublication,
  TargetAccount,
} from '../src/platforms/platform.ts';

type Remember = Parameters<PlatformSession['set']>[2];
export type Sent =
  | { op: 'set'; publication: SetPublication; remember: Remember }
  | { op: 'delete'; publication: DeletePublication };

/** A platform that remembers what it was sent and behaves as a test wants it. */
export class FakePortal {
  readonly sent: Sent[] = [];
  readonly logins: TargetAccount[] = [];
  openSessions = 0;
  mostSessions = 0;
  refuseLogin: PublicationFailure | undefined;
  /** How much had been sent each time everything was taken off. */
  readonly emptiedAfter: number[] = [];
  /** The listings of each full transfer that had some. */
  readonly fullTransfers: string[][] = [];
  duringFull: () => Promise<PublicationOutcome> = () => Promise.resolve({ ok: true });
  /** Its result files by name, where it writes some. */
  results: Map<string, string> | undefined;
  /** Result files that are known as a whole are removed. */
  removesResults = false;
  /** When its result files were written, and the sizes that it lists instead of the right ones. */
  readonly #listed = new Map<string, { writtenAt: Date; sizeBytes: number }>();
  /** Those of its result files that were known at the last reading, and whether they were kept as a whole. */
  knownResults: ReadonlyMap<string, boolean> = new Map();
  /** It lists the sizes and no seconds of its result files. */
  listsMinutes = false;
  /** Why its result files cannot be read. */
  resultsProblem: string | undefined;
  /** What it has of objects that are not shown, by its ids. */
  readonly drifted = new Map<string, SeenObject>();
  /** The objects that it was asked for. */
  readonly lookedUp: string[] = [];
  /** Why it cannot be asked for an object. */
  lookUpFailure: (objectId: string) => PublicationFailure | undefined = () => undefined;
  /** What the checks of the platform find without a network. */
  problems: (snapshot: PropertySnapshot) => PublicationProblem[] = () => [];
  /** Runs while a publication is under way; may fail it or wait. */
  during: (sent: Sent, signal: AbortSignal) => Promise<PublicationOutcome> = () =>
    Promise.resolve({ ok: true });

  readonly platform: Platform = {
    format: 'fake',
    carries: () => ({}),
    open: (account) => {
      this.logins.push(account);
      if (this.refuseLogin) return Promise.resolve({ ok: false, failure: this.refuseLogin });
      this.openSessions += 1;
      this.mostSessions = Math.max(this.mostSessions, this.openSessions);
      return Promise.resolve({
        ok: true,
        session: {
          set: (publication, signal, remember) => this.#take({ op: 'set', publication, remember }, signal),
          delete: (publication, signal) => this.#take({ op: 'delete', publication }, signal),
          full: (publications) => {
            if (publications.length === 0) this.emptiedAfter.push(this.sent.length);
            else this.fullTransfers.push(publications.map(({ listingId }) => listingId));
            return this.duringFull();
          },
          ...(this.results && { readReports: (taking) => this.#readReports(taking) }),
          close: () => {
            this.openSessions -= 1;
            return Promise.resolve();
          },
        },
      });
    },
    preview: (_account, publication) => ({
      mediaType: 'application/xml',
      body: `<${publication.snapshot.externalId}/>`,
    }),
    problems: (_account, snapshot) => this.problems(snapshot),
    check: () => Promise.resolve({ ok: true, steps: [] }),
    openLookUp: () => Promise.resolve({ ok: true, lookUp: (object) => this.#lookUp(object) }),
  };

  get story(): string[] {
    return this.sent.map(({ op, publication }) => `${op} ${publication.listingId} ${publication.sequence}`);
  }

  /** A result file with a time. The platform lists what it was before more was written, if a test wants that. */
  writeResult(
    name: string,
    content: string,
    { second, listedBytes = content.length }: { second: number; listedBytes?: number | undefined },
  ): void {
    this.results?.set(name, content);
    const writtenAt = new Date(Date.UTC(2026, 10, 1, 8, 0, second));
    this.#listed.set(name, { writtenAt, sizeBytes: listedBytes });
  }

  #lookUp({ objectId }: LookedUpObject): Promise<LookUpOutcome> {
    this.lookedUp.push(objectId);
    const failure = this.lookUpFailure(objectId);
    const seen = this.drifted.get(objectId) ?? 'shown';
    return Promise.resolve(failure ? { ok: false, failure } : { ok: true, seen });
  }

  async #readReports(taking: ReportTaking): Promise<ReportFolderReading> {
    if (this.resultsProblem !== undefined)
      return { hasMore: false, problem: { message: this.resultsProblem } };
    const files = [...(this.results ?? [])].map(([name, content]) => {
      const listed = this.#listed.get(name);
      const state = `${content} ${listed?.writtenAt.toISOString() ?? ''}`;
      const isCoarse = this.listsMinutes && { isCoarse: true as const, state: String(content.length) };
      return { name, content, sizeBytes: content.length, state, ...listed, ...isCoarse };
    });
    this.knownResults = await taking.known(files);
    for (const { name } of files.filter((file) => this.removesResults && this.knownResults.get(file.name))) {
      this.results?.delete(name);
      await taking.removed(name);
    }
    for (const { content, ...file } of files.filter(({ name }) => !this.knownResults.has(name)))
      await taking.take(file, Buffer.from(content));
    return { hasMore: false };
  }

  #take(sent: Sent, signal: AbortSignal): Promise<PublicationOutcome> {
    this.sent.push(sent);
    return this.during(sent, signal);
  }
}
