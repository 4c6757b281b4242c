import { describe, expect, it } from 'vitest';
import { IMPORT_PROBLEMS, IMPORT_PROBLEM_NUMBERS } from './import.ts';

describe('the numbers of import problems', () => {
  it('each import problem has a number of its own, above those of packages', () => {
    const numbers = Object.values(IMPORT_PROBLEM_NUMBERS);
    expect(numbers.length).toBe(IMPORT_PROBLEMS.length);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(100);
  });

  it('an import problem keeps the number that estate software may know', () => {
    expect(IMPORT_PROBLEM_NUMBERS).toMatchObject({
      ...{ object_invalid: 100, value_left_out: 101, number_missing: 102, external_id_taken: 103 },
      ...{ type_changed: 104, object_unknown: 105, contact_invalid: 106, attachment_missing: 107 },
      ...{ attachment_too_large: 108, attachment_unreadable: 109, attachment_refused: 110 },
      ...{ listing_refused: 111, property_refused: 112, internal: 113 },
    });
  });
});
