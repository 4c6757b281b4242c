import type { Client } from '@estate/client';
import { orNull } from '../api/client.ts';
import { eventById } from '../api/event-by-id.ts';
import { placeOf } from '../ui/event-text.tsx';
import { titleOf } from '../api/person.ts';
import type { Found } from './found.ts';
import { reportFound } from './report-found.ts';

/** Looks an id up among all kinds of resources. */
export async function findById(api: Client, id: string, signal: AbortSignal): Promise<Found[]> {
  const options = { signal };
  const here = { key: id, below: id };
  const found = await Promise.all([
    known(api.properties.get(id, options), ({ fields, externalId }) => ({
      ...{ key: id, to: `/properties/${id}`, icon: 'properties' },
      ...{ title: fields.title, below: externalId },
    })),
    known(api.listings.get(id, options), ({ property }) => ({
      ...{ ...here, to: `/listings/${id}`, icon: 'listings' },
      title: property?.title ?? property?.externalId ?? id,
    })),
    known(api.targets.get(id, options), ({ type }) => ({
      ...{ ...here, to: `/targets/${id}`, icon: 'targets', title: type },
    })),
    known(api.webhooks.get(id, options), ({ url }) => ({
      ...{ ...here, to: `/webhooks/${id}`, icon: 'webhooks', title: url },
    })),
    known(api.mails.get(id, options), ({ subject, sender }) => ({
      ...{ ...here, to: `/mails/${id}`, icon: 'mails', title: subject || sender || id },
    })),
    known(api.requests.get(id, options), ({ prospect }) => ({
      ...{ ...here, to: `/requests/${id}`, icon: 'requests', title: titleOf(prospect) ?? id },
    })),
    known(api.contacts.get(id, options), ({ email }) => ({
      ...{ ...here, to: `/contacts/${id}`, icon: 'contacts', title: email },
    })),
    known(api.reports.get(id, options), (report) => reportFound(report)),
    eventById(api, id, signal).then((event): Found | undefined =>
      event ? { ...here, to: placeOf(event), icon: 'events', title: event.eventName } : undefined,
    ),
  ]);
  return found.filter((one) => one !== undefined);
}

/** A resource as a search result; undefined if it does not exist. */
async function known<T>(reading: Promise<T>, show: (thing: T) => Found): Promise<Found | undefined> {
  const thing = await orNull(reading);
  return thing === null ? undefined : show(thing);
}
