import { listUnknownTargets } from '@estate/contracts';
import { memoryBus } from '@estate/messaging';
import type { Answer, Preconditions } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { manifest } from '../manifest.ts';
import type { WebhookCall } from '../channels/webhook-channel.ts';
import type { Deps } from '../deps.ts';
import { resendWorker } from '../deliveries/resend-worker.ts';
import { startReplica } from '../deliveries/replica.fixture.ts';
import type { ReplicaOptions } from '../deliveries/replica.fixture.ts';
import { noNotices } from '../notices/notice-intake.ts';
import { log } from '../stores/stores.fixture.ts';
import type { Stores } from '../stores/open-stores.ts';

/** Everything that routes touch, over real stores; calls go to `post`. */
export function routeDeps(stores: Stores, post: ReplicaOptions['post']) {
  const clock = () => new Date();
  const { dispatcher, fanOut } = startReplica({ stores, post });
  const bus = memoryBus(manifest);
  const unknownTargets = new Set<string>();
  bus.answer(listUnknownTargets, ({ targets }) =>
    Promise.resolve({
      unknown: targets.map(({ id }) => id).filter((id) => unknownTargets.has(id)),
      deleting: [],
    }),
  );
  const notes = { resendAbandoned: () => undefined };
  const resender = resendWorker({ ...stores, clock, newId, log, dispatcher, notes });
  const deps: Deps = {
    ...stores,
    clock,
    newId,
    bus,
    vault: {
      seal: (text: string) => text,
      open: (text: string) => text,
      needsReseal: () => false,
    },
    policy: { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] },
    schedule: { baseMs: 10_000 },
    dispatcher,
    fanOut,
    noticeIntake: noNotices,
    erasing: { ...stores, clock, eraseMessages: () => Promise.resolve([]) },
    resender,
    checkChannel: { post: (call: WebhookCall) => post(call) },
  };
  return {
    deps,
    /** Targets that the distribution does not have. */
    unknownTargets,
    start: () => {
      dispatcher.start();
      resender.start();
    },
    stop: async () => {
      await resender.close();
      await dispatcher.close();
    },
    /** Asks one route on behalf of an account. */
    ask: <T>(route: (of: Deps) => Answer, input: unknown, terms: Preconditions & { accountId: string }) =>
      route(deps).handle(input, { requestId: 'req-test-0001', ...terms }) as Promise<T>,
  };
}
