import type { Objection } from '@estate/contracts';

export type CreationDate = 'BEFORE_01_MAY_2014' | 'FROM_01_MAY_2014';

/** The elements with values in kWh/(m² a). */
export type EnergyElement =
  | 'thermalCharacteristic'
  | 'thermalCharacteristicElectricity'
  | 'thermalCharacteristicHeating'
  | 'electricityConsumption'
  | 'heatingConsumption'
  | 'energyConsumptionElectricity'
  | 'energyConsumptionHeating';

/** The part of an available certificate that the marketplace accepts. */
export interface CertificateEnergy {
  creationDate?: CreationDate;
  efficiencyClass?: string;
  ratingType: 'ENERGY_REQUIRED' | 'ENERGY_CONSUMPTION';
  /** The values, each with the field of the API that it comes from. */
  values: readonly { element: EnergyElement; value: number; field: string }[];
  containsWarmWater?: 'YES' | 'NOT_APPLICABLE';
  /** Fields that are not sent, or not unchanged, each with its reason. */
  leftOut: readonly Objection[];
}
