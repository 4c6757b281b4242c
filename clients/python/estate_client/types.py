"""The types of the API, generated from its OpenAPI document."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


class ConsumerCredentialsInput(TypedDict):
    key: str
    secret: str


class ApiKeyInput(TypedDict, total=False):
    name: str
    scopes: List[Literal["read", "write"]]
    expiresAt: str


class DashboardLinkInput(TypedDict):
    pages: List[Literal["webhooks", "targets"]]
    name: NotRequired[str]
    expiresIn: NotRequired[int]
    embedOrigins: NotRequired[List[str]]
    returnUrl: NotRequired[str]


class UserInput(TypedDict):
    email: str
    name: NotRequired[str]
    role: Role


class UpdateUserInput(TypedDict):
    name: NotRequired[str]
    role: Role


class PublishingSettingsInput(TypedDict):
    hiddenAddress: Literal["flag", "omit"]


class AccountLogoInput(TypedDict):
    url: str


class Attachment(TypedDict):
    """An image or PDF of at most 16 MB, fetched from the URL where the customer hosts it. A file that came with an import has a URL of this API; the API uses the stored file and does not fetch it."""

    url: str
    type: NotRequired[Literal["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"]]
    title: NotRequired[str]
    watermarkCaption: NotRequired[str]
    watermarkUrl: NotRequired[str]
    isBlueprint: NotRequired[bool]
    isOptional: NotRequired[bool]


class Link(TypedDict):
    """An external page, for example a virtual tour."""

    url: str
    title: NotRequired[str]


class PropertyInputShared(TypedDict, total=False):
    """The fields of a new property."""

    onSold: Literal["takeDown", "keep"]
    attachments: List[Attachment]
    links: List[Link]
    contactId: str
    externalId: str


class Address(TypedDict):
    """Where a property is. Street and number are optional; a platform that needs them says so before anything is published. With `publish: false`, platforms receive the street and the number with the instruction not to show them; with `hiddenAddress: omit` of the target or the account they receive neither."""

    street: NotRequired[str]
    streetNumber: NotRequired[str]
    postalCode: str
    city: str
    region: NotRequired[str]
    country: NotRequired[str]
    publish: bool


class ResidentialEnergyCertificate(TypedDict):
    """The energy certificate of a residential building. With the type `need`, `energyNeed` is required, with `consumption`, `energyConsumption`."""

    type: Literal["consumption", "need"]
    prior2014: NotRequired[bool]
    energySource: NotRequired[Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]]
    energySources: NotRequired[List[Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]]]
    energyNeed: NotRequired[float]
    energyConsumption: NotRequired[float]
    energyClass: NotRequired[Literal["A+", "A", "B", "C", "D", "E", "F", "G", "H"]]
    warmWaterIncluded: NotRequired[bool]


class CommonFields(TypedDict):
    """Fields that several property types share."""

    availableFrom: NotRequired[str]
    commission: NotRequired[str]
    commissionDescription: NotRequired[str]
    condition: NotRequired[Literal["firstTimeUse", "mint", "requiresRefurbishment", "refurbished", "renovated", "modernised", "wellKept", "demolitionReady", "negotiable"]]
    description: NotRequired[str]
    energyCertificateStatus: NotRequired[Literal["present", "notYetPresent", "notRequired"]]
    furnishingDescription: NotRequired[str]
    hasCellar: NotRequired[bool]
    hasCommission: NotRequired[bool]
    heatingType: NotRequired[Literal["stove", "floor", "central", "district", "underfloor", "heatPump"]]
    interiorQuality: NotRequired[Literal["standard", "high", "luxury"]]
    isListed: NotRequired[bool]
    lastRefurbished: NotRequired[int]
    locationDescription: NotRequired[str]
    miscellaneousDescription: NotRequired[str]
    numberOfFloors: NotRequired[int]
    numberOfParkingSpaces: NotRequired[int]
    salesStatus: NotRequired[Literal["open", "reserved", "sold"]]
    title: str


class SaleFields(TypedDict, total=False):
    """Fields that several property types share."""

    purchasePrice: float
    purchasePriceOnRequest: bool


class RoomFields(TypedDict):
    """Fields that several property types share."""

    livingArea: float
    numberOfBedrooms: NotRequired[int]
    numberOfBathrooms: NotRequired[int]
    hasGuestToilet: NotRequired[bool]


class LettingFields(TypedDict, total=False):
    """Fields that several property types share."""

    isRented: bool
    monthlyRentalIncome: float
    isSuitableAsHolidayHome: bool


class ParkingSaleFields(TypedDict, total=False):
    """Fields that several property types share."""

    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    parkingSpacePurchasePrice: float


class ApartmentBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields):
    """Attributes of an apartment for sale."""

    address: Address
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    condoFee: NotRequired[float]
    constructionYear: NotRequired[int]
    floor: NotRequired[int]
    hasBalcony: NotRequired[bool]
    hasBuiltInKitchen: NotRequired[bool]
    hasGarden: NotRequired[bool]
    hasLift: NotRequired[bool]
    isAccessible: NotRequired[bool]
    numberOfRooms: float
    requiresWBS: NotRequired[bool]
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


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


class ApartmentRentFields(CommonFields, RentFields, RoomFields):
    """Attributes of an apartment for rent."""

    address: Address
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    constructionYear: NotRequired[int]
    floor: NotRequired[int]
    hasBalcony: NotRequired[bool]
    hasBuiltInKitchen: NotRequired[bool]
    hasGarden: NotRequired[bool]
    hasLift: NotRequired[bool]
    isAccessible: NotRequired[bool]
    numberOfRooms: float
    requiresWBS: NotRequired[bool]
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class ApartmentRent(TypedDict):
    """Apartment for rent."""

    type: Literal["apartmentRent"]
    fields: ApartmentRentFields


class PropertyInputApartmentRent(PropertyInputShared, ApartmentRent):
    pass


class HouseBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields):
    """Attributes of a house for sale."""

    address: Address
    constructionYear: NotRequired[int]
    hasLodgerFlat: NotRequired[bool]
    houseType: NotRequired[Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]]
    isAccessible: NotRequired[bool]
    numberOfRooms: NotRequired[float]
    plotArea: float
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class HouseBuy(TypedDict):
    """House for sale."""

    type: Literal["houseBuy"]
    fields: HouseBuyFields


class PropertyInputHouseBuy(PropertyInputShared, HouseBuy):
    pass


class HouseRentFields(CommonFields, RentFields, RoomFields):
    """Attributes of a house for rent."""

    address: Address
    constructionYear: NotRequired[int]
    hasBuiltInKitchen: NotRequired[bool]
    houseType: NotRequired[Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]]
    isAccessible: NotRequired[bool]
    numberOfRooms: NotRequired[float]
    plotArea: float
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class HouseRent(TypedDict):
    """House for rent."""

    type: Literal["houseRent"]
    fields: HouseRentFields


class PropertyInputHouseRent(PropertyInputShared, HouseRent):
    pass


class LandFields(TypedDict):
    """Fields that several property types share."""

    plotArea: float
    divisibleFrom: NotRequired[float]
    buildingRegulation: NotRequired[Literal["developmentPlan", "neighbouringDevelopment", "outlyingArea"]]
    development: NotRequired[Literal["developed", "partiallyDeveloped", "undeveloped"]]
    floorSpaceIndex: NotRequired[float]
    siteCoverageIndex: NotRequired[float]


class PlotBuyFields(CommonFields, SaleFields, LandFields):
    """Attributes of a residential plot for sale."""

    address: PlotAddress
    constructionYear: NotRequired[int]
    usableArea: NotRequired[float]


class PlotBuy(TypedDict):
    """Residential plot for sale."""

    type: Literal["plotBuy"]
    fields: PlotBuyFields


class PropertyInputPlotBuy(PropertyInputShared, PlotBuy):
    pass


class PlotRentFields(CommonFields, LandFields):
    """Attributes of a residential plot for lease. The rent is paid per year."""

    address: PlotAddress
    constructionYear: NotRequired[int]
    usableArea: NotRequired[float]
    yearlyRent: float


class PlotRent(TypedDict):
    """Residential plot for lease."""

    type: Literal["plotRent"]
    fields: PlotRentFields


class PropertyInputPlotRent(PropertyInputShared, PlotRent):
    pass


class CommercialEnergyCertificate(TypedDict):
    """The energy certificate of a commercial building. With the type `need`, one of `energyNeed`, `powerNeed` and `heatNeed` is required, with `consumption`, one of `powerConsumption` and `heatConsumption`."""

    type: Literal["consumption", "need"]
    prior2014: NotRequired[bool]
    energySource: NotRequired[Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]]
    energySources: NotRequired[List[Literal["oil", "gas", "electric", "solar", "geothermal", "district", "water", "pellet", "coal", "wood", "liquidGas", "ambientHeat", "localHeat", "combinedHeatAndPower", "bioenergy", "wind", "other"]]]
    energyNeed: NotRequired[float]
    powerNeed: NotRequired[float]
    heatNeed: NotRequired[float]
    powerConsumption: NotRequired[float]
    heatConsumption: NotRequired[float]


class AccessFields(TypedDict, total=False):
    """Fields that several property types share."""

    drivingTimeToAirport: int
    drivingTimeToFreeway: int
    drivingTimeToTrainStation: int
    walkingTimeToPublicTransit: int


class OfficeBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of an office or a practice for sale."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    flooringType: NotRequired[Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]]
    hasAirConditioning: NotRequired[bool]
    hasCanteen: NotRequired[bool]
    hasKitchen: NotRequired[bool]
    hasLift: NotRequired[bool]
    hasNetworkCables: NotRequired[bool]
    officeType: NotRequired[Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]]
    parkingSpacePurchasePrice: NotRequired[float]
    totalArea: NotRequired[float]
    usableArea: float


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


class OfficeRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of an office or a practice for rent."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    flooringType: NotRequired[Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]]
    hasAirConditioning: NotRequired[bool]
    hasCanteen: NotRequired[bool]
    hasKitchen: NotRequired[bool]
    hasLift: NotRequired[bool]
    hasNetworkCables: NotRequired[bool]
    officeType: NotRequired[Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]]
    totalArea: NotRequired[float]
    usableArea: float


class OfficeRent(TypedDict):
    """Office for rent."""

    type: Literal["officeRent"]
    fields: OfficeRentFields


class PropertyInputOfficeRent(PropertyInputShared, OfficeRent):
    pass


class RetailBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a retail space for sale."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hasRamp: NotRequired[bool]
    parkingSpacePurchasePrice: NotRequired[float]
    retailType: NotRequired[Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]]
    totalArea: float
    usableArea: float


class RetailBuy(TypedDict):
    """Retail space for sale."""

    type: Literal["retailBuy"]
    fields: RetailBuyFields


class PropertyInputRetailBuy(PropertyInputShared, RetailBuy):
    pass


class RetailRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a retail space for rent."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hasRamp: NotRequired[bool]
    retailType: NotRequired[Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]]
    totalArea: float
    usableArea: float


class RetailRent(TypedDict):
    """Retail space for rent."""

    type: Literal["retailRent"]
    fields: RetailRentFields


class PropertyInputRetailRent(PropertyInputShared, RetailRent):
    pass


class GastronomyBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a restaurant, a hotel or a bar for sale."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    gastronomyType: NotRequired[Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]]
    hasTerrace: NotRequired[bool]
    numberOfBeds: NotRequired[int]
    numberOfSeats: NotRequired[int]
    parkingSpacePurchasePrice: NotRequired[float]
    totalArea: float
    usableArea: float


class GastronomyBuy(TypedDict):
    """Gastronomy for sale."""

    type: Literal["gastronomyBuy"]
    fields: GastronomyBuyFields


class PropertyInputGastronomyBuy(PropertyInputShared, GastronomyBuy):
    pass


class GastronomyRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a restaurant, a hotel or a bar for rent."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    gastronomyType: NotRequired[Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]]
    hasTerrace: NotRequired[bool]
    numberOfBeds: NotRequired[int]
    numberOfSeats: NotRequired[int]
    totalArea: float
    usableArea: float


class GastronomyRent(TypedDict):
    """Gastronomy for rent."""

    type: Literal["gastronomyRent"]
    fields: GastronomyRentFields


class PropertyInputGastronomyRent(PropertyInputShared, GastronomyRent):
    pass


class IndustrialBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a hall, a storage or a production site for sale."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hallHeight: NotRequired[float]
    industrialType: NotRequired[Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]]
    parkingArea: NotRequired[float]
    parkingSpacePurchasePrice: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class IndustrialBuy(TypedDict):
    """Industrial property for sale."""

    type: Literal["industrialBuy"]
    fields: IndustrialBuyFields


class PropertyInputIndustrialBuy(PropertyInputShared, IndustrialBuy):
    pass


class IndustrialRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a hall, a storage or a production site for rent."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hallHeight: NotRequired[float]
    industrialType: NotRequired[Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]]
    parkingArea: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class IndustrialRent(TypedDict):
    """Industrial property for rent."""

    type: Literal["industrialRent"]
    fields: IndustrialRentFields


class PropertyInputIndustrialRent(PropertyInputShared, IndustrialRent):
    pass


class OtherCommercialBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a commercial property of another kind for sale."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    parkingSpacePurchasePrice: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class OtherCommercialBuy(TypedDict):
    """Other commercial property for sale."""

    type: Literal["otherCommercialBuy"]
    fields: OtherCommercialBuyFields


class PropertyInputOtherCommercialBuy(PropertyInputShared, OtherCommercialBuy):
    pass


class OtherCommercialRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a commercial property of another kind for rent."""

    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class OtherCommercialRent(TypedDict):
    """Other commercial property for rent."""

    type: Literal["otherCommercialRent"]
    fields: OtherCommercialRentFields


class PropertyInputOtherCommercialRent(PropertyInputShared, OtherCommercialRent):
    pass


class ParkingSpaceBuyFields(CommonFields, SaleFields):
    """Attributes of a garage or a parking space for sale."""

    address: Address
    constructionYear: NotRequired[int]
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    usableArea: NotRequired[float]


class ParkingSpaceBuy(TypedDict):
    """Parking space for sale."""

    type: Literal["parkingSpaceBuy"]
    fields: ParkingSpaceBuyFields


class PropertyInputParkingSpaceBuy(PropertyInputShared, ParkingSpaceBuy):
    pass


class ParkingSpaceRentFields(CommonFields):
    """Attributes of a garage or a parking space for rent."""

    address: Address
    baseRent: NotRequired[float]
    constructionYear: NotRequired[int]
    deposit: NotRequired[str]
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    totalRent: NotRequired[float]
    usableArea: NotRequired[float]


class ParkingSpaceRent(TypedDict):
    """Parking space for rent."""

    type: Literal["parkingSpaceRent"]
    fields: ParkingSpaceRentFields


class PropertyInputParkingSpaceRent(PropertyInputShared, ParkingSpaceRent):
    pass


class CommercialPlotBuyFields(CommonFields, SaleFields, LandFields, AccessFields):
    """Attributes of a commercial plot for sale."""

    address: PlotAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    commercialPlotType: NotRequired[Literal["recreation", "commercial", "agriculture"]]
    constructionYear: NotRequired[int]
    usableArea: NotRequired[float]


class CommercialPlotBuy(TypedDict):
    """Commercial plot for sale."""

    type: Literal["commercialPlotBuy"]
    fields: CommercialPlotBuyFields


class PropertyInputCommercialPlotBuy(PropertyInputShared, CommercialPlotBuy):
    pass


class ResidentialInvestmentBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a residential building that is bought for its rents."""

    actualYearlyRentalIncome: NotRequired[float]
    additionalCosts: NotRequired[float]
    address: Address
    constructionYear: int
    hasLift: NotRequired[bool]
    livingArea: NotRequired[float]
    plotArea: NotRequired[float]
    rentableArea: NotRequired[float]
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    residentialInvestmentType: NotRequired[Literal["multiFamily", "residentialAndCommercial", "housingEstate", "singleFamily", "apartment", "other"]]
    targetYearlyRentalIncome: NotRequired[float]
    totalArea: float
    usableArea: NotRequired[float]


class ResidentialInvestmentBuy(TypedDict):
    """Residential investment for sale."""

    type: Literal["residentialInvestmentBuy"]
    fields: ResidentialInvestmentBuyFields


class PropertyInputResidentialInvestmentBuy(PropertyInputShared, ResidentialInvestmentBuy):
    pass


class CommercialInvestmentBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a commercial building that is bought for its rents."""

    actualYearlyRentalIncome: NotRequired[float]
    additionalCosts: NotRequired[float]
    address: Address
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    commercialInvestmentType: NotRequired[Literal["mall", "supermarket", "commercialBuilding", "officeBuilding", "industrial"]]
    constructionYear: int
    hasLift: NotRequired[bool]
    livingArea: NotRequired[float]
    plotArea: NotRequired[float]
    rentableArea: NotRequired[float]
    targetYearlyRentalIncome: NotRequired[float]
    totalArea: float
    usableArea: NotRequired[float]


class CommercialInvestmentBuy(TypedDict):
    """Commercial investment for sale."""

    type: Literal["commercialInvestmentBuy"]
    fields: CommercialInvestmentBuyFields


class PropertyInputCommercialInvestmentBuy(PropertyInputShared, CommercialInvestmentBuy):
    pass


class UpdatePropertyInput(TypedDict):
    type: NotRequired[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]
    fields: Union[ApartmentBuyFields, ApartmentRentFields, HouseBuyFields, HouseRentFields, PlotBuyFields, PlotRentFields, OfficeBuyFields, OfficeRentFields, RetailBuyFields, RetailRentFields, GastronomyBuyFields, GastronomyRentFields, IndustrialBuyFields, IndustrialRentFields, OtherCommercialBuyFields, OtherCommercialRentFields, ParkingSpaceBuyFields, ParkingSpaceRentFields, CommercialPlotBuyFields, ResidentialInvestmentBuyFields, CommercialInvestmentBuyFields]
    onSold: NotRequired[Literal["takeDown", "keep"]]
    attachments: NotRequired[List[Attachment]]
    links: NotRequired[List[Link]]
    contactId: NotRequired[str]
    externalId: NotRequired[str]


class ContactInput(TypedDict):
    """The fields of a new contact."""

    email: str
    title: NotRequired[str]
    firstName: NotRequired[str]
    lastName: str
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    website: NotRequired[str]
    photo: NotRequired[str]


class UpdateContactInput(TypedDict):
    email: str
    title: NotRequired[str]
    firstName: NotRequired[str]
    lastName: str
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    website: NotRequired[str]
    photo: NotRequired[str]


class SynchronizeTargetInput(TypedDict):
    mode: Literal["partial", "full"]
    confirmRemovals: NotRequired[int]


class TargetInput1CredentialsContact(TypedDict):
    email: str
    title: NotRequired[str]
    firstName: NotRequired[str]
    lastName: str
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    website: NotRequired[str]


class TargetInput1Credentials(TypedDict):
    host: str
    port: NotRequired[int]
    username: str
    password: str
    path: NotRequired[str]
    secure: NotRequired[bool]
    passive: NotRequired[bool]
    providerNumber: NotRequired[str]
    contact: NotRequired[TargetInput1CredentialsContact]


class FtpSettingsReportWordsItem(TypedDict):
    words: str
    field: str


class ReportFolder(TypedDict):
    """A folder in which a portal writes result files."""

    path: str
    remove: NotRequired[bool]


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


class TargetInput1(TypedDict):
    type: str
    name: NotRequired[str]
    credentials: TargetInput1Credentials
    settings: NotRequired[FtpSettings]
    autoCollectRequests: NotRequired[bool]
    hiddenAddress: NotRequired[Literal["flag", "omit"]]


class TargetInput2Credentials(TypedDict, total=False):
    """An alternative to redirectUrl."""

    redirectUrl: str


class TargetInput2(TypedDict):
    type: Literal["marketplace-24", "marketplace-24-sandbox"]
    name: NotRequired[str]
    redirectUrl: NotRequired[str]
    credentials: NotRequired[TargetInput2Credentials]
    autoCollectRequests: NotRequired[bool]
    hiddenAddress: NotRequired[Literal["flag", "omit"]]


class TargetInput3(TypedDict):
    type: Literal["feed"]
    name: NotRequired[str]
    autoCollectRequests: NotRequired[bool]
    hiddenAddress: NotRequired[Literal["flag", "omit"]]


class UpdateTargetInput1Credentials(TypedDict):
    host: str
    port: NotRequired[int]
    username: str
    password: NotRequired[str]
    path: NotRequired[str]
    secure: NotRequired[bool]
    passive: NotRequired[bool]
    providerNumber: NotRequired[str]
    contact: NotRequired[TargetInput1CredentialsContact]


class UpdateTargetInput1(TypedDict):
    type: str
    name: NotRequired[str]
    credentials: UpdateTargetInput1Credentials
    settings: NotRequired[FtpSettings]
    autoCollectRequests: NotRequired[bool]
    hiddenAddress: NotRequired[Literal["flag", "omit"]]


class PauseTargetInput(TypedDict, total=False):
    reason: str


class ListingInput(TypedDict):
    propertyId: str
    targetId: str
    preventPublication: NotRequired[bool]
    publishFrom: NotRequired[str]
    publishUntil: NotRequired[str]


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


class JobInput(TypedDict):
    action: Literal["publish", "takeDown", "retry", "setContact", "setSalesStatus", "delete"]
    ids: NotRequired[List[Id]]
    filter: NotRequired[JobFilter]
    listingIds: NotRequired[List[Id]]
    listingFilter: NotRequired[JobListingFilter]
    targetIds: NotRequired[List[Id]]
    contactId: NotRequired[Id]
    salesStatus: NotRequired[Literal["open", "reserved", "sold"]]


class ImportSourceInputFallbackContact(TypedDict):
    """The contact of properties whose objects name none, or none with an email address. Without it, such properties have no contact."""

    email: str
    title: NotRequired[str]
    firstName: NotRequired[str]
    lastName: str
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    website: NotRequired[str]


class ImportSourceInput(TypedDict):
    """The settings of an import source."""

    name: str
    folder: NotRequired[str]
    targetIds: NotRequired[List[str]]
    preventPublication: NotRequired[bool]
    onSold: NotRequired[Literal["takeDown", "keep"]]
    fallbackContact: NotRequired[ImportSourceInputFallbackContact]
    defaultCountry: NotRequired[str]
    emptyValues: NotRequired[List[str]]
    allowPlainLogins: NotRequired[bool]
    maxRemovedShare: NotRequired[float]


class UpdateImportSourceInput(TypedDict):
    name: str
    folder: NotRequired[str]
    targetIds: NotRequired[List[str]]
    preventPublication: NotRequired[bool]
    onSold: NotRequired[Literal["takeDown", "keep"]]
    fallbackContact: NotRequired[ImportSourceInputFallbackContact]
    defaultCountry: NotRequired[str]
    emptyValues: NotRequired[List[str]]
    allowPlainLogins: NotRequired[bool]
    maxRemovedShare: NotRequired[float]


class PreviewImportSourceInput(TypedDict, total=False):
    defaultCountry: str
    emptyValues: List[str]


class SetRequestHandlingInput(TypedDict):
    state: Literal["new", "inProgress", "done"]
    assignee: NotRequired[Id]
    note: NotRequired[str]


class ErasureInput(TypedDict):
    email: str


class RetentionInput(TypedDict):
    requestsDays: int


class WebhookInputFilter(TypedDict, total=False):
    """Filters for events. A filter does not affect events to which it does not apply, such as events without a target."""

    targetIds: List[Id]
    propertyTypes: List[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]


class WebhookInput(TypedDict):
    url: str
    events: List[Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]]
    name: NotRequired[str]
    maxDeliveriesPerSecond: NotRequired[int]
    retryScheduleSeconds: NotRequired[List[int]]
    headers: NotRequired[Dict[str, str]]
    filter: NotRequired[WebhookInputFilter]


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


class Actor(TypedDict):
    """Who caused something. Absent if the service did it by itself."""

    kind: str
    id: NotRequired[Id]
    name: NotRequired[str]


class RequestHandling(TypedDict):
    """How far the people of the account are with a request."""

    state: Literal["new", "inProgress", "done"]
    assignee: NotRequired[Id]
    note: NotRequired[str]
    changedAt: NotRequired[str]
    changedBy: NotRequired[Actor]
    answeredAt: NotRequired[str]
    answeredBy: NotRequired[Actor]


class CreatedRequest(TypedDict):
    """A contact request as the service received it by email."""

    id: Id
    createdAt: str
    message: str
    targetId: Id
    propertyId: NotRequired[Id]
    prospect: CreatedRequestProspect
    propertyProvidedByPlatform: CreatedRequestPropertyProvidedByPlatform
    handling: NotRequired[RequestHandling]
    propertyType: NotRequired[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]


class RequestCreatedEvent(TypedDict):
    eventId: Id
    eventName: Literal["request.created"]
    eventPayload: CreatedRequest
    eventTime: str


class PublicationSucceededEventEventPayload(TypedDict):
    listingId: Id
    propertyId: Id
    propertyType: NotRequired[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]
    targetId: Id
    type: Literal["set", "delete"]
    publicUrl: NotRequired[str]


class PublicationSucceededEvent(TypedDict):
    eventId: Id
    eventName: Literal["publication.succeeded"]
    eventPayload: PublicationSucceededEventEventPayload
    eventTime: str


class PublicationFailedEventEventPayload(TypedDict):
    listingId: Id
    propertyId: Id
    propertyType: NotRequired[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]
    targetId: Id
    type: Literal["set", "delete"]
    failureCode: Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]
    failureMessage: str


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


class PropertyShared(TypedDict):
    """A property that can be published on targets."""

    id: Id
    attachments: List[Attachment]
    links: List[Link]
    contactId: NotRequired[str]
    onSold: NotRequired[Literal["takeDown", "keep"]]
    externalId: str
    processingStatus: Literal["pending", "successful", "failed"]
    unprocessedAttachments: NotRequired[List[int]]
    attachmentFailures: NotRequired[List[AttachmentFailure]]
    createdAt: str
    updatedAt: str


class StoredAddress(TypedDict):
    """Where a property is. Street and number are optional; a platform that needs them says so before anything is published. With `publish: false`, platforms receive the street and the number with the instruction not to show them; with `hiddenAddress: omit` of the target or the account they receive neither."""

    street: NotRequired[str]
    streetNumber: NotRequired[str]
    postalCode: str
    city: str
    region: NotRequired[str]
    country: str
    publish: bool


class StoredApartmentBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields):
    """Attributes of an apartment for sale."""

    address: StoredAddress
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    condoFee: NotRequired[float]
    constructionYear: NotRequired[int]
    floor: NotRequired[int]
    hasBalcony: NotRequired[bool]
    hasBuiltInKitchen: NotRequired[bool]
    hasGarden: NotRequired[bool]
    hasLift: NotRequired[bool]
    isAccessible: NotRequired[bool]
    numberOfRooms: float
    requiresWBS: NotRequired[bool]
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class StoredApartmentBuy(TypedDict):
    """Apartment for sale."""

    type: Literal["apartmentBuy"]
    fields: StoredApartmentBuyFields


class PropertyApartmentBuy(PropertyShared, StoredApartmentBuy):
    pass


class StoredApartmentRentFields(CommonFields, RentFields, RoomFields):
    """Attributes of an apartment for rent."""

    address: StoredAddress
    apartmentType: Literal["apartment", "attic", "maisonette", "penthouse", "loft", "terrace", "lowerGroundFloor", "groundFloor", "upperGroundFloor", "floor", "other"]
    constructionYear: NotRequired[int]
    floor: NotRequired[int]
    hasBalcony: NotRequired[bool]
    hasBuiltInKitchen: NotRequired[bool]
    hasGarden: NotRequired[bool]
    hasLift: NotRequired[bool]
    isAccessible: NotRequired[bool]
    numberOfRooms: float
    requiresWBS: NotRequired[bool]
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class StoredApartmentRent(TypedDict):
    """Apartment for rent."""

    type: Literal["apartmentRent"]
    fields: StoredApartmentRentFields


class PropertyApartmentRent(PropertyShared, StoredApartmentRent):
    pass


class StoredHouseBuyFields(CommonFields, SaleFields, RoomFields, LettingFields, ParkingSaleFields):
    """Attributes of a house for sale."""

    address: StoredAddress
    constructionYear: NotRequired[int]
    hasLodgerFlat: NotRequired[bool]
    houseType: NotRequired[Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]]
    isAccessible: NotRequired[bool]
    numberOfRooms: NotRequired[float]
    plotArea: float
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class StoredHouseBuy(TypedDict):
    """House for sale."""

    type: Literal["houseBuy"]
    fields: StoredHouseBuyFields


class PropertyHouseBuy(PropertyShared, StoredHouseBuy):
    pass


class StoredHouseRentFields(CommonFields, RentFields, RoomFields):
    """Attributes of a house for rent."""

    address: StoredAddress
    constructionYear: NotRequired[int]
    hasBuiltInKitchen: NotRequired[bool]
    houseType: NotRequired[Literal["singleFamily", "midTerrace", "endTerrace", "multiFamily", "bungalow", "semiDetached", "farm", "villa", "other"]]
    isAccessible: NotRequired[bool]
    numberOfRooms: NotRequired[float]
    plotArea: float
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    usableArea: NotRequired[float]


class StoredHouseRent(TypedDict):
    """House for rent."""

    type: Literal["houseRent"]
    fields: StoredHouseRentFields


class PropertyHouseRent(PropertyShared, StoredHouseRent):
    pass


class StoredPlotBuyFields(CommonFields, SaleFields, LandFields):
    """Attributes of a residential plot for sale."""

    address: StoredAddress
    constructionYear: NotRequired[int]
    usableArea: NotRequired[float]


class StoredPlotBuy(TypedDict):
    """Residential plot for sale."""

    type: Literal["plotBuy"]
    fields: StoredPlotBuyFields


class PropertyPlotBuy(PropertyShared, StoredPlotBuy):
    pass


class StoredPlotRentFields(CommonFields, LandFields):
    """Attributes of a residential plot for lease. The rent is paid per year."""

    address: StoredAddress
    constructionYear: NotRequired[int]
    usableArea: NotRequired[float]
    yearlyRent: float


class StoredPlotRent(TypedDict):
    """Residential plot for lease."""

    type: Literal["plotRent"]
    fields: StoredPlotRentFields


class PropertyPlotRent(PropertyShared, StoredPlotRent):
    pass


class StoredOfficeBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of an office or a practice for sale."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    flooringType: NotRequired[Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]]
    hasAirConditioning: NotRequired[bool]
    hasCanteen: NotRequired[bool]
    hasKitchen: NotRequired[bool]
    hasLift: NotRequired[bool]
    hasNetworkCables: NotRequired[bool]
    officeType: NotRequired[Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]]
    parkingSpacePurchasePrice: NotRequired[float]
    totalArea: NotRequired[float]
    usableArea: float


class StoredOfficeBuy(TypedDict):
    """Office for sale."""

    type: Literal["officeBuy"]
    fields: StoredOfficeBuyFields


class PropertyOfficeBuy(PropertyShared, StoredOfficeBuy):
    pass


class StoredOfficeRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of an office or a practice for rent."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    flooringType: NotRequired[Literal["concrete", "epoxyResin", "tiles", "planks", "laminate", "parquet", "pvc", "carpet", "officeCarpet", "antistatic", "stone", "customizable", "none"]]
    hasAirConditioning: NotRequired[bool]
    hasCanteen: NotRequired[bool]
    hasKitchen: NotRequired[bool]
    hasLift: NotRequired[bool]
    hasNetworkCables: NotRequired[bool]
    officeType: NotRequired[Literal["loft", "studio", "office", "officeBuilding", "doctorsOffice", "doctorsOfficeBuilding"]]
    totalArea: NotRequired[float]
    usableArea: float


class StoredOfficeRent(TypedDict):
    """Office for rent."""

    type: Literal["officeRent"]
    fields: StoredOfficeRentFields


class PropertyOfficeRent(PropertyShared, StoredOfficeRent):
    pass


class StoredRetailBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a retail space for sale."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hasRamp: NotRequired[bool]
    parkingSpacePurchasePrice: NotRequired[float]
    retailType: NotRequired[Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]]
    totalArea: float
    usableArea: float


class StoredRetailBuy(TypedDict):
    """Retail space for sale."""

    type: Literal["retailBuy"]
    fields: StoredRetailBuyFields


class PropertyRetailBuy(PropertyShared, StoredRetailBuy):
    pass


class StoredRetailRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a retail space for rent."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hasRamp: NotRequired[bool]
    retailType: NotRequired[Literal["store", "mall", "departmentStore", "kiosk", "exhibitionSpace", "salesArea"]]
    totalArea: float
    usableArea: float


class StoredRetailRent(TypedDict):
    """Retail space for rent."""

    type: Literal["retailRent"]
    fields: StoredRetailRentFields


class PropertyRetailRent(PropertyShared, StoredRetailRent):
    pass


class StoredGastronomyBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a restaurant, a hotel or a bar for sale."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    gastronomyType: NotRequired[Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]]
    hasTerrace: NotRequired[bool]
    numberOfBeds: NotRequired[int]
    numberOfSeats: NotRequired[int]
    parkingSpacePurchasePrice: NotRequired[float]
    totalArea: float
    usableArea: float


class StoredGastronomyBuy(TypedDict):
    """Gastronomy for sale."""

    type: Literal["gastronomyBuy"]
    fields: StoredGastronomyBuyFields


class PropertyGastronomyBuy(PropertyShared, StoredGastronomyBuy):
    pass


class StoredGastronomyRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a restaurant, a hotel or a bar for rent."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    gastronomyType: NotRequired[Literal["restaurant", "guestHouse", "hotel", "bar", "cafe", "club"]]
    hasTerrace: NotRequired[bool]
    numberOfBeds: NotRequired[int]
    numberOfSeats: NotRequired[int]
    totalArea: float
    usableArea: float


class StoredGastronomyRent(TypedDict):
    """Gastronomy for rent."""

    type: Literal["gastronomyRent"]
    fields: StoredGastronomyRentFields


class PropertyGastronomyRent(PropertyShared, StoredGastronomyRent):
    pass


class StoredIndustrialBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a hall, a storage or a production site for sale."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hallHeight: NotRequired[float]
    industrialType: NotRequired[Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]]
    parkingArea: NotRequired[float]
    parkingSpacePurchasePrice: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class StoredIndustrialBuy(TypedDict):
    """Industrial property for sale."""

    type: Literal["industrialBuy"]
    fields: StoredIndustrialBuyFields


class PropertyIndustrialBuy(PropertyShared, StoredIndustrialBuy):
    pass


class StoredIndustrialRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a hall, a storage or a production site for rent."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    hallHeight: NotRequired[float]
    industrialType: NotRequired[Literal["hall", "industrialHall", "storage", "coldStorage", "highBayStorage", "shippingStorage", "shop", "service"]]
    parkingArea: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class StoredIndustrialRent(TypedDict):
    """Industrial property for rent."""

    type: Literal["industrialRent"]
    fields: StoredIndustrialRentFields


class PropertyIndustrialRent(PropertyShared, StoredIndustrialRent):
    pass


class StoredOtherCommercialBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a commercial property of another kind for sale."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    parkingSpacePurchasePrice: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class StoredOtherCommercialBuy(TypedDict):
    """Other commercial property for sale."""

    type: Literal["otherCommercialBuy"]
    fields: StoredOtherCommercialBuyFields


class PropertyOtherCommercialBuy(PropertyShared, StoredOtherCommercialBuy):
    pass


class StoredOtherCommercialRentFields(CommonFields, CommercialRentFields, AccessFields):
    """Attributes of a commercial property of another kind for rent."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    constructionYear: NotRequired[int]
    divisibleFrom: NotRequired[float]
    plotArea: NotRequired[float]
    totalArea: float
    usableArea: float


class StoredOtherCommercialRent(TypedDict):
    """Other commercial property for rent."""

    type: Literal["otherCommercialRent"]
    fields: StoredOtherCommercialRentFields


class PropertyOtherCommercialRent(PropertyShared, StoredOtherCommercialRent):
    pass


class StoredParkingSpaceBuyFields(CommonFields, SaleFields):
    """Attributes of a garage or a parking space for sale."""

    address: StoredAddress
    constructionYear: NotRequired[int]
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    usableArea: NotRequired[float]


class StoredParkingSpaceBuy(TypedDict):
    """Parking space for sale."""

    type: Literal["parkingSpaceBuy"]
    fields: StoredParkingSpaceBuyFields


class PropertyParkingSpaceBuy(PropertyShared, StoredParkingSpaceBuy):
    pass


class StoredParkingSpaceRentFields(CommonFields):
    """Attributes of a garage or a parking space for rent."""

    address: StoredAddress
    baseRent: NotRequired[float]
    constructionYear: NotRequired[int]
    deposit: NotRequired[str]
    parkingSpaceType: Literal["garage", "undergroundGarage", "carport", "outdoor", "carPark", "duplex"]
    totalRent: NotRequired[float]
    usableArea: NotRequired[float]


class StoredParkingSpaceRent(TypedDict):
    """Parking space for rent."""

    type: Literal["parkingSpaceRent"]
    fields: StoredParkingSpaceRentFields


class PropertyParkingSpaceRent(PropertyShared, StoredParkingSpaceRent):
    pass


class StoredCommercialPlotBuyFields(CommonFields, SaleFields, LandFields, AccessFields):
    """Attributes of a commercial plot for sale."""

    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    commercialPlotType: NotRequired[Literal["recreation", "commercial", "agriculture"]]
    constructionYear: NotRequired[int]
    usableArea: NotRequired[float]


class StoredCommercialPlotBuy(TypedDict):
    """Commercial plot for sale."""

    type: Literal["commercialPlotBuy"]
    fields: StoredCommercialPlotBuyFields


class PropertyCommercialPlotBuy(PropertyShared, StoredCommercialPlotBuy):
    pass


class StoredResidentialInvestmentBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a residential building that is bought for its rents."""

    actualYearlyRentalIncome: NotRequired[float]
    additionalCosts: NotRequired[float]
    address: StoredAddress
    constructionYear: int
    hasLift: NotRequired[bool]
    livingArea: NotRequired[float]
    plotArea: NotRequired[float]
    rentableArea: NotRequired[float]
    residentialEnergyCertificate: NotRequired[ResidentialEnergyCertificate]
    residentialInvestmentType: NotRequired[Literal["multiFamily", "residentialAndCommercial", "housingEstate", "singleFamily", "apartment", "other"]]
    targetYearlyRentalIncome: NotRequired[float]
    totalArea: float
    usableArea: NotRequired[float]


class StoredResidentialInvestmentBuy(TypedDict):
    """Residential investment for sale."""

    type: Literal["residentialInvestmentBuy"]
    fields: StoredResidentialInvestmentBuyFields


class PropertyResidentialInvestmentBuy(PropertyShared, StoredResidentialInvestmentBuy):
    pass


class StoredCommercialInvestmentBuyFields(CommonFields, SaleFields, AccessFields):
    """Attributes of a commercial building that is bought for its rents."""

    actualYearlyRentalIncome: NotRequired[float]
    additionalCosts: NotRequired[float]
    address: StoredAddress
    commercialEnergyCertificate: NotRequired[CommercialEnergyCertificate]
    commercialInvestmentType: NotRequired[Literal["mall", "supermarket", "commercialBuilding", "officeBuilding", "industrial"]]
    constructionYear: int
    hasLift: NotRequired[bool]
    livingArea: NotRequired[float]
    plotArea: NotRequired[float]
    rentableArea: NotRequired[float]
    targetYearlyRentalIncome: NotRequired[float]
    totalArea: float
    usableArea: NotRequired[float]


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


class RequestParsingFailedEventEventPayloadProblemsItem(TypedDict):
    failureCode: Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]
    failureMessage: str
    part: NotRequired[str]
    count: int


class RequestParsingFailedEventEventPayload(TypedDict):
    targetId: Id
    createdAt: str
    failureCode: Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]
    failureMessage: str
    sender: str
    recipient: str
    subject: str
    body: str
    requestCount: NotRequired[int]
    problems: NotRequired[List[RequestParsingFailedEventEventPayloadProblemsItem]]
    mailId: NotRequired[Id]
    mailUrl: NotRequired[str]


class RequestParsingFailedEvent(TypedDict):
    eventId: Id
    eventName: Literal["request.parsing_failed"]
    eventPayload: RequestParsingFailedEventEventPayload
    eventTime: str


class WebhookFailingEventEventPayload(TypedDict):
    webhookId: Id
    name: NotRequired[str]
    host: str
    failingSince: str
    disablesAt: str


class WebhookFailingEvent(TypedDict):
    eventId: Id
    eventName: Literal["webhook.failing"]
    eventPayload: WebhookFailingEventEventPayload
    eventTime: str


class WebhookDisabledEventEventPayload(TypedDict):
    webhookId: Id
    name: NotRequired[str]
    host: str
    disabledReason: Literal["receiver_gone", "failing"]
    disabledAt: str
    failingSince: NotRequired[str]


class WebhookDisabledEvent(TypedDict):
    eventId: Id
    eventName: Literal["webhook.disabled"]
    eventPayload: WebhookDisabledEventEventPayload
    eventTime: str


class TargetFailingEventEventPayload(TypedDict):
    targetId: Id
    targetType: str
    name: NotRequired[str]
    failureCode: Literal["credentials_rejected", "authorization_revoked"]
    failureMessage: str
    since: str


class TargetFailingEvent(TypedDict):
    eventId: Id
    eventName: Literal["target.failing"]
    eventPayload: TargetFailingEventEventPayload
    eventTime: str


class TargetPausedEventEventPayload(TypedDict):
    targetId: Id
    targetType: str
    name: NotRequired[str]
    by: Literal["operator", "service", "customer"]
    at: str
    message: str
    reason: NotRequired[str]
    actor: NotRequired[Actor]


class TargetPausedEvent(TypedDict):
    eventId: Id
    eventName: Literal["target.paused"]
    eventPayload: TargetPausedEventEventPayload
    eventTime: str


class LeftListing(TypedDict):
    """A listing that its platform may still show."""

    listingId: Id
    externalId: NotRequired[str]
    targetId: Id
    targetType: str
    targetName: NotRequired[str]
    failureCode: NotRequired[Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]]
    failureMessage: str


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


class ImportSoftware(TypedDict):
    """The software that wrote the document, as named in the document."""

    name: str
    version: NotRequired[str]


class ImportCounts(TypedDict):
    objects: int
    created: int
    updated: int
    unchanged: int
    deleted: int
    failed: int


class ImportRemoval(TypedDict):
    """Only for a full transfer: the number of properties that it does not contain, the number of properties of the source with the same providers, and the share that may be deleted without a confirmation."""

    missing: int
    known: int
    maxShare: float
    unidentified: NotRequired[int]


class ImportReadWith(TypedDict, total=False):
    """The settings of the source with which the document was read, once reading has begun."""

    defaultCountry: str
    emptyValues: List[str]


class ImportPreview(TypedDict):
    """Only for a preview of settings, which is a dry run with `readWith`."""

    importId: Id
    differing: NotRequired[int]


class ImportFailure(TypedDict):
    code: Literal["package_unreadable", "document_missing", "documents_ambiguous", "document_unreadable", "objects_missing", "limit_exceeded", "encrypted", "package_lost", "internal"]
    message: str


class Import(TypedDict):
    """An OpenImmo package and the outcome of its import."""

    id: Id
    sourceId: NotRequired[Id]
    fileName: NotRequired[str]
    sizeBytes: int
    state: Literal["queued", "reading", "applying", "awaiting_confirmation", "finished", "failed", "cancelled"]
    dryRun: bool
    scope: NotRequired[Literal["full", "partial"]]
    software: NotRequired[ImportSoftware]
    counts: ImportCounts
    removal: NotRequired[ImportRemoval]
    readWith: NotRequired[ImportReadWith]
    preview: NotRequired[ImportPreview]
    failure: NotRequired[ImportFailure]
    createdAt: str
    finishedAt: NotRequired[str]


class ImportFinishedEvent(TypedDict):
    eventId: Id
    eventName: Literal["import.finished"]
    eventPayload: Import
    eventTime: str


class PlatformMessage(TypedDict):
    """A message of a platform about an object."""

    code: NotRequired[str]
    severity: Literal["error", "warning", "info"]
    text: str
    observed: NotRequired[Literal["deactivated", "vanished", "missing"]]
    field: NotRequired[str]


class PublicationRejectedEventEventPayload(TypedDict):
    listingId: Id
    propertyId: Id
    propertyType: NotRequired[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]
    targetId: Id
    state: Literal["confirmed", "rejected", "removed", "unknown"]
    at: str
    source: Literal["report", "email", "api", "inquiry"]
    messages: List[PlatformMessage]
    reportId: NotRequired[Id]
    publicUrl: NotRequired[str]


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


class TargetSilentEventEventPayload(TypedDict):
    targetId: Id
    targetType: str
    name: NotRequired[str]
    since: str
    usualMinutes: int
    message: str


class TargetSilentEvent(TypedDict):
    eventId: Id
    eventName: Literal["target.silent"]
    eventPayload: TargetSilentEventEventPayload
    eventTime: str


class ConsumerCredentialsMarketplace24(TypedDict):
    key: NotRequired[str]
    configured: bool


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


class Closing(TypedDict):
    """The closing of an account. Once it has finished, it is the receipt."""

    id: Id
    accountId: Id
    state: Literal["closing", "cancelled", "finished"]
    phase: NotRequired[Literal["waiting", "taking_down", "erasing", "verifying"]]
    requestedAt: str
    cancellableUntil: str
    takeDownUntil: str
    remaining: ClosingRemaining
    erased: ClosingErased
    left: List[LeftListing]
    leftCount: int
    cancelledAt: NotRequired[str]
    finishedAt: NotRequired[str]


class OwnAccount(TypedDict):
    """The account of the key. Secrets are never returned."""

    id: Id
    name: str
    createdAt: str
    updatedAt: str
    email: NotRequired[str]
    consumerCredentials: ConsumerCredentials
    closing: NotRequired[Closing]
    signInUrl: NotRequired[str]


class ErrorDetailsItem(TypedDict):
    path: str
    message: str
    code: str


class Error(TypedDict):
    """The error, as a stable code and a message."""

    error: str
    message: str
    statusCode: int
    code: str
    requestId: str
    details: NotRequired[List[ErrorDetailsItem]]


class ConsumerKey(TypedDict):
    """The stored consumer credentials. The secret is never returned."""

    key: str


class ApiKey(TypedDict):
    id: Id
    name: str
    prefix: str
    lastFour: str
    scopes: List[Literal["read", "write"]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: NotRequired[str]


class ApiKeysPageUnreadableItem(TypedDict):
    id: str
    unreadable: Literal[True]


class ApiKeysPage(TypedDict):
    hasMore: bool
    data: List[ApiKey]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class NewApiKey(TypedDict):
    id: Id
    name: str
    prefix: str
    lastFour: str
    scopes: List[Literal["read", "write"]]
    createdAt: str
    lastUsedAt: NotRequired[str]
    expiresAt: NotRequired[str]
    key: str


class DashboardLink(TypedDict):
    """A link to some pages of the dashboard, for people who do not sign in. It ends early if the key or the user that created it is removed or loses the permission."""

    id: Id
    pages: List[str]
    name: NotRequired[str]
    embedOrigins: List[str]
    returnUrl: NotRequired[str]
    createdBy: Actor
    createdAt: str
    openBefore: str
    openedAt: NotRequired[str]
    expiresAt: str


class DashboardLinksPage(TypedDict):
    hasMore: bool
    data: List[DashboardLink]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class NewDashboardLink(TypedDict):
    id: Id
    pages: List[str]
    name: NotRequired[str]
    embedOrigins: List[str]
    returnUrl: NotRequired[str]
    createdBy: Actor
    createdAt: str
    openBefore: str
    openedAt: NotRequired[str]
    expiresAt: str
    url: str


class User(TypedDict):
    """A person who may sign in to the dashboard of the account."""

    id: Id
    email: str
    name: NotRequired[str]
    role: Role
    state: Literal["invited", "active"]
    invitedAt: str
    lastSignInAt: NotRequired[str]


class UsersPage(TypedDict):
    hasMore: bool
    data: List[User]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class InvitedUser(TypedDict):
    id: Id
    email: str
    name: NotRequired[str]
    role: Role
    state: Literal["invited", "active"]
    invitedAt: str
    lastSignInAt: NotRequired[str]
    isInvitationSent: bool


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


class RequestOrigin(TypedDict):
    targetId: Id
    propertyId: NotRequired[Id]
    requests: int


class RequestAnswers(TypedDict):
    by: Actor
    requests: int
    medianSeconds: int


class RequestActivity(TypedDict):
    """The number of requests by day, property and target, and how fast they were answered."""

    total: int
    isLimited: NotRequired[Literal[True]]
    days: List[RequestActivityDaysItem]
    origins: List[RequestOrigin]
    answers: List[RequestAnswers]


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


class FieldDescriptionPartsItem(TypedDict):
    name: str
    label: Label
    hint: NotRequired[Label]
    required: bool
    unusual: bool
    unit: NotRequired[str]
    multiline: NotRequired[bool]
    schema: Dict[str, Any]
    values: NotRequired[List[FieldDescriptionValuesItem]]


class FieldDescription(TypedDict):
    """One field of a property type."""

    name: str
    label: Label
    hint: NotRequired[Label]
    required: bool
    unusual: bool
    unit: NotRequired[str]
    multiline: NotRequired[bool]
    schema: Dict[str, Any]
    values: NotRequired[List[FieldDescriptionValuesItem]]
    parts: NotRequired[List[FieldDescriptionPartsItem]]


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


class PropertyType(TypedDict):
    """A property type, with its fields and their places on the platforms."""

    type: Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]
    label: Label
    description: str
    deal: Literal["sale", "rent"]
    use: Literal["residential", "commercial"]
    price: Literal["purchasePrice", "baseRent", "yearlyRent"]
    area: NotRequired[Literal["livingArea", "usableArea", "totalArea", "plotArea"]]
    kind: NotRequired[str]
    sections: List[PropertyTypeSectionsItem]
    formats: List[CarriedFields]
    examples: PropertyTypeExamples


class PropertiesPage(TypedDict):
    hasMore: bool
    data: List[Property]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


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


class TimelineEntry1(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["property_created"]
    propertyId: Id
    revision: int


class TimelineEntry2(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["property_updated"]
    propertyId: Id
    revision: int
    changed: List[str]


class TimelineEntry3(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["property_deleted"]
    propertyId: Id


class TimelineEntry4(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["listing_created"]
    listingId: Id
    propertyId: Id
    targetId: Id
    preventPublication: NotRequired[bool]
    publishFrom: NotRequired[str]
    publishUntil: NotRequired[str]


class TimelineEntry5(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["listing_updated"]
    listingId: Id
    propertyId: Id
    targetId: Id
    preventPublication: NotRequired[bool]
    publishFrom: NotRequired[str]
    publishUntil: NotRequired[str]


class TimelineEntry6(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["listing_retried"]
    listingId: Id
    propertyId: Id
    targetId: Id


class TimelineEntry7(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["listing_deleted"]
    listingId: Id
    propertyId: Id
    targetId: Id


class TimelineEntry8(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["listing_answered"]
    listingId: Id
    propertyId: Id
    targetId: Id
    state: Literal["confirmed", "rejected", "removed", "unknown"]
    source: Literal["report", "email", "api", "inquiry"]
    messages: List[PlatformMessage]
    reportId: NotRequired[Id]


class TimelineEntry9(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["publication_attempt"]
    listingId: Id
    propertyId: Id
    targetId: Id
    targetType: str
    operation: Literal["set", "delete"]
    outcome: Literal["succeeded", "retry", "failed", "internal_error", "interrupted"]
    failureCode: NotRequired[Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]]
    failureMessage: NotRequired[str]
    durationMs: float
    nextAttemptAt: NotRequired[str]
    fileName: NotRequired[str]


class TimelineEntry10DeliveriesItemAttemptsItem(TypedDict):
    at: str
    statusCode: NotRequired[int]
    errorCode: NotRequired[str]
    durationMs: NotRequired[float]


class TimelineEntry10DeliveriesItem(TypedDict):
    deliveryId: Id
    webhookId: Id
    host: NotRequired[str]
    status: Literal["pending", "held", "succeeded", "failed", "discarded"]
    attemptCount: int
    attempts: List[TimelineEntry10DeliveriesItemAttemptsItem]
    nextAttemptAt: NotRequired[str]


class TimelineEntry10(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["event"]
    eventId: Id
    eventName: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]
    operation: NotRequired[Literal["set", "delete"]]
    propertyId: NotRequired[Id]
    listingId: NotRequired[Id]
    targetId: NotRequired[Id]
    deliveries: List[TimelineEntry10DeliveriesItem]


class TimelineEntry11(TypedDict):
    id: Id
    at: str
    actor: NotRequired[Actor]
    requestId: NotRequired[str]
    kind: Literal["request"]
    contactRequestId: Id
    mailId: Id
    targetId: Id
    propertyId: NotRequired[Id]
    handling: NotRequired[RequestHandling]


class PropertyTimelinePage(TypedDict):
    hasMore: bool
    data: List[TimelineEntry]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class UploadedAttachment(TypedDict):
    """A file that a property names by its `url`."""

    id: Id
    url: str
    mediaType: Literal["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"]
    size: int
    width: NotRequired[int]
    height: NotRequired[int]
    fileName: NotRequired[str]
    expiresAt: str


class Contact(TypedDict):
    """A person whom prospects can reach."""

    id: Id
    email: str
    title: NotRequired[str]
    firstName: NotRequired[str]
    lastName: str
    phone: NotRequired[str]
    mobilePhone: NotRequired[str]
    website: NotRequired[str]
    photo: NotRequired[str]
    createdAt: str
    updatedAt: str


class ContactsPage(TypedDict):
    hasMore: bool
    data: List[Contact]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class TargetType(TypedDict):
    """A platform and its requirements."""

    type: str
    name: str
    requiredCredentials: List[str]
    authorizationFlow: NotRequired[bool]
    supportsRequestCollection: bool
    supportsLinks: NotRequired[bool]
    tls: NotRequired[Literal["required", "optional"]]
    attachmentTypes: NotRequired[List[str]]
    maxImages: NotRequired[int]
    maxImageBytes: NotRequired[int]
    maxImageEdge: NotRequired[int]
    settings: NotRequired[FtpSettings]


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


class Synchronization(TypedDict):
    """What was begun. It runs after the response."""

    mode: Literal["partial", "full"]
    listings: int
    removals: NotRequired[int]
    jobId: NotRequired[Id]


class TargetCredentials(TypedDict):
    """Only for types with FTP credentials."""

    host: str
    port: NotRequired[int]
    username: str
    path: NotRequired[str]
    secure: NotRequired[bool]
    passive: NotRequired[bool]
    providerNumber: NotRequired[str]
    contact: NotRequired[TargetInput1CredentialsContact]


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


class FullTransferReason(TypedDict):
    """Why a full transfer was not sent."""

    code: Literal["would_remove", "too_many_listings", "nothing_listed", "nothing_to_send", "night_over", "not_supported", "login_of_other_account", "login_of_other_target", "platform_failed"]
    names: NotRequired[List[str]]
    mayRemove: NotRequired[int]
    failureCode: NotRequired[Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]]
    oneByOne: NotRequired[bool]


class FullTransfer(TypedDict):
    """The last full transfer of a target."""

    at: str
    ok: bool
    listings: int
    message: NotRequired[str]
    reason: NotRequired[FullTransferReason]
    nightly: NotRequired[bool]
    removals: NotRequired[int]


class LastCheck(TypedDict):
    """Whether the credentials of a target worked when they were last tested."""

    at: str
    ok: bool
    failedStep: NotRequired[Literal["resolve", "connect", "tls", "login", "directory", "write", "reportFolder"]]
    message: NotRequired[str]


class ReportFolderReason(TypedDict):
    """Why a report folder cannot be read."""

    code: Literal["not_connected", "folder_unreadable", "file_unreadable"]
    failureCode: NotRequired[Literal["credentials_rejected", "host_unreachable", "connection_lost", "disk_full", "path_not_found", "permission_denied", "contact_required", "property_not_processed", "validation_rejected", "authorization_revoked", "rate_limited", "platform_unavailable", "address_forbidden", "internal"]]
    path: NotRequired[str]
    file: NotRequired[str]
    said: NotRequired[str]


class ReportFolderProblem(TypedDict):
    """Present while the report folder cannot be read. Publishing goes on."""

    message: str
    reason: NotRequired[ReportFolderReason]
    since: str


class PublishingPauseOthersItem(TypedDict):
    by: Literal["operator", "service", "customer"]
    at: str
    message: str
    reason: NotRequired[str]
    actor: NotRequired[Actor]


class PublishingPause(TypedDict):
    """Publishing to the target is paused. Due listings wait and keep their order."""

    by: Literal["operator", "service", "customer"]
    at: str
    message: str
    reason: NotRequired[str]
    actor: NotRequired[Actor]
    others: NotRequired[List[PublishingPauseOthersItem]]


class Target(TypedDict):
    """An account on a platform. The password is never returned."""

    id: Id
    type: str
    name: NotRequired[str]
    credentials: NotRequired[TargetCredentials]
    encryption: NotRequired[Literal["verified", "encrypted", "when-offered", "clear-text"]]
    settings: NotRequired[FtpSettings]
    redirectUrl: NotRequired[str]
    authorizationUrl: NotRequired[str]
    authorizationStatus: NotRequired[Literal["pending", "accepted", "rejected", "revoked"]]
    autoCollectRequests: bool
    hiddenAddress: NotRequired[Literal["flag", "omit"]]
    emailId: str
    requestAddress: NotRequired[str]
    reportAddress: NotRequired[str]
    feed: NotRequired[TargetFeed]
    failing: NotRequired[TargetFailing]
    lastFullTransfer: NotRequired[FullTransfer]
    lastCheck: NotRequired[LastCheck]
    reportFolderProblem: NotRequired[ReportFolderProblem]
    paused: NotRequired[PublishingPause]
    createdAt: str
    updatedAt: str


class TargetCheckStepsItem(TypedDict):
    name: Literal["resolve", "connect", "tls", "login", "directory", "write", "reportFolder"]
    ok: bool
    message: str
    warning: NotRequired[bool]


class TargetCheckServerItem(TypedDict):
    feature: Literal["tls", "utf8", "size", "mdtm", "checksum", "rename", "remove"]
    supported: bool
    message: str


class TargetCheck(TypedDict):
    """The result of a check of the credentials, step by step."""

    ok: bool
    steps: List[TargetCheckStepsItem]
    server: NotRequired[List[TargetCheckServerItem]]


class FeedFetch(TypedDict):
    """One fetch of a document of a feed, up to its end."""

    id: Id
    at: str
    document: Literal["openimmo.xml", "openimmo.zip", "properties.json"]
    count: int
    sizeBytes: int
    address: NotRequired[str]
    userAgent: NotRequired[str]


class FeedFetchesPage(TypedDict):
    hasMore: bool
    data: List[FeedFetch]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class ListingProperty(TypedDict):
    """Fields that identify the property, as far as the listing knows them."""

    externalId: str
    title: NotRequired[str]


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


class Listing(TypedDict):
    """One property on one target."""

    id: Id
    propertyId: Id
    targetId: Id
    property: NotRequired[ListingProperty]
    preventPublication: NotRequired[bool]
    publishFrom: NotRequired[str]
    publishUntil: NotRequired[str]
    state: Literal["published", "unpublished", "pending", "failed", "paused"]
    scheduledFor: NotRequired[str]
    unpublishedReason: NotRequired[Literal["prevented", "ended", "sold"]]
    published: bool
    nextAttemptAt: NotRequired[str]
    attemptCount: int
    createdAt: str
    updatedAt: str
    publicUrl: NotRequired[str]
    lastPublishedAt: NotRequired[str]
    lastError: NotRequired[ListingLastError]
    stillOnlineSince: NotRequired[str]
    platformState: NotRequired[PlatformState]
    paused: NotRequired[PublishingPause]


class ListingsPage(TypedDict):
    hasMore: bool
    data: List[Listing]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


class DryRunProblemsItem(TypedDict):
    severity: Literal["error", "warning"]
    code: str
    reason: NotRequired[str]
    field: str
    message: str
    parameters: NotRequired[Dict[str, str]]


class DryRun(TypedDict):
    """Whether a property can be published on a target, checked without contacting the platform."""

    publishable: bool
    problems: List[DryRunProblemsItem]


class PropertyListing(TypedDict):
    """Where a property is listed, and how it stands there."""

    id: Id
    propertyId: Id
    targetId: Id
    state: Literal["published", "unpublished", "pending", "failed", "paused"]
    scheduledFor: NotRequired[str]
    published: bool
    platformState: NotRequired[PlatformState]


class PropertyListings(TypedDict):
    data: List[PropertyListing]


class JobCounts(TypedDict):
    items: int
    pending: int
    succeeded: int
    skipped: int
    failed: int
    cancelled: int


class Job(TypedDict):
    """Work on many properties. A job is kept for 30 days."""

    id: Id
    action: str
    resource: Literal["property", "listing"]
    filter: NotRequired[JobFilter]
    listingFilter: NotRequired[JobListingFilter]
    targetIds: NotRequired[List[Id]]
    contactId: NotRequired[Id]
    salesStatus: NotRequired[Literal["open", "reserved", "sold"]]
    mode: NotRequired[Literal["partial", "full"]]
    state: Literal["preparing", "running", "finished", "cancelled"]
    cancelReason: NotRequired[Literal["requested", "permission_lost", "account_closing", "too_many_items"]]
    counts: JobCounts
    actor: NotRequired[Actor]
    createdAt: str
    finishedAt: NotRequired[str]


class JobsPage(TypedDict):
    hasMore: bool
    data: List[Job]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class JobItemProperty(TypedDict):
    """Fields that identify the property, as far as the job knows them."""

    externalId: str
    title: NotRequired[str]


class JobItemReason(TypedDict):
    """Why the item was skipped or failed: `code` and `message` as in an error."""

    code: str
    message: str


class JobItem(TypedDict):
    """One property of a job; of a job with targets or of listings, one property on one target."""

    id: Id
    propertyId: Id
    targetId: NotRequired[Id]
    listingId: NotRequired[Id]
    property: NotRequired[JobItemProperty]
    state: Literal["pending", "succeeded", "skipped", "failed", "cancelled"]
    listingIds: NotRequired[List[Id]]
    reason: NotRequired[JobItemReason]
    finishedAt: NotRequired[str]


class JobItemsPage(TypedDict):
    hasMore: bool
    data: List[JobItem]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


ImportSourceWithPasswordPassivePorts = TypedDict("ImportSourceWithPasswordPassivePorts", {
    "from": "int",
    "to": "int",
})


class ImportSourceWithPasswordSender(TypedDict):
    """The software that wrote the newest package, as named in the package."""

    name: str
    version: NotRequired[str]


class ImportSourceWithPasswordSuggestion(TypedDict):
    """Settings that this software needs and that the source does not have. They take effect only when you set them."""

    software: str
    defaultCountry: NotRequired[str]
    emptyValues: NotRequired[List[str]]


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


class ImportSourceWithPassword(TypedDict):
    """An import source with its new password, which is not shown again."""

    id: Id
    name: str
    host: str
    port: int
    user: str
    folder: str
    passivePorts: ImportSourceWithPasswordPassivePorts
    secure: bool
    allowPlainLogins: NotRequired[bool]
    targetIds: List[str]
    preventPublication: NotRequired[bool]
    onSold: NotRequired[Literal["takeDown", "keep"]]
    fallbackContact: NotRequired[TargetInput1CredentialsContact]
    defaultCountry: NotRequired[str]
    emptyValues: NotRequired[List[str]]
    maxRemovedShare: float
    state: Literal["waiting", "active", "failing"]
    lastImportId: NotRequired[Id]
    sender: NotRequired[ImportSourceWithPasswordSender]
    suggestion: NotRequired[ImportSourceWithPasswordSuggestion]
    unlisted: NotRequired[List[UnlistedProperties]]
    waitingPackage: NotRequired[WaitingPackage]
    createdAt: str
    updatedAt: str
    password: str


ImportSourcePassivePorts = TypedDict("ImportSourcePassivePorts", {
    "from": "int",
    "to": "int",
})


class ImportSource(TypedDict):
    """An FTP login to which estate software exports packages, with the settings for their import."""

    id: Id
    name: str
    host: str
    port: int
    user: str
    folder: str
    passivePorts: ImportSourcePassivePorts
    secure: bool
    allowPlainLogins: NotRequired[bool]
    targetIds: List[str]
    preventPublication: NotRequired[bool]
    onSold: NotRequired[Literal["takeDown", "keep"]]
    fallbackContact: NotRequired[TargetInput1CredentialsContact]
    defaultCountry: NotRequired[str]
    emptyValues: NotRequired[List[str]]
    maxRemovedShare: float
    state: Literal["waiting", "active", "failing"]
    lastImportId: NotRequired[Id]
    sender: NotRequired[ImportSourceWithPasswordSender]
    suggestion: NotRequired[ImportSourceWithPasswordSuggestion]
    unlisted: NotRequired[List[UnlistedProperties]]
    waitingPackage: NotRequired[WaitingPackage]
    createdAt: str
    updatedAt: str


class ImportSourcesPage(TypedDict):
    hasMore: bool
    data: List[ImportSource]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class ImportsPage(TypedDict):
    hasMore: bool
    data: List[Import]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


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


class ImportProblem(TypedDict):
    severity: Literal["error", "warning"]
    code: Literal["object_invalid", "value_left_out", "number_missing", "external_id_taken", "type_changed", "object_unknown", "contact_invalid", "attachment_missing", "attachment_too_large", "attachment_unreadable", "attachment_refused", "listing_refused", "property_refused", "internal"]
    field: NotRequired[str]
    value: NotRequired[str]
    reason: NotRequired[str]
    message: str
    parameters: NotRequired[Dict[str, str]]
    whatToDo: str


class ImportObjectUnmappedItem(TypedDict):
    path: str
    value: str


class ReadField(TypedDict):
    field: str
    value: Union[str, float, bool, List[str]]
    path: NotRequired[str]
    text: NotRequired[str]


class ReadDifference(TypedDict):
    field: str
    before: NotRequired[Union[str, float, bool, List[str]]]
    after: NotRequired[Union[str, float, bool, List[str]]]


class ImportObject(TypedDict):
    """One object of an import."""

    id: Id
    position: int
    provider: ImportObjectProvider
    numbers: ImportObjectNumbers
    title: NotRequired[str]
    externalId: NotRequired[str]
    propertyId: NotRequired[Id]
    contactId: NotRequired[Id]
    listingIds: NotRequired[List[Id]]
    action: Literal["create", "update", "delete"]
    isMissing: NotRequired[Literal[True]]
    outcome: Literal["pending", "created", "updated", "unchanged", "deleted", "failed"]
    problems: List[ImportProblem]
    unmapped: List[ImportObjectUnmappedItem]
    type: NotRequired[Literal["apartmentBuy", "apartmentRent", "houseBuy", "houseRent", "plotBuy", "plotRent", "officeBuy", "officeRent", "retailBuy", "retailRent", "gastronomyBuy", "gastronomyRent", "industrialBuy", "industrialRent", "otherCommercialBuy", "otherCommercialRent", "parkingSpaceBuy", "parkingSpaceRent", "commercialPlotBuy", "residentialInvestmentBuy", "commercialInvestmentBuy"]]
    read: NotRequired[List[ReadField]]
    differences: NotRequired[List[ReadDifference]]


class ImportObjectsPage(TypedDict):
    hasMore: bool
    data: List[ImportObject]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class UnusedValues(TypedDict):
    path: str
    objects: int
    example: str
    decides: bool


class ImportSummary(TypedDict):
    """What an import did not use, and what it could not list."""

    id: Id
    unused: NotRequired[List[UnusedValues]]
    furtherValues: NotRequired[int]
    unlisted: List[UnlistedProperties]


class Request(TypedDict):
    """A contact request that the service received by email."""

    id: Id
    createdAt: str
    message: str
    targetId: Id
    propertyId: NotRequired[Id]
    prospect: CreatedRequestProspect
    propertyProvidedByPlatform: CreatedRequestPropertyProvidedByPlatform
    handling: RequestHandling


class RequestsPage(TypedDict):
    hasMore: bool
    data: List[Request]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


class ReceivedEmailSummary(TypedDict):
    """An email that targets of the account received."""

    id: Id
    receivedAt: str
    state: Literal["pending", "parsed", "partial", "failed", "done"]
    sender: NotRequired[str]
    subject: NotRequired[str]
    recipients: List[str]
    targetIds: List[Id]
    requestCount: int
    reportIds: NotRequired[List[Id]]
    failureCode: NotRequired[Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]]
    failureMessage: NotRequired[str]
    doneAt: NotRequired[str]
    doneBy: NotRequired[Actor]


class ReceivedMailsPage(TypedDict):
    hasMore: bool
    data: List[ReceivedEmailSummary]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


class ReceivedEmailAttachmentsItem(TypedDict):
    name: str
    mediaType: str
    sizeBytes: int


class ReceivedEmail(TypedDict):
    """An email that targets of the account received, with its text. It is kept for 30 days."""

    id: Id
    receivedAt: str
    state: Literal["pending", "parsed", "partial", "failed", "done"]
    sender: NotRequired[str]
    subject: NotRequired[str]
    recipients: List[str]
    targetIds: List[Id]
    requestCount: int
    reportIds: NotRequired[List[Id]]
    failureCode: NotRequired[Literal["no_xml_attachment", "xml_malformed", "xml_not_a_request", "no_prospect", "archive_unreadable", "too_large", "unsupported_format", "limit_exceeded"]]
    failureMessage: NotRequired[str]
    doneAt: NotRequired[str]
    doneBy: NotRequired[Actor]
    sizeBytes: int
    expiresAt: str
    text: NotRequired[str]
    attachments: List[ReceivedEmailAttachmentsItem]
    attachmentCount: int
    problems: List[RequestParsingFailedEventEventPayloadProblemsItem]
    requestIds: List[Id]


class ReportObjectsItem(TypedDict):
    listingId: NotRequired[Id]
    propertyId: NotRequired[Id]
    number: NotRequired[str]
    state: Literal["confirmed", "rejected", "removed", "unknown"]
    messages: List[PlatformMessage]
    fileName: NotRequired[str]
    publicUrl: NotRequired[str]


class Report(TypedDict):
    """What a platform said about the objects of an import. It is kept for 180 days."""

    id: Id
    targetId: Id
    receivedAt: str
    at: str
    source: Literal["report", "email"]
    state: Literal["confirmed", "rejected", "removed", "unclear"]
    verified: bool
    mailId: NotRequired[Id]
    objects: List[ReportObjectsItem]
    objectCount: int


class ReportsPage(TypedDict):
    hasMore: bool
    data: List[Report]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


class ErasureErased(TypedDict):
    requests: int
    mails: int
    events: int
    deliveries: int
    messages: int


class Erasure(TypedDict):
    """The erasure of all data that an account has stored about one person. It does not name the person."""

    id: Id
    state: Literal["running", "finished"]
    phase: NotRequired[Literal["requests", "events", "verifying"]]
    progress: str
    requestedAt: str
    finishedAt: NotRequired[str]
    erased: ErasureErased


class ErasuresPage(TypedDict):
    hasMore: bool
    data: List[Erasure]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class Retention(TypedDict):
    """How long data of prospects is kept."""

    requestsDays: int
    isDefault: bool


class WebhookWithKey(TypedDict):
    """A webhook with the key that signs its deliveries."""

    id: Id
    url: str
    events: List[Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]]
    signingKey: str
    status: Literal["active", "paused", "disabled"]
    disabledReason: NotRequired[Literal["receiver_gone", "failing"]]
    warning: NotRequired[str]
    failingSince: NotRequired[str]
    disablesAt: NotRequired[str]
    name: NotRequired[str]
    maxDeliveriesPerSecond: NotRequired[int]
    retryScheduleSeconds: NotRequired[List[int]]
    headers: NotRequired[Dict[str, str]]
    filter: NotRequired[WebhookInputFilter]
    previousKeysUntil: NotRequired[str]
    createdAt: str
    updatedAt: str


class Webhook(TypedDict):
    """A URL to which the service sends events."""

    id: Id
    url: str
    events: List[Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]]
    signingKey: NotRequired[str]
    status: Literal["active", "paused", "disabled"]
    disabledReason: NotRequired[Literal["receiver_gone", "failing"]]
    warning: NotRequired[str]
    failingSince: NotRequired[str]
    disablesAt: NotRequired[str]
    name: NotRequired[str]
    maxDeliveriesPerSecond: NotRequired[int]
    retryScheduleSeconds: NotRequired[List[int]]
    headers: NotRequired[Dict[str, str]]
    filter: NotRequired[WebhookInputFilter]
    previousKeysUntil: NotRequired[str]
    createdAt: str
    updatedAt: str


class WebhooksPage(TypedDict):
    hasMore: bool
    data: List[Webhook]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class DeliveryAttemptsItemPhases(TypedDict, total=False):
    """The duration of each phase. A reused connection has no name resolution, connection and TLS."""

    dnsMs: float
    connectMs: float
    tlsMs: float
    firstByteMs: float


class DeliveryAttemptsItem(TypedDict):
    at: str
    statusCode: NotRequired[int]
    body: NotRequired[str]
    bodyTruncated: NotRequired[bool]
    error: NotRequired[str]
    errorCode: NotRequired[str]
    durationMs: NotRequired[float]
    phases: NotRequired[DeliveryAttemptsItemPhases]
    address: NotRequired[str]


class Delivery(TypedDict):
    """The transfer of one event to one webhook, with its attempts."""

    id: Id
    eventId: Id
    eventName: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]
    status: Literal["pending", "held", "succeeded", "failed", "discarded"]
    sequence: NotRequired[int]
    test: NotRequired[bool]
    propertyId: NotRequired[Id]
    listingId: NotRequired[Id]
    targetId: NotRequired[Id]
    nextAttemptAt: NotRequired[str]
    laterAttemptsAt: NotRequired[List[str]]
    attemptCount: NotRequired[int]
    attempts: List[DeliveryAttemptsItem]
    createdAt: NotRequired[str]


class ReceiverReportChecksItem(TypedDict):
    name: Literal["accepts-good", "refuses-wrong-signature", "refuses-stale", "accepts-duplicate"]
    ok: bool
    message: str
    statusCode: NotRequired[int]
    errorCode: NotRequired[str]
    durationMs: float


class ReceiverReport(TypedDict):
    """How a receiver responds to valid, forged, stale and duplicate deliveries."""

    ok: bool
    checks: List[ReceiverReportChecksItem]


class ResendFailure(TypedDict):
    """Why the bulk resend failed."""

    failureCode: Literal["internal"]
    failureMessage: str


class Resend(TypedDict):
    """A bulk resend of deliveries."""

    id: Id
    status: Literal["running", "finished", "cancelled", "failed"]
    queued: int
    examined: int
    createdAt: str
    finishedAt: NotRequired[str]
    failure: NotRequired[ResendFailure]


class DeliveriesPage(TypedDict):
    hasMore: bool
    data: List[Delivery]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


class Event(TypedDict):
    """An event of the account."""

    eventId: Id
    eventName: Literal["request.created", "publication.succeeded", "publication.failed", "property.processing_succeeded", "property.processing_failed", "request.parsing_failed", "webhook.failing", "webhook.disabled", "target.failing", "target.paused", "account.closed", "import.finished", "publication.rejected", "publication.confirmed", "target.silent"]
    eventPayload: Dict[str, Any]
    eventTime: str


class EventsPage(TypedDict):
    hasMore: bool
    data: List[Event]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]
    count: NotRequired[int]
    countIsLimited: NotRequired[Literal[True]]


class AuditEntryResource(TypedDict):
    """The resource that the action concerned. It may no longer exist."""

    type: str
    id: NotRequired[Id]


class AuditEntry(TypedDict):
    """An action in an account, or an attempt of one."""

    id: Id
    at: str
    accountId: NotRequired[Id]
    action: str
    actor: NotRequired[Actor]
    address: str
    requestId: str
    reason: NotRequired[str]
    resource: AuditEntryResource
    outcome: Literal["started", "succeeded", "refused", "failed"]
    status: NotRequired[int]
    code: NotRequired[str]


class AuditLogPage(TypedDict):
    hasMore: bool
    data: List[AuditEntry]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


class RequestLogEntry1(TypedDict):
    id: Id
    kind: Literal["call"]
    at: str
    method: str
    route: str
    path: str
    status: int
    code: NotRequired[str]
    durationMs: float
    actor: Actor
    address: str
    requestId: str
    resourceIds: List[Id]


class RequestLogEntry2(TypedDict):
    id: Id
    kind: Literal["gap"]
    at: str
    since: str
    missing: int


class RequestLogPage(TypedDict):
    hasMore: bool
    data: List[RequestLogEntry]
    unreadable: NotRequired[List[ApiKeysPageUnreadableItem]]
    continueAfter: NotRequired[str]


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
StoredResidentialEnergyCertificate = ResidentialEnergyCertificate
StoredCommonFields = CommonFields
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
