import type { ApartmentBuyFields } from '@estate/contracts';
import { element, leaf, type XmlElement } from './xml.ts';

type ParkingSpaceType = NonNullable<ApartmentBuyFields['parkingSpaceType']>;

const PARKING_PRICES: Record<ParkingSpaceType, string> = {
  carport: 'stp_carport',
  duplex: 'stp_duplex',
  outdoor: 'stp_freiplatz',
  garage: 'stp_garage',
  carPark: 'stp_parkhaus',
  undergroundGarage: 'stp_tiefgarage',
};

export function prices(fields: ApartmentBuyFields): XmlElement {
  const commission = leaf('aussen_courtage', fields.commission);
  return element('preise', {}, [
    purchasePrice(fields),
    leaf('hausgeld', fields.condoFee),
    leaf('provisionspflichtig', commission !== undefined),
    commission,
    leaf('courtage_hinweis', fields.commissionDescription),
    element('waehrung', { iso_waehrung: 'EUR' }),
    fields.monthlyRentalIncome === undefined
      ? undefined
      : element('mieteinnahmen_ist', { periode: 'MONAT' }, fields.monthlyRentalIncome),
    parking(fields),
  ]);
}

function purchasePrice({ purchasePrice, purchasePriceOnRequest }: ApartmentBuyFields): XmlElement {
  if (purchasePriceOnRequest || purchasePrice === undefined) {
    return element('kaufpreis', { auf_anfrage: true }, 0);
  }
  return element('kaufpreis', { auf_anfrage: false }, purchasePrice);
}

function parking(fields: ApartmentBuyFields): XmlElement | undefined {
  const { parkingSpaceType, parkingSpacePurchasePrice } = fields;
  const anzahl = fields.numberOfParkingSpaces || undefined;
  if (parkingSpaceType === undefined) return undefined;
  if (anzahl === undefined && parkingSpacePurchasePrice === undefined) return undefined;
  return element(PARKING_PRICES[parkingSpaceType], {
    stellplatzkaufpreis: parkingSpacePurchasePrice,
    anzahl,
  });
}
