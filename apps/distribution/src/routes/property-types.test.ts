import {
  FIELDS,
  getPropertyType,
  listPropertyTypes,
  PROPERTY_TYPE_NAMES,
  PROPERTY_TYPES,
} from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import type { AnyPlatform } from '../platforms/platform.ts';
import { getPropertyTypeRoute, listPropertyTypesRoute } from './platforms.ts';

const platform = (format: string, carried: Record<string, string[]>) =>
  ({ format, carries: () => carried }) as unknown as AnyPlatform;
const platforms = new Map([
  ['portal-a', platform('Files', { title: ['name'] })],
  ['market', platform('Calls', { title: ['title'], plotArea: ['area', 'plot/area'] })],
  ['portal-b', platform('Files', { title: ['name'] })],
]);
const caller = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'request-1' } as never;
const described = (type: string) => getPropertyTypeRoute({ platforms }).handle({ type }, caller);

describe('the property types', () => {
  it('the list of property types names every type once', async () => {
    const list = listPropertyTypes.output.parse(await listPropertyTypesRoute().handle({}, caller));
    expect(list.map(({ type }) => type)).toEqual(PROPERTY_TYPE_NAMES);
  });

  it.each(PROPERTY_TYPE_NAMES)(
    'the description of %s has each of its fields once, with labels',
    async (type) => {
      const { sections } = getPropertyType.output.parse(await described(type));
      const fields = sections.flatMap((section) => section.fields);
      expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(PROPERTY_TYPES[type].schema.shape));
      for (const { name, label } of fields) expect(label).toEqual(FIELDS[name as keyof typeof FIELDS].label);
    },
  );

  it('the description of a property type says what each format carries and what it leaves out', async () => {
    const { formats } = getPropertyType.output.parse(await described('plotBuy'));
    expect(formats.map(({ format, targetTypes, carries }) => ({ format, targetTypes, carries }))).toEqual([
      { format: 'Files', targetTypes: ['portal-a', 'portal-b'], carries: { title: ['name'] } },
      {
        format: 'Calls',
        targetTypes: ['market'],
        carries: { title: ['title'], plotArea: ['area', 'plot/area'] },
      },
    ]);
    expect(formats[0]?.leavesOut).toContain('plotArea');
    expect(formats[1]?.leavesOut).not.toContain('plotArea');
  });

  it('an unknown property type is not found', () => {
    expect(() => described('castle')).toThrow(NotFound);
    expect(() => described('constructor')).toThrow('There is no property type constructor.');
  });
});
