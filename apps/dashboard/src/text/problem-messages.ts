import { defineMessages } from './define-messages.ts';

/** Findings of a dry run, by their reasons; the names in braces are parameters of the problem. */
export const problemMessages = defineMessages({
  'reason.type_not_taken': [
    '{platform} does not accept properties of the type {propertyType}.',
    '{platform} nimmt keine Immobilien der Art {propertyType} an.',
  ],
  'reason.contact_required': [
    'The platform needs a contact. Add one to the property, or a fallback contact to the portal.',
    'Das Portal braucht einen Ansprechpartner. Hinterlegen Sie einen bei der Immobilie oder einen Ersatz-Ansprechpartner beim Portal.',
  ],
  'reason.country_not_in_format': [
    'The country {country} does not exist in OpenImmo, the format of {platform}.',
    'Das Land {country} gibt es in OpenImmo, dem Format von {platform}, nicht.',
  ],
  'reason.country_not_on_marketplace': [
    'The marketplace does not have the country {country}.',
    'Der Marktplatz kennt das Land {country} nicht.',
  ],
  'reason.no_element': [
    'It is not sent. OpenImmo, the format of {platform}, has no element for it.',
    'Wird nicht gesendet. OpenImmo, das Format von {platform}, hat kein Element dafür.',
  ],
  'reason.no_place': [
    'It is not sent. OpenImmo, the format of {platform}, has no place for this value.',
    'Wird nicht gesendet. OpenImmo, das Format von {platform}, kennt diesen Wert nicht.',
  ],
  'reason.no_place_in_certificate': [
    'It is not sent. OpenImmo, the format of {platform}, has no place for it in an energy certificate of this type.',
    'Wird nicht gesendet. OpenImmo, das Format von {platform}, hat dafür in einem Energieausweis dieser Art keinen Platz.',
  ],
  'reason.heating_costs_separated': [
    'OpenImmo, the format of {platform}, separates them from heating costs. They are sent with heating costs.',
    'OpenImmo, das Format von {platform}, trennt sie von den Heizkosten. Sie werden einschließlich Heizkosten gesendet.',
  ],
  'reason.image_refused': [
    '{platform} does not accept images of type {mediaType}, and they cannot be converted.',
    '{platform} nimmt keine Bilder vom Typ {mediaType} an, und sie lassen sich nicht umwandeln.',
  ],
  'reason.image_left_out': [
    'It is not sent. {platform} does not accept images of this type, and they cannot be converted.',
    'Wird nicht gesendet. {platform} nimmt Bilder dieses Typs nicht an, und sie lassen sich nicht umwandeln.',
  ],
  'reason.too_many_images': [
    'It is not sent. {platform} accepts at most {count} {count|image|images}.',
    'Wird nicht gesendet. {platform} nimmt höchstens {count} {count|Bild|Bilder} an.',
  ],
  'reason.too_many_files': [
    'It is not sent. {platform} accepts at most {count} {count|file|files}.',
    'Wird nicht gesendet. {platform} nimmt höchstens {count} {count|Datei|Dateien} an.',
  ],
  'reason.file_type_left_out': [
    'It is not sent. {platform} does not accept files of type {mediaType}.',
    'Wird nicht gesendet. {platform} nimmt keine Dateien vom Typ {mediaType} an.',
  ],
  'reason.file_too_large': [
    'It is not sent. {platform} accepts files of at most {maxBytes}.',
    'Wird nicht gesendet. {platform} nimmt Dateien bis {maxBytes} an.',
  ],
  'reason.not_shown_while_sold': [
    'The property is sold or let and is not shown. It is published when its status changes.',
    'Die Immobilie ist verkauft oder vermietet und wird nicht gezeigt. Sie wird veröffentlicht, sobald sich ihr Status ändert.',
  ],
  'reason.not_shown_before': [
    'The property is published at the planned time.',
    'Die Immobilie wird zur geplanten Zeit veröffentlicht.',
  ],
  'reason.not_shown_after': [
    'The planned end has passed. The property is not shown until the end moves into the future or is removed.',
    'Das geplante Ende ist vorbei. Die Immobilie wird erst wieder gezeigt, wenn das Ende in der Zukunft liegt oder entfernt wird.',
  ],
  'reason.end_before_begin': [
    'The end must be after the beginning.',
    'Das Ende muss nach dem Beginn liegen.',
  ],
  'reason.end_in_the_past': ['The end must be in the future.', 'Das Ende muss in der Zukunft liegen.'],
  'reason.always_published': [
    'This platform publishes every object.',
    'Diese Plattform veröffentlicht jedes Objekt.',
  ],
  'reason.links_left_out': [
    '{platform} does not support links. They are not sent.',
    '{platform} unterstützt keine Links. Sie werden nicht gesendet.',
  ],
  'reason.certificate_missing': [
    'German law (GEG, section 87) requires advertisements to state the energy certificate.',
    'Das Gebäudeenergiegesetz (§ 87 GEG) verlangt in Immobilienanzeigen Angaben aus dem Energieausweis.',
  ],
  'reason.certificate_incomplete': [
    'German law (GEG, section 87) requires this value.',
    'Das Gebäudeenergiegesetz (§ 87 GEG) verlangt diese Angabe.',
  ],
  'reason.larger_than': ['It is larger than “{otherField}”.', 'Der Wert ist größer als „{otherField}“.'],
  'reason.outside_plausible': [
    'The value is {number}. Usual values: {least} to {most}.',
    'Der Wert ist {number}. Üblich sind {least} bis {most}.',
  ],
  'reason.only_with_field': [
    'It is not sent. The marketplace accepts it only together with “{otherField}”.',
    'Wird nicht gesendet. Der Marktplatz nimmt es nur zusammen mit „{otherField}“ an.',
  ],
  'reason.value_without_name': [
    'It is not sent. The marketplace has no value for {value}.',
    'Wird nicht gesendet. Der Marktplatz hat keinen Wert für {value}.',
  ],
  'reason.not_authorized': [
    'The portal is not connected to the marketplace. Connect it first.',
    'Das Portal ist nicht mit dem Marktplatz verbunden. Verbinden Sie es zuerst.',
  ],
  'reason.street_required': [
    'The marketplace requires street and number, which the portal leaves out of hidden addresses. Set the portal to send them with a mark: the marketplace then does not show them.',
    'Der Marktplatz verlangt Straße und Hausnummer, die bei verborgenen Adressen nach Ihrer Einstellung nicht gesendet werden. Stellen Sie das Portal so ein, dass sie mit Kennzeichen gesendet werden: Der Marktplatz zeigt sie dann nicht.',
  ],
  'reason.requests_not_collected': [
    'Without a contact, inquiries go to the default contact of the account and are not collected.',
    'Ohne Ansprechpartner gehen Anfragen an den Standardkontakt des Kontos und werden nicht abgeholt.',
  ],
  'reason.phone_format': [
    'The marketplace does not accept {phone}. A number must look like +49 89 1234567.',
    'Der Marktplatz nimmt {phone} nicht an. Eine Nummer muss wie +49 89 1234567 aussehen.',
  ],
  'reason.phone_area_code': [
    'The marketplace does not accept {phone}. After +49, write {area} without the leading 0.',
    'Der Marktplatz nimmt {phone} nicht an. Schreiben Sie nach +49 die Vorwahl {area} ohne 0 am Anfang.',
  ],
  'reason.phone_too_short': [
    'The marketplace does not accept {phone}. The number is too short.',
    'Der Marktplatz nimmt {phone} nicht an. Die Nummer ist zu kurz.',
  ],
  'reason.only_spaces': [
    'It must not consist of spaces only.',
    'Es darf nicht nur aus Leerzeichen bestehen.',
  ],
  'reason.value_required': ['The marketplace requires it.', 'Der Marktplatz verlangt diese Angabe.'],
  'reason.region_required': [
    'The marketplace requires the region of an address outside Germany.',
    'Der Marktplatz verlangt bei Adressen außerhalb Deutschlands die Region.',
  ],
  'reason.at_least': ['It must be at least {limit}.', 'Es muss mindestens {limit} sein.'],
  'reason.at_most': ['It may be at most {limit}.', 'Es darf höchstens {limit} sein.'],
  'reason.too_many_characters': [
    'It may have at most {limit} {limit|character|characters}.',
    'Es darf höchstens {limit} Zeichen haben.',
  ],
  'reason.postal_code_digits': [
    'It must be five digits in Germany.',
    'In Deutschland muss sie aus fünf Ziffern bestehen.',
  ],
  'reason.region_in_germany': [
    'It is not sent. The marketplace accepts a region outside Germany only.',
    'Wird nicht gesendet. Der Marktplatz nimmt eine Region nur außerhalb Deutschlands an.',
  ],
  'reason.floor_too_low': [
    'The marketplace supports no floor below {limit}.',
    'Der Marktplatz unterstützt kein Geschoss unter {limit}.',
  ],
  'reason.price_of_zero': [
    'A price of 0 is shown as “on request”.',
    'Ein Preis von 0 wird als „auf Anfrage“ gezeigt.',
  ],
  'reason.end_cut_off': [
    'The text is too long. The marketplace shows only its beginning.',
    'Der Text ist zu lang. Der Marktplatz zeigt nur den Anfang.',
  ],
  'reason.characters_not_shown': [
    'It is not sent. The marketplace can show none of its characters.',
    'Wird nicht gesendet. Der Marktplatz kann keines der Zeichen darstellen.',
  ],
  'reason.no_place_with_type': [
    'It is not sent. The marketplace has no field for it with this property type.',
    'Wird nicht gesendet. Der Marktplatz hat bei dieser Immobilienart kein Feld dafür.',
  ],
  'reason.replaced_by_field': [
    'It is not sent. “{otherField}” is sent instead.',
    'Wird nicht gesendet. Stattdessen wird „{otherField}“ gesendet.',
  ],
  'reason.class_before_2014': [
    'It is not sent. Certificates from before May 2014 have no class on the marketplace.',
    'Wird nicht gesendet. Energieausweise von vor Mai 2014 haben auf dem Marktplatz keine Klasse.',
  ],
  'reason.warm_water_not_taken': [
    'It is not sent. The marketplace accepts it for consumption certificates from before May 2014 only.',
    'Wird nicht gesendet. Der Marktplatz nimmt die Angabe nur bei Verbrauchsausweisen von vor Mai 2014 an.',
  ],
  'reason.rounded_to_zero': [
    'It is not sent. Rounded to two decimals, it is 0.',
    'Wird nicht gesendet. Auf zwei Nachkommastellen gerundet ist der Wert 0.',
  ],
  'reason.certificate_of_consumption': [
    'It is not sent. The certificate is a consumption certificate.',
    'Wird nicht gesendet. Der Energieausweis ist ein Verbrauchsausweis.',
  ],
  'reason.certificate_of_need': [
    'It is not sent. The certificate is a demand certificate.',
    'Wird nicht gesendet. Der Energieausweis ist ein Bedarfsausweis.',
  ],
  'reason.no_place_in_certificate_of_date': [
    'It is not sent. The marketplace has no field for it in a certificate of this type and date.',
    'Wird nicht gesendet. Der Marktplatz hat in einem Energieausweis dieser Art und dieses Datums kein Feld dafür.',
  ],
  'reason.certificate_date_assumed': [
    'The certificate has no date, and the marketplace accepts its values only with one: {value} is sent. State whether the certificate is from before May 2014.',
    'Der Ausweis hat kein Datum, und der Marktplatz nimmt seine Werte nur mit einem an: {value} wird gesendet. Geben Sie an, ob der Ausweis von vor Mai 2014 ist.',
  ],
  'reason.certificate_not_present': [
    'It is not sent. According to its status, there is no energy certificate.',
    'Wird nicht gesendet. Laut Status liegt kein Energieausweis vor.',
  ],
  'reason.parking_area_too_large': [
    'It is not sent. The marketplace accepts at most {limit} m² for a parking space.',
    'Wird nicht gesendet. Der Marktplatz nimmt für einen Stellplatz höchstens {limit} m² an.',
  ],
  'reason.date_of_year_zero': [
    'It is not sent. The marketplace accepts no date in the year 0.',
    'Wird nicht gesendet. Der Marktplatz nimmt kein Datum im Jahr 0 an.',
  ],
  'reason.only_with_commission': [
    'It is not sent. The marketplace accepts it together with a commission only.',
    'Wird nicht gesendet. Der Marktplatz nimmt die Angabe nur zusammen mit einer Provision an.',
  ],
  'reason.commission_unknown': [
    'It is not sent, because it does not say whether a commission is due. State whether one is.',
    'Wird nicht gesendet, da nicht daraus hervorgeht, ob eine Provision fällig ist. Geben Sie an, ob das so ist.',
  ],
  'reason.street_in_watermark': [
    'The watermark shows the street, which the portal leaves out. Change the caption.',
    'Das Wasserzeichen zeigt die Straße, die bei diesem Portal weggelassen wird. Ändern Sie den Text.',
  ],
  'reason.street_in_text': [
    'It contains the street, which the portal leaves out, and is sent unchanged. Change the text.',
    'Der Text enthält die Straße, die bei diesem Portal weggelassen wird, und wird unverändert gesendet. Ändern Sie den Text.',
  ],
  'reason.street_left_out': [
    'It is not sent, because it contains the street, which the portal leaves out.',
    'Wird nicht gesendet, weil es die Straße enthält, die das Portal weglässt.',
  ],
  'reason.attachments_pending': [
    'The attachments are still being processed. A listing is published afterwards.',
    'Die Anhänge werden noch verarbeitet. Danach wird ein Inserat veröffentlicht.',
  ],
  'reason.attachments_failed': [
    'The attachments could not be processed: {failureCode}.',
    'Die Anhänge konnten nicht verarbeitet werden: {failureCode}.',
  ],
});
