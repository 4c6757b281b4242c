import { describe, expect, it } from 'vitest';
import { dryRunOf } from './use-carried.ts';

describe('the dry run of a property and a target', () => {
  it('a dry run is run again when the processing of the property has ended, which changes no time', () => {
    const updatedAt = '2026-11-28T02:00:00.000Z';
    const [pending, successful] = (['pending', 'successful'] as const).map(
      (processingStatus) =>
        dryRunOf({ propertyId: 'p', targetId: 't', property: { updatedAt, processingStatus } }).queryKey,
    );
    expect(successful).not.toEqual(pending);
  });
});
