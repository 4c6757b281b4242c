import type { Scene } from '../file-server/scene-drawings.ts';
import type { Offer } from './offer.ts';

const TITLES: Readonly<Record<Scene, string>> = {
  facade: 'Ansicht',
  'living-room': 'Wohnzimmer',
  kitchen: 'Küche',
  bathroom: 'Bad',
  garden: 'Garten',
  balcony: 'Balkon',
};

/** A file of an object: its name in a package, and its drawing in the media library. */
interface OfferFile {
  name: string;
  group: 'TITELBILD' | 'BILD' | 'GRUNDRISS';
  title: string;
  drawing: string;
  variant: number;
}

/** The photos and the floor plan of an object, the title picture first. Every object has its own. */
export function photoFiles({ number, photos, hasFloorPlan }: Offer): OfferFile[] {
  const variant = Number(number.replace(/\D/g, ''));
  const pictures = photos.map((scene, index) => ({
    name: `${number}_${String(index + 1)}.jpg`,
    group: index === 0 ? ('TITELBILD' as const) : ('BILD' as const),
    title: TITLES[scene],
    drawing: `photos/${scene}.jpg`,
    variant,
  }));
  const plan = {
    name: `${number}_plan.png`, group: 'GRUNDRISS' as const, title: 'Grundriss', drawing: 'plans/floor-plan.png', variant,
  }; // oxfmt-ignore
  return hasFloorPlan ? [...pictures, plan] : pictures;
}
