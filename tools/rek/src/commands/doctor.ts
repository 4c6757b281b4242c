import type { ViolationReport } from '@estate/contracts';
import { STREAM_NAMES, inspectAnswers, inspectBroker } from '@estate/messaging';
import type { BrokerReport } from '@estate/messaging';
import { reasonOf } from '../operator-api.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { askDatabase } from './ask-database.ts';
import type { Context } from './context.ts';
import { againstManifests } from './against-manifests.ts';
import { clockOf } from './clock-of.ts';
import { examineService } from './examine-service.ts';
import { fine, notAsked, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

export interface DoctorOptions {
  /** The maximum number of messages that may wait for a consumer. */
  maxLag: number;
}

/** Checks the whole system and reports each problem with its remedy. */
export async function examine(context: Context, options: DoctorOptions): Promise<Report> {
  const { settings } = context;
  const looks = [
    looked('api', () => examineApi(context)),
    ...(settings.services.length === 0
      ? [Promise.resolve([notAsked('services', 'set REK_SERVICES=catalog=http://host:9090,…')])]
      : settings.services.map((place) => looked(place.name, () => examineService(place)))),
    looked('broker', () => examineBroker(settings, options)),
    looked('database', () => examineDatabase(context)),
    looked('invariants', () => examineInvariants(context)),
  ];
  const findings = (await Promise.all(looks)).flat();
  const bad = findings.filter(({ state }) => state === 'wrong').length;
  const rows = findings.map(({ what, state, says }) => [what, state, says]);
  const verdict = bad === 0 ? 'No problems found.' : `Problems found: ${String(bad)}.`;
  return {
    json: { ok: bad === 0, findings },
    ok: bad === 0,
    text: `${table(['what', 'state', 'says'], rows, '')}\n${verdict}`,
  };
}

async function looked(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [{ what, state: 'wrong', says: error instanceof Error ? error.message : reasonOf(error) }];
  }
}

async function examineApi({ api, now, settings }: Context): Promise<Finding[]> {
  const before = now().getTime();
  const clock = await api.clock();
  return [
    fine('api', `responds at ${settings.apiUrl}, the token is valid`),
    clockOf('api', secondsSince(before, clock)),
  ];
}

const secondsSince = (beforeMs: number, time: Date): number => (time.getTime() - beforeMs) / 1000;

async function examineBroker({ natsUrl }: Settings, { maxLag }: DoctorOptions): Promise<Finding[]> {
  if (natsUrl === undefined) return [notAsked('broker', 'set NATS_URL')];
  const report = await inspectBroker(natsUrl);
  return [
    fine('broker', `nats-server ${report.version}`),
    streamsOf(report),
    lagOf(report, maxLag),
    lettersOf(report),
    againstManifests(await inspectAnswers(natsUrl), report.consumers),
  ];
}

function streamsOf({ streams }: BrokerReport): Finding {
  const missing = STREAM_NAMES.filter((name) => streams.every((stream) => stream.name !== name));
  if (missing.length > 0) {
    return wrong('streams', `${missing.join(', ')} missing: the services create them when they start`);
  }
  const unlimited = streams.filter(({ maxBytes }) => maxBytes <= 0).map(({ name }) => name);
  if (unlimited.length > 0) {
    return wrong('streams', `${unlimited.join(', ')} without a limit: nats stream edit --max-bytes`);
  }
  return fine('streams', streams.map(({ name, messages }) => `${name} ${String(messages)}`).join(', '));
}

function lagOf({ consumers }: BrokerReport, maxLag: number): Finding {
  const lagging = consumers.filter(({ waiting }) => waiting > maxLag);
  if (lagging.length > 0) {
    const named = lagging.map(({ name, waiting }) => `${name} ${String(waiting)}`).join(', ');
    return wrong('consumers', `not keeping up: ${named}; start more replicas of the service`);
  }
  const waiting = consumers.reduce((sum, one) => sum + one.waiting, 0);
  return fine('consumers', `${String(consumers.length)}, ${String(waiting)} messages waiting`);
}

function lettersOf({ streams }: BrokerReport): Finding {
  const count = streams.find(({ name }) => name === 'DEAD_LETTERS')?.messages ?? 0;
  return count === 0
    ? fine('dead letters', 'none')
    : wrong('dead letters', `${String(count)}: rek dead-letters list`);
}

async function examineDatabase({ settings, now }: Context): Promise<Finding[]> {
  if (settings.mongoUri === undefined) {
    return [
      notAsked(
        'database',
        'set MONGODB_URI; the rows of the services show whether they reach their databases',
      ),
    ];
  }
  const before = now().getTime();
  const { hosts, localTime } = await askDatabase(settings.mongoUri);
  return [fine('database', `responds at ${hosts}`), clockOf('database', secondsSince(before, localTime))];
}

async function examineInvariants({ api }: Context): Promise<Finding[]> {
  const { data, away } = await api.get<ViolationReport>('/admin/violations');
  if (data.length === 0 && away.length === 0) return [fine('invariants', 'no violations')];
  const broken = data.map(({ service, promise, count }) => `${service} ${promise} ${String(count)}`);
  const silent = away.map((service) => `${service} does not respond`);
  return [wrong('invariants', `${[...broken, ...silent].join(', ')}: rek violations`)];
}
