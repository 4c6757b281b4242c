import { inSection } from '../field-info.ts';

const M2 = 'm²';

export const areas = inSection('areas', {
  livingArea: { unit: M2, label: { de: 'Wohnfläche', en: 'Living area' }, example: 96.4 },
  usableArea: { unit: M2, label: { de: 'Nutzfläche', en: 'Usable area' }, example: 180 },
  totalArea: { unit: M2, label: { de: 'Gesamtfläche', en: 'Total area' }, example: 420 },
  rentableArea: { unit: M2, label: { de: 'Vermietbare Fläche', en: 'Rentable area' }, example: 390 },
  plotArea: { unit: M2, label: { de: 'Grundstücksfläche', en: 'Plot area' }, example: 640 },
  parkingArea: { unit: M2, label: { de: 'Parkfläche', en: 'Parking area' }, example: 250 },
  divisibleFrom: {
    unit: M2,
    label: { de: 'Teilbar ab', en: 'Divisible from' },
    hint: { de: 'Kleinste Teilfläche', en: 'The smallest part' },
    example: 90,
  },
  hallHeight: { unit: 'm', label: { de: 'Hallenhöhe', en: 'Hall height' }, example: 7.5 },
  numberOfRooms: { label: { de: 'Zimmer', en: 'Rooms' }, example: 3.5 },
  numberOfBedrooms: { label: { de: 'Schlafzimmer', en: 'Bedrooms' }, example: 2 },
  numberOfBathrooms: { label: { de: 'Badezimmer', en: 'Bathrooms' }, example: 1 },
  numberOfSeats: { label: { de: 'Sitzplätze', en: 'Seats' }, example: 64 },
  numberOfBeds: { label: { de: 'Betten', en: 'Beds' }, example: 18 },
  floor: {
    label: { de: 'Etage', en: 'Floor' },
    hint: { de: '0 für das Erdgeschoss', en: '0 for the ground floor' },
    example: 3,
  },
  numberOfFloors: { label: { de: 'Etagenzahl', en: 'Number of floors' }, example: 4 },
  numberOfParkingSpaces: { label: { de: 'Anzahl Stellplätze', en: 'Number of parking spaces' }, example: 2 },
  floorSpaceIndex: { label: { de: 'Geschossflächenzahl (GFZ)', en: 'Floor space index' }, example: 1.2 },
  siteCoverageIndex: { label: { de: 'Grundflächenzahl (GRZ)', en: 'Site coverage index' }, example: 0.4 },
});
