"""The types of the API, generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

class ConsumerCredentialsInput(TypedDict):
    key: str
    secret: str


class ApiKeyInput(TypedDict, total=False):
    name: str
    scopes: List[Literal["read", "write"]]
    expiresAt: str


class _DashboardLinkInputRequired(TypedDict):
    pages: List[Literal["webhooks", "targets"]]


class DashboardLinkInput(_DashboardLinkInputRequired, total=False):
    name: str
    expiresIn: int
    embedOrigins: List[str]
    returnUrl: str


class _UserInputRequired(TypedDict):
    email: str
    role: Role


class UserInput(_UserInputRequired, total=False):
    name: str


class _UpdateUserInputRequired(TypedDict):
    role: Role


class UpdateUserInput(_UpdateUserInputRequired, total=False):
    name: str


class PublishingSettingsInput(TypedDict):
    hiddenAddress: Literal["flag", "omit"]


class AccountLogoInput(TypedDict):
    url: str


class _AttachmentRequired(TypedDict):
    url: str


class Attachment(_AttachmentRequired, total=False):
    """An image or PDF of at most 16 MB, fetched from the URL where the customer hosts it. A file that came with an import has a URL of this API; the API uses the stored file and does not fetch it."""

    type: Literal["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"]
    title: str
    watermarkCaption: str
    watermarkUrl: str
    isBlueprint: bool
    isOptional: bool


class _LinkRequired(TypedDict):
    url: str


class Link(_LinkRequired, total=False):
    """An external page, for example a virtual tour."""

    title: str


class PropertyInputShared(TypedDict, total=False):
    """The fields of a new property."""

    onSold: Literal["takeDown", "keep"]
    attachments: List[Attachment]
    links: List[Link]
    contactId: str
    externalId: str


class _CommonFieldsRequired(TypedDict):
    title: str


class CommonFields(_CommonFieldsRequired, total=False):
    """Fields that several property types share."""

    availableFrom: str
    commission: str
    commissionDescription: str
    condition: Literal["firstTimeUse", "mint", "requiresRefurbishment", "refurbished", "renovated", "modernised", "wellKept", "demolitionReady", "negotiable"]
    description: str
    energyCertificateStatus: Literal["present", "notYetPresent", "notRequired"]
    furnishingDescription: str
    hasCellar: bool
    hasCommission: bool
    heatingType: Literal["stove", "floor", "central", "district", "underfloor", "heatPump"]
    interiorQuality: Literal["standard", "high", "luxury"]
    isListed: bool
    lastRefurbished: int
    locationDescription: str
    miscellaneousDescription: str
    numberOfFloors: int
    numberOfParkingSpaces: int
    salesStatus: Literal["open", "reserved", "sold"]


class SaleFields(TypedDict, total=False):
    """Fields that several property types share."""

    purchasePrice: float
    purchasePriceOnRequest: bool


class _RoomFieldsRequired(TypedDict):
    livingArea: float


class RoomFields(_RoomFieldsRequired, total=False):
    """Fields that several property types share."""

    numberOfBedrooms: int
    numberOfBathrooms: int
    hasGuestToilet: bool


class LettingFields(TypedDict, total=False):
    """Fields that several property types share."""

    isRented: bool
    monthlyRentalIncome: float
    isSuitableAsHolidayHome: bool


class ParkingSaleFields(TypedDict, total=False):
    """Fields that several property types share."""

    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    parkingSpacePurchasePrice: float


class _AddressRequired(TypedDict):
    postalCode: str
    city: str
    publish: bool


class Address(_AddressRequired, total=False):
    """Where a property is. Street and number are optional; a platform that needs them says so before anything is published. With `publish: false`, platforms receive the street and the number with the instruction not to show them; with `hiddenAddress: omit` of the target or the account they receive neither."""

    street: str
    streetNumber: str
    region: str
    country: str


class _ResidentialEnergyCertificateRequired(TypedDict):
    type: Literal["consumption", "need"]


class ResidentialEnergyCertificate(_ResidentialEnergyCertificateRequired, total=False):
    """The energy certificate of a residential building. With the type `need`, `energyNeed` is required, with `consumption`, `energyConsumption`."""

    prior2014: bool
    energySource: Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]
    energySources: List[Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]]
    energyNeed: float
    energyConsumption: float
    energyClass: Literal["A+", "A", "B", "C", "D", "E", "F", "G", "H"]
    warmWaterIncluded: bool


class _ApartmentBuyFieldsRequired(TypedDict):
    address: Address
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    numberOfRooms: float


class ApartmentBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields, _ApartmentBuyFieldsRequired, total=False):
    """Attributes of an apartment for sale."""

    condoFee: float
    constructionYear: int
    floor: int
    hasBalcony: bool
    hasBuiltInKitchen: bool
    hasGarden: bool
    hasLift: bool
    isAccessible: bool
    requiresWBS: bool
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class ApartmentBuy(TypedDict):
    """Apartment for sale."""

    type: Literal["apartmentBuy"]
    fields: ApartmentBuyFields


class PropertyInputApartmentBuy(PropertyInputShared, ApartmentBuy):
    pass


class RentFields(TypedDict, total=False):
    """Fields that several property types share."""

    baseRent: float
    totalRent: float
    additionalCosts: float
    additionalCostsIncludeHeatingCosts: bool
    heatingCosts: float
    deposit: str
    petsAllowed: Literal["yes", "no", "negotiable"]
    isSuitableAsSharedFlat: bool
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    parkingSpaceRent: float


class _ApartmentRentFieldsRequired(TypedDict):
    address: Address
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    numberOfRooms: float


class ApartmentRentFields(CommonFields, RentFields, RoomFields, _ApartmentRentFieldsRequired, total=False):
    """Attributes of an apartment for rent."""

    constructionYear: int
    floor: int
    hasBalcony: bool
    hasBuiltInKitchen: bool
    hasGarden: bool
    hasLift: bool
    isAccessible: bool
    requiresWBS: bool
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class ApartmentRent(TypedDict):
    """Apartment for rent."""

    type: Literal["apartmentRent"]
    fields: ApartmentRentFields


class PropertyInputApartmentRent(PropertyInputShared, ApartmentRent):
    pass


class _HouseBuyFieldsRequired(TypedDict):
    address: Address
    plotArea: float


class HouseBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields, _HouseBuyFieldsRequired, total=False):
    """Attributes of a house for sale."""

    constructionYear: int
    hasLodgerFlat: bool
    houseType: Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]
    isAccessible: bool
    numberOfRooms: float
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class HouseBuy(TypedDict):
    """House for sale."""

    type: Literal["houseBuy"]
    fields: HouseBuyFields


class PropertyInputHouseBuy(PropertyInputShared, HouseBuy):
    pass


class _HouseRentFieldsRequired(TypedDict):
    address: Address
    plotArea: float


class HouseRentFields(CommonFields, RentFields, RoomFields, _HouseRentFieldsRequired, total=False):
    """Attributes of a house for rent."""

    constructionYear: int
    hasBuiltInKitchen: bool
    houseType: Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]
    isAccessible: bool
    numberOfRooms: float
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class HouseRent(TypedDict):
    """House for rent."""

    type: Literal["houseRent"]
    fields: HouseRentFields


class PropertyInputHouseRent(PropertyInputShared, HouseRent):
    pass


class _LandFieldsRequired(TypedDict):
    plotArea: float


class LandFields(_LandFieldsRequired, total=False):
    """Fields that several property types share."""

    divisibleFrom: float
    buildingRegulation: Literal["developmentPlan", "neighbouringDevelopment", "outlyingArea"]
    development: Literal["developed", "partiallyDeveloped", "undeveloped"]
    floorSpaceIndex: float
    siteCoverageIndex: float


class _PlotBuyFieldsRequired(TypedDict):
    address: PlotAddress


class PlotBuyFields(CommonFields, SaleFields, LandFields, _PlotBuyFieldsRequired, total=False):
    """Attributes of a residential plot for sale."""

    constructionYear: int
    usableArea: float


class PlotBuy(TypedDict):
    """Residential plot for sale."""

    type: Literal["plotBuy"]
    fields: PlotBuyFields


class PropertyInputPlotBuy(PropertyInputShared, PlotBuy):
    pass


class _PlotRentFieldsRequired(TypedDict):
    address: PlotAddress
    yearlyRent: float


class PlotRentFields(CommonFields, LandFields, _PlotRentFieldsRequired, total=False):
    """Attributes of a residential plot for lease. The rent is paid per year."""

    constructionYear: int
    usableArea: float


class PlotRent(TypedDict):
    """Residential plot for lease."""

    type: Literal["plotRent"]
    fields: PlotRentFields


class PropertyInputPlotRent(PropertyInputShared, PlotRent):
    pass


class AccessFields(TypedDict, total=False):
    """Fields that several property types share."""

    drivingTimeToAirport: int
    drivingTimeToFreeway: int
    drivingTimeToTrainStation: int
    walkingTimeToPublicTransit: int


class _CommercialEnergyCertificateRequired(TypedDict):
    type: Literal["consumption", "need"]


class CommercialEnergyCertificate(_CommercialEnergyCertificateRequired, total=False):
    """The energy certificate of a commercial building. With the type `need`, one of `energyNeed`, `powerNeed` and `heatNeed` is required, with `consumption`, one of `powerConsumption` and `heatConsumption`."""

    prior2014: bool
    energySource: Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]
    energySources: List[Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]]
    energyNeed: float
    powerNeed: float
    heatNeed: float
    powerConsumption: float
    heatConsumption: float


class _OfficeBuyFieldsRequired(TypedDict):
    address: Address
    usableArea: float


class OfficeBuyFields(CommonFields, SaleFields, AccessFields, _OfficeBuyFieldsRequired, total=False):
    """Attributes of an office or a practice for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    flooringType: Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]
    hasAirConditioning: bool
    hasCanteen: bool
    hasKitchen: bool
    hasLift: bool
    hasNetworkCables: bool
    officeType: Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]
    parkingSpacePurchasePrice: float
    totalArea: float


class OfficeBuy(TypedDict):
    """Office for sale."""

    type: Literal["officeBuy"]
    fields: OfficeBuyFields


class PropertyInputOfficeBuy(PropertyInputShared, OfficeBuy):
    pass


class CommercialRentFields(TypedDict, total=False):
    """Fields that several property types share."""

    baseRent: float
    totalRent: float
    additionalCosts: float
    deposit: str
    parkingSpaceRent: float


class _OfficeRentFieldsRequired(TypedDict):
    address: Address
    usableArea: float


class OfficeRentFields(CommonFields, CommercialRentFields, AccessFields, _OfficeRentFieldsRequired, total=False):
    """Attributes of an office or a practice for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    flooringType: Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]
    hasAirConditioning: bool
    hasCanteen: bool
    hasKitchen: bool
    hasLift: bool
    hasNetworkCables: bool
    officeType: Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]
    totalArea: float


class OfficeRent(TypedDict):
    """Office for rent."""

    type: Literal["officeRent"]
    fields: OfficeRentFields


class PropertyInputOfficeRent(PropertyInputShared, OfficeRent):
    pass


class _RetailBuyFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class RetailBuyFields(CommonFields, SaleFields, AccessFields, _RetailBuyFieldsRequired, total=False):
    """Attributes of a retail space for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hasRamp: bool
    parkingSpacePurchasePrice: float
    retailType: Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]


class RetailBuy(TypedDict):
    """Retail space for sale."""

    type: Literal["retailBuy"]
    fields: RetailBuyFields


class PropertyInputRetailBuy(PropertyInputShared, RetailBuy):
    pass


class _RetailRentFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class RetailRentFields(CommonFields, CommercialRentFields, AccessFields, _RetailRentFieldsRequired, total=False):
    """Attributes of a retail space for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hasRamp: bool
    retailType: Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]


class RetailRent(TypedDict):
    """Retail space for rent."""

    type: Literal["retailRent"]
    fields: RetailRentFields


class PropertyInputRetailRent(PropertyInputShared, RetailRent):
    pass


class _GastronomyBuyFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class GastronomyBuyFields(CommonFields, SaleFields, AccessFields, _GastronomyBuyFieldsRequired, total=False):
    """Attributes of a restaurant, a hotel or a bar for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    gastronomyType: Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]
    hasTerrace: bool
    numberOfBeds: int
    numberOfSeats: int
    parkingSpacePurchasePrice: float


class GastronomyBuy(TypedDict):
    """Gastronomy for sale."""

    type: Literal["gastronomyBuy"]
    fields: GastronomyBuyFields


class PropertyInputGastronomyBuy(PropertyInputShared, GastronomyBuy):
    pass


class _GastronomyRentFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class GastronomyRentFields(CommonFields, CommercialRentFields, AccessFields, _GastronomyRentFieldsRequired, total=False):
    """Attributes of a restaurant, a hotel or a bar for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    gastronomyType: Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]
    hasTerrace: bool
    numberOfBeds: int
    numberOfSeats: int


class GastronomyRent(TypedDict):
    """Gastronomy for rent."""

    type: Literal["gastronomyRent"]
    fields: GastronomyRentFields


class PropertyInputGastronomyRent(PropertyInputShared, GastronomyRent):
    pass


class _IndustrialBuyFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class IndustrialBuyFields(CommonFields, SaleFields, AccessFields, _IndustrialBuyFieldsRequired, total=False):
    """Attributes of a hall, a storage or a production site for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hallHeight: float
    industrialType: Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]
    parkingArea: float
    parkingSpacePurchasePrice: float
    plotArea: float


class IndustrialBuy(TypedDict):
    """Industrial property for sale."""

    type: Literal["industrialBuy"]
    fields: IndustrialBuyFields


class PropertyInputIndustrialBuy(PropertyInputShared, IndustrialBuy):
    pass


class _IndustrialRentFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class IndustrialRentFields(CommonFields, CommercialRentFields, AccessFields, _IndustrialRentFieldsRequired, total=False):
    """Attributes of a hall, a storage or a production site for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hallHeight: float
    industrialType: Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]
    parkingArea: float
    plotArea: float


class IndustrialRent(TypedDict):
    """Industrial property for rent."""

    type: Literal["industrialRent"]
    fields: IndustrialRentFields


class PropertyInputIndustrialRent(PropertyInputShared, IndustrialRent):
    pass


class _OtherCommercialBuyFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class OtherCommercialBuyFields(CommonFields, SaleFields, AccessFields, _OtherCommercialBuyFieldsRequired, total=False):
    """Attributes of a commercial property of another kind for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    parkingSpacePurchasePrice: float
    plotArea: float


class OtherCommercialBuy(TypedDict):
    """Other commercial property for sale."""

    type: Literal["otherCommercialBuy"]
    fields: OtherCommercialBuyFields


class PropertyInputOtherCommercialBuy(PropertyInputShared, OtherCommercialBuy):
    pass


class _OtherCommercialRentFieldsRequired(TypedDict):
    address: Address
    totalArea: float
    usableArea: float


class OtherCommercialRentFields(CommonFields, CommercialRentFields, AccessFields, _OtherCommercialRentFieldsRequired, total=False):
    """Attributes of a commercial property of another kind for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    plotArea: float


class OtherCommercialRent(TypedDict):
    """Other commercial property for rent."""

    type: Literal["otherCommercialRent"]
    fields: OtherCommercialRentFields


class PropertyInputOtherCommercialRent(PropertyInputShared, OtherCommercialRent):
    pass


class _ParkingSpaceBuyFieldsRequired(TypedDict):
    address: Address
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]


class ParkingSpaceBuyFields(CommonFields, SaleFields, _ParkingSpaceBuyFieldsRequired, total=False):
    """Attributes of a garage or a parking space for sale."""

    constructionYear: int
    usableArea: float


class ParkingSpaceBuy(TypedDict):
    """Parking space for sale."""

    type: Literal["parkingSpaceBuy"]
    fields: ParkingSpaceBuyFields


class PropertyInputParkingSpaceBuy(PropertyInputShared, ParkingSpaceBuy):
    pass


class _ParkingSpaceRentFieldsRequired(TypedDict):
    address: Address
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]


class ParkingSpaceRentFields(CommonFields, _ParkingSpaceRentFieldsRequired, total=False):
    """Attributes of a garage or a parking space for rent."""

    baseRent: float
    constructionYear: int
    deposit: str
    totalRent: float
    usableArea: float


class ParkingSpaceRent(TypedDict):
    """Parking space for rent."""

    type: Literal["parkingSpaceRent"]
    fields: ParkingSpaceRentFields


class PropertyInputParkingSpaceRent(PropertyInputShared, ParkingSpaceRent):
    pass


class _CommercialPlotBuyFieldsRequired(TypedDict):
    address: PlotAddress


class CommercialPlotBuyFields(CommonFields, SaleFields, LandFields, AccessFields, _CommercialPlotBuyFieldsRequired, total=False):
    """Attributes of a commercial plot for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    commercialPlotType: Literal["recreation", "commercial", "agriculture"]
    constructionYear: int
    usableArea: float


class CommercialPlotBuy(TypedDict):
    """Commercial plot for sale."""

    type: Literal["commercialPlotBuy"]
    fields: CommercialPlotBuyFields


class PropertyInputCommercialPlotBuy(PropertyInputShared, CommercialPlotBuy):
    pass


class _ResidentialInvestmentBuyFieldsRequired(TypedDict):
    address: Address
    constructionYear: int
    totalArea: float


class ResidentialInvestmentBuyFields(CommonFields, SaleFields, AccessFields, _ResidentialInvestmentBuyFieldsRequired, total=False):
    """Attributes of a residential building that is bought for its rents."""

    actualYearlyRentalIncome: float
    additionalCosts: float
    hasLift: bool
    livingArea: float
    plotArea: float
    rentableArea: float
    residentialEnergyCertificate: ResidentialEnergyCertificate
    residentialInvestmentType: Literal["multiFamily", "residentialAndCommercial", "housingEstate", "singleFamily", "apartment", "other"]
    targetYearlyRentalIncome: float
    usableArea: float


class ResidentialInvestmentBuy(TypedDict):
    """Residential investment for sale."""

    type: Literal["residentialInvestmentBuy"]
    fields: ResidentialInvestmentBuyFields


class PropertyInputResidentialInvestmentBuy(PropertyInputShared, ResidentialInvestmentBuy):
    pass


class _CommercialInvestmentBuyFieldsRequired(TypedDict):
    address: Address
    constructionYear: int
    totalArea: float


class CommercialInvestmentBuyFields(CommonFields, SaleFields, AccessFields, _CommercialInvestmentBuyFieldsRequired, total=False):
    """Attributes of a commercial building that is bought for its rents."""

    actualYearlyRentalIncome: float
    additionalCosts: float
    commercialEnergyCertificate: CommercialEnergyCertificate
    commercialInvestmentType: Literal["mall", "supermarket", "commercialBuilding", "officeBuilding", "industrial"]
    hasLift: bool
    livingArea: float
    plotArea: float
    rentableArea: float
    targetYearlyRentalIncome: float
    usableArea: float


class CommercialInvestmentBuy(TypedDict):
    """Commercial investment for sale."""

    type: Literal["commercialInvestmentBuy"]
    fields: CommercialInvestmentBuyFields


class PropertyInputCommercialInvestmentBuy(PropertyInputShared, CommercialInvestmentBuy):
    pass


class _UpdatePropertyInputRequired(TypedDict):
    fields: Union[ApartmentBuyFields, ApartmentRentFields, HouseBuyFields, HouseRentFields, PlotBuyFields, PlotRentFields, OfficeBuyFields, OfficeRentFields, RetailBuyFields, RetailRentFields, GastronomyBuyFields, GastronomyRentFields, IndustrialBuyFields, IndustrialRentFields, OtherCommercialBuyFields, OtherCommercialRentFields, ParkingSpaceBuyFields, ParkingSpaceRentFields, CommercialPlotBuyFields, ResidentialInvestmentBuyFields, CommercialInvestmentBuyFields]


class UpdatePropertyInput(_UpdatePropertyInputRequired, total=False):
    type: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    onSold: Literal["takeDown", "keep"]
    attachments: List[Attachment]
    links: List[Link]
    contactId: str
    externalId: str


class _ContactInputRequired(TypedDict):
    email: str
    lastName: str


class ContactInput(_ContactInputRequired, total=False):
    """The fields of a new contact."""

    title: str
    firstName: str
    phone: str
    mobilePhone: str
    website: str
    photo: str


class _UpdateContactInputRequired(TypedDict):
    email: str
    lastName: str


class UpdateContactInput(_UpdateContactInputRequired, total=False):
    title: str
    firstName: str
    phone: str
    mobilePhone: str
    website: str
    photo: str


class _SynchronizeTargetInputRequired(TypedDict):
    mode: Literal["partial", "full"]


class SynchronizeTargetInput(_SynchronizeTargetInputRequired, total=False):
    confirmRemovals: int


class _TargetInput1CredentialsContactRequired(TypedDict):
    email: str
    lastName: str


class TargetInput1CredentialsContact(_TargetInput1CredentialsContactRequired, total=False):
    title: str
    firstName: str
    phone: str
    mobilePhone: str
    website: str


class _TargetInput1CredentialsRequired(TypedDict):
    host: str
    username: str
    password: str


class TargetInput1Credentials(_TargetInput1CredentialsRequired, total=False):
    port: int
    path: str
    secure: bool
    passive: bool
    providerNumber: str
    contact: TargetInput1CredentialsContact


class FtpSettingsReportWordsItem(TypedDict):
    words: str
    field: str


class _ReportFolderRequired(TypedDict):
    path: str


class ReportFolder(_ReportFolderRequired, total=False):
    """A folder in which a portal writes result files."""

    remove: bool


class FtpSettings(TypedDict, total=False):
    """How a portal or website without a profile takes packages. Everything has a default."""

    fileName: str
    upload: Literal["renamed", "direct"]
    checkSize: bool
    charset: Literal["UTF-8", "ISO-8859-1"]
    formatNames: Literal["extension", "media-type"]
    links: bool
    attachmentTypes: List[Literal["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"]]
    maxImages: int
    maxImageBytes: int
    maxImageEdge: int
    unchangedAttachments: Literal["again", "reference"]
    propertyTypes: List[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]
    coldRent: Literal["schema", "base"]
    requestAddress: Literal["additional", "replacesContact", "none"]
    pageDomains: List[str]
    reportWords: List[FtpSettingsReportWordsItem]
    reportFolder: ReportFolder
    transfer: Literal["partial", "full"]
    nightlyFullTransfer: bool
    maxRemovedShare: float


class _TargetInput1Required(TypedDict):
    type: str
    credentials: TargetInput1Credentials


class TargetInput1(_TargetInput1Required, total=False):
    name: str
    settings: FtpSettings
    autoCollectRequests: bool
    hiddenAddress: Literal["flag", "omit"]


class TargetInput2Credentials(TypedDict, total=False):
    """An alternative to redirectUrl."""

    redirectUrl: str


class _TargetInput2Required(TypedDict):
    type: Literal["marketplace-24", "marketplace-24-sandbox"]


class TargetInput2(_TargetInput2Required, total=False):
    name: str
    redirectUrl: str
    credentials: TargetInput2Credentials
    autoCollectRequests: bool
    hiddenAddress: Literal["flag", "omit"]


class _TargetInput3Required(TypedDict):
    type: Literal["feed"]


class TargetInput3(_TargetInput3Required, total=False):
    name: str
    autoCollectRequests: bool
    hiddenAddress: Literal["flag", "omit"]


class _UpdateTargetInput1CredentialsRequired(TypedDict):
    host: str
    username: str


class UpdateTargetInput1Credentials(_UpdateTargetInput1CredentialsRequired, total=False):
    port: int
    password: str
    path: str
    secure: bool
    passive: bool
    providerNumber: str
    contact: TargetInput1CredentialsContact


class _UpdateTargetInput1Required(TypedDict):
    type: str
    credentials: UpdateTargetInput1Credentials


class UpdateTargetInput1(_UpdateTargetInput1Required, total=False):
    name: str
    settings: FtpSettings
    autoCollectRequests: bool
    hiddenAddress: Literal["flag", "omit"]


class PauseTargetInput(TypedDict, total=False):
    reason: str


class _ListingInputRequired(TypedDict):
    propertyId: str
    targetId: str


class ListingInput(_ListingInputRequired, total=False):
    preventPublication: bool
    publishFrom: str
    publishUntil: str


class UpdateListingInput(TypedDict, total=False):
    propertyId: str
    targetId: str
    preventPublication: bool
    publishFrom: str
    publishUntil: str


class JobFilter(TypedDict, total=False):
    """The filters of `GET /properties`. Without any, all properties of the account."""

    externalId: str
    q: str
    processingStatus: Literal["pending", "successful", "failed"]
    type: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    deal: Literal["sale", "rent"]
    contactId: Id
    targetId: Id
    listingState: Literal["published", "unpublished", "pending", "failed", "paused"]


class JobListingFilter(TypedDict, total=False):
    """The filters of `GET /listings`. Without any, all listings of the account."""

    propertyId: Id
    targetId: Id
    state: Literal["published", "unpublished", "pending", "failed", "paused"]
    q: str
    published: bool
    scheduled: bool
    platformState: Literal["confirmed", "rejected", "removed", "unknown"]


class _JobInputRequired(TypedDict):
    action: Literal["publish", "takeDown", "retry", "setContact", "setSalesStatus", "delete"]


class JobInput(_JobInputRequired, total=False):
    ids: List[Id]
    filter: JobFilter
    listingIds: List[Id]
    listingFilter: JobListingFilter
    targetIds: List[Id]
    contactId: Id
    salesStatus: Literal["open", "reserved", "sold"]


class _ImportSourceInputFallbackContactRequired(TypedDict):
    email: str
    lastName: str


class ImportSourceInputFallbackContact(_ImportSourceInputFallbackContactRequired, total=False):
    """The contact of properties whose objects name none, or none with an email address. Without it, such properties have no contact."""

    title: str
    firstName: str
    phone: str
    mobilePhone: str
    website: str


class _ImportSourceInputRequired(TypedDict):
    name: str


class ImportSourceInput(_ImportSourceInputRequired, total=False):
    """The settings of an import source."""

    folder: str
    targetIds: List[str]
    preventPublication: bool
    onSold: Literal["takeDown", "keep"]
    fallbackContact: ImportSourceInputFallbackContact
    defaultCountry: str
    emptyValues: List[str]
    allowPlainLogins: bool
    maxRemovedShare: float


class _UpdateImportSourceInputRequired(TypedDict):
    name: str


class UpdateImportSourceInput(_UpdateImportSourceInputRequired, total=False):
    folder: str
    targetIds: List[str]
    preventPublication: bool
    onSold: Literal["takeDown", "keep"]
    fallbackContact: ImportSourceInputFallbackContact
    defaultCountry: str
    emptyValues: List[str]
    allowPlainLogins: bool
    maxRemovedShare: float


class PreviewImportSourceInput(TypedDict, total=False):
    defaultCountry: str
    emptyValues: List[str]


class _SetRequestHandlingInputRequired(TypedDict):
    state: Literal["new", "inProgress", "done"]


class SetRequestHandlingInput(_SetRequestHandlingInputRequired, total=False):
    assignee: Id
    note: str


class ErasureInput(TypedDict):
    email: str


class RetentionInput(TypedDict):
    requestsDays: int


class WebhookInputFilter(TypedDict, total=False):
    """Filters for events. A filter does not affect events to which it does not apply, such as events without a target."""

    targetIds: List[Id]
    propertyTypes: List[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]


class _WebhookInputRequired(TypedDict):
    url: str
    events: List[Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]]


class WebhookInput(_WebhookInputRequired, total=False):
    name: str
    maxDeliveriesPerSecond: int
    retryScheduleSeconds: List[int]
    headers: Dict[str, str]
    filter: WebhookInputFilter


class TestWebhookInput(TypedDict):
    event: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]


class ResendDeliveriesInput(TypedDict, total=False):
    since: str
    until: str
    fromSequence: int
    toSequence: int
    status: Union[Literal["succeeded", "failed", "discarded"], List[Literal["succeeded", "failed", "discarded"]]]


class CreatedRequestProspectAddress(TypedDict, total=False):
    city: str
    postalCode: str
    street: str


class CreatedRequestProspect(TypedDict, total=False):
    address: CreatedRequestProspectAddress
    company: str
    email: str
    firstName: str
    lastName: str
    mobilePhone: str
    phone: str
    salutation: str


class CreatedRequestPropertyProvidedByPlatformAddress(TypedDict, total=False):
    street: str
    cityDistrict: str
    city: str
    country: str


class CreatedRequestPropertyProvidedByPlatform(TypedDict, total=False):
    address: CreatedRequestPropertyProvidedByPlatformAddress
    externalId: str
    publicUrl: str
    title: str


class _ActorRequired(TypedDict):
    kind: str


class Actor(_ActorRequired, total=False):
    """Who caused something. Absent if the service did it by itself."""

    id: Id
    name: str


class _RequestHandlingRequired(TypedDict):
    state: Literal["new", "inProgress", "done"]


class RequestHandling(_RequestHandlingRequired, total=False):
    """How far the people of the account are with a request."""

    assignee: Id
    note: str
    changedAt: str
    changedBy: Actor
    answeredAt: str
    answeredBy: Actor


class _CreatedRequestRequired(TypedDict):
    id: Id
    createdAt: str
    message: str
    targetId: Id
    prospect: CreatedRequestProspect
    propertyProvidedByPlatform: CreatedRequestPropertyProvidedByPlatform


class CreatedRequest(_CreatedRequestRequired, total=False):
    """A contact request as the service received it by email."""

    propertyId: Id
    handling: RequestHandling
    propertyType: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]


class RequestCreatedEvent(TypedDict):
    eventId: Id
    eventName: Literal["request.created"]
    eventPayload: CreatedRequest
    eventTime: str


class _PublicationSucceededEventEventPayloadRequired(TypedDict):
    listingId: Id
    propertyId: Id
    targetId: Id
    type: Literal["set", "delete"]


class PublicationSucceededEventEventPayload(_PublicationSucceededEventEventPayloadRequired, total=False):
    propertyType: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    publicUrl: str


class PublicationSucceededEvent(TypedDict):
    eventId: Id
    eventName: Literal["publication.succeeded"]
    eventPayload: PublicationSucceededEventEventPayload
    eventTime: str


class _PublicationFailedEventEventPayloadRequired(TypedDict):
    listingId: Id
    propertyId: Id
    targetId: Id
    type: Literal["set", "delete"]
    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]
    failureMessage: str


class PublicationFailedEventEventPayload(_PublicationFailedEventEventPayloadRequired, total=False):
    propertyType: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]


class PublicationFailedEvent(TypedDict):
    eventId: Id
    eventName: Literal["publication.failed"]
    eventPayload: PublicationFailedEventEventPayload
    eventTime: str


class AttachmentFailure(TypedDict):
    """Why the property is published without an attachment."""

    position: int
    failureCode: Literal["attachment_not_found", "attachment_unreachable", "attachment_too_large", "attachment_type_unsupported", "attachment_type_mismatch", "attachment_unreadable", "attachment_address_forbidden"]
    failureMessage: str


class _PropertySharedRequired(TypedDict):
    id: Id
    attachments: List[Attachment]
    links: List[Link]
    externalId: str
    processingStatus: Literal["pending", "successful", "failed"]
    createdAt: str
    updatedAt: str


class PropertyShared(_PropertySharedRequired, total=False):
    """A property that can be published on targets."""

    contactId: str
    onSold: Literal["takeDown", "keep"]
    unprocessedAttachments: List[int]
    attachmentFailures: List[AttachmentFailure]


class _StoredAddressRequired(TypedDict):
    postalCode: str
    city: str
    country: str
    publish: bool


class StoredAddress(_StoredAddressRequired, total=False):
    """Where a property is. Street and number are optional; a platform that needs them says so before anything is published. With `publish: false`, platforms receive the street and the number with the instruction not to show them; with `hiddenAddress: omit` of the target or the account they receive neither."""

    street: str
    streetNumber: str
    region: str


class _StoredApartmentBuyFieldsRequired(TypedDict):
    address: StoredAddress
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    numberOfRooms: float


class StoredApartmentBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields, _StoredApartmentBuyFieldsRequired, total=False):
    """Attributes of an apartment for sale."""

    condoFee: float
    constructionYear: int
    floor: int
    hasBalcony: bool
    hasBuiltInKitchen: bool
    hasGarden: bool
    hasLift: bool
    isAccessible: bool
    requiresWBS: bool
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class StoredApartmentBuy(TypedDict):
    """Apartment for sale."""

    type: Literal["apartmentBuy"]
    fields: StoredApartmentBuyFields


class PropertyApartmentBuy(PropertyShared, StoredApartmentBuy):
    pass


class _StoredApartmentRentFieldsRequired(TypedDict):
    address: StoredAddress
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    numberOfRooms: float


class StoredApartmentRentFields(CommonFields, RentFields, RoomFields, _StoredApartmentRentFieldsRequired, total=False):
    """Attributes of an apartment for rent."""

    constructionYear: int
    floor: int
    hasBalcony: bool
    hasBuiltInKitchen: bool
    hasGarden: bool
    hasLift: bool
    isAccessible: bool
    requiresWBS: bool
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class StoredApartmentRent(TypedDict):
    """Apartment for rent."""

    type: Literal["apartmentRent"]
    fields: StoredApartmentRentFields


class PropertyApartmentRent(PropertyShared, StoredApartmentRent):
    pass


class _StoredHouseBuyFieldsRequired(TypedDict):
    address: StoredAddress
    plotArea: float


class StoredHouseBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields, _StoredHouseBuyFieldsRequired, total=False):
    """Attributes of a house for sale."""

    constructionYear: int
    hasLodgerFlat: bool
    houseType: Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]
    isAccessible: bool
    numberOfRooms: float
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class StoredHouseBuy(TypedDict):
    """House for sale."""

    type: Literal["houseBuy"]
    fields: StoredHouseBuyFields


class PropertyHouseBuy(PropertyShared, StoredHouseBuy):
    pass


class _StoredHouseRentFieldsRequired(TypedDict):
    address: StoredAddress
    plotArea: float


class StoredHouseRentFields(CommonFields, RentFields, RoomFields, _StoredHouseRentFieldsRequired, total=False):
    """Attributes of a house for rent."""

    constructionYear: int
    hasBuiltInKitchen: bool
    houseType: Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]
    isAccessible: bool
    numberOfRooms: float
    residentialEnergyCertificate: ResidentialEnergyCertificate
    usableArea: float


class StoredHouseRent(TypedDict):
    """House for rent."""

    type: Literal["houseRent"]
    fields: StoredHouseRentFields


class PropertyHouseRent(PropertyShared, StoredHouseRent):
    pass


class _StoredPlotBuyFieldsRequired(TypedDict):
    address: StoredAddress


class StoredPlotBuyFields(CommonFields, SaleFields, LandFields, _StoredPlotBuyFieldsRequired, total=False):
    """Attributes of a residential plot for sale."""

    constructionYear: int
    usableArea: float


class StoredPlotBuy(TypedDict):
    """Residential plot for sale."""

    type: Literal["plotBuy"]
    fields: StoredPlotBuyFields


class PropertyPlotBuy(PropertyShared, StoredPlotBuy):
    pass


class _StoredPlotRentFieldsRequired(TypedDict):
    address: StoredAddress
    yearlyRent: float


class StoredPlotRentFields(CommonFields, LandFields, _StoredPlotRentFieldsRequired, total=False):
    """Attributes of a residential plot for lease. The rent is paid per year."""

    constructionYear: int
    usableArea: float


class StoredPlotRent(TypedDict):
    """Residential plot for lease."""

    type: Literal["plotRent"]
    fields: StoredPlotRentFields


class PropertyPlotRent(PropertyShared, StoredPlotRent):
    pass


class _StoredOfficeBuyFieldsRequired(TypedDict):
    address: StoredAddress
    usableArea: float


class StoredOfficeBuyFields(CommonFields, SaleFields, AccessFields, _StoredOfficeBuyFieldsRequired, total=False):
    """Attributes of an office or a practice for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    flooringType: Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]
    hasAirConditioning: bool
    hasCanteen: bool
    hasKitchen: bool
    hasLift: bool
    hasNetworkCables: bool
    officeType: Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]
    parkingSpacePurchasePrice: float
    totalArea: float


class StoredOfficeBuy(TypedDict):
    """Office for sale."""

    type: Literal["officeBuy"]
    fields: StoredOfficeBuyFields


class PropertyOfficeBuy(PropertyShared, StoredOfficeBuy):
    pass


class _StoredOfficeRentFieldsRequired(TypedDict):
    address: StoredAddress
    usableArea: float


class StoredOfficeRentFields(CommonFields, CommercialRentFields, AccessFields, _StoredOfficeRentFieldsRequired, total=False):
    """Attributes of an office or a practice for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    flooringType: Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]
    hasAirConditioning: bool
    hasCanteen: bool
    hasKitchen: bool
    hasLift: bool
    hasNetworkCables: bool
    officeType: Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]
    totalArea: float


class StoredOfficeRent(TypedDict):
    """Office for rent."""

    type: Literal["officeRent"]
    fields: StoredOfficeRentFields


class PropertyOfficeRent(PropertyShared, StoredOfficeRent):
    pass


class _StoredRetailBuyFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredRetailBuyFields(CommonFields, SaleFields, AccessFields, _StoredRetailBuyFieldsRequired, total=False):
    """Attributes of a retail space for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hasRamp: bool
    parkingSpacePurchasePrice: float
    retailType: Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]


class StoredRetailBuy(TypedDict):
    """Retail space for sale."""

    type: Literal["retailBuy"]
    fields: StoredRetailBuyFields


class PropertyRetailBuy(PropertyShared, StoredRetailBuy):
    pass


class _StoredRetailRentFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredRetailRentFields(CommonFields, CommercialRentFields, AccessFields, _StoredRetailRentFieldsRequired, total=False):
    """Attributes of a retail space for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hasRamp: bool
    retailType: Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]


class StoredRetailRent(TypedDict):
    """Retail space for rent."""

    type: Literal["retailRent"]
    fields: StoredRetailRentFields


class PropertyRetailRent(PropertyShared, StoredRetailRent):
    pass


class _StoredGastronomyBuyFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredGastronomyBuyFields(CommonFields, SaleFields, AccessFields, _StoredGastronomyBuyFieldsRequired, total=False):
    """Attributes of a restaurant, a hotel or a bar for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    gastronomyType: Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]
    hasTerrace: bool
    numberOfBeds: int
    numberOfSeats: int
    parkingSpacePurchasePrice: float


class StoredGastronomyBuy(TypedDict):
    """Gastronomy for sale."""

    type: Literal["gastronomyBuy"]
    fields: StoredGastronomyBuyFields


class PropertyGastronomyBuy(PropertyShared, StoredGastronomyBuy):
    pass


class _StoredGastronomyRentFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredGastronomyRentFields(CommonFields, CommercialRentFields, AccessFields, _StoredGastronomyRentFieldsRequired, total=False):
    """Attributes of a restaurant, a hotel or a bar for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    gastronomyType: Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]
    hasTerrace: bool
    numberOfBeds: int
    numberOfSeats: int


class StoredGastronomyRent(TypedDict):
    """Gastronomy for rent."""

    type: Literal["gastronomyRent"]
    fields: StoredGastronomyRentFields


class PropertyGastronomyRent(PropertyShared, StoredGastronomyRent):
    pass


class _StoredIndustrialBuyFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredIndustrialBuyFields(CommonFields, SaleFields, AccessFields, _StoredIndustrialBuyFieldsRequired, total=False):
    """Attributes of a hall, a storage or a production site for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hallHeight: float
    industrialType: Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]
    parkingArea: float
    parkingSpacePurchasePrice: float
    plotArea: float


class StoredIndustrialBuy(TypedDict):
    """Industrial property for sale."""

    type: Literal["industrialBuy"]
    fields: StoredIndustrialBuyFields


class PropertyIndustrialBuy(PropertyShared, StoredIndustrialBuy):
    pass


class _StoredIndustrialRentFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredIndustrialRentFields(CommonFields, CommercialRentFields, AccessFields, _StoredIndustrialRentFieldsRequired, total=False):
    """Attributes of a hall, a storage or a production site for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    hallHeight: float
    industrialType: Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]
    parkingArea: float
    plotArea: float


class StoredIndustrialRent(TypedDict):
    """Industrial property for rent."""

    type: Literal["industrialRent"]
    fields: StoredIndustrialRentFields


class PropertyIndustrialRent(PropertyShared, StoredIndustrialRent):
    pass


class _StoredOtherCommercialBuyFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredOtherCommercialBuyFields(CommonFields, SaleFields, AccessFields, _StoredOtherCommercialBuyFieldsRequired, total=False):
    """Attributes of a commercial property of another kind for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    parkingSpacePurchasePrice: float
    plotArea: float


class StoredOtherCommercialBuy(TypedDict):
    """Other commercial property for sale."""

    type: Literal["otherCommercialBuy"]
    fields: StoredOtherCommercialBuyFields


class PropertyOtherCommercialBuy(PropertyShared, StoredOtherCommercialBuy):
    pass


class _StoredOtherCommercialRentFieldsRequired(TypedDict):
    address: StoredAddress
    totalArea: float
    usableArea: float


class StoredOtherCommercialRentFields(CommonFields, CommercialRentFields, AccessFields, _StoredOtherCommercialRentFieldsRequired, total=False):
    """Attributes of a commercial property of another kind for rent."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    constructionYear: int
    divisibleFrom: float
    plotArea: float


class StoredOtherCommercialRent(TypedDict):
    """Other commercial property for rent."""

    type: Literal["otherCommercialRent"]
    fields: StoredOtherCommercialRentFields


class PropertyOtherCommercialRent(PropertyShared, StoredOtherCommercialRent):
    pass


class _StoredParkingSpaceBuyFieldsRequired(TypedDict):
    address: StoredAddress
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]


class StoredParkingSpaceBuyFields(CommonFields, SaleFields, _StoredParkingSpaceBuyFieldsRequired, total=False):
    """Attributes of a garage or a parking space for sale."""

    constructionYear: int
    usableArea: float


class StoredParkingSpaceBuy(TypedDict):
    """Parking space for sale."""

    type: Literal["parkingSpaceBuy"]
    fields: StoredParkingSpaceBuyFields


class PropertyParkingSpaceBuy(PropertyShared, StoredParkingSpaceBuy):
    pass


class _StoredParkingSpaceRentFieldsRequired(TypedDict):
    address: StoredAddress
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]


class StoredParkingSpaceRentFields(CommonFields, _StoredParkingSpaceRentFieldsRequired, total=False):
    """Attributes of a garage or a parking space for rent."""

    baseRent: float
    constructionYear: int
    deposit: str
    totalRent: float
    usableArea: float


class StoredParkingSpaceRent(TypedDict):
    """Parking space for rent."""

    type: Literal["parkingSpaceRent"]
    fields: StoredParkingSpaceRentFields


class PropertyParkingSpaceRent(PropertyShared, StoredParkingSpaceRent):
    pass


class _StoredCommercialPlotBuyFieldsRequired(TypedDict):
    address: StoredAddress


class StoredCommercialPlotBuyFields(CommonFields, SaleFields, LandFields, AccessFields, _StoredCommercialPlotBuyFieldsRequired, total=False):
    """Attributes of a commercial plot for sale."""

    commercialEnergyCertificate: CommercialEnergyCertificate
    commercialPlotType: Literal["recreation", "commercial", "agriculture"]
    constructionYear: int
    usableArea: float


class StoredCommercialPlotBuy(TypedDict):
    """Commercial plot for sale."""

    type: Literal["commercialPlotBuy"]
    fields: StoredCommercialPlotBuyFields


class PropertyCommercialPlotBuy(PropertyShared, StoredCommercialPlotBuy):
    pass


class _StoredResidentialInvestmentBuyFieldsRequired(TypedDict):
    address: StoredAddress
    constructionYear: int
    totalArea: float


class StoredResidentialInvestmentBuyFields(CommonFields, SaleFields, AccessFields, _StoredResidentialInvestmentBuyFieldsRequired, total=False):
    """Attributes of a residential building that is bought for its rents."""

    actualYearlyRentalIncome: float
    additionalCosts: float
    hasLift: bool
    livingArea: float
    plotArea: float
    rentableArea: float
    residentialEnergyCertificate: ResidentialEnergyCertificate
    residentialInvestmentType: Literal["multiFamily", "residentialAndCommercial", "housingEstate", "singleFamily", "apartment", "other"]
    targetYearlyRentalIncome: float
    usableArea: float


class StoredResidentialInvestmentBuy(TypedDict):
    """Residential investment for sale."""

    type: Literal["residentialInvestmentBuy"]
    fields: StoredResidentialInvestmentBuyFields


class PropertyResidentialInvestmentBuy(PropertyShared, StoredResidentialInvestmentBuy):
    pass


class _StoredCommercialInvestmentBuyFieldsRequired(TypedDict):
    address: StoredAddress
    constructionYear: int
    totalArea: float


class StoredCommercialInvestmentBuyFields(CommonFields, SaleFields, AccessFields, _StoredCommercialInvestmentBuyFieldsRequired, total=False):
    """Attributes of a commercial building that is bought for its rents."""

    actualYearlyRentalIncome: float
    additionalCosts: float
    commercialEnergyCertificate: CommercialEnergyCertificate
    commercialInvestmentType: Literal["mall", "supermarket", "commercialBuilding", "officeBuilding", "industrial"]
    hasLift: bool
    livingArea: float
    plotArea: float
    rentableArea: float
    targetYearlyRentalIncome: float
    usableArea: float


class StoredCommercialInvestmentBuy(TypedDict):
    """Commercial investment for sale."""

    type: Literal["commercialInvestmentBuy"]
    fields: StoredCommercialInvestmentBuyFields


class PropertyCommercialInvestmentBuy(PropertyShared, StoredCommercialInvestmentBuy):
    pass


class PropertyProcessingSucceededEvent(TypedDict):
    eventId: Id
    eventName: Literal["property.processing_succeeded"]
    eventPayload: Property
    eventTime: str


class PropertyProcessingFailedEvent(TypedDict):
    eventId: Id
    eventName: Literal["property.processing_failed"]
    eventPayload: Union[StoredApartmentBuy, StoredApartmentRent, StoredHouseBuy, StoredHouseRent, StoredPlotBuy, StoredPlotRent, StoredOfficeBuy, StoredOfficeRent, StoredRetailBuy, StoredRetailRent, StoredGastronomyBuy, StoredGastronomyRent, StoredIndustrialBuy, StoredIndustrialRent, StoredOtherCommercialBuy, StoredOtherCommercialRent, StoredParkingSpaceBuy, StoredParkingSpaceRent, StoredCommercialPlotBuy, StoredResidentialInvestmentBuy, StoredCommercialInvestmentBuy]
    eventTime: str


class _RequestParsingFailedEventEventPayloadProblemsItemRequired(TypedDict):
    failureCode: Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]
    failureMessage: str
    count: int


class RequestParsingFailedEventEventPayloadProblemsItem(_RequestParsingFailedEventEventPayloadProblemsItemRequired, total=False):
    part: str


class _RequestParsingFailedEventEventPayloadRequired(TypedDict):
    targetId: Id
    createdAt: str
    failureCode: Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]
    failureMessage: str
    sender: str
    recipient: str
    subject: str
    body: str


class RequestParsingFailedEventEventPayload(_RequestParsingFailedEventEventPayloadRequired, total=False):
    requestCount: int
    problems: List[RequestParsingFailedEventEventPayloadProblemsItem]
    mailId: Id
    mailUrl: str


class RequestParsingFailedEvent(TypedDict):
    eventId: Id
    eventName: Literal["request.parsing_failed"]
    eventPayload: RequestParsingFailedEventEventPayload
    eventTime: str


class _WebhookFailingEventEventPayloadRequired(TypedDict):
    webhookId: Id
    host: str
    failingSince: str
    disablesAt: str


class WebhookFailingEventEventPayload(_WebhookFailingEventEventPayloadRequired, total=False):
    name: str


class WebhookFailingEvent(TypedDict):
    eventId: Id
    eventName: Literal["webhook.failing"]
    eventPayload: WebhookFailingEventEventPayload
    eventTime: str


class _WebhookDisabledEventEventPayloadRequired(TypedDict):
    webhookId: Id
    host: str
    disabledReason: Literal["receiver_gone", "failing"]
    disabledAt: str


class WebhookDisabledEventEventPayload(_WebhookDisabledEventEventPayloadRequired, total=False):
    name: str
    failingSince: str


class WebhookDisabledEvent(TypedDict):
    eventId: Id
    eventName: Literal["webhook.disabled"]
    eventPayload: WebhookDisabledEventEventPayload
    eventTime: str


class _TargetFailingEventEventPayloadRequired(TypedDict):
    targetId: Id
    targetType: str
    failureCode: Literal["credentials_rejected", "authorization_revoked"]
    failureMessage: str
    since: str


class TargetFailingEventEventPayload(_TargetFailingEventEventPayloadRequired, total=False):
    name: str


class TargetFailingEvent(TypedDict):
    eventId: Id
    eventName: Literal["target.failing"]
    eventPayload: TargetFailingEventEventPayload
    eventTime: str


class _TargetPausedEventEventPayloadRequired(TypedDict):
    targetId: Id
    targetType: str
    by: Literal["operator", "service", "customer"]
    at: str
    message: str


class TargetPausedEventEventPayload(_TargetPausedEventEventPayloadRequired, total=False):
    name: str
    reason: str
    actor: Actor


class TargetPausedEvent(TypedDict):
    eventId: Id
    eventName: Literal["target.paused"]
    eventPayload: TargetPausedEventEventPayload
    eventTime: str


class _LeftListingRequired(TypedDict):
    listingId: Id
    targetId: Id
    targetType: str
    failureMessage: str


class LeftListing(_LeftListingRequired, total=False):
    """A listing that its platform may still show."""

    externalId: str
    targetName: str
    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]


class AccountClosedEventEventPayload(TypedDict):
    closingId: Id
    requestedAt: str
    left: List[LeftListing]
    leftCount: int


class AccountClosedEvent(TypedDict):
    eventId: Id
    eventName: Literal["account.closed"]
    eventPayload: AccountClosedEventEventPayload
    eventTime: str


class ImportCounts(TypedDict):
    objects: int
    created: int
    updated: int
    unchanged: int
    deleted: int
    failed: int


class _ImportSoftwareRequired(TypedDict):
    name: str


class ImportSoftware(_ImportSoftwareRequired, total=False):
    """The software that wrote the document, as named in the document."""

    version: str


class _ImportRemovalRequired(TypedDict):
    missing: int
    known: int
    maxShare: float


class ImportRemoval(_ImportRemovalRequired, total=False):
    """Only for a full transfer: the number of properties that it does not contain, the number of properties of the source with the same providers, and the share that may be deleted without a confirmation."""

    unidentified: int


class ImportReadWith(TypedDict, total=False):
    """The settings of the source with which the document was read, once reading has begun."""

    defaultCountry: str
    emptyValues: List[str]


class _ImportPreviewRequired(TypedDict):
    importId: Id


class ImportPreview(_ImportPreviewRequired, total=False):
    """Only for a preview of settings, which is a dry run with `readWith`."""

    differing: int


class ImportFailure(TypedDict):
    code: Literal["package_unreadable", "document_missing", "documents_ambiguous", "document_unreadable", "objects_missing", "limit_exceeded", "encrypted", "package_lost", "internal"]
    message: str


class _ImportRequired(TypedDict):
    id: Id
    sizeBytes: int
    state: Literal["queued", "reading", "applying", "awaiting_confirmation", "finished", "failed", "cancelled"]
    dryRun: bool
    counts: ImportCounts
    createdAt: str


class Import(_ImportRequired, total=False):
    """An OpenImmo package and the outcome of its import."""

    sourceId: Id
    fileName: str
    scope: Literal["full", "partial"]
    software: ImportSoftware
    removal: ImportRemoval
    readWith: ImportReadWith
    preview: ImportPreview
    failure: ImportFailure
    finishedAt: str


class ImportFinishedEvent(TypedDict):
    eventId: Id
    eventName: Literal["import.finished"]
    eventPayload: Import
    eventTime: str


class _PlatformMessageRequired(TypedDict):
    severity: Literal["error", "warning", "info"]
    text: str


class PlatformMessage(_PlatformMessageRequired, total=False):
    """A message of a platform about an object."""

    code: str
    observed: Literal["deactivated", "vanished", "missing"]
    field: str


class _PublicationRejectedEventEventPayloadRequired(TypedDict):
    listingId: Id
    propertyId: Id
    targetId: Id
    state: Literal["confirmed", "rejected", "removed", "unknown"]
    at: str
    source: Literal["report", "email", "api", "inquiry"]
    messages: List[PlatformMessage]


class PublicationRejectedEventEventPayload(_PublicationRejectedEventEventPayloadRequired, total=False):
    propertyType: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    reportId: Id
    publicUrl: str


class PublicationRejectedEvent(TypedDict):
    eventId: Id
    eventName: Literal["publication.rejected"]
    eventPayload: PublicationRejectedEventEventPayload
    eventTime: str


class PublicationConfirmedEvent(TypedDict):
    eventId: Id
    eventName: Literal["publication.confirmed"]
    eventPayload: PublicationRejectedEventEventPayload
    eventTime: str


class _TargetSilentEventEventPayloadRequired(TypedDict):
    targetId: Id
    targetType: str
    since: str
    usualMinutes: int
    message: str


class TargetSilentEventEventPayload(_TargetSilentEventEventPayloadRequired, total=False):
    name: str


class TargetSilentEvent(TypedDict):
    eventId: Id
    eventName: Literal["target.silent"]
    eventPayload: TargetSilentEventEventPayload
    eventTime: str


class _ConsumerCredentialsMarketplace24Required(TypedDict):
    configured: bool


class ConsumerCredentialsMarketplace24(_ConsumerCredentialsMarketplace24Required, total=False):
    key: str


ConsumerCredentials = TypedDict("ConsumerCredentials", {
    "marketplace-24": "ConsumerCredentialsMarketplace24",
    "marketplace-24-sandbox": "ConsumerCredentialsMarketplace24",
})


class ClosingRemaining(TypedDict):
    """Listings that have not been taken down yet."""

    listings: int


class ClosingErased(TypedDict):
    """What has been erased so far, by kind."""

    properties: int
    contacts: int
    attachments: int
    listings: int
    targets: int
    requests: int
    mails: int
    webhooks: int
    events: int
    deliveries: int
    messages: int
    users: int
    apiKeys: int
    calls: int
    auditEntries: int
    others: int


class _ClosingRequired(TypedDict):
    id: Id
    accountId: Id
    state: Literal["closing", "cancelled", "finished"]
    requestedAt: str
    cancellableUntil: str
    takeDownUntil: str
    remaining: ClosingRemaining
    erased: ClosingErased
    left: List[LeftListing]
    leftCount: int


class Closing(_ClosingRequired, total=False):
    """The closing of an account. Once it has finished, it is the receipt."""

    phase: Literal["waiting", "taking_down", "erasing", "verifying"]
    cancelledAt: str
    finishedAt: str


class _OwnAccountRequired(TypedDict):
    id: Id
    name: str
    createdAt: str
    updatedAt: str
    consumerCredentials: ConsumerCredentials


class OwnAccount(_OwnAccountRequired, total=False):
    """The account of the key. Secrets are never returned."""

    email: str
    closing: Closing
    signInUrl: str


class ErrorDetailsItem(TypedDict):
    path: str
    message: str
    code: str


class _ErrorRequired(TypedDict):
    error: str
    message: str
    statusCode: int
    code: str
    requestId: str


class Error(_ErrorRequired, total=False):
    """The error, as a stable code and a message."""

    details: List[ErrorDetailsItem]


class ConsumerKey(TypedDict):
    """The stored consumer credentials. The secret is never returned."""

    key: str


class _ApiKeyRequired(TypedDict):
    id: Id
    name: str
    prefix: str
    lastFour: str
    scopes: List[Literal["read", "write"]]
    createdAt: str


class ApiKey(_ApiKeyRequired, total=False):
    lastUsedAt: str
    expiresAt: str


class ApiKeysPageUnreadableItem(TypedDict):
    id: str
    unreadable: Literal[True]


class _ApiKeysPageRequired(TypedDict):
    hasMore: bool
    data: List[ApiKey]


class ApiKeysPage(_ApiKeysPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _NewApiKeyRequired(TypedDict):
    id: Id
    name: str
    prefix: str
    lastFour: str
    scopes: List[Literal["read", "write"]]
    createdAt: str
    key: str


class NewApiKey(_NewApiKeyRequired, total=False):
    lastUsedAt: str
    expiresAt: str


class _DashboardLinkRequired(TypedDict):
    id: Id
    pages: List[str]
    embedOrigins: List[str]
    createdBy: Actor
    createdAt: str
    openBefore: str
    expiresAt: str


class DashboardLink(_DashboardLinkRequired, total=False):
    """A link to some pages of the dashboard, for people who do not sign in. It ends early if the key or the user that created it is removed or loses the permission."""

    name: str
    returnUrl: str
    openedAt: str


class _DashboardLinksPageRequired(TypedDict):
    hasMore: bool
    data: List[DashboardLink]


class DashboardLinksPage(_DashboardLinksPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _NewDashboardLinkRequired(TypedDict):
    id: Id
    pages: List[str]
    embedOrigins: List[str]
    createdBy: Actor
    createdAt: str
    openBefore: str
    expiresAt: str
    url: str


class NewDashboardLink(_NewDashboardLinkRequired, total=False):
    name: str
    returnUrl: str
    openedAt: str


class _UserRequired(TypedDict):
    id: Id
    email: str
    role: Role
    state: Literal["invited", "active"]
    invitedAt: str


class User(_UserRequired, total=False):
    """A person who may sign in to the dashboard of the account."""

    name: str
    lastSignInAt: str


class _UsersPageRequired(TypedDict):
    hasMore: bool
    data: List[User]


class UsersPage(_UsersPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _InvitedUserRequired(TypedDict):
    id: Id
    email: str
    role: Role
    state: Literal["invited", "active"]
    invitedAt: str
    isInvitationSent: bool


class InvitedUser(_InvitedUserRequired, total=False):
    name: str
    lastSignInAt: str


class AttemptSummaryDaysItem(TypedDict):
    date: str
    succeeded: int
    failed: int


class AttemptSummary(TypedDict):
    """The number of attempts that succeeded and failed on each day in UTC. Every attempt of a delivery or a publication is counted on the day on which it was made."""

    succeeded: int
    failed: int
    days: List[AttemptSummaryDaysItem]


class RequestActivityDaysItem(TypedDict):
    date: str
    requests: int


class _RequestOriginRequired(TypedDict):
    targetId: Id
    requests: int


class RequestOrigin(_RequestOriginRequired, total=False):
    propertyId: Id


class RequestAnswers(TypedDict):
    by: Actor
    requests: int
    medianSeconds: int


class _RequestActivityRequired(TypedDict):
    total: int
    days: List[RequestActivityDaysItem]
    origins: List[RequestOrigin]
    answers: List[RequestAnswers]


class RequestActivity(_RequestActivityRequired, total=False):
    """The number of requests by day, property and target, and how fast they were answered."""

    isLimited: Literal[True]


class Activity(TypedDict):
    """What an account published, delivered and received, by day. `publications` are the attempts on all targets, `deliveries` those to all webhooks; test events are not counted."""

    publications: AttemptSummary
    deliveries: AttemptSummary
    requests: RequestActivity


class StatisticsDay(TypedDict):
    date: str
    published: int
    failed: int
    rejected: int
    requests: int


class TargetCounts(TypedDict):
    targetId: Id
    published: int
    failed: int
    rejected: int
    requests: int


AccountStatistics = TypedDict("AccountStatistics", {
    "from": "str",
    "to": "str",
    "countedUntil": "str",
    "published": "int",
    "failed": "int",
    "rejected": "int",
    "requests": "int",
    "days": "List[StatisticsDay]",
    "targets": "List[TargetCounts]",
})


class UsageDay(TypedDict):
    day: str
    publications: int
    deliveries: int
    requests: int
    properties: int
    listings: int
    bytes: int


class Usage(TypedDict):
    """The usage of an account in a month."""

    accountId: Id
    month: str
    countedUntil: str
    publications: int
    deliveries: int
    requests: int
    properties: int
    listings: int
    bytes: int
    days: List[UsageDay]


class PublishingSettings(TypedDict):
    """How properties of the account are published."""

    hiddenAddress: Literal["flag", "omit"]


class AccountLogo(TypedDict, total=False):
    """The logo of the account."""

    url: str


class Label(TypedDict):
    """The name for people, in German and English."""

    de: str
    en: str


class FieldDescriptionValuesItem(TypedDict):
    value: str
    label: Label


class _FieldDescriptionPartsItemRequired(TypedDict):
    name: str
    label: Label
    required: bool
    unusual: bool
    schema: Dict[str, Any]


class FieldDescriptionPartsItem(_FieldDescriptionPartsItemRequired, total=False):
    hint: Label
    unit: str
    multiline: bool
    values: List[FieldDescriptionValuesItem]


class _FieldDescriptionRequired(TypedDict):
    name: str
    label: Label
    required: bool
    unusual: bool
    schema: Dict[str, Any]


class FieldDescription(_FieldDescriptionRequired, total=False):
    """One field of a property type."""

    hint: Label
    unit: str
    multiline: bool
    values: List[FieldDescriptionValuesItem]
    parts: List[FieldDescriptionPartsItem]


class PropertyTypeSectionsItem(TypedDict):
    name: Literal["general", "address", "price", "areas", "building", "equipment", "energy", "surroundings", "texts"]
    label: Label
    fields: List[FieldDescription]


class CarriedFields(TypedDict):
    """What platforms of one format receive for a property type."""

    format: str
    targetTypes: List[str]
    carries: Dict[str, List[str]]
    leavesOut: List[str]


class PropertyTypeExamples(TypedDict):
    """Valid examples of the fields: only the required ones, and all of them."""

    smallest: Dict[str, Any]
    full: Dict[str, Any]


class _PropertyTypeRequired(TypedDict):
    type: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    label: Label
    description: str
    deal: Literal["sale", "rent"]
    use: Literal["residential", "commercial"]
    price: Literal["purchasePrice", "baseRent", "yearlyRent"]
    sections: List[PropertyTypeSectionsItem]
    formats: List[CarriedFields]
    examples: PropertyTypeExamples


class PropertyType(_PropertyTypeRequired, total=False):
    """A property type, with its fields and their places on the platforms."""

    area: Literal["livingArea", "usableArea", "totalArea", "plotArea"]
    kind: str


class _PropertiesPageRequired(TypedDict):
    hasMore: bool
    data: List[Property]


class PropertiesPage(_PropertiesPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


PropertyStatistics = TypedDict("PropertyStatistics", {
    "from": "str",
    "to": "str",
    "countedUntil": "str",
    "published": "int",
    "failed": "int",
    "rejected": "int",
    "requests": "int",
    "days": "List[StatisticsDay]",
    "targets": "List[TargetCounts]",
    "isLimited": "Literal[True]",
}, total=False)


class _TimelineEntry1Required(TypedDict):
    id: Id
    at: str
    kind: Literal["property_created"]
    propertyId: Id
    revision: int


class TimelineEntry1(_TimelineEntry1Required, total=False):
    actor: Actor
    requestId: str


class _TimelineEntry2Required(TypedDict):
    id: Id
    at: str
    kind: Literal["property_updated"]
    propertyId: Id
    revision: int
    changed: List[str]


class TimelineEntry2(_TimelineEntry2Required, total=False):
    actor: Actor
    requestId: str


class _TimelineEntry3Required(TypedDict):
    id: Id
    at: str
    kind: Literal["property_deleted"]
    propertyId: Id


class TimelineEntry3(_TimelineEntry3Required, total=False):
    actor: Actor
    requestId: str


class _TimelineEntry4Required(TypedDict):
    id: Id
    at: str
    kind: Literal["listing_created"]
    listingId: Id
    propertyId: Id
    targetId: Id


class TimelineEntry4(_TimelineEntry4Required, total=False):
    actor: Actor
    requestId: str
    preventPublication: bool
    publishFrom: str
    publishUntil: str


class _TimelineEntry5Required(TypedDict):
    id: Id
    at: str
    kind: Literal["listing_updated"]
    listingId: Id
    propertyId: Id
    targetId: Id


class TimelineEntry5(_TimelineEntry5Required, total=False):
    actor: Actor
    requestId: str
    preventPublication: bool
    publishFrom: str
    publishUntil: str


class _TimelineEntry6Required(TypedDict):
    id: Id
    at: str
    kind: Literal["listing_retried"]
    listingId: Id
    propertyId: Id
    targetId: Id


class TimelineEntry6(_TimelineEntry6Required, total=False):
    actor: Actor
    requestId: str


class _TimelineEntry7Required(TypedDict):
    id: Id
    at: str
    kind: Literal["listing_deleted"]
    listingId: Id
    propertyId: Id
    targetId: Id


class TimelineEntry7(_TimelineEntry7Required, total=False):
    actor: Actor
    requestId: str


class _TimelineEntry8Required(TypedDict):
    id: Id
    at: str
    kind: Literal["listing_answered"]
    listingId: Id
    propertyId: Id
    targetId: Id
    state: Literal["confirmed", "rejected", "removed", "unknown"]
    source: Literal["report", "email", "api", "inquiry"]
    messages: List[PlatformMessage]


class TimelineEntry8(_TimelineEntry8Required, total=False):
    actor: Actor
    requestId: str
    reportId: Id


class _TimelineEntry9Required(TypedDict):
    id: Id
    at: str
    kind: Literal["publication_attempt"]
    listingId: Id
    propertyId: Id
    targetId: Id
    targetType: str
    operation: Literal["set", "delete"]
    outcome: Literal["succeeded", "retry", "failed", "internal_error", "interrupted"]
    durationMs: float


class TimelineEntry9(_TimelineEntry9Required, total=False):
    actor: Actor
    requestId: str
    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]
    failureMessage: str
    nextAttemptAt: str
    fileName: str


class _TimelineEntry10DeliveriesItemAttemptsItemRequired(TypedDict):
    at: str


class TimelineEntry10DeliveriesItemAttemptsItem(_TimelineEntry10DeliveriesItemAttemptsItemRequired, total=False):
    statusCode: int
    errorCode: str
    durationMs: float


class _TimelineEntry10DeliveriesItemRequired(TypedDict):
    deliveryId: Id
    webhookId: Id
    status: Literal["pending", "held", "succeeded", "failed", "discarded"]
    attemptCount: int
    attempts: List[TimelineEntry10DeliveriesItemAttemptsItem]


class TimelineEntry10DeliveriesItem(_TimelineEntry10DeliveriesItemRequired, total=False):
    host: str
    nextAttemptAt: str


class _TimelineEntry10Required(TypedDict):
    id: Id
    at: str
    kind: Literal["event"]
    eventId: Id
    eventName: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]
    deliveries: List[TimelineEntry10DeliveriesItem]


class TimelineEntry10(_TimelineEntry10Required, total=False):
    actor: Actor
    requestId: str
    operation: Literal["set", "delete"]
    propertyId: Id
    listingId: Id
    targetId: Id


class _TimelineEntry11Required(TypedDict):
    id: Id
    at: str
    kind: Literal["request"]
    contactRequestId: Id
    mailId: Id
    targetId: Id


class TimelineEntry11(_TimelineEntry11Required, total=False):
    actor: Actor
    requestId: str
    propertyId: Id
    handling: RequestHandling


class _PropertyTimelinePageRequired(TypedDict):
    hasMore: bool
    data: List[TimelineEntry]


class PropertyTimelinePage(_PropertyTimelinePageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _UploadedAttachmentRequired(TypedDict):
    id: Id
    url: str
    mediaType: Literal["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"]
    size: int
    expiresAt: str


class UploadedAttachment(_UploadedAttachmentRequired, total=False):
    """A file that a property names by its `url`."""

    width: int
    height: int
    fileName: str


class _ContactRequired(TypedDict):
    id: Id
    email: str
    lastName: str
    createdAt: str
    updatedAt: str


class Contact(_ContactRequired, total=False):
    """A person whom prospects can reach."""

    title: str
    firstName: str
    phone: str
    mobilePhone: str
    website: str
    photo: str


class _ContactsPageRequired(TypedDict):
    hasMore: bool
    data: List[Contact]


class ContactsPage(_ContactsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _TargetTypeRequired(TypedDict):
    type: str
    name: str
    requiredCredentials: List[str]
    supportsRequestCollection: bool


class TargetType(_TargetTypeRequired, total=False):
    """A platform and its requirements."""

    authorizationFlow: bool
    supportsLinks: bool
    tls: Literal["required", "optional"]
    attachmentTypes: List[str]
    maxImages: int
    maxImageBytes: int
    maxImageEdge: int
    settings: FtpSettings


TargetStatistics = TypedDict("TargetStatistics", {
    "from": "str",
    "to": "str",
    "countedUntil": "str",
    "published": "int",
    "failed": "int",
    "rejected": "int",
    "requests": "int",
    "days": "List[StatisticsDay]",
})


class _SynchronizationRequired(TypedDict):
    mode: Literal["partial", "full"]
    listings: int


class Synchronization(_SynchronizationRequired, total=False):
    """What was begun. It runs after the response."""

    removals: int
    jobId: Id


class _TargetCredentialsRequired(TypedDict):
    host: str
    username: str


class TargetCredentials(_TargetCredentialsRequired, total=False):
    """Only for types with FTP credentials."""

    port: int
    path: str
    secure: bool
    passive: bool
    providerNumber: str
    contact: TargetInput1CredentialsContact


class TargetFeed(TypedDict):
    """Only for the type `feed`: where websites and portals fetch the properties of the target."""

    openimmoXmlUrl: str
    openimmoZipUrl: str
    propertiesJsonUrl: str


class TargetFailing(TypedDict):
    """Present while the platform rejects the login or the authorization."""

    failureCode: Literal["credentials_rejected", "authorization_revoked"]
    failureMessage: str
    since: str


class _FullTransferReasonRequired(TypedDict):
    code: Literal["would_remove", "too_many_listings", "nothing_listed", "nothing_to_send", "night_over", "not_supported", "login_of_other_account", "login_of_other_target", "platform_failed"]


class FullTransferReason(_FullTransferReasonRequired, total=False):
    """Why a full transfer was not sent."""

    names: List[str]
    mayRemove: int
    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]
    oneByOne: bool


class _FullTransferRequired(TypedDict):
    at: str
    ok: bool
    listings: int


class FullTransfer(_FullTransferRequired, total=False):
    """The last full transfer of a target."""

    message: str
    reason: FullTransferReason
    nightly: bool
    removals: int


class _LastCheckRequired(TypedDict):
    at: str
    ok: bool


class LastCheck(_LastCheckRequired, total=False):
    """Whether the credentials of a target worked when they were last tested."""

    failedStep: Literal["resolve", "connect", "tls", "login", "directory", "write", "reportFolder"]
    message: str


class _ReportFolderReasonRequired(TypedDict):
    code: Literal["not_connected", "folder_unreadable", "file_unreadable"]


class ReportFolderReason(_ReportFolderReasonRequired, total=False):
    """Why a report folder cannot be read."""

    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]
    path: str
    file: str
    said: str


class _ReportFolderProblemRequired(TypedDict):
    message: str
    since: str


class ReportFolderProblem(_ReportFolderProblemRequired, total=False):
    """Present while the report folder cannot be read. Publishing goes on."""

    reason: ReportFolderReason


class _PublishingPauseOthersItemRequired(TypedDict):
    by: Literal["operator", "service", "customer"]
    at: str
    message: str


class PublishingPauseOthersItem(_PublishingPauseOthersItemRequired, total=False):
    reason: str
    actor: Actor


class _PublishingPauseRequired(TypedDict):
    by: Literal["operator", "service", "customer"]
    at: str
    message: str


class PublishingPause(_PublishingPauseRequired, total=False):
    """Publishing to the target is paused. Due listings wait and keep their order."""

    reason: str
    actor: Actor
    others: List[PublishingPauseOthersItem]


class _TargetRequired(TypedDict):
    id: Id
    type: str
    autoCollectRequests: bool
    emailId: str
    createdAt: str
    updatedAt: str


class Target(_TargetRequired, total=False):
    """An account on a platform. The password is never returned."""

    name: str
    credentials: TargetCredentials
    encryption: Literal["verified", "encrypted", "when-offered", "clear-text"]
    settings: FtpSettings
    redirectUrl: str
    authorizationUrl: str
    authorizationStatus: Literal["pending", "accepted", "rejected", "revoked"]
    hiddenAddress: Literal["flag", "omit"]
    requestAddress: str
    reportAddress: str
    feed: TargetFeed
    failing: TargetFailing
    lastFullTransfer: FullTransfer
    lastCheck: LastCheck
    reportFolderProblem: ReportFolderProblem
    paused: PublishingPause


class _TargetCheckStepsItemRequired(TypedDict):
    name: Literal["resolve", "connect", "tls", "login", "directory", "write", "reportFolder"]
    ok: bool
    message: str


class TargetCheckStepsItem(_TargetCheckStepsItemRequired, total=False):
    warning: bool


class TargetCheckServerItem(TypedDict):
    feature: Literal["tls", "utf8", "size", "mdtm", "checksum", "rename", "remove"]
    supported: bool
    message: str


class _TargetCheckRequired(TypedDict):
    ok: bool
    steps: List[TargetCheckStepsItem]


class TargetCheck(_TargetCheckRequired, total=False):
    """The result of a check of the credentials, step by step."""

    server: List[TargetCheckServerItem]


class _FeedFetchRequired(TypedDict):
    id: Id
    at: str
    document: Literal["openimmo.xml", "openimmo.zip", "properties.json"]
    count: int
    sizeBytes: int


class FeedFetch(_FeedFetchRequired, total=False):
    """One fetch of a document of a feed, up to its end."""

    address: str
    userAgent: str


class _FeedFetchesPageRequired(TypedDict):
    hasMore: bool
    data: List[FeedFetch]


class FeedFetchesPage(_FeedFetchesPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _ListingPropertyRequired(TypedDict):
    externalId: str


class ListingProperty(_ListingPropertyRequired, total=False):
    """Fields that identify the property, as far as the listing knows them."""

    title: str


class ListingLastError(TypedDict):
    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]
    failureMessage: str
    at: str


class PlatformState(TypedDict):
    """What a platform said after the upload of a property."""

    state: Literal["confirmed", "rejected", "removed", "unknown"]
    at: str
    source: Literal["report", "email", "api", "inquiry"]
    messages: List[PlatformMessage]


class _ListingRequired(TypedDict):
    id: Id
    propertyId: Id
    targetId: Id
    state: Literal["published", "unpublished", "pending", "failed", "paused"]
    published: bool
    attemptCount: int
    createdAt: str
    updatedAt: str


class Listing(_ListingRequired, total=False):
    """One property on one target."""

    property: ListingProperty
    preventPublication: bool
    publishFrom: str
    publishUntil: str
    scheduledFor: str
    unpublishedReason: Literal["prevented", "ended", "sold"]
    nextAttemptAt: str
    publicUrl: str
    lastPublishedAt: str
    lastError: ListingLastError
    stillOnlineSince: str
    platformState: PlatformState
    paused: PublishingPause


class _ListingsPageRequired(TypedDict):
    hasMore: bool
    data: List[Listing]


class ListingsPage(_ListingsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


class _DryRunProblemsItemRequired(TypedDict):
    severity: Literal["error", "warning"]
    code: str
    field: str
    message: str


class DryRunProblemsItem(_DryRunProblemsItemRequired, total=False):
    reason: str
    parameters: Dict[str, str]


class DryRun(TypedDict):
    """Whether a property can be published on a target, checked without contacting the platform."""

    publishable: bool
    problems: List[DryRunProblemsItem]


class _PropertyListingRequired(TypedDict):
    id: Id
    propertyId: Id
    targetId: Id
    state: Literal["published", "unpublished", "pending", "failed", "paused"]
    published: bool


class PropertyListing(_PropertyListingRequired, total=False):
    """Where a property is listed, and how it stands there."""

    scheduledFor: str
    platformState: PlatformState


class PropertyListings(TypedDict):
    data: List[PropertyListing]


class JobCounts(TypedDict):
    items: int
    pending: int
    succeeded: int
    skipped: int
    failed: int
    cancelled: int


class _JobRequired(TypedDict):
    id: Id
    action: str
    resource: Literal["property", "listing"]
    state: Literal["preparing", "running", "finished", "cancelled"]
    counts: JobCounts
    createdAt: str


class Job(_JobRequired, total=False):
    """Work on many properties. A job is kept for 30 days."""

    filter: JobFilter
    listingFilter: JobListingFilter
    targetIds: List[Id]
    contactId: Id
    salesStatus: Literal["open", "reserved", "sold"]
    mode: Literal["partial", "full"]
    cancelReason: Literal["requested", "permission_lost", "account_closing", "too_many_items"]
    actor: Actor
    finishedAt: str


class _JobsPageRequired(TypedDict):
    hasMore: bool
    data: List[Job]


class JobsPage(_JobsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _JobItemPropertyRequired(TypedDict):
    externalId: str


class JobItemProperty(_JobItemPropertyRequired, total=False):
    """Fields that identify the property, as far as the job knows them."""

    title: str


class JobItemReason(TypedDict):
    """Why the item was skipped or failed: `code` and `message` as in an error."""

    code: str
    message: str


class _JobItemRequired(TypedDict):
    id: Id
    propertyId: Id
    state: Literal["pending", "succeeded", "skipped", "failed", "cancelled"]


class JobItem(_JobItemRequired, total=False):
    """One property of a job; of a job with targets or of listings, one property on one target."""

    targetId: Id
    listingId: Id
    property: JobItemProperty
    listingIds: List[Id]
    reason: JobItemReason
    finishedAt: str


class _JobItemsPageRequired(TypedDict):
    hasMore: bool
    data: List[JobItem]


class JobItemsPage(_JobItemsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


ImportSourceWithPasswordPassivePorts = TypedDict("ImportSourceWithPasswordPassivePorts", {
    "from": "int",
    "to": "int",
})


class _ImportSourceWithPasswordSenderRequired(TypedDict):
    name: str


class ImportSourceWithPasswordSender(_ImportSourceWithPasswordSenderRequired, total=False):
    """The software that wrote the newest package, as named in the package."""

    version: str


class _ImportSourceWithPasswordSuggestionRequired(TypedDict):
    software: str


class ImportSourceWithPasswordSuggestion(_ImportSourceWithPasswordSuggestionRequired, total=False):
    """Settings that this software needs and that the source does not have. They take effect only when you set them."""

    defaultCountry: str
    emptyValues: List[str]


class UnlistedProperties(TypedDict):
    targetId: Id
    code: str
    message: str
    count: int
    propertyIds: List[Id]


class WaitingPackage(TypedDict):
    fileName: str
    sizeBytes: int
    since: str
    code: Literal["import-storage-full"]
    message: str


class _ImportSourceWithPasswordRequired(TypedDict):
    id: Id
    name: str
    host: str
    port: int
    user: str
    folder: str
    passivePorts: ImportSourceWithPasswordPassivePorts
    secure: bool
    targetIds: List[str]
    maxRemovedShare: float
    state: Literal["waiting", "active", "failing"]
    createdAt: str
    updatedAt: str
    password: str


class ImportSourceWithPassword(_ImportSourceWithPasswordRequired, total=False):
    """An import source with its new password, which is not shown again."""

    allowPlainLogins: bool
    preventPublication: bool
    onSold: Literal["takeDown", "keep"]
    fallbackContact: TargetInput1CredentialsContact
    defaultCountry: str
    emptyValues: List[str]
    lastImportId: Id
    sender: ImportSourceWithPasswordSender
    suggestion: ImportSourceWithPasswordSuggestion
    unlisted: List[UnlistedProperties]
    waitingPackage: WaitingPackage


ImportSourcePassivePorts = TypedDict("ImportSourcePassivePorts", {
    "from": "int",
    "to": "int",
})


class _ImportSourceRequired(TypedDict):
    id: Id
    name: str
    host: str
    port: int
    user: str
    folder: str
    passivePorts: ImportSourcePassivePorts
    secure: bool
    targetIds: List[str]
    maxRemovedShare: float
    state: Literal["waiting", "active", "failing"]
    createdAt: str
    updatedAt: str


class ImportSource(_ImportSourceRequired, total=False):
    """An FTP login to which estate software exports packages, with the settings for their import."""

    allowPlainLogins: bool
    preventPublication: bool
    onSold: Literal["takeDown", "keep"]
    fallbackContact: TargetInput1CredentialsContact
    defaultCountry: str
    emptyValues: List[str]
    lastImportId: Id
    sender: ImportSourceWithPasswordSender
    suggestion: ImportSourceWithPasswordSuggestion
    unlisted: List[UnlistedProperties]
    waitingPackage: WaitingPackage


class _ImportSourcesPageRequired(TypedDict):
    hasMore: bool
    data: List[ImportSource]


class ImportSourcesPage(_ImportSourcesPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _ImportsPageRequired(TypedDict):
    hasMore: bool
    data: List[Import]


class ImportsPage(_ImportsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class ImportObjectProvider(TypedDict, total=False):
    """The `anbieter` of the object: `openimmo_anid`, `anbieternr` and `firma`."""

    id: str
    number: str
    name: str


class ImportObjectNumbers(TypedDict, total=False):
    """`objektnr_extern`, `objektnr_intern` and `openimmo_obid`."""

    external: str
    internal: str
    openimmo: str


class _ImportProblemRequired(TypedDict):
    severity: Literal["error", "warning"]
    code: Literal["object_invalid", "value_left_out", "number_missing", "external_id_taken", "type_changed", "object_unknown", "contact_invalid", "attachment_missing", "attachment_too_large", "attachment_unreadable", "attachment_refused", "listing_refused", "property_refused", "internal"]
    message: str
    whatToDo: str


class ImportProblem(_ImportProblemRequired, total=False):
    field: str
    value: str
    reason: str
    parameters: Dict[str, str]


class ImportObjectUnmappedItem(TypedDict):
    path: str
    value: str


class _ReadFieldRequired(TypedDict):
    field: str
    value: Union[str, float, bool, List[str]]


class ReadField(_ReadFieldRequired, total=False):
    path: str
    text: str


class _ReadDifferenceRequired(TypedDict):
    field: str


class ReadDifference(_ReadDifferenceRequired, total=False):
    before: Union[str, float, bool, List[str]]
    after: Union[str, float, bool, List[str]]


class _ImportObjectRequired(TypedDict):
    id: Id
    position: int
    provider: ImportObjectProvider
    numbers: ImportObjectNumbers
    action: Literal["create", "update", "delete"]
    outcome: Literal["pending", "created", "updated", "unchanged", "deleted", "failed"]
    problems: List[ImportProblem]
    unmapped: List[ImportObjectUnmappedItem]


class ImportObject(_ImportObjectRequired, total=False):
    """One object of an import."""

    title: str
    externalId: str
    propertyId: Id
    contactId: Id
    listingIds: List[Id]
    isMissing: Literal[True]
    type: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    read: List[ReadField]
    differences: List[ReadDifference]


class _ImportObjectsPageRequired(TypedDict):
    hasMore: bool
    data: List[ImportObject]


class ImportObjectsPage(_ImportObjectsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class UnusedValues(TypedDict):
    path: str
    objects: int
    example: str
    decides: bool


class _ImportSummaryRequired(TypedDict):
    id: Id
    unlisted: List[UnlistedProperties]


class ImportSummary(_ImportSummaryRequired, total=False):
    """What an import did not use, and what it could not list."""

    unused: List[UnusedValues]
    furtherValues: int


class _RequestRequired(TypedDict):
    id: Id
    createdAt: str
    message: str
    targetId: Id
    prospect: CreatedRequestProspect
    propertyProvidedByPlatform: CreatedRequestPropertyProvidedByPlatform
    handling: RequestHandling


class Request(_RequestRequired, total=False):
    """A contact request that the service received by email."""

    propertyId: Id


class _RequestsPageRequired(TypedDict):
    hasMore: bool
    data: List[Request]


class RequestsPage(_RequestsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


class _ReceivedEmailSummaryRequired(TypedDict):
    id: Id
    receivedAt: str
    state: Literal["pending", "parsed", "partial", "failed", "done"]
    recipients: List[str]
    targetIds: List[Id]
    requestCount: int


class ReceivedEmailSummary(_ReceivedEmailSummaryRequired, total=False):
    """An email that targets of the account received."""

    sender: str
    subject: str
    reportIds: List[Id]
    failureCode: Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]
    failureMessage: str
    doneAt: str
    doneBy: Actor


class _ReceivedMailsPageRequired(TypedDict):
    hasMore: bool
    data: List[ReceivedEmailSummary]


class ReceivedMailsPage(_ReceivedMailsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


class ReceivedEmailAttachmentsItem(TypedDict):
    name: str
    mediaType: str
    sizeBytes: int


class _ReceivedEmailRequired(TypedDict):
    id: Id
    receivedAt: str
    state: Literal["pending", "parsed", "partial", "failed", "done"]
    recipients: List[str]
    targetIds: List[Id]
    requestCount: int
    sizeBytes: int
    expiresAt: str
    attachments: List[ReceivedEmailAttachmentsItem]
    attachmentCount: int
    problems: List[RequestParsingFailedEventEventPayloadProblemsItem]
    requestIds: List[Id]


class ReceivedEmail(_ReceivedEmailRequired, total=False):
    """An email that targets of the account received, with its text. It is kept for 30 days."""

    sender: str
    subject: str
    reportIds: List[Id]
    failureCode: Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]
    failureMessage: str
    doneAt: str
    doneBy: Actor
    text: str


class _ReportObjectsItemRequired(TypedDict):
    state: Literal["confirmed", "rejected", "removed", "unknown"]
    messages: List[PlatformMessage]


class ReportObjectsItem(_ReportObjectsItemRequired, total=False):
    listingId: Id
    propertyId: Id
    number: str
    fileName: str
    publicUrl: str


class _ReportRequired(TypedDict):
    id: Id
    targetId: Id
    receivedAt: str
    at: str
    source: Literal["report", "email"]
    state: Literal["confirmed", "rejected", "removed", "unclear"]
    verified: bool
    objects: List[ReportObjectsItem]
    objectCount: int


class Report(_ReportRequired, total=False):
    """What a platform said about the objects of an import. It is kept for 180 days."""

    mailId: Id


class _ReportsPageRequired(TypedDict):
    hasMore: bool
    data: List[Report]


class ReportsPage(_ReportsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


class ErasureErased(TypedDict):
    requests: int
    mails: int
    events: int
    deliveries: int
    messages: int


class _ErasureRequired(TypedDict):
    id: Id
    state: Literal["running", "finished"]
    progress: str
    requestedAt: str
    erased: ErasureErased


class Erasure(_ErasureRequired, total=False):
    """The erasure of all data that an account has stored about one person. It does not name the person."""

    phase: Literal["requests", "events", "verifying"]
    finishedAt: str


class _ErasuresPageRequired(TypedDict):
    hasMore: bool
    data: List[Erasure]


class ErasuresPage(_ErasuresPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class Retention(TypedDict):
    """How long data of prospects is kept."""

    requestsDays: int
    isDefault: bool


class _WebhookWithKeyRequired(TypedDict):
    id: Id
    url: str
    events: List[Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]]
    signingKey: str
    status: Literal["active", "paused", "disabled"]
    createdAt: str
    updatedAt: str


class WebhookWithKey(_WebhookWithKeyRequired, total=False):
    """A webhook with the key that signs its deliveries."""

    disabledReason: Literal["receiver_gone", "failing"]
    warning: str
    failingSince: str
    disablesAt: str
    name: str
    maxDeliveriesPerSecond: int
    retryScheduleSeconds: List[int]
    headers: Dict[str, str]
    filter: WebhookInputFilter
    previousKeysUntil: str


class _WebhookRequired(TypedDict):
    id: Id
    url: str
    events: List[Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]]
    status: Literal["active", "paused", "disabled"]
    createdAt: str
    updatedAt: str


class Webhook(_WebhookRequired, total=False):
    """A URL to which the service sends events."""

    signingKey: str
    disabledReason: Literal["receiver_gone", "failing"]
    warning: str
    failingSince: str
    disablesAt: str
    name: str
    maxDeliveriesPerSecond: int
    retryScheduleSeconds: List[int]
    headers: Dict[str, str]
    filter: WebhookInputFilter
    previousKeysUntil: str


class _WebhooksPageRequired(TypedDict):
    hasMore: bool
    data: List[Webhook]


class WebhooksPage(_WebhooksPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class DeliveryAttemptsItemPhases(TypedDict, total=False):
    """The duration of each phase. A reused connection has no name resolution, connection and TLS."""

    dnsMs: float
    connectMs: float
    tlsMs: float
    firstByteMs: float


class _DeliveryAttemptsItemRequired(TypedDict):
    at: str


class DeliveryAttemptsItem(_DeliveryAttemptsItemRequired, total=False):
    statusCode: int
    body: str
    bodyTruncated: bool
    error: str
    errorCode: str
    durationMs: float
    phases: DeliveryAttemptsItemPhases
    address: str


class _DeliveryRequired(TypedDict):
    id: Id
    eventId: Id
    eventName: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]
    status: Literal["pending", "held", "succeeded", "failed", "discarded"]
    attempts: List[DeliveryAttemptsItem]


class Delivery(_DeliveryRequired, total=False):
    """The transfer of one event to one webhook, with its attempts."""

    sequence: int
    test: bool
    propertyId: Id
    listingId: Id
    targetId: Id
    nextAttemptAt: str
    laterAttemptsAt: List[str]
    attemptCount: int
    createdAt: str


class _ReceiverReportChecksItemRequired(TypedDict):
    name: Literal["accepts-good", "refuses-wrong-signature", "refuses-stale", "accepts-duplicate"]
    ok: bool
    message: str
    durationMs: float


class ReceiverReportChecksItem(_ReceiverReportChecksItemRequired, total=False):
    statusCode: int
    errorCode: str


class ReceiverReport(TypedDict):
    """How a receiver responds to valid, forged, stale and duplicate deliveries."""

    ok: bool
    checks: List[ReceiverReportChecksItem]


class ResendFailure(TypedDict):
    """Why the bulk resend failed."""

    failureCode: Literal["internal"]
    failureMessage: str


class _ResendRequired(TypedDict):
    id: Id
    status: Literal["running", "finished", "cancelled", "failed"]
    queued: int
    examined: int
    createdAt: str


class Resend(_ResendRequired, total=False):
    """A bulk resend of deliveries."""

    finishedAt: str
    failure: ResendFailure


class _DeliveriesPageRequired(TypedDict):
    hasMore: bool
    data: List[Delivery]


class DeliveriesPage(_DeliveriesPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


class Event(TypedDict):
    """An event of the account."""

    eventId: Id
    eventName: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]
    eventPayload: Dict[str, Any]
    eventTime: str


class _EventsPageRequired(TypedDict):
    hasMore: bool
    data: List[Event]


class EventsPage(_EventsPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str
    count: int
    countIsLimited: Literal[True]


class _AuditEntryResourceRequired(TypedDict):
    type: str


class AuditEntryResource(_AuditEntryResourceRequired, total=False):
    """The resource that the action concerned. It may no longer exist."""

    id: Id


class _AuditEntryRequired(TypedDict):
    id: Id
    at: str
    action: str
    address: str
    requestId: str
    resource: AuditEntryResource
    outcome: Literal["started", "succeeded", "refused", "failed"]


class AuditEntry(_AuditEntryRequired, total=False):
    """An action in an account, or an attempt of one."""

    accountId: Id
    actor: Actor
    reason: str
    status: int
    code: str


class _AuditLogPageRequired(TypedDict):
    hasMore: bool
    data: List[AuditEntry]


class AuditLogPage(_AuditLogPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


class _RequestLogEntry1Required(TypedDict):
    id: Id
    kind: Literal["call"]
    at: str
    method: str
    route: str
    path: str
    status: int
    durationMs: float
    actor: Actor
    address: str
    requestId: str
    resourceIds: List[Id]


class RequestLogEntry1(_RequestLogEntry1Required, total=False):
    code: str


class RequestLogEntry2(TypedDict):
    id: Id
    kind: Literal["gap"]
    at: str
    since: str
    missing: int


class _RequestLogPageRequired(TypedDict):
    hasMore: bool
    data: List[RequestLogEntry]


class RequestLogPage(_RequestLogPageRequired, total=False):
    unreadable: List[ApiKeysPageUnreadableItem]
    continueAfter: str


Role = Literal["viewer", "editor", "admin"]
PlotAddress = Address
PropertyInput = Union["PropertyInputApartmentBuy", "PropertyInputApartmentRent", "PropertyInputHouseBuy", "PropertyInputHouseRent", "PropertyInputPlotBuy", "PropertyInputPlotRent", "PropertyInputOfficeBuy", "PropertyInputOfficeRent", "PropertyInputRetailBuy", "PropertyInputRetailRent", "PropertyInputGastronomyBuy", "PropertyInputGastronomyRent", "PropertyInputIndustrialBuy", "PropertyInputIndustrialRent", "PropertyInputOtherCommercialBuy", "PropertyInputOtherCommercialRent", "PropertyInputParkingSpaceBuy", "PropertyInputParkingSpaceRent", "PropertyInputCommercialPlotBuy", "PropertyInputResidentialInvestmentBuy", "PropertyInputCommercialInvestmentBuy"]
Id = str
TargetInput = Union["TargetInput1", "TargetInput2", "TargetInput3"]
UpdateTargetInput1CredentialsContact = TargetInput1CredentialsContact
UpdateTargetInput2Credentials = TargetInput2Credentials
UpdateTargetInput2 = TargetInput2
UpdateTargetInput3 = TargetInput3
UpdateTargetInput = Union["UpdateTargetInput1", "TargetInput2", "TargetInput3"]
ValidateListingInput = ListingInput
UpdateImportSourceInputFallbackContact = ImportSourceInputFallbackContact
UpdateWebhookInputFilter = WebhookInputFilter
UpdateWebhookInput = WebhookInput
StoredAttachment = Attachment
StoredLink = Link
StoredCommonFields = CommonFields
StoredResidentialEnergyCertificate = ResidentialEnergyCertificate
StoredPlotAddress = StoredAddress
StoredCommercialEnergyCertificate = CommercialEnergyCertificate
Property = Union["PropertyApartmentBuy", "PropertyApartmentRent", "PropertyHouseBuy", "PropertyHouseRent", "PropertyPlotBuy", "PropertyPlotRent", "PropertyOfficeBuy", "PropertyOfficeRent", "PropertyRetailBuy", "PropertyRetailRent", "PropertyGastronomyBuy", "PropertyGastronomyRent", "PropertyIndustrialBuy", "PropertyIndustrialRent", "PropertyOtherCommercialBuy", "PropertyOtherCommercialRent", "PropertyParkingSpaceBuy", "PropertyParkingSpaceRent", "PropertyCommercialPlotBuy", "PropertyResidentialInvestmentBuy", "PropertyCommercialInvestmentBuy"]
PublicationConfirmedEventEventPayload = PublicationRejectedEventEventPayload
ConsumerCredentialsMarketplace24Sandbox = ConsumerCredentialsMarketplace24
DashboardLinksPageUnreadableItem = ApiKeysPageUnreadableItem
UsersPageUnreadableItem = ApiKeysPageUnreadableItem
FieldDescriptionPartsItemValuesItem = FieldDescriptionValuesItem
PropertiesPageUnreadableItem = ApiKeysPageUnreadableItem
TimelineEntry = Union["TimelineEntry1", "TimelineEntry2", "TimelineEntry3", "TimelineEntry4", "TimelineEntry5", "TimelineEntry6", "TimelineEntry7", "TimelineEntry8", "TimelineEntry9", "TimelineEntry10", "TimelineEntry11"]
PropertyTimelinePageUnreadableItem = ApiKeysPageUnreadableItem
ContactsPageUnreadableItem = ApiKeysPageUnreadableItem
StoredFtpSettingsReportWordsItem = FtpSettingsReportWordsItem
StoredReportFolder = ReportFolder
StoredFtpSettings = FtpSettings
TargetCredentialsContact = TargetInput1CredentialsContact
FeedFetchesPageUnreadableItem = ApiKeysPageUnreadableItem
ListingsPageUnreadableItem = ApiKeysPageUnreadableItem
ListingTimelinePageUnreadableItem = ApiKeysPageUnreadableItem
ListingTimelinePage = PropertyTimelinePage
JobsPageUnreadableItem = ApiKeysPageUnreadableItem
JobItemsPageUnreadableItem = ApiKeysPageUnreadableItem
ImportSourceWithPasswordFallbackContact = TargetInput1CredentialsContact
ImportSourceFallbackContact = TargetInput1CredentialsContact
ImportSourceSender = ImportSourceWithPasswordSender
ImportSourceSuggestion = ImportSourceWithPasswordSuggestion
ImportSourcesPageUnreadableItem = ApiKeysPageUnreadableItem
ImportsPageUnreadableItem = ApiKeysPageUnreadableItem
ImportObjectsPageUnreadableItem = ApiKeysPageUnreadableItem
RequestProspectAddress = CreatedRequestProspectAddress
RequestProspect = CreatedRequestProspect
RequestPropertyProvidedByPlatformAddress = CreatedRequestPropertyProvidedByPlatformAddress
RequestPropertyProvidedByPlatform = CreatedRequestPropertyProvidedByPlatform
RequestsPageUnreadableItem = ApiKeysPageUnreadableItem
ReceivedMailsPageUnreadableItem = ApiKeysPageUnreadableItem
ReceivedEmailProblemsItem = RequestParsingFailedEventEventPayloadProblemsItem
ReportsPageUnreadableItem = ApiKeysPageUnreadableItem
ErasuresPageUnreadableItem = ApiKeysPageUnreadableItem
WebhookWithKeyFilter = WebhookInputFilter
WebhookFilter = WebhookInputFilter
WebhooksPageUnreadableItem = ApiKeysPageUnreadableItem
DeliveriesPageUnreadableItem = ApiKeysPageUnreadableItem
EventsPageUnreadableItem = ApiKeysPageUnreadableItem
AuditLogPageUnreadableItem = ApiKeysPageUnreadableItem
RequestLogEntry = Union["RequestLogEntry1", "RequestLogEntry2"]
RequestLogPageUnreadableItem = ApiKeysPageUnreadableItem
ServiceEvent = Union["RequestCreatedEvent", "PublicationSucceededEvent", "PublicationFailedEvent", "PropertyProcessingSucceededEvent", "PropertyProcessingFailedEvent", "RequestParsingFailedEvent", "WebhookFailingEvent", "WebhookDisabledEvent", "TargetFailingEvent", "TargetPausedEvent", "AccountClosedEvent", "ImportFinishedEvent", "PublicationRejectedEvent", "PublicationConfirmedEvent", "TargetSilentEvent"]
