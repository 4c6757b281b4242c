import { PLATFORM_MESSAGES_MAX } from '@estate/contracts';
import type { DataOf, ReportReceived, ReportedObject } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import { reportStateOf, resolved } from '../domain/report.ts';
import type { TargetRecord } from '../domain/target.ts';
import { answerEvent } from '../listings/answer-event.ts';
import { profileOf } from '../platforms/any-portal.ts';
import { withFields } from '../platforms/report-fields.ts';
import { findListings } from './find-listings.ts';
import type { Meant } from './find-listings.ts';

type ReportDeps = Pick<Deps, 'clock' | 'newId' | 'profiles' | 'reports' | 'targets'> & {
  listings: Pick<Deps['listings'], 'answers'>;
};
type Received = DataOf<typeof ReportReceived>;

interface About {
  said: ReportedObject;
  meant: Meant;
}

/**
 * Saves what a platform reported, and what it means for listings. Taking the same report again changes nothing; no report makes
 * anything due. False if the target is gone: then only the email is left.
 */
export async function takeReport(data: Received, accountId: string, deps: ReportDeps): Promise<boolean> {
  const target = await deps.targets.peek(data.targetId);
  if (!target || target.accountId !== accountId || target.deletedAt) return false;
  const objects = await understood(data.objects, target, deps);
  const { reportId, targetId, mailId, verified, objectCount, source = 'email' } = data;
  const resolvedObjects = objects.map(({ said, meant }) => resolved(said, meant?.listing));
  const report = {
    ...{ id: reportId, accountId, targetId, mailId, verified, objectCount, source },
    receivedAt: new Date(data.receivedAt),
    at: new Date(data.at),
    state: reportStateOf(resolvedObjects, objectCount),
    objects: resolvedObjects,
  };
  await deps.reports.put(report, deps.clock());
  if (!verified) return true;
  if (isFromPlatform(data)) await deps.targets.reports.answered(target, new Date(data.receivedAt));
  for (const { said, meant } of together(objects)) await apply(said, meant, { data, deps });
  return true;
}

/** Newsletters and bounces come to report addresses, too. A file in a report folder is a result. */
const isFromPlatform = ({ objectCount, recognized, source }: Received): boolean =>
  objectCount > 0 || recognized === true || source === 'report';

/** The objects with the listings that they mean, and with our names of what the messages are about. */
async function understood(given: Received['objects'], target: TargetRecord, deps: ReportDeps) {
  const profile = profileOf(target, deps.profiles);
  const found = await findListings(given, target, {
    answers: deps.listings.answers,
    pattern: profile?.fileName ?? '',
  });
  return given.map((object, index) => {
    const meant = found[index];
    const about = { type: meant?.listing.summary?.type, words: profile?.reportWords };
    return { said: { ...object, messages: withFields(object.messages, about) }, meant };
  });
}

/** A report may name one package several times; if the statements differ, nothing is certain. */
function together(objects: Awaited<ReturnType<typeof understood>>): About[] {
  const about = new Map<string, About>();
  for (const { said, meant } of objects) {
    if (!meant) continue;
    const key = `${meant.listing.id} ${String(meant.sequence)}`;
    const before = about.get(key);
    about.set(key, before ? { meant, said: both(before.said, said) } : { said, meant });
  }
  return [...about.values()];
}

const both = (one: ReportedObject, other: ReportedObject): ReportedObject => ({
  ...{ ...other, ...one },
  state: one.state === other.state ? one.state : 'unknown',
  messages: [...one.messages, ...other.messages].slice(0, PLATFORM_MESSAGES_MAX),
});

async function apply(
  { state, messages, publicUrl }: Received['objects'][number],
  { listing, sequence }: Meant,
  { data, deps }: { data: Received; deps: ReportDeps },
): Promise<void> {
  const { reportId, at, source = 'email' } = data;
  const said = { state, messages, publicUrl, sequence, reportId, at: new Date(at), source };
  await deps.listings.answers.add(listing, said, (record, answer) =>
    answerEvent(record, answer, { id: deps.newId(), at: deps.clock(), publicUrl }),
  );
}
