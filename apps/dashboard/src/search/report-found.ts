import type { Report } from '@estate/client';
import type { Found } from './found.ts';

/** A report as a search result. Its link leads to the report on the page of its target, with the object that was searched for first. */
export function reportFound({ id, targetId, objects, at }: Report, name?: string): Found {
  const [first] = objects;
  const said = objects.flatMap(({ messages }) => messages)[0]?.text;
  const place = new URLSearchParams({ report: id, ...(name !== undefined && { object: name }) });
  return {
    ...{ key: id, to: `/targets/${targetId}?${String(place)}`, icon: 'mails' },
    title: name ?? first?.number ?? first?.fileName ?? id,
    below: said ?? at.slice(0, 10),
  };
}
