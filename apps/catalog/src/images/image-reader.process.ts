import { once } from 'node:events';
import sharp from 'sharp';
import { requireFont } from './caption-picture.ts';
import { ORDER_MEMORY_BYTES, carryOut } from './image-orders.ts';
import type { PlacedOrder } from './image-process.ts';

/** Formats that are not accepted are never decoded, whatever a file claims to be. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

const answer = (message: object): void => void process.send?.(message);

// A Ctrl-C reaches every process of a terminal; this process ends with its service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

/** Tells the service how many pixels come next if they are more than it may decode, which answers when there is room for them. */
async function mayDecode(pixels: number, freePixels: number): Promise<void> {
  if (pixels <= freePixels) return;
  const permission = once(process, 'message');
  answer({ pixels });
  await permission;
}

/** Used by one order after the other. */
const memory = Buffer.allocUnsafeSlow(ORDER_MEMORY_BYTES);

async function carryOutNext(): Promise<void> {
  const [{ order, freePixels }] = (await once(process, 'message')) as [PlacedOrder];
  try {
    const result = await carryOut(order, (pixels) => mayDecode(pixels, freePixels), memory);
    answer({ result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
}

await requireFont();
answer({ isReady: true });
for (;;) await carryOutNext();
