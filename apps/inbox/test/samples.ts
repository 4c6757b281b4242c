import { readFileSync, readdirSync } from 'node:fs';

const directory = new URL('./samples/', import.meta.url);

export interface Sample {
  name: string;
  xml: Buffer;
  /** Requests it must lead to; 0: a failure. */
  requests: number;
}

/** Every sample document, with the end that its name says. */
export const SAMPLES: readonly Sample[] = readdirSync(directory)
  .sort()
  .map((name) => ({
    name,
    xml: readFileSync(new URL(name, directory)),
    requests: requestsOf(name),
  }));

function requestsOf(name: string): number {
  if (!name.startsWith('feedback-') || name.includes('rejected')) return 0;
  return name.includes('three-prospects') ? 3 : 1;
}

export const sample = (name: string): Buffer => readFileSync(new URL(`${name}.xml`, directory));
