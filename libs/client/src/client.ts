import type { AuditEntry, RequestLogEntry } from './contract-types.ts';
import { Attachments } from './attachments.ts';
import { Deliveries } from './deliveries.ts';
import { Events } from './events.ts';
import { Imports } from './imports.ts';
import { Jobs } from './jobs.ts';
import { ReceivedMails } from './mails.ts';
import { PropertyTypes } from './property-types.ts';
import type { Reports } from './reports.ts';
import { Erasures, Requests, RetentionSetting } from './privacy.ts';
import { Readable, Resource } from './resource.ts';
import { List } from './page.ts';
import type { AuditLogQuery, RequestLogQuery } from './traces.ts';
import { AccountResource, Issued } from './account.ts';
import type { ApiKeys, DashboardLinks } from './account.ts';
import { ImportSourcesActions } from './actions.ts';
import type { ImportSources } from './import-sources.ts';
import { Listings, Properties, Targets, TargetTypes, Webhooks } from './resources.ts';
import type { Contacts } from './resources.ts';
import { Transport } from './transport.ts';
import type { ClientOptions } from './transport.ts';
import type { Users } from './users.ts';

/** The API with one key: `new Client({ baseUrl, apiKey }).properties.create({…})`. */
export class Client {
  readonly properties: Properties;
  readonly propertyTypes: PropertyTypes;
  readonly attachments: Attachments;
  readonly contacts: Contacts;
  readonly targets: Targets;
  readonly targetTypes: TargetTypes;
  readonly listings: Listings;
  readonly imports: Imports;
  readonly jobs: Jobs;
  readonly requests: Requests;
  readonly erasures: Erasures;
  readonly retention: RetentionSetting;
  readonly mails: ReceivedMails;
  readonly reports: Reports;
  readonly importSources: ImportSources;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly auditLog: List<AuditEntry, AuditLogQuery>;
  readonly requestLog: List<RequestLogEntry, RequestLogQuery>;
  readonly account: AccountResource;
  readonly apiKeys: ApiKeys;
  readonly dashboardLinks: DashboardLinks;
  readonly users: Users;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.properties = new Properties(transport, '/properties');
    this.propertyTypes = new PropertyTypes(transport);
    this.attachments = new Attachments(transport);
    this.contacts = new Resource(transport, '/contacts');
    this.targets = new Targets(transport, '/targets');
    this.targetTypes = new TargetTypes(transport);
    this.listings = new Listings(transport, '/listings');
    this.imports = new Imports(transport, '/imports');
    this.jobs = new Jobs(transport, '/jobs');
    this.requests = new Requests(transport, '/requests');
    this.erasures = new Erasures(transport, '/erasures');
    this.retention = new RetentionSetting(transport);
    this.mails = new ReceivedMails(transport, '/mails');
    this.reports = new Readable(transport, '/reports');
    this.importSources = new ImportSourcesActions(transport, '/import-sources');
    this.webhooks = new Webhooks(transport, '/webhooks');
    this.deliveries = new Deliveries(transport);
    this.events = new Events(transport, '/events');
    this.auditLog = new List(transport, '/audit-log');
    this.requestLog = new List(transport, '/request-log');
    this.account = new AccountResource(transport);
    this.apiKeys = new Issued(transport, '/account/api-keys');
    this.dashboardLinks = new Issued(transport, '/account/dashboard-links');
    this.users = new Resource(transport, '/account/users');
  }
}
