import { z } from 'zod';
import { amount, area, count, flag } from './measures.ts';

export const numberOfRooms = z.number().min(0.01).max(999).multipleOf(0.01);

export const rooms = {
  livingArea: area,
  numberOfBedrooms: count.optional(),
  numberOfBathrooms: count.optional(),
  hasGuestToilet: flag.optional(),
};

/** The fields of a home that is sold while it is let, or to be let. */
export const letting = {
  isRented: flag.optional(),
  monthlyRentalIncome: amount.optional(),
  isSuitableAsHolidayHome: flag.optional(),
};
