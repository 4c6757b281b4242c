import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '@estate/contracts';
import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import type { PlatformProfile } from '../profiles.ts';
import { failureOf } from '../problems.ts';
import { findProblems } from './problems.ts';
import { account, FIELDS, profile, snapshot } from './test-support/fixtures.ts';

const MISSING = 'ALA ATA ATF BES BLM BVT CCK CUW CXR GGY HMD IMN IOT JEY MAF MYT SGS SSD SXM TLS UMI'.split(
  ' ',
);

const complete: PropertySnapshot['fields'] = {
  ...FIELDS,
  constructionYear: 1998,
  residentialEnergyCertificate: { type: 'need', energyNeed: 90, energySource: 'gas', energyClass: 'B' },
};

const found = (changes: Partial<PropertySnapshot>, limits: Partial<PlatformProfile> = {}) =>
  findProblems(profile(limits), account(), snapshot({ fields: complete, ...changes })).map(
    ({ severity, code, field }: PublicationProblem) => `${severity} ${code} ${field}`,
  );

const attachment = {
  position: 0,
  sha256: 'a',
  size: 100,
  mediaType: 'image/jpeg' as const,
  isBlueprint: false,
};

describe('problems of a publication', () => {
  it('the problems of a publication are none for a complete property', () => {
    expect(found({})).toEqual([]);
  });

  it('the problems of a publication name a missing contact', () => {
    const { contact: _, ...rest } = snapshot({ fields: complete });
    const problems = findProblems(profile(), account(), rest);
    expect(problems).toMatchObject([{ severity: 'error', code: 'contact_required', field: 'contactId' }]);
    expect(failureOf(problems)).toMatchObject({ code: 'contact_required', repeat: false, scope: 'listing' });
  });

  it('warn about a missing energy certificate', () => {
    expect(found({ fields: FIELDS })).toEqual([
      'warning energy_certificate_missing fields.residentialEnergyCertificate',
    ]);
    expect(found({ fields: { ...FIELDS, energyCertificateStatus: 'notRequired' } })).toEqual([]);
  });

  it('warn about an incomplete energy certificate', () => {
    const certificate = { type: 'need' as const, energyNeed: 90, energySource: 'gas' as const };
    expect(found({ fields: { ...FIELDS, residentialEnergyCertificate: certificate } })).toEqual([
      'warning energy_certificate_incomplete fields.residentialEnergyCertificate.energyClass',
      'warning energy_certificate_incomplete fields.constructionYear',
    ]);
  });

  it('warn about a price that has no place', () => {
    expect(found({ fields: { ...complete, parkingSpacePurchasePrice: 1 } })).toEqual([
      'warning parking_price_left_out fields.parkingSpacePurchasePrice',
    ]);
  });

  it('warn about everything that is not sent', () => {
    const attachments = [
      attachment,
      { ...attachment, position: 1 },
      { ...attachment, position: 2, mediaType: 'application/pdf' as const },
      { ...attachment, position: 3, mediaType: 'application/pdf' as const, size: 100_000 },
    ];
    const links = [{ url: 'https://example.org' }];
    const images: PlatformProfile['images'] = {
      types: ['image/jpeg', 'application/pdf'],
      maxCount: 1,
      maxBytes: 50_000,
    };
    expect(found({ attachments, links }, { images, links: false })).toEqual([
      'warning attachment_left_out attachments.1',
      'warning attachment_left_out attachments.3',
      'warning links_left_out links',
    ]);
    expect(
      found({ attachments: [attachments[2] ?? attachment] }, { images: { types: ['image/jpeg'] } }),
    ).toEqual(['warning attachment_left_out attachments.2']);
  });

  it.each(MISSING)(
    'the problems of a publication name the country %s, which the format does not know',
    (country) => {
      const problems = findProblems(
        profile(),
        account(),
        snapshot({ fields: { ...complete, address: { ...complete.address, country } } }),
      );
      expect(problems).toMatchObject([
        { severity: 'error', code: 'country_unsupported', field: 'fields.address.country' },
      ]);
      expect(failureOf(problems)).toMatchObject({
        code: 'validation_rejected',
        message: `fields.address.country: ${country} is not in the country list of OpenImmo, the format of Portal One.`,
        repeat: false,
        scope: 'listing',
      });
    },
  );

  it('the problems of a publication name no other country', () => {
    const refused = COUNTRIES.filter(
      (country) => found({ fields: { ...complete, address: { ...complete.address, country } } }).length > 0,
    );
    expect(refused).toEqual(MISSING);
  });

  it('the problems of a publication refuse a picture that nobody can read rather than leaving it out', () => {
    expect(found({ attachments: [{ ...attachment, mediaType: 'image/heic' }] })).toEqual([
      'error attachment_type_unsupported attachments.0',
    ]);
  });
});
