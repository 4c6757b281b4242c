import type { FieldInfo } from '../field-info.ts';

const M2 = 'm²';

export const areas = {
  livingArea: { section: 'areas', unit: M2, label: { de: 'Wohnfläche', en: 'Living area' }, example: 96.4 },
  usableArea: { section: 'areas', unit: M2, label: { de: 'Nutzfläche', en: 'Usable area' }, example: 180 },
  totalArea: { section: 'areas', unit: M2, label: { de: 'Gesamtfläche', en: 'Total area' }, example: 420 },
  rentableArea: {
    section: 'areas',
    unit: M2,
    label: { de: 'Vermietbare Fläche', en: 'Rentable area' },
    example: 390,
  },
  plotArea: { section: 'areas', unit: M2, label: { de: 'Grundstücksfläche', en: 'Plot area' }, example: 640 },
  parkingArea: { section: 'areas', unit: M2, label: { de: 'Parkfläche', en: 'Parking area' }, example: 250 },
  divisibleFrom: {
    section: 'areas',
    unit: M2,
    label: { de: 'Teilbar ab', en: 'Divisible from' },
    hint: { de: 'Kleinste Teilfläche', en: 'The smallest part' },
    example: 90,
  },
  hallHeight: { section: 'areas', unit: 'm', label: { de: 'Hallenhöhe', en: 'Hall height' }, example: 7.5 },
  numberOfRooms: { section: 'areas', label: { de: 'Zimmer', en: 'Rooms' }, example: 3.5 },
  numberOfBedrooms: { section: 'areas', label: { de: 'Schlafzimmer', en: 'Bedrooms' }, example: 2 },
  numberOfBathrooms: { section: 'areas', label: { de: 'Badezimmer', en: 'Bathrooms' }, example: 1 },
  numberOfSeats: { section: 'areas', label: { de: 'Sitzplätze', en: 'Seats' }, example: 64 },
  numberOfBeds: { section: 'areas', label: { de: 'Betten', en: 'Beds' }, example: 18 },
  floor: {
    section: 'areas',
    label: { de: 'Etage', en: 'Floor' },
    hint: { de: '0 für das Erdgeschoss', en: '0 for the ground floor' },
    example: 3,
  },
  numberOfFloors: { section: 'areas', label: { de: 'Etagenzahl', en: 'Number of floors' }, example: 4 },
  numberOfParkingSpaces: {
    section: 'areas',
    label: { de: 'Anzahl Stellplätze', en: 'Number of parking spaces' },
    example: 2,
  },
  floorSpaceIndex: {
    section: 'areas',
    label: { de: 'Geschossflächenzahl (GFZ)', en: 'Floor space index' },
    example: 1.2,
  },
  siteCoverageIndex: {
    section: 'areas',
    label: { de: 'Grundflächenzahl (GRZ)', en: 'Site coverage index' },
    example: 0.4,
  },
} as const satisfies Record<string, FieldInfo>;
