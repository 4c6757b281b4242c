import { z } from 'zod';

/** Schemas of single values: texts of at most 3,999 characters, amounts in EUR, areas in square metres. */
export const text = z.string().max(3999);
export const year = z.int().min(1000).max(9999);
export const amount = z.number().min(0).max(1_000_000_000);
export const area = z.number().positive().max(1_000_000);
export const count = z.int().min(0).max(99_999);
export const flag = z.boolean();
