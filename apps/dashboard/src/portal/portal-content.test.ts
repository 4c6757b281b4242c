import { PROPERTY_TYPES, describePropertyType } from '@estate/contracts';
import type { Property, PropertyTypeDescription, PublicationProblem } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { addressLine } from './address-line.ts';
import { portalContent } from './portal-content.ts';
import { withoutPaths } from './without-paths.ts';

const described = describePropertyType(PROPERTY_TYPES.apartmentBuy);
const names = described.sections.flatMap(({ fields }) => fields.map(({ name }) => name));
const type: PropertyTypeDescription = {
  ...described,
  formats: [
    {
      format: 'OpenImmo',
      targetTypes: ['immowelt'],
      carries: Object.fromEntries(names.filter((name) => name !== 'isListed').map((name) => [name, ['x']])),
      leavesOut: ['isListed'],
    },
  ],
};
const address = {
  ...{ street: 'Lindenweg', streetNumber: '12a', postalCode: '80331', city: 'München', country: 'DEU' },
  publish: true,
};
const fields = {
  title: 'Maisonette',
  address,
  isListed: true,
  livingArea: 96,
  numberOfRooms: 3.5,
  residentialEnergyCertificate: { type: 'demand', energyClass: 'B' },
};
const property = {
  fields,
  attachments: [
    { url: 'https://example.org/a.jpg', title: 'Facade' },
    { url: 'https://example.org/b.jpg' },
    { url: 'https://example.org/expose.pdf' },
  ],
  links: [{ url: 'https://example.org/tour' }],
} as unknown as Property;

const warning = (field: string, code = 'value_left_out'): PublicationProblem => ({
  ...{ severity: 'warning', field, code, message: `About ${field}.` },
});
const content = (problems: PublicationProblem[] = [], of = property) =>
  portalContent({ type, targetType: 'immowelt', property: of, problems });
const shownFields = ({ sections }: ReturnType<typeof content>) =>
  sections.flatMap((section) => section.fields.map(({ name }) => name)).toSorted();

describe('what a platform shows of a property', () => {
  it('a platform shows what is sent, with the title, the address, the rooms, the price and the area at the head', () => {
    const shown = content();
    expect(shownFields(shown)).toEqual(['residentialEnergyCertificate']);
    expect(shown.pictures.map(({ position }) => position)).toEqual([0, 1]);
    expect(shown.documents.map(({ position }) => position)).toEqual([2]);
    expect([shown.street, shown.links.length]).toEqual(['shown', 1]);
    expect(shown.leftOutFields.map(({ field }) => field.name)).toEqual(['isListed']);
    expect(Reflect.has(shown.fields, 'isListed')).toBe(false);
  });

  it('a platform does not show values, attachments and links that the dry run reports as left out', () => {
    const shown = content([
      warning('fields.residentialEnergyCertificate.energyClass'),
      warning('fields.numberOfRooms'),
      warning('attachments.1', 'attachment_left_out'),
      warning('links', 'links_left_out'),
      warning('fields.title', 'value_doubtful'),
    ]);
    expect(shown.fields).toMatchObject({ residentialEnergyCertificate: { type: 'demand' } });
    expect(JSON.stringify(shown.fields)).not.toContain('energyClass');
    expect(shownFields(shown)).toEqual(['residentialEnergyCertificate']);
    expect(shown.pictures.map(({ position }) => position)).toEqual([0]);
    expect(shown.links).toEqual([]);
    expect(shown.leftOutFields.map(({ field }) => field.name).toSorted()).toEqual([
      'isListed',
      'numberOfRooms',
    ]);
    expect(shown.leftOutParts.map(({ field }) => field)).toEqual([
      'fields.residentialEnergyCertificate.energyClass',
      'attachments.1',
      'links',
    ]);
    expect(shown.warnings.map(({ code }) => code)).toEqual(['value_doubtful']);
    expect(property.fields).toBe(fields);
    expect(fields.residentialEnergyCertificate.energyClass).toBe('B');
  });

  it('the street is hidden where the address is not published, and withheld where it is not sent', () => {
    const unpublished = { ...property, fields: { ...fields, address: { ...address, publish: false } } };
    expect(content([], unpublished as unknown as Property).street).toBe('hidden');
    expect(content([warning('fields.address.street')]).street).toBe('withheld');
    expect(addressLine(address as Property['fields']['address'], true)).toBe('Lindenweg 12a, 80331 München');
    expect(addressLine(address as Property['fields']['address'], false)).toBe('80331 München');
  });

  it('values that are left out of a list are the ones at their positions', () => {
    const list = { kinds: ['a', 'b', 'c', 'd'] };
    expect(withoutPaths(list, ['kinds.0', 'kinds.2', 'nothing.there'])).toEqual({ kinds: ['b', 'd'] });
    expect(list.kinds).toHaveLength(4);
  });

  it('an error of the dry run prevents the publication and hides nothing', () => {
    const shown = content([{ ...warning('contactId', 'contact_required'), severity: 'error' }]);
    expect(shown.errors.map(({ field }) => field)).toEqual(['contactId']);
    expect(shownFields(shown)).toEqual(['residentialEnergyCertificate']);
  });
});
