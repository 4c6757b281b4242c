import { COUNTRIES } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { KNOWN_SOFTWARE, knownSoftware } from './known-software.ts';

describe('software that is known by its sender', () => {
  it.each([
    ['onOffice Software', 'onOffice'],
    ['FLOWFACT Universal CRM', 'FLOWFACT'],
    ['JUSTIMMO', 'JUSTIMMO'],
    ['Immo-Office', 'ImmoOffice'],
    ['immoware 24', 'immoware24'],
    ['immonex OpenImmo2WP', 'WordPress plugins'],
    ['TYPO3 ext', 'TYPO3 extensions'],
  ])('the sender %s is %s', (sender, name) => {
    expect(knownSoftware(sender)?.name).toBe(name);
  });

  it('a sender that nobody knows is no program of the table', () => {
    expect(knownSoftware('By hand')).toBeUndefined();
    expect(knownSoftware('')).toBeUndefined();
  });

  it('each program is found by each of its own senders, and suggests a country that exists', () => {
    for (const software of KNOWN_SOFTWARE) {
      for (const sender of software.senders) expect(knownSoftware(sender)).toBe(software);
      const country = software.settings?.defaultCountry;
      if (country !== undefined) expect(COUNTRIES).toContain(country);
    }
  });
});
