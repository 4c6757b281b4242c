import { z } from 'zod';

/** The twelve bytes of a MongoDB ObjectId in base32hex, lower case: time-ordered, 20 characters. */
export const ID_PATTERN = /^[0-9a-v]{20}$/;

export const Id = z
  .string()
  .regex(ID_PATTERN, { error: 'must be an id of 20 characters from 0-9 and a-v' })
  .meta({
    id: 'Id',
    description: 'A 20-character, time-ordered identifier.',
    example: 'd1a2b3c4e5f6g7h8i9j0',
  });

export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 in UTC with milliseconds.', example: '2026-11-01T08:30:00.000Z' });
