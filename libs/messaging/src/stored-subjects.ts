const BY_KIND: Readonly<Record<string, string>> = { fact: 'FACTS', event: 'EVENTS', wake: 'WAKE' };

const kindOf = (filter: string): string => filter.slice(0, filter.indexOf('.'));

/** True if a stream stores the messages of a subject. */
export const isStored = (subject: string): boolean => Object.hasOwn(BY_KIND, kindOf(subject));

/** The stream that stores the messages of a subject or filter. */
export function streamOf(filter: string): string {
  const found = BY_KIND[kindOf(filter)];
  if (!found) throw new Error(`no stream holds ${filter}`);
  return found;
}
