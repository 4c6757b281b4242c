import type { Report } from '@estate/client';

type Reported = Report['objects'][number];

/** The objects of a report that have a message; first those with the number or package that was searched for. */
export function tellingObjects(objects: readonly Reported[], name: string | null): Reported[] {
  const isWanted = ({ number, fileName }: Reported) =>
    name !== null && (number === name || fileName === name);
  const wanted = objects.filter(isWanted);
  const others = objects.filter((one) => !isWanted(one));
  return [...wanted, ...others.filter(({ state, messages }) => state !== 'confirmed' || messages.length > 0)];
}
