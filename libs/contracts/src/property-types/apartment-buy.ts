import { z } from 'zod';
import { EXAMPLE_FIELDS } from '../examples.ts';
import { filledText, optionalText, overFields } from '../field-rules.ts';
import { COUNTRIES } from './countries.ts';

const text = z.string().max(3999);
const year = z.int().min(1000).max(9999);
const amount = z.number().min(0).max(1_000_000_000);
const area = z.number().positive().max(1_000_000);
const count = z.int().min(0).max(99_999);

const ENERGY_SOURCES = [
  'oil', 'gas', 'electric', 'solar', 'geothermal', 'district', 'water', 'pellet', 'coal', 'wood', 'liquidGas',
] as const; // oxfmt-ignore

const energyClass = z.enum(['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
const energyValue = z.number().positive().max(100_000);

export const Address = z.strictObject({
  street: filledText(100),
  streetNumber: filledText(30),
  postalCode: filledText(20),
  city: filledText(50),
  region: optionalText(100),
  country: z
    .string()
    .refine((code) => COUNTRIES.includes(code), {
      error: 'must be an ISO 3166-1 alpha-3 code such as DEU, AUT or CHE',
      params: { code: 'not-allowed' },
    })
    .meta({ description: 'ISO 3166-1 alpha-3.', pattern: '^[A-Z]{3}$' })
    .default('DEU'),
  publish: z.boolean(),
});

interface Certificate {
  type?: unknown;
  energyNeed?: unknown;
  energyConsumption?: unknown;
}

const missingFor = (type: string, field: 'energyNeed' | 'energyConsumption') => (certificate: Certificate) =>
  certificate.type !== type || certificate[field] !== undefined;

const REQUIRED = { code: 'required' };

export const ResidentialEnergyCertificate = z
  .strictObject({
    type: z.enum(['consumption', 'need']),
    prior2014: z.boolean().optional(),
    energySource: z.enum(ENERGY_SOURCES),
    energySources: z.array(z.enum(ENERGY_SOURCES)).max(ENERGY_SOURCES.length).optional(),
    energyNeed: energyValue.optional().meta({ description: 'kWh/(m² a)' }),
    energyConsumption: energyValue.optional().meta({ description: 'kWh/(m² a)' }),
    energyClass: energyClass.optional(),
    warmWaterIncluded: z.boolean().optional(),
  })
  .refine(missingFor('need', 'energyNeed'), {
    ...overFields,
    path: ['energyNeed'],
    error: 'is required when type is need',
    params: REQUIRED,
  })
  .refine(missingFor('consumption', 'energyConsumption'), {
    ...overFields,
    path: ['energyConsumption'],
    error: 'is required when type is consumption',
    params: REQUIRED,
  });

interface Priced {
  purchasePrice?: unknown;
  purchasePriceOnRequest?: unknown;
}

/** `fields` of an apartment for sale. Prices in EUR, areas in square metres. */
export const ApartmentBuyFields = z
  .strictObject({
    address: Address,
    apartmentType: z.enum([
      'apartment', 'attic', 'maisonette', 'penthouse', 'loft', 'terrace', 'lowerGroundFloor', 'groundFloor',
      'upperGroundFloor', 'floor', 'other',
    ]), // oxfmt-ignore
    availableFrom: z.iso.date({ error: 'must be a date such as 2026-11-01' }).optional(),
    commission: z.string().max(100).optional(),
    commissionDescription: text.optional(),
    condition: z
      .enum([
        'firstTimeUse',
        'mint',
        'requiresRefurbishment',
        'refurbished',
        'renovated',
        'modernised',
        'wellKept',
        'demolitionReady',
        'negotiable',
      ]) // oxfmt-ignore
      .optional(),
    condoFee: amount.optional(),
    constructionYear: year.optional(),
    description: text.optional(),
    energyCertificateStatus: z.enum(['present', 'notYetPresent', 'notRequired']).optional(),
    floor: z.int().min(-10).max(200).optional(),
    furnishingDescription: text.optional(),
    hasBalcony: z.boolean().optional(),
    hasBuiltInKitchen: z.boolean().optional(),
    hasCellar: z.boolean().optional(),
    hasGarden: z.boolean().optional(),
    hasGuestToilet: z.boolean().optional(),
    hasLift: z.boolean().optional(),
    heatingType: z.enum(['stove', 'floor', 'central', 'district', 'underfloor', 'heatPump']).optional(),
    interiorQuality: z.enum(['standard', 'high', 'luxury']).optional(),
    isAccessible: z.boolean().optional(),
    isListed: z.boolean().optional(),
    isRented: z.boolean().optional(),
    isSuitableAsHolidayHome: z.boolean().optional(),
    lastRefurbished: year.optional(),
    livingArea: area,
    locationDescription: text.optional(),
    miscellaneousDescription: text.optional(),
    monthlyRentalIncome: amount.optional(),
    numberOfBathrooms: count.optional(),
    numberOfBedrooms: count.optional(),
    numberOfFloors: count.optional(),
    numberOfParkingSpaces: count.optional(),
    numberOfRooms: z.number().min(0.5).max(999).multipleOf(0.5),
    parkingSpacePurchasePrice: amount.optional(),
    parkingSpaceType: z
      .enum(['garage', 'undergroundGarage', 'carport', 'outdoor', 'carPark', 'duplex'])
      .optional(),
    purchasePrice: amount.optional(),
    purchasePriceOnRequest: z.boolean().optional(),
    requiresWBS: z.boolean().optional(),
    residentialEnergyCertificate: ResidentialEnergyCertificate.optional(),
    title: filledText(100),
    usableArea: area.optional(),
  })
  .refine(
    ({ purchasePrice, purchasePriceOnRequest }: Priced) =>
      purchasePriceOnRequest === true || purchasePrice !== undefined,
    {
      ...overFields,
      path: ['purchasePrice'],
      error: 'is required unless purchasePriceOnRequest is true',
      params: REQUIRED,
    },
  )
  .meta({
    id: 'ApartmentBuyFields',
    description: 'Attributes of an apartment for sale.',
    example: EXAMPLE_FIELDS,
  });
export type ApartmentBuyFields = z.infer<typeof ApartmentBuyFields>;
