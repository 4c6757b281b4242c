import { ensureBundles } from '@estate/stack/ensure.mjs';
import { measureApi } from './api.ts';
import { measureAttachments } from './attachments.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDeliveries, measureReceivers } from './deliveries.ts';
import { measureFeeds } from './feeds.ts';
import { measureGrowth } from './growth.ts';
import { measureImport } from './import.ts';
import { measureLists } from './lists.ts';
import { measureMailLatency } from './mail-latency.ts';
import { measureMails } from './mails.ts';
import { measureProcessing } from './processing.ts';
import { measureFrozenReplica } from './frozen-replica.ts';
import { measureFairness } from './fairness.ts';
import { measurePropertyToPortal } from './property-to-portal.ts';
import { sayRecordings } from './profiles/recorded.ts';
import { measurePublish } from './publish.ts';
import { measureWhole } from './whole.ts';

const MEASUREMENTS: Readonly<Record<string, () => Promise<void>>> = {
  api: measureApi,
  attachments: measureAttachments,
  dashboard: measureDashboard,
  deliveries: measureDeliveries,
  feeds: measureFeeds,
  frozen: measureFrozenReplica,
  growth: measureGrowth,
  import: measureImport,
  lists: measureLists,
  mails: measureMails,
  'mail-latency': measureMailLatency,
  processing: measureProcessing,
  fairness: measureFairness,
  portal: measurePropertyToPortal,
  publish: measurePublish,
  receivers: measureReceivers,
  whole: measureWhole,
};

const measure = MEASUREMENTS[process.argv[2] ?? ''];
if (!measure) {
  process.stderr.write(`usage: npx node bench/src/main.ts ${Object.keys(MEASUREMENTS).join('|')}\n`);
  process.exit(2);
}
await ensureBundles();
await measure();
sayRecordings();
