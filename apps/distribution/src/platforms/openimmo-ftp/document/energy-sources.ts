import type { ResidentialEnergyCertificate } from '@estate/contracts';
import type { z } from 'zod';

export type EnergyCertificate = z.infer<typeof ResidentialEnergyCertificate>;
export type EnergySource = EnergyCertificate['energySource'];

export const ENERGY_SOURCE_NAMES: Record<EnergySource, string> = {
  oil: 'OEL',
  gas: 'GAS',
  electric: 'ELEKTRO',
  solar: 'SOLAR',
  geothermal: 'ERDWAERME',
  district: 'FERN',
  water: 'WASSER-ELEKTRO',
  pellet: 'PELLET',
  coal: 'KOHLE',
  wood: 'HOLZ',
  liquidGas: 'FLUESSIGGAS',
};
