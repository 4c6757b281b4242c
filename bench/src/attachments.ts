import type { Property } from '@estate/contracts';
import { startPictureHost } from './large-pictures.ts';
import type { PictureHost, PictureKind } from './large-pictures.ts';
import { familyOf, peakMegabytes, peakOf } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { sampleProperty } from './sample-property.ts';
import { until } from './until.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const ATTACHMENTS = 150;
const MEGABYTES_OF_EACH = 16;
const LIMIT_MEGABYTES = 400;
const PATIENCE_MS = 1_800_000;

interface Scenario {
  name: string;
  kind: (index: number) => PictureKind;
  isMarked: boolean;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'as they are', kind: () => 'baseline.jpg', isMarked: false },
  { name: 'with caption and logo', kind: () => 'baseline.jpg', isMarked: true },
  {
    name: 'every tenth progressive, with caption and logo',
    kind: (index) => (index % 10 === 0 ? 'progressive.jpg' : 'baseline.jpg'),
    isMarked: true,
  },
];

/**
 * Has one property with 150 attachments of 16 MB processed. Fails when the catalog takes 400 MB of memory or more with one process that
 * reads images, or when any of its processes does with as many as it starts by default.
 */
export async function measureAttachments(): Promise<void> {
  const one = await memoryWith({ ATTACHMENT_DECODE_CONCURRENCY: '1' }, 'one process that reads images');
  const usual = await memoryWith({}, 'a process for each processor');
  if (one.all >= LIMIT_MEGABYTES) throw new Error(`The catalog took ${one.all.toFixed(0)} MB.`);
  const largest = Math.max(one.largest, usual.largest);
  if (largest >= LIMIT_MEGABYTES) throw new Error(`A process of the catalog took ${largest.toFixed(0)} MB.`);
}

/** Most megabytes that the catalog and its processes took together, and that one of them took. */
interface Memory {
  all: number;
  largest: number;
}

async function memoryWith(env: Record<string, string>, title: string): Promise<Memory> {
  let memory: Memory = { all: 0, largest: 0 };
  const measure = async (measured: Measured) => {
    const host = await startPictureHost();
    const rows: string[][] = [];
    try {
      for (const [turn, scenario] of SCENARIOS.entries()) {
        const seconds = await process(measured, host, { scenario, first: turn * ATTACHMENTS });
        memory = memoryOf(processesOf(measured.stack).get('catalog') ?? 0);
        const perSecond = ((ATTACHMENTS * MEGABYTES_OF_EACH) / seconds).toFixed(1);
        const megabytes = [memory.all, memory.largest].map((one) => one.toFixed(0));
        rows.push([scenario.name, seconds.toFixed(0), perSecond, ...megabytes]);
      }
    } finally {
      host.close();
    }
    const head = ['seconds', 'MB/s', 'peak MB of catalog so far', 'of its largest process'];
    say(markdownTable([[`150 attachments of 16 MB, ${title}`, ...head], ...rows]));
  };
  await withStack(measure, { envOf: { catalog: env } });
  return memory;
}

const memoryOf = (pid: number): Memory => ({
  all: peakMegabytes(pid),
  largest: Math.max(...familyOf(pid).map(peakOf)),
});

async function process(
  { api }: Measured,
  host: PictureHost,
  { scenario, first }: { scenario: Scenario; first: number },
): Promise<number> {
  const attachments = Array.from({ length: ATTACHMENTS }, (_, index) => ({
    url: host.url(scenario.kind(index), first + index),
    ...(scenario.isMarked && { watermarkCaption: '© Büro Müller', watermarkUrl: host.url('logo.png', 0) }),
  }));
  const startedAt = Date.now();
  const { id } = await api.post<Property>('/properties', { ...sampleProperty, attachments });
  const { processingStatus } = await until(
    () => api.get<Property>(`/properties/${id}`),
    (property) => property.processingStatus !== 'pending',
    PATIENCE_MS,
  );
  if (processingStatus === 'failed') throw new Error(`The property ${id} could not be processed.`);
  return (Date.now() - startedAt) / 1000;
}
