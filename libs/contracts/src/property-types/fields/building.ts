import { inSection, values } from '../field-info.ts';

export const building = inSection('building', {
  condition: {
    label: { de: 'Zustand', en: 'Condition' },
    example: 'wellKept',
    values: values({
      firstTimeUse: ['Erstbezug', 'First occupancy'],
      mint: ['Neuwertig', 'As new'],
      requiresRefurbishment: ['Sanierungsbedürftig', 'Requires refurbishment'],
      refurbished: ['Saniert', 'Refurbished'],
      renovated: ['Renoviert', 'Renovated'],
      modernised: ['Modernisiert', 'Modernised'],
      wellKept: ['Gepflegt', 'Well kept'],
      demolitionReady: ['Abbruchreif', 'Ready for demolition'],
      negotiable: ['Nach Vereinbarung', 'Negotiable'],
    }),
  },
  constructionYear: { label: { de: 'Baujahr', en: 'Year of construction' }, example: 1998 },
  lastRefurbished: {
    label: { de: 'Jahr der letzten Modernisierung', en: 'Year of last refurbishment' },
    example: 2019,
  },
  interiorQuality: {
    label: { de: 'Ausstattungsqualität', en: 'Interior quality' },
    example: 'high',
    values: values({
      standard: ['Normal', 'Standard'],
      high: ['Gehoben', 'High'],
      luxury: ['Luxuriös', 'Luxury'],
    }),
  },
  isListed: { label: { de: 'Denkmalgeschützt', en: 'Listed building' }, example: true },
  buildingRegulation: {
    label: { de: 'Bebaubar nach', en: 'Building regulation' },
    example: 'developmentPlan',
    values: values({
      developmentPlan: ['Bebauungsplan', 'Development plan'],
      neighbouringDevelopment: ['Nachbarbebauung (§ 34)', 'Neighbouring development'],
      outlyingArea: ['Außengebiet (§ 35)', 'Outlying area'],
    }),
  },
  development: {
    label: { de: 'Erschließung', en: 'Development' },
    example: 'developed',
    values: values({
      developed: ['Erschlossen', 'Developed'],
      partiallyDeveloped: ['Teilerschlossen', 'Partially developed'],
      undeveloped: ['Unerschlossen', 'Undeveloped'],
    }),
  },
});
