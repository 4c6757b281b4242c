/** The clock of a machine may differ from that of the database by this much before operators are warned. */
export const CLOCK_OFFSET_SECONDS_MAX = 30;
