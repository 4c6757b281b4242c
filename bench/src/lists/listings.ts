import type { Property, Target } from '@estate/contracts';
import { newId, termsOf } from '@estate/persistence';
import type { ApiClient } from '@estate/stack';
import type { Db } from 'mongodb';
import type { ListBench, Stored } from './list-bench.ts';
import { sampleProperty } from '../sample-property.ts';
import { at } from './at.ts';
import { sampleSummary } from './sample-summary.ts';

const FURTHER_TARGETS = 15;
const FURTHER = Array.from({ length: FURTHER_TARGETS }, () => newId());
/** Half of what was never published waits there. */
const PAUSED = newId();

/** The listing of a property on a target that nobody answers for. */
async function create(api: ApiClient): Promise<string> {
  const property = await api.post<Property>('/properties', sampleProperty);
  const credentials = {
    host: 'localhost',
    port: 9,
    secure: false,
    username: 'nobody',
    password: 'none',
    providerNumber: 'A-1',
  };
  const target = await api.post<Target>('/targets', { type: 'immowelt', credentials });
  const listing = { propertyId: property.id, targetId: target.id };
  return (await api.post<{ id: string }>('/listings', listing)).id;
}

/** The further targets of the account, one of them paused. */
async function prepare(db: Db, { targetId }: Stored): Promise<void> {
  const targets = db.collection<Stored>('targets');
  const target = await targets.findOne({ _id: targetId as string });
  if (!target) throw new Error('the targets do not have the target of the listing');
  const { lease: _lease, login: _login, ownsLogin: _ownsLogin, ...template } = target;
  const another = (_id: string) => ({ ...template, _id, emailId: newId(), reportEmailId: newId() });
  await targets.insertMany([...FURTHER.map(another), { ...another(PAUSED), pausedAt: new Date() }]);
}

/** Of a hundred listings six were never published, two are stored without being shown; one in a thousand has failed. */
function standingAt(position: number): string {
  if (position % 1000 === 3) return 'failed';
  if (position % 1000 === 503) return 'update_failed';
  return position % 50 === 7 ? 'unpublished' : position % 16 === 9 ? 'pending' : 'published';
}

function document(template: Stored, position: number): Stored {
  const { title, city, externalId } = sampleSummary(position);
  const { dueAt: _dueAt, lastError: _lastError, intent: _intent, ...rest } = template;
  const standing = standingAt(position);
  const isFailed = standing.endsWith('failed');
  const targets = [template['targetId'] as string, ...FURTHER];
  return {
    ...rest,
    _id: newId(),
    propertyId: newId(),
    targetId: standing === 'pending' && position % 32 === 9 ? PAUSED : at(targets, Math.floor(position / 5)),
    doneVersion: (template['wanted'] as { version: number }).version,
    published: standing === 'published' || standing === 'update_failed',
    ...(standing === 'unpublished' && { preventPublication: true, lastPublishedAt: new Date() }),
    ...(isFailed && { lastError: { failureCode: 'internal', failureMessage: 'x', at: new Date() } }),
    attempt: 0,
    standing,
    summary: { externalId, title, city, type: 'apartmentBuy' },
    terms: termsOf(title, city, externalId),
  };
}

/** The lists of listings. */
export const listingLists: ListBench = {
  database: 'distribution',
  collection: 'listings',
  indexes: ['search', 'page-of-standing', 'page-of-target'],
  create,
  prepare,
  document,
  queries: [
    ['all', '/listings'],
    ['all, middle', '/listings?startAfter={middle}'],
    ['all, counted', '/listings?count=true'],
    ['property', '/listings?propertyId={propertyId}'],
    ['property, counted', '/listings?propertyId={propertyId}&count=true'],
    ['property, state', '/listings?propertyId={propertyId}&state=published'],
    ['target', '/listings?targetId={targetId}'],
    ['target, middle', '/listings?targetId={targetId}&startAfter={middle}'],
    ['target, counted', '/listings?targetId={targetId}&count=true'],
    ['published', '/listings?published=true'],
    ['not published, newest', '/listings?published=false&order=desc'],
    ['not published, counted', '/listings?published=false&count=true'],
    ['state published, middle', '/listings?state=published&startAfter={middle}'],
    ['state published, counted', '/listings?state=published&count=true'],
    ['state failed', '/listings?state=failed'],
    ['state failed, middle', '/listings?state=failed&startAfter={middle}'],
    ['state failed, counted', '/listings?state=failed&count=true'],
    ['state unpublished, counted', '/listings?state=unpublished&count=true'],
    ['state pending', '/listings?state=pending'],
    ['state pending, middle', '/listings?state=pending&startAfter={middle}'],
    ['state pending, counted', '/listings?state=pending&count=true'],
    ['state paused', '/listings?state=paused'],
    ['state paused, counted', '/listings?state=paused&count=true'],
    ['state failed, target', '/listings?state=failed&targetId={targetId}'],
    ['state failed, target, counted', '/listings?state=failed&targetId={targetId}&count=true'],
    ['state published, target, middle', '/listings?state=published&targetId={targetId}&startAfter={middle}'],
    ['frequent word', '/listings?q=wohnung'],
    ['frequent word, middle', '/listings?q=wohnung&startAfter={middle}'],
    ['frequent word, counted', '/listings?q=wohnung&count=true'],
    ['rare word', '/listings?q=windm%C3%BChle'],
    ['no word, counted', '/listings?q=schloss&count=true'],
    ['external id as words', '/listings?q=OBJ-0500001'],
    ['frequent word, failed', '/listings?q=wohnung&state=failed'],
    ['frequent word, failed, counted', '/listings?q=wohnung&state=failed&count=true'],
    ['frequent word, published, middle', '/listings?q=wohnung&state=published&startAfter={middle}'],
    ['frequent word, paused', '/listings?q=wohnung&state=paused'],
    ['frequent word, target', '/listings?q=wohnung&targetId={targetId}'],
    ['frequent word, target, failed', '/listings?q=wohnung&targetId={targetId}&state=failed'],
    ['frequent word, target, counted', '/listings?q=wohnung&targetId={targetId}&count=true'],
    ['two frequent words, middle', '/listings?q=wohnung+m%C3%BCnchen&startAfter={middle}'],
  ],
};
