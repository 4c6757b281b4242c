import { describe, expect, it } from 'vitest';
import type { PropertySnapshot } from '@estate/contracts';
import { withoutAddress } from '../../domain/hidden-address.ts';
import { CONTACT, FIELDS, snapshot } from '../openimmo-ftp/test-support/fixtures.ts';
import type { AuthorizedAccount } from '../platform.ts';
import { failureOf } from '../problems.ts';
import { findProblems } from './problems.ts';
import { profileOf } from './test-support/profile.ts';

const account: AuthorizedAccount = {
  id: 'd1a2b3c4e5f6g7h8i9jt',
  accountId: 'd1a2b3c4e5f6g7h8i9ja',
  type: 'marketplace-24',
  emailId: 'e1a2b3c4e5f6g7h8i9j0',
  autoCollectRequests: false,
  status: 'accepted',
};
const profile = await profileOf('https://market.example.org');
const found = (changes: Partial<PropertySnapshot> = {}, of: Partial<AuthorizedAccount> = {}) =>
  findProblems(profile, { ...account, ...of }, snapshot(changes)).map(
    ({ severity, code, field }) => `${severity} ${code} ${field}`,
  );
const withFields = (fields: Partial<PropertySnapshot['fields']>) =>
  found({ fields: { ...FIELDS, ...fields } });
const address = (change: object) => withFields({ address: { ...FIELDS.address, ...change } });
const GEG = 'warning energy_certificate_missing fields.residentialEnergyCertificate';

describe('the problems of a publication', () => {
  it('the problems of a publication are none but the advice of the law for a plain property', () => {
    expect(found()).toEqual([GEG]);
    expect(withFields({ energyCertificateStatus: 'notRequired' })).toEqual([]);
  });

  it.each([
    ['error postal_code_wrong fields.address.postalCode', address({ postalCode: '8033' })],
    ['error value_too_long fields.address.streetNumber', address({ streetNumber: 'Rückgebäude' })],
    ['warning text_shortened fields.address.streetNumber', address({ streetNumber: '12a Rückgebäude' })],
    ['error value_missing fields.address.street', address({ street: ' ' })],
    ['error value_out_of_range fields.numberOfBedrooms', withFields({ numberOfBedrooms: 100 })],
    ['error value_out_of_range fields.livingArea', withFields({ livingArea: 0.001 })],
    ['error value_missing fields.title', withFields({ title: '\n' })],
    ['warning value_adjusted fields.floor', withFields({ floor: -2 })],
    ['warning text_shortened fields.description', withFields({ description: 'ä'.repeat(3000) })],
    ['warning price_shown_otherwise fields.purchasePrice', withFields({ purchasePrice: 0 })],
    ['error phone_refused contact.phone', found({ contact: { ...CONTACT, phone: '+49 089 1234' } })],
    ['error target_not_authorized targetId', found({}, { status: 'revoked' })],
  ])('the problems of a publication name %s', (problem, all) => {
    expect(all).toContain(problem);
  });

  it('the problems of a publication without the street of a hidden address are one refusal', () => {
    const hidden = snapshot({ fields: { ...FIELDS, address: { ...FIELDS.address, publish: false } } });
    const problems = findProblems(profile, account, withoutAddress(hidden));
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'address_required', field: 'fields.address.street' },
    ]);
    expect(failureOf(problems)?.message).toContain('Set hiddenAddress of the target to flag');
  });

  it('the problems of a publication leave postal codes of other countries alone', () => {
    expect(address({ country: 'AUT', region: 'Tirol', postalCode: '6020' })).toEqual([GEG]);
  });

  it('the problems of a publication tell that requests cannot be collected without a contact', () => {
    const { contact: _none, ...without } = snapshot();
    const problems = findProblems(profile, { ...account, autoCollectRequests: true }, without);
    expect(problems.map(({ code }) => code)).toContain('requests_not_collected');
  });

  it('the problems of a publication tell what of a certificate is left out, and why', () => {
    const residentialEnergyCertificate = {
      type: 'need' as const,
      energySource: 'gas' as const,
      energyNeed: 0.001,
      prior2014: true,
      energyClass: 'A' as const,
      warmWaterIncluded: true,
    };
    const name = 'warning value_left_out fields.residentialEnergyCertificate';
    expect(withFields({ residentialEnergyCertificate })).toEqual([
      `${name}.energyClass`,
      `${name}.warmWaterIncluded`,
      `${name}.energyNeed`,
      'warning value_doubtful fields.residentialEnergyCertificate.energyNeed',
    ]);
  });

  it('stop a publication at the first error, with its field', () => {
    const problems = findProblems(profile, account, snapshot({ fields: { ...FIELDS, title: ' ' } }));
    expect(failureOf(problems)).toMatchObject({
      code: 'validation_rejected',
      message: 'fields.title: It must not consist of spaces only.',
      repeat: false,
    });
    expect(failureOf([])).toBeUndefined();
  });
});
