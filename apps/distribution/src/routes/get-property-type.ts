import { describePropertyType, getPropertyType, PROPERTY_TYPES } from '@estate/contracts';
import type { PropertyType, PropertyTypeDescription } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

const isPropertyType = (type: string): type is PropertyType => Object.hasOwn(PROPERTY_TYPES, type);

/** A property type, with where each of its fields lands on the installed platforms. */
export const getPropertyTypeRoute = ({ platforms }: Pick<Deps, 'platforms'>) =>
  answer(getPropertyType, ({ type }) => {
    if (!isPropertyType(type)) {
      throw new NotFound(`There is no property type ${type}.`, { code: 'property-type-not-found' });
    }
    return Promise.resolve({
      ...describePropertyType(PROPERTY_TYPES[type]),
      formats: formatsOf(type, platforms),
    });
  });

/** Platforms of one format carry the same fields. */
function formatsOf(
  type: PropertyType,
  platforms: Pick<Deps, 'platforms'>['platforms'],
): PropertyTypeDescription['formats'] {
  const byFormat = Map.groupBy(platforms, ([, { format }]) => format);
  return [...byFormat].flatMap(([format, [first, ...others]]) => {
    if (!first) return [];
    const carries = first[1].carries(type) as Record<string, string[]>;
    const leavesOut = Object.keys(PROPERTY_TYPES[type].schema.shape).filter((field) => !(field in carries));
    return [{ format, targetTypes: [first, ...others].map(([target]) => target), carries, leavesOut }];
  });
}
