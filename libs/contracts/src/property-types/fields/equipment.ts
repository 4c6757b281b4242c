import type { FieldInfo } from '../field-info.ts';
import { values } from '../field-info.ts';

export const equipment = {
  hasBalcony: { section: 'equipment', label: { de: 'Balkon', en: 'Balcony' }, example: true },
  hasGarden: { section: 'equipment', label: { de: 'Garten', en: 'Garden' }, example: true },
  hasTerrace: { section: 'equipment', label: { de: 'Terrasse', en: 'Terrace' }, example: true },
  hasCellar: { section: 'equipment', label: { de: 'Keller', en: 'Cellar' }, example: true },
  hasLift: { section: 'equipment', label: { de: 'Aufzug', en: 'Lift' }, example: true },
  isAccessible: { section: 'equipment', label: { de: 'Barrierefrei', en: 'Accessible' }, example: true },
  hasGuestToilet: { section: 'equipment', label: { de: 'Gäste-WC', en: 'Guest toilet' }, example: true },
  hasBuiltInKitchen: {
    section: 'equipment',
    label: { de: 'Einbauküche', en: 'Built-in kitchen' },
    example: true,
  },
  hasKitchen: { section: 'equipment', label: { de: 'Küche', en: 'Kitchen' }, example: true },
  hasCanteen: { section: 'equipment', label: { de: 'Kantine', en: 'Canteen' }, example: true },
  hasLodgerFlat: {
    section: 'equipment',
    label: { de: 'Einliegerwohnung', en: 'Lodger flat' },
    example: true,
  },
  hasAirConditioning: {
    section: 'equipment',
    label: { de: 'Klimaanlage', en: 'Air conditioning' },
    example: true,
  },
  hasNetworkCables: {
    section: 'equipment',
    label: { de: 'Netzwerkverkabelung', en: 'Network cabling' },
    example: true,
  },
  hasRamp: { section: 'equipment', label: { de: 'Rampe', en: 'Ramp' }, example: true },
  flooringType: {
    section: 'equipment',
    label: { de: 'Bodenbelag', en: 'Flooring' },
    example: 'parquet',
    values: values({
      concrete: ['Beton', 'Concrete'],
      epoxyResin: ['Epoxidharz', 'Epoxy resin'],
      tiles: ['Fliesen', 'Tiles'],
      planks: ['Dielen', 'Planks'],
      laminate: ['Laminat', 'Laminate'],
      parquet: ['Parkett', 'Parquet'],
      pvc: ['PVC', 'PVC'],
      carpet: ['Teppich', 'Carpet'],
      officeCarpet: ['Büroteppich', 'Office carpet'],
      antistatic: ['Antistatischer Boden', 'Antistatic floor'],
      stone: ['Stein', 'Stone'],
      customizable: ['Nach Wunsch', 'As required'],
      none: ['Ohne', 'None'],
    }),
  },
} as const satisfies Record<string, FieldInfo>;
