import { describePropertyType, PROPERTY_TYPES } from '@estate/contracts';
import type { PropertyTypeDescription } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { carriedFields } from './carried-fields.ts';

const type: PropertyTypeDescription = {
  ...describePropertyType(PROPERTY_TYPES.houseBuy),
  formats: [
    {
      format: 'OpenImmo',
      targetTypes: ['immowelt'],
      carries: {
        title: ['freitexte/objekttitel'],
        commission: ['preise/provision'],
        residentialEnergyCertificate: ['zustand/energiepass'],
      },
      leavesOut: ['isListed', 'floor'],
    },
  ],
};
const fields = {
  title: 'House',
  isListed: true,
  commission: '3.57 %',
  residentialEnergyCertificate: { type: 'need', energyClass: 'C' },
  description: '',
};
const warning = (field: string, code = 'value_left_out') => ({
  severity: 'warning' as const,
  code,
  field,
  message: `About ${field}.`,
});
const names = (targetType: string, problems?: ReturnType<typeof warning>[]) => {
  const { sent, leftOut } = carriedFields({ type, targetType, fields, problems });
  const shown = ({ field, paths, notes }: (typeof leftOut)[number]) => [field.name, paths, notes];
  return { sent: sent.flatMap(({ rows }) => rows).map(shown), leftOut: leftOut.map(shown) };
};

describe('the preview of a property by fields', () => {
  it('a set field is shown with its place in the document, or as left out', () => {
    expect(names('immowelt')).toEqual({
      sent: [
        ['title', ['freitexte/objekttitel'], []],
        ['commission', ['preise/provision'], []],
        ['residentialEnergyCertificate', ['zustand/energiepass'], []],
      ],
      leftOut: [['isListed', [], []]],
    });
  });

  it('a value that the dry run reports as left out is shown with its reason', () => {
    const problems = [
      warning('fields.commission'),
      warning('fields.residentialEnergyCertificate.energyClass'),
      warning('fields.title', 'value_doubtful'),
      warning('fields.isListed'),
    ];
    expect(names('immowelt', problems)).toEqual({
      sent: [
        ['title', ['freitexte/objekttitel'], []],
        [
          'residentialEnergyCertificate',
          ['zustand/energiepass'],
          ['About fields.residentialEnergyCertificate.energyClass.'],
        ],
      ],
      leftOut: [
        ['commission', [], ['About fields.commission.']],
        ['isListed', [], []],
      ],
    });
  });

  it('sections without a sent field are not shown', () => {
    const { sent } = carriedFields({
      type,
      targetType: 'immowelt',
      fields: { title: 'House' },
      problems: [],
    });
    expect(sent.map(({ name, label }) => [name, label.de])).toEqual([['general', 'Allgemein']]);
  });
});
