import type { ApartmentBuyFields } from '@estate/contracts';
import { ENERGY_SOURCE_NAMES, type EnergyCertificate } from './energy-sources.ts';
import { element, leaf, type XmlElement } from './xml.ts';

const VINTAGES_BY_STATUS = { notRequired: 'nicht_noetig', notYetPresent: 'bei_besichtigung' } as const;

/** The energy certificate, or why there is none. */
export function energyPass(fields: ApartmentBuyFields): XmlElement | undefined {
  const certificate = fields.residentialEnergyCertificate;
  const status = fields.energyCertificateStatus;
  const withoutCertificate =
    status === undefined || status === 'present' ? undefined : VINTAGES_BY_STATUS[status];
  if (certificate !== undefined) return written(certificate, vintage(certificate) ?? withoutCertificate);
  if (withoutCertificate === undefined) return undefined;
  return element('energiepass', {}, [leaf('jahrgang', withoutCertificate), leaf('gebaeudeart', 'wohn')]);
}

function vintage({ prior2014 }: EnergyCertificate): string | undefined {
  if (prior2014 === undefined) return undefined;
  return prior2014 ? '2008' : '2014';
}

function written(certificate: EnergyCertificate, jahrgang: string | undefined): XmlElement {
  const isNeed = certificate.type === 'need';
  return element('energiepass', {}, [
    leaf('epart', isNeed ? 'BEDARF' : 'VERBRAUCH'),
    isNeed ? undefined : leaf('energieverbrauchkennwert', certificate.energyConsumption),
    leaf('mitwarmwasser', certificate.warmWaterIncluded),
    isNeed ? leaf('endenergiebedarf', certificate.energyNeed) : undefined,
    leaf('primaerenergietraeger', ENERGY_SOURCE_NAMES[certificate.energySource]),
    leaf('wertklasse', certificate.energyClass),
    leaf('jahrgang', jahrgang),
    leaf('gebaeudeart', 'wohn'),
  ]);
}
