import { once } from 'node:events';
import sharp from 'sharp';
import { requireFont } from './caption-picture.ts';
import { carryOut } from './image-orders.ts';
import type { ImageOrder } from './image-orders.ts';

/** Formats that are not accepted are never decoded, whatever a file claims to be. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

const answer = (message: object): void => void process.send?.(message);

// A Ctrl-C reaches every process of a terminal; this process ends with its service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

/** Tells the service how many pixels come next, which answers when there is room for them. */
async function mayDecode(pixels: number): Promise<void> {
  const permission = once(process, 'message');
  answer({ pixels });
  await permission;
}

async function carryOutNext(): Promise<void> {
  const [order] = (await once(process, 'message')) as [ImageOrder];
  try {
    answer({ result: await carryOut(order, mayDecode), residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
}

await requireFont();
answer({ isReady: true });
for (;;) await carryOutNext();
