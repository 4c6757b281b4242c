import { setTimeout as pause } from 'node:timers/promises';
import { unwrap } from './check-body.ts';
import type { Fields } from './check-body.ts';
import type { MarketContext } from './market-context.ts';
import { created, deleted, jsonOf } from './offer-answers.ts';
import type { AddRoute } from './offer-answers.ts';
import { notFound, Refusal } from './refusal.ts';

const CHANNEL = '10000';
/** The duration of checking the quota, in which a second call is refused. */
const QUOTA_CHECK_MS = 5;

const conflict = (message: string): Refusal => new Refusal(409, 'ERROR_COMMON_REQUEST_CONFLICT', message);

/** The public channel of the marketplace. */
export function addPublish(add: AddRoute, { store, collisions }: MarketContext): void {
  const publishing = new Set<string>();
  add('post', '/publish', async (call, response) => {
    const body = unwrap(jsonOf(call), 'common.publishObject');
    const id = String((body['realEstate'] as Fields | undefined)?.['@id']);
    if (publishing.has(call.user)) {
      collisions.push(id);
      throw conflict('another publication of the account is being checked');
    }
    publishing.add(call.user);
    try {
      await pause(QUOTA_CHECK_MS);
      const object = store.object(call.user, id);
      if (object.publishedAt !== undefined)
        throw conflict(`realestate ${id} is already published on ${CHANNEL}`);
      object.publishedAt = new Date().toISOString();
      await store.saved();
    } finally {
      publishing.delete(call.user);
    }
    created(response, '/publish', `${id}_${CHANNEL}`);
  });
  const published = (user: string, publication: string) => {
    const [, id = '', channel] = /^(.+)_(\d+)$/.exec(publication) ?? [];
    const object = store.object(user, id);
    if (channel !== CHANNEL || object.publishedAt === undefined) throw notFound(`publication ${publication}`);
    return object;
  };
  add('get', '/publish/:publication', (call, response) => {
    const { id } = published(call.user, call.params['publication'] ?? '');
    response.json({ 'common.publishObject': { '@id': `${id}_${CHANNEL}`, realEstate: { '@id': id } } });
  });
  add('delete', '/publish/:publication', async (call, response) => {
    Reflect.deleteProperty(published(call.user, call.params['publication'] ?? ''), 'publishedAt');
    await store.saved();
    deleted(response);
  });
  add('get', '/user/me/publishchannel', (_call, response) => {
    const channels = [
      { '@id': CHANNEL, title: 'Marketplace' },
      { '@id': '10001', title: 'Homepage' },
    ];
    response.json({ 'common.publishChannels': [{ publishChannel: channels }] });
  });
}
