import { portName } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import type { StackAddresses } from '@estate/stack';

export interface Scraped {
  /** Type of each metric that is shown, whether it has samples or not. */
  types: Map<string, string>;
  samples: { series: string; labels: Record<string, string>; value: number }[];
}

export const addressOf = ({ settings }: Pick<StackAddresses, 'settings'>, service: ServiceName): string =>
  `127.0.0.1:${String(settings.ports[portName(service, 'internal')])}`;

/** What a service of the stack shows at `/metrics`. */
export async function scrape(
  stack: Pick<StackAddresses, 'settings'>,
  service: ServiceName,
): Promise<Scraped> {
  const text = await (await fetch(`http://${addressOf(stack, service)}/metrics`)).text();
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const samples = [...text.matchAll(/^([a-z_][\w]*)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, series = '', labels = '', value]) => ({ series, labels: labelsOf(labels), value: Number(value) }),
  );
  return { types, samples };
}

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
