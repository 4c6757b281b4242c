import { measureApi } from './api.ts';
import { measureAttachments } from './attachments.ts';
import { measureDeliveries, measureReceivers } from './deliveries.ts';
import { measureMails } from './mails.ts';
import { measureProcessing } from './processing.ts';
import { measureFairness } from './fairness.ts';
import { measureMisbehaving } from './misbehaving.ts';
import { measurePublish } from './publish.ts';
import { measureScale } from './scale.ts';

const MEASUREMENTS: Readonly<Record<string, () => Promise<void>>> = {
  api: measureApi,
  attachments: measureAttachments,
  deliveries: measureDeliveries,
  mails: measureMails,
  processing: measureProcessing,
  fairness: measureFairness,
  misbehaving: measureMisbehaving,
  publish: measurePublish,
  receivers: measureReceivers,
  scale: measureScale,
};

const measure = MEASUREMENTS[process.argv[2] ?? ''];
if (!measure) {
  process.stderr.write(`usage: npx node bench/src/main.ts ${Object.keys(MEASUREMENTS).join('|')}\n`);
  process.exit(2);
}
await measure();
