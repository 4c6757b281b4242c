import { z } from 'zod';
import { overFields } from '../../field-rules.ts';
import { FIELDS } from '../fields.ts';
import { flag } from './measures.ts';
import { ENERGY_SOURCES } from './values.ts';

const energyValue = z.number().positive().max(100_000);
const perSquareMetre = { description: 'kWh/(m² a)' };
const certificateType = z.enum(['consumption', 'need']);
const energySource = z.enum(ENERGY_SOURCES);
const sources = {
  energySource: energySource.optional().meta({ description: 'The main energy source.' }),
  energySources: z.array(energySource).max(ENERGY_SOURCES.length).optional(),
};

interface Certificate {
  type?: unknown;
}

/** A certificate must have one of the values of its type; the first one is reported as missing. */
const requires = (type: 'consumption' | 'need', fields: readonly string[]) => {
  const hasOne = (certificate: Certificate) =>
    certificate.type !== type || fields.some((field) => Reflect.get(certificate, field) !== undefined);
  const [first = '', ...others] = fields;
  const instead = others.length === 0 ? '' : `, unless ${others.join(' or ')} is given`;
  const rule = {
    ...overFields,
    path: [first],
    error: `is required when type is ${type}${instead}`,
    params: { code: 'required' },
  };
  return [hasOne, rule] as const;
};

export const ResidentialEnergyCertificate = z
  .strictObject({
    type: certificateType,
    prior2014: flag.optional(),
    ...sources,
    energyNeed: energyValue.optional().meta(perSquareMetre),
    energyConsumption: energyValue.optional().meta(perSquareMetre),
    energyClass: z.enum(['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']).optional(),
    warmWaterIncluded: flag.optional(),
  })
  .refine(...requires('need', ['energyNeed']))
  .refine(...requires('consumption', ['energyConsumption']))
  .meta({
    id: 'ResidentialEnergyCertificate',
    description:
      'The energy certificate of a residential building. With the type `need`, `energyNeed` is required, with `consumption`, `energyConsumption`.',
    example: FIELDS.residentialEnergyCertificate.example,
  });

export const CommercialEnergyCertificate = z
  .strictObject({
    type: certificateType,
    prior2014: flag.optional(),
    ...sources,
    energyNeed: energyValue.optional().meta(perSquareMetre),
    powerNeed: energyValue.optional().meta(perSquareMetre),
    heatNeed: energyValue.optional().meta(perSquareMetre),
    powerConsumption: energyValue.optional().meta(perSquareMetre),
    heatConsumption: energyValue.optional().meta(perSquareMetre),
  })
  .refine(...requires('need', ['energyNeed', 'powerNeed', 'heatNeed']))
  .refine(...requires('consumption', ['powerConsumption', 'heatConsumption']))
  .meta({
    id: 'CommercialEnergyCertificate',
    description:
      'The energy certificate of a commercial building. With the type `need`, one of `energyNeed`, `powerNeed` and `heatNeed` is required, with `consumption`, one of `powerConsumption` and `heatConsumption`.',
    example: FIELDS.commercialEnergyCertificate.example,
  });

export const residentialEnergy = { residentialEnergyCertificate: ResidentialEnergyCertificate.optional() };
export const commercialEnergy = { commercialEnergyCertificate: CommercialEnergyCertificate.optional() };
