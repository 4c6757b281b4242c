import type { ContactRequest, ServiceEvent } from './contract-types.ts';
import { Deliveries } from './deliveries.ts';
import { Readable, Resource } from './resource.ts';
import { List } from './page.ts';
import type { EventQuery } from './page.ts';
import { AccountResource, ApiKeys, Listings, Targets, TargetTypes, Webhooks } from './resources.ts';
import type { Contacts, Properties, RequestQuery } from './resources.ts';
import { Transport } from './transport.ts';
import type { ClientOptions } from './transport.ts';

/** The API with one key: `new Client({ baseUrl, apiKey }).properties.create({…})`. */
export class Client {
  readonly properties: Properties;
  readonly contacts: Contacts;
  readonly targets: Targets;
  readonly targetTypes: TargetTypes;
  readonly listings: Listings;
  readonly requests: Readable<ContactRequest, RequestQuery>;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: List<ServiceEvent, EventQuery>;
  readonly account: AccountResource;
  readonly apiKeys: ApiKeys;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.properties = new Resource(transport, '/properties');
    this.contacts = new Resource(transport, '/contacts');
    this.targets = new Targets(transport, '/targets');
    this.targetTypes = new TargetTypes(transport);
    this.listings = new Listings(transport, '/listings');
    this.requests = new Readable(transport, '/requests');
    this.webhooks = new Webhooks(transport, '/webhooks');
    this.deliveries = new Deliveries(transport);
    this.events = new List(transport, '/events');
    this.account = new AccountResource(transport);
    this.apiKeys = new ApiKeys(transport, '/account/api-keys');
  }
}
