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
 * Has one property with 150 attachments of 16 MB processed, and fails when the catalog or a process that reads images for it takes 400 MB
 * of memory or more.
 */
export function measureAttachments(): Promise<void> {
  return withStack(async (measured) => {
    const host = await startPictureHost();
    const rows: string[][] = [];
    let highest = 0;
    try {
      for (const [turn, scenario] of SCENARIOS.entries()) {
        const seconds = await process(measured, host, { scenario, first: turn * ATTACHMENTS });
        const pid = processesOf(measured.stack).get('catalog') ?? 0;
        const one = Math.max(...familyOf(pid).map(peakOf));
        highest = Math.max(highest, one);
        const perSecond = ((ATTACHMENTS * MEGABYTES_OF_EACH) / seconds).toFixed(1);
        const memory = [peakMegabytes(pid), one].map((megabytes) => megabytes.toFixed(0));
        rows.push([scenario.name, seconds.toFixed(0), perSecond, ...memory]);
      }
    } finally {
      host.close();
    }
    say(
      markdownTable([
        [
          '150 attachments of 16 MB',
          'seconds',
          'MB/s',
          'peak MB of catalog so far',
          'of its largest process',
        ],
        ...rows,
      ]),
    );
    if (highest >= LIMIT_MEGABYTES)
      throw new Error(`A process of the catalog took ${highest.toFixed(0)} MB.`);
  });
}

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
