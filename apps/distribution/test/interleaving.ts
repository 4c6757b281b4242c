import { collectionsIn } from '@estate/persistence';
import type { Db } from '@estate/persistence';
import { createLogger } from '@estate/observability';
import { createVault, parseVaultKeys } from '@estate/vault';
import { collections } from '../src/collections.ts';
import { pendingListing } from '../src/domain/listing.ts';
import { newTarget } from '../src/domain/target.ts';
import { LaneScheduler } from '../src/lanes/lane-scheduler.ts';
import type { LaneDeps } from '../src/lanes/lane-deps.ts';
import type {
  PublicationOutcome,
  Platform,
  PlatformSession,
  SetPublication,
} from '../src/platforms/platform.ts';
import { ListingStore } from '../src/stores/listings/listing-store.ts';
import { TargetStore } from '../src/stores/targets/target-store.ts';
import { acceptListing } from '../src/upkeep/accept-listing.ts';
import { FakeCatalog } from './fake-catalog.ts';
import { memoryDatabase } from './memory-database.ts';
import { seeded, TurnTaking, type Pick } from './turn-taking.ts';

const ACCOUNT = 'aaaaaaaaaaaaaaaaaaaa';
const PROPERTY = 'pppppppppppppppppppp';
const TARGET = 'tttttttttttttttttttt';
const LEASE_MS = 30_000;
const WISHES = ['create', 'update', 'change', 'delete', 'retry'] as const;
const log = createLogger({ service: 'distribution', level: 'silent' });
const vault = createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
const never = new AbortController().signal;
const LOST: PublicationOutcome = {
  ok: false,
  failure: { code: 'connection_lost', message: 'It is gone.', repeat: true, scope: 'target' },
};

const LISTED = { accountId: ACCOUNT, propertyId: PROPERTY, targetId: TARGET };
const timeline = { add: () => Promise.resolve() };
const counter = { add: () => undefined, save: () => Promise.resolve() };

/**
 * One customer, one listing after another of the same property, two workers that are killed now and then, and a portal
 * whose connection breaks before or after it has taken a package; who goes on next is decided by a seed.
 */
export class Interleaving {
  readonly #pick: Pick;
  readonly #turns: TurnTaking;
  readonly #db: Db = memoryDatabase();
  readonly #catalog = new FakeCatalog();
  readonly #docs = collectionsIn(this.#db, collections);
  readonly #listings = new ListingStore(this.#docs.listings, { sent: () => undefined }, timeline);
  readonly #targets = new TargetStore(this.#docs.targets, { sent: () => undefined });
  readonly #running = new Map<string, Promise<unknown>>();
  #now = new Date('2026-11-01T08:00:00.000Z');
  #ids = 0;
  #kills = 0;
  #isCalm = false;
  #trouble: Error | undefined;
  #listingId: string | undefined;
  /** The revision that the portal shows. */
  #shown: number | undefined;

  constructor(seed: number) {
    this.#pick = seeded(seed);
    this.#turns = new TurnTaking(this.#pick);
  }

  /** The revision the portal shows at the end and the one it should; undefined: nothing is shown. */
  async play(): Promise<{ shown: number | undefined; wished: number | undefined; kills: number }> {
    await this.#prepare();
    let isDone = false;
    const customer = this.#wish(3 + this.#pick(8)).then(() => {
      isDone = true;
    });
    while (!isDone) await this.#happen();
    await customer;
    await this.#calmDown();
    const wished =
      this.#listingId === undefined ? undefined : this.#catalog.properties.get(PROPERTY)?.revision;
    return { shown: this.#shown, wished, kills: this.#kills };
  }

  async #prepare(): Promise<void> {
    this.#catalog.add(PROPERTY);
    const given = { accountId: ACCOUNT, type: 'portal', autoCollectRequests: false, emailId: 'mail' };
    const credentials = { host: 'ftp.example.org', username: 'agent' };
    const sealedPassword = vault.seal('secret', TARGET);
    const target = newTarget({ id: TARGET, ...given, credentials, sealedPassword, at: this.#now });
    await this.#targets.insert(target);
  }

  /** Something goes on somewhere. */
  async #happen(): Promise<void> {
    for (const worker of ['first', 'second']) if (!this.#isWorking(worker)) this.#work(worker);
    const chance = this.#pick(40);
    if (chance === 0) this.#killOne();
    if (chance === 1) this.#now = new Date(this.#now.getTime() + this.#pick(2 * LEASE_MS));
    if (!(await this.#turns.advance())) this.#now = new Date(this.#now.getTime() + 1000);
  }

  #isWorking(worker: string): boolean {
    return [...this.#running.keys()].some((name) => name.startsWith(worker));
  }

  #killOne(): void {
    const names = [...this.#running.keys()];
    const name = names[this.#pick(Math.max(names.length, 1))];
    if (name === undefined) return;
    this.#turns.kill(name);
    this.#running.delete(name);
    this.#kills += 1;
  }

  #work(worker: string): void {
    this.#ids += 1;
    const name = `${worker} ${String(this.#ids)}`;
    const limits = { concurrency: 1, perAccount: 1, sweepEveryMs: 1000 };
    const lanes = new LaneScheduler(this.#depsOf(name), limits);
    const turn = this.#turns.step(name).then(() => lanes.runNext(never));
    this.#running.set(
      name,
      this.#note(turn).finally(() => this.#running.delete(name)),
    );
  }

  async #note(turn: Promise<unknown>): Promise<void> {
    try {
      await turn;
    } catch (error) {
      this.#trouble = error instanceof Error ? error : new Error(String(error));
    }
  }

  #depsOf(actor: string): LaneDeps {
    const steps = <Part extends object>(part: Part): Part => this.#turns.stepsOf(actor, part);
    const platform = { ...this.#platform(actor) };
    return {
      clock: () => this.#now,
      newId: () => this.#newId(),
      log,
      metrics: { published: () => undefined },
      bus: steps({
        ask: () => Promise.resolve(this.#catalog.properties.get(PROPERTY)),
      }) as unknown as LaneDeps['bus'],
      targets: steps(this.#targets),
      leases: steps(this.#targets.leases),
      logins: steps(this.#targets.logins),
      lanes: steps(this.#targets.lanes),
      due: steps(this.#listings.due),
      progress: steps(this.#listings.progress),
      publishingSettings: { hiddenAddress: () => Promise.resolve('flag') },
      timeline,
      counter,
      platforms: new Map([['portal', platform]]),
      vault,
      schedule: { delaysMs: Array<number>(1000).fill(1000), random: () => 0.5 },
      options: {
        owner: actor,
        leaseMs: LEASE_MS,
        runListings: 2,
        runMs: LEASE_MS,
        folderDelayMs: 60_000,
        recheckMs: 1000,
      },
    };
  }

  #platform(actor: string): Platform {
    let isHeld = (): boolean => true;
    const send = async (apply: () => void): Promise<PublicationOutcome> => {
      await this.#turns.step(actor);
      const breaks = this.#isCalm ? 9 : this.#pick(6);
      // Adapters give a package its final name only for a worker that still holds the account.
      if (breaks === 0 || !isHeld()) return LOST;
      apply();
      await this.#turns.step(actor);
      return breaks === 1 ? LOST : { ok: true };
    };
    const session: PlatformSession = {
      set: ({ snapshot }: SetPublication) => send(() => (this.#shown = snapshot.revision)),
      delete: () => send(() => (this.#shown = undefined)),
      close: () => this.#turns.step(actor),
    };
    return {
      format: 'fake',
      carries: () => ({}),
      open: async (_account, _signal, holds = isHeld) => {
        isHeld = holds;
        await this.#turns.step(actor);
        return { ok: true, session };
      },
      preview: () => ({ mediaType: '', body: '' }),
      problems: () => [],
      check: () => Promise.resolve({ ok: true, steps: [] }),
    };
  }

  async #wish(count: number): Promise<void> {
    for (let wish = 0; wish < count; wish += 1) {
      for (let pause = this.#pick(12); pause > 0; pause -= 1) await this.#turns.step('customer');
      await this.#carryOut(WISHES[this.#pick(WISHES.length)] ?? 'create');
    }
  }

  async #carryOut(wish: (typeof WISHES)[number]): Promise<void> {
    const reason = { at: this.#now, requestId: 'r-test' };
    const id = this.#listingId;
    const listings = this.#turns.stepsOf('customer', this.#listings);
    if (wish === 'change') {
      const revision = this.#catalog.change(PROPERTY);
      await listings.makeDueOfRevision({ propertyId: PROPERTY, revision }, reason);
    } else if (id === undefined) {
      await this.#create();
    } else if (wish === 'delete') {
      this.#listingId = undefined;
      await listings.delete({ ...LISTED, id }, reason);
    } else {
      if (wish === 'retry') await this.#turns.stepsOf('customer', this.#targets).openLane(TARGET);
      await listings.makeDue({ ...LISTED, id }, reason);
    }
  }

  async #create(): Promise<void> {
    // Clocks differ: an id that is made later may well be the smaller one.
    const id = this.#pick(2) === 0 ? this.#newId() : `0${this.#newId().slice(1)}`;
    const place = { accountId: ACCOUNT, propertyId: PROPERTY, targetId: TARGET };
    const pending = pendingListing({ id, ...place, requestId: 'r-test', at: this.#now });
    const listings = this.#turns.stepsOf('customer', this.#listings);
    await listings.insert(pending);
    await acceptListing(pending, {
      clock: () => this.#now,
      wakeLane: () => undefined,
      listings,
      targets: this.#turns.stepsOf('customer', this.#targets),
      bus: { ask: () => Promise.resolve({ exists: true }) } as unknown as LaneDeps['bus'],
    });
    this.#listingId = id;
  }

  #newId(): string {
    this.#ids += 1;
    return `1${String(this.#ids).padStart(19, '0')}`;
  }

  /** Nothing breaks any more; ends when nothing is due and nobody works. */
  async #calmDown(): Promise<void> {
    this.#isCalm = true;
    const unfinished = { state: { $in: ['live', 'deleted'] }, dueAt: { $exists: true } };
    for (let steps = 0; steps < 20_000; steps += 1) {
      if ((await this.#db.collection('listings').countDocuments(unfinished)) === 0) return;
      if (this.#running.size === 0) {
        // A target that is set aside, as enough workers were killed on it, waits for the operator.
        await this.#targets.lanes.resume(TARGET);
        this.#now = new Date(this.#now.getTime() + 1000);
        this.#work('last');
      }
      await this.#turns.advance();
    }
    const left = await this.#db.collection('listings').find(unfinished).toArray();
    const lane = await this.#db.collection('targets').findOne({});
    const working = [...this.#running.keys()];
    if (this.#trouble !== undefined) throw this.#trouble;
    throw new Error(`These never came to rest: ${JSON.stringify({ now: this.#now, left, lane, working })}`);
  }
}
