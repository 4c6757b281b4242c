import * as contracts from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';

const listTargetTypesRoute = ({ described, profiles }: Deps) =>
  answer(contracts.listTargetTypes, () =>
    Promise.resolve([...[...profiles.values()].map(ofPortal), ...described]),
  );

const ofPortal = ({ type, name, tls, images, ...rules }: PlatformProfile): contracts.TargetType => ({
  type,
  name,
  requiredCredentials: rules.requiredCredentials,
  supportsRequestCollection: rules.requests.collect,
  supportsLinks: rules.links,
  tls,
  attachmentTypes: images.types,
  ...(images.maxCount !== undefined && { maxImages: images.maxCount }),
  ...(images.maxBytes !== undefined && { maxImageBytes: images.maxBytes }),
  ...(images.longestEdge !== undefined && { maxImageEdge: images.longestEdge }),
  ...(type === contracts.ANY_PORTAL && { settings: contracts.settingsOf() }),
});

export const listPropertyTypesRoute = () =>
  answer(contracts.listPropertyTypes, () =>
    Promise.resolve(Object.values(contracts.PROPERTY_TYPES).map(contracts.summarizePropertyType)),
  );

const isPropertyType = (type: string): type is contracts.PropertyType =>
  Object.hasOwn(contracts.PROPERTY_TYPES, type);

/** A property type, with where each of its fields lands on the installed platforms. */
export const getPropertyTypeRoute = ({ platforms }: Pick<Deps, 'platforms'>) =>
  answer(contracts.getPropertyType, ({ type }) => {
    if (!isPropertyType(type)) {
      throw new NotFound(`There is no property type ${type}.`, { code: 'property-type-not-found' });
    }
    return Promise.resolve({
      ...contracts.describePropertyType(contracts.PROPERTY_TYPES[type]),
      formats: formatsOf(type, platforms),
    });
  });

/** Platforms of one format carry the same fields. */
function formatsOf(
  type: contracts.PropertyType,
  platforms: Pick<Deps, 'platforms'>['platforms'],
): contracts.PropertyTypeDescription['formats'] {
  const byFormat = Map.groupBy(platforms, ([, { format }]) => format);
  return [...byFormat].flatMap(([format, [first, ...others]]) => {
    if (!first) return [];
    const carries = first[1].carries(type) as Record<string, string[]>;
    const leavesOut = Object.keys(contracts.PROPERTY_TYPES[type].schema.shape).filter(
      (field) => !(field in carries),
    );
    return [{ format, targetTypes: [first, ...others].map(([target]) => target), carries, leavesOut }];
  });
}

/** The platforms, and the property types as they show them. */
export const platformRoutes = (deps: Deps) => [
  listTargetTypesRoute(deps),
  listPropertyTypesRoute(),
  getPropertyTypeRoute(deps),
];
