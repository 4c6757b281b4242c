/** The maximum offset between the clock of a machine and that of the database before operators are warned. */
export const CLOCK_OFFSET_SECONDS_MAX = 30;
