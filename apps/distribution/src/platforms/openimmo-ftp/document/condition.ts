import type { ApartmentBuyFields } from '@estate/contracts';
import { energyPass } from './energy-pass.ts';
import { element, group, leaf, type XmlElement } from './xml.ts';

const CONDITIONS: Record<NonNullable<ApartmentBuyFields['condition']>, string> = {
  firstTimeUse: 'ERSTBEZUG',
  mint: 'NEUWERTIG',
  refurbished: 'VOLL_SANIERT',
  renovated: 'TEIL_VOLLRENOVIERT',
  modernised: 'MODERNISIERT',
  wellKept: 'GEPFLEGT',
  requiresRefurbishment: 'SANIERUNGSBEDUERFTIG',
  demolitionReady: 'ABRISSOBJEKT',
  negotiable: 'NACH_VEREINBARUNG',
};

export function condition(fields: ApartmentBuyFields): XmlElement | undefined {
  return group('zustand_angaben', [
    leaf('baujahr', fields.constructionYear),
    leaf('letztemodernisierung', fields.lastRefurbished),
    fields.condition && element('zustand', { zustand_art: CONDITIONS[fields.condition] }),
    energyPass(fields),
  ]);
}
