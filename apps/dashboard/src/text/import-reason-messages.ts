import { defineMessages } from './define-messages.ts';
import { importFileMessages } from './import-file-messages.ts';

/** Reasons why a value of an imported object, or the object, could not be used. */
export const importReasonMessages = defineMessages({
  'importReason.object_too_large': ['The object is too large.', 'Das Objekt ist zu groß.'],
  'importReason.number_missing': [
    'It has neither objektnr_extern nor openimmo_obid nor objektnr_intern.',
    'Es hat weder objektnr_extern noch openimmo_obid noch objektnr_intern.',
  ],
  'importReason.number_unsaid': [
    'The number of the object says nothing. It was imported, but another object with this number would replace it.',
    'Die Nummer des Objekts sagt nichts aus. Es wurde importiert, aber ein anderes Objekt mit dieser Nummer würde es ersetzen.',
  ],
  'importReason.type_missing': ['The object does not state its type.', 'Das Objekt nennt keine Objektart.'],
  'importReason.type_ambiguous': [
    'The object states several types.',
    'Das Objekt nennt mehrere Objektarten.',
  ],
  'importReason.type_unknown': [
    'There is no property type for this combination of type, marketing and use.',
    'Für diese Kombination aus Objektart, Vermarktung und Nutzung gibt es keine Immobilienart.',
  ],
  'importReason.use_unknown': [
    'The use of the object is not understood, and decides its property type.',
    'Die Nutzungsart des Objekts wird nicht verstanden und entscheidet über die Art der Immobilie.',
  ],
  'importReason.deal_ambiguous': [
    'The object is for sale and for rent at once. Send it as two objects.',
    'Das Objekt steht zugleich zum Verkauf und zur Miete. Senden Sie es als zwei Objekte.',
  ],
  'importReason.deal_missing': [
    'The object is neither for sale nor for rent.',
    'Das Objekt steht weder zum Verkauf noch zur Miete.',
  ],
  'importReason.currency_foreign': [
    'Prices must be in EUR. The prices of the object were left out.',
    'Preise müssen in EUR angegeben sein. Die Preise des Objekts wurden weggelassen.',
  ],
  'importReason.currency_assumed': [
    'No currency is given, and {country} does not have the euro. The prices were imported as EUR. State the currency.',
    'Es ist keine Währung angegeben, und in {country} gilt der Euro nicht. Die Preise wurden als EUR übernommen. Geben Sie die Währung an.',
  ],
  'importReason.markup_removed': [
    'HTML was removed. Texts of a property are plain text.',
    'HTML wurde entfernt. Texte einer Immobilie sind reiner Text.',
  ],
  'importReason.text_cut': [
    'The text has more than {limit} characters and was cut.',
    'Der Text hat mehr als {limit} Zeichen und wurde gekürzt.',
  ],
  'importReason.text_expected': ['The value cannot be read.', 'Der Wert ist nicht lesbar.'],
  'importReason.number_expected': ['The value is not a number.', 'Der Wert ist keine Zahl.'],
  'importReason.number_ambiguous': [
    'Nothing says whether the separator stands before decimals or before thousands. It was read as {number}.',
    'Es ist nicht erkennbar, ob das Trennzeichen vor Nachkommastellen oder Tausendern steht. Gelesen wurde {number}.',
  ],
  'importReason.text_unsaid': [
    'The text stands for “not filled in”. It was left out.',
    'Der Text steht für „nicht ausgefüllt“. Er wurde weggelassen.',
  ],
  'importReason.value_doubtful': [
    '“{field}” is {number}. Usual values: {least} to {most}. It was imported. Check it in your software.',
    '„{field}“ ist {number}. Üblich sind {least} bis {most}. Der Wert wurde übernommen. Prüfen Sie ihn in Ihrer Software.',
  ],
  'importReason.period_converted': [
    '{number} for the period {period} was imported as {converted} in “{field}”.',
    '{number} für den Zeitraum {period} wurde als {converted} in „{field}“ übernommen.',
  ],
  'importReason.lease_period_missing': [
    'Nothing says whether the lease (pacht) is paid by the month or by the year. It was left out.',
    'Nichts sagt, ob die Pacht (pacht) im Monat oder im Jahr gezahlt wird. Sie wurde weggelassen.',
  ],
  'importReason.price_on_request': [
    'The object has no price. It was imported with a price on request.',
    'Das Objekt hat keinen Preis. Es wurde mit „Preis auf Anfrage“ übernommen.',
  ],
  'importReason.price_contradicts': [
    'The text says that the price is on request. The price of the object was imported as “{field}”.',
    'Laut Text ist der Preis auf Anfrage. Der Preis des Objekts wurde als „{field}“ übernommen.',
  ],
  'importReason.price_without_tax': [
    'The object has a price without value added tax only (kaufpreisnetto). It was imported as the purchase price.',
    'Das Objekt hat nur einen Preis ohne Mehrwertsteuer (kaufpreisnetto). Er wurde als Kaufpreis übernommen.',
  ],
  'importReason.rent_without_tax': [
    'The object has a rent without value added tax only ({element}). It was imported as {field}.',
    'Das Objekt hat nur eine Miete ohne Mehrwertsteuer ({element}). Sie wurde als {field} übernommen.',
  ],
  'importReason.title_made': [
    'The object has no title. It was imported with the title “{title}”.',
    'Das Objekt hat keinen Titel. Es wurde mit dem Titel „{title}“ übernommen.',
  ],
  'importReason.country_unknown': [
    'The country is not known. Use a code of ISO 3166 such as DEU, AUT or CHE.',
    'Das Land ist nicht bekannt. Verwenden Sie einen Code nach ISO 3166 wie DEU, AUT oder CHE.',
  ],
  'importReason.postal_code_doubtful': [
    'The postal code does not look like one of the country {country}. State the country of the object.',
    'Die Postleitzahl passt nicht zum Land {country}. Geben Sie das Land des Objekts an.',
  ],
  'importReason.release_unknown': [
    'The value is neither true nor false. The address is not shown.',
    'Der Wert ist weder wahr noch falsch. Die Adresse wird nicht angezeigt.',
  ],
  'importReason.commission_contradicts': [
    'The flag contradicts the text of the commission. The text was imported, the flag was left out.',
    'Die Angabe widerspricht dem Text der Provision. Der Text wurde übernommen, die Angabe weggelassen.',
  ],
  'importReason.commission_unknown': [
    'The text does not say whether a commission is due, and no flag does. The text was imported. Portals receive no statement about it.',
    'Weder der Text noch eine Angabe sagt, ob eine Provision fällig ist. Der Text wurde übernommen. Portale erhalten keine Aussage dazu.',
  ],
  'importReason.decider_unknown': [
    'The value is not understood, and decides what is published. It was left out. Correct it in your software.',
    'Der Wert wird nicht verstanden und entscheidet, was veröffentlicht wird. Er wurde weggelassen. Korrigieren Sie ihn in Ihrer Software.',
  ],
  'importReason.value_repeated': [
    'The element stands there more than once, with different values. {imported} was imported, this one was left out.',
    'Das Element steht mehrmals da, mit verschiedenen Werten. Übernommen wurde {imported}, dieser Wert wurde weggelassen.',
  ],
  'importReason.portals_excluded': [
    'Your software excludes the object from these portals: {portals}. It was imported, and is listed on every portal of the source.',
    'Ihre Software schließt das Objekt von diesen Portalen aus: {portals}. Es wurde importiert und wird auf jedem Portal der Quelle inseriert.',
  ],
  'importReason.portals_chosen': [
    'Your software offers the object on these portals only: {portals}. It was imported, and is listed on every portal of the source.',
    'Ihre Software bietet das Objekt nur auf diesen Portalen an: {portals}. Es wurde importiert und wird auf jedem Portal der Quelle inseriert.',
  ],
  'importReason.parking_kind_left_out': [
    'A property has one kind of parking space. This one was left out: {details}.',
    'Eine Immobilie hat eine Art von Stellplätzen. Diese wurde weggelassen: {details}.',
  ],
  'importReason.energy_type_missing': [
    'The energy certificate does not say whether it is of need or of consumption (epart). It was left out.',
    'Der Energieausweis sagt nicht, ob er ein Bedarfs- oder ein Verbrauchsausweis ist (epart). Er wurde weggelassen.',
  ],
  'importReason.energy_type_contradicts': [
    'The energy certificate has no value of this type (epart), but one of the other. It was imported with the type of its value.',
    'Der Energieausweis hat keinen Wert dieser Art (epart), aber einen der anderen. Er wurde mit der Art seines Werts übernommen.',
  ],
  'importReason.energy_total_left_out': [
    'A certificate of consumption of a commercial building has values for power and heat (stromwert, waermewert). This one contains only their total, and was left out.',
    'Ein Verbrauchsausweis eines Gewerbegebäudes hat Werte für Strom und Wärme (stromwert, waermewert). Dieser enthält nur die Summe und wurde weggelassen.',
  ],
  'importReason.energy_source_missing': [
    'The energy certificate names no known energy source. It was imported without one.',
    'Der Energieausweis nennt keinen bekannten Energieträger. Er wurde ohne ihn übernommen.',
  ],
  'importReason.energy_sources_unknown': [
    'The energy certificate names sources that are not known: {details}. It was imported with the others.',
    'Der Energieausweis nennt Energieträger, die nicht bekannt sind: {details}. Er wurde mit den übrigen übernommen.',
  ],
  'importReason.read_as': [
    'There is no property type for {details}. The object was imported as {propertyType}.',
    'Für {details} gibt es keine Immobilienart. Das Objekt wurde als {propertyType} übernommen.',
  ],
  'importReason.controls_removed': [
    'Characters that XML forbids were left out.',
    'In XML verbotene Zeichen wurden weggelassen.',
  ],
  'importReason.contact_text_cut': [
    'The text has more than {limit} characters and was cut.',
    'Der Text hat mehr als {limit} Zeichen und wurde gekürzt.',
  ],
  'importReason.contact_only_phone': [
    'The contact person has no valid email address and was left out. Telephone numbers: {phones}.',
    'Der Ansprechpartner hat keine gültige E-Mail-Adresse und wurde weggelassen. Telefonnummern: {phones}.',
  ],
  'importReason.flag_expected': [
    'The value is neither true nor false.',
    'Der Wert ist weder wahr noch falsch.',
  ],
  'importReason.field_missing': ['“{field}” is missing.', '„{field}“ fehlt.'],
  'importReason.value_refused': [
    'The value is not allowed for “{field}”.',
    'Der Wert ist für „{field}“ nicht erlaubt.',
  ],
  'importReason.value_left_out': [
    'The value is not allowed for “{field}”.',
    'Der Wert ist für „{field}“ nicht erlaubt.',
  ],
  'importReason.value_below_limit': [
    '“{field}” must be at least {limit}.',
    '„{field}“ muss mindestens {limit} sein.',
  ],
  'importReason.value_above_limit': [
    '“{field}” may be at most {limit}.',
    '„{field}“ darf höchstens {limit} sein.',
  ],
  'importReason.contact_without_email': [
    'The contact person has no valid email address and was left out.',
    'Der Ansprechpartner hat keine gültige E-Mail-Adresse und wurde weggelassen.',
  ],
  'importReason.contact_without_name': [
    'The contact person has no name and was left out.',
    'Der Ansprechpartner hat keinen Namen und wurde weggelassen.',
  ],
  'importReason.contact_value_left_out': [
    'The value is not allowed for a contact and was left out.',
    'Der Wert ist für einen Ansprechpartner nicht erlaubt und wurde weggelassen.',
  ],
  'importReason.phone_first': [
    'The element has several telephone numbers. {phone} was imported.',
    'Das Element enthält mehrere Telefonnummern. Übernommen wurde {phone}.',
  ],
  'importReason.phone_country_assumed': [
    'Nothing says the country of the telephone number. It was imported as {phone}.',
    'Zur Telefonnummer ist kein Land angegeben. Sie wurde als {phone} übernommen.',
  ],
  'importReason.contact_refused': [
    'The contact person was left out.',
    'Der Ansprechpartner wurde weggelassen.',
  ],
  ...importFileMessages,
  'importReason.external_id_taken': [
    'The object number belongs to another property of the account.',
    'Die Objektnummer gehört zu einer anderen Immobilie des Kontos.',
  ],
  'importReason.type_changed': [
    'The object now states another type than when it was imported.',
    'Das Objekt nennt jetzt eine andere Art als beim ersten Import.',
  ],
  'importReason.property_refused': ['The property was not saved.', 'Die Immobilie wurde nicht gespeichert.'],
  'importReason.listing_refused': [
    'The property was imported, but not listed on this portal.',
    'Die Immobilie wurde importiert, aber auf diesem Portal nicht inseriert.',
  ],
  'importReason.offer_ended': [
    'The offer has ended. The property was imported, but not listed on this portal.',
    'Das Angebot ist abgelaufen. Die Immobilie wurde importiert, aber auf diesem Portal nicht inseriert.',
  ],
  'importReason.object_unknown': [
    'No property was created from this object.',
    'Aus diesem Objekt ist keine Immobilie entstanden.',
  ],
  'importReason.further_problems': [
    'Further problems that are not listed: {count}.',
    'Weitere Probleme, die nicht aufgeführt sind: {count}.',
  ],
  'importReason.further_values': [
    'Further values without a field that are not listed: {count}.',
    'Weitere Werte ohne Feld, die nicht aufgeführt sind: {count}.',
  ],
  'importReason.internal': [
    'An internal error occurred while the object was applied.',
    'Beim Übernehmen des Objekts ist ein interner Fehler aufgetreten.',
  ],
  'importReason.details': ['Details', 'Einzelheiten'],
});
