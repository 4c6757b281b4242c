import { defineMessages } from './define-messages.ts';

/** Remedies for problems of an import whose codes are too general. */
export const importRemedyMessages = defineMessages({
  'importDo.object_too_large': [
    'Shorten the texts of the object, or send its files beside the document, and export it again.',
    'Kürzen Sie die Texte des Objekts, oder senden Sie seine Dateien neben dem Dokument, und exportieren Sie es erneut.',
  ],
  'importDo.number_unsaid': [
    'Give each object a number of its own (objektnr_extern) in your software and export it again.',
    'Geben Sie jedem Objekt in Ihrer Software eine eigene Nummer (objektnr_extern) und exportieren Sie es erneut.',
  ],
  'importDo.type_missing': [
    'Choose a kind of object (objektart) in your software and export the object again.',
    'Wählen Sie in Ihrer Software eine Objektart und exportieren Sie das Objekt erneut.',
  ],
  'importDo.type_ambiguous': [
    'Choose one kind of object (objektart) in your software and export the object again.',
    'Wählen Sie in Ihrer Software genau eine Objektart und exportieren Sie das Objekt erneut.',
  ],
  'importDo.type_unknown': [
    'Choose another kind of object (objektart), use or deal in your software and export the object again.',
    'Wählen Sie in Ihrer Software eine andere Objektart, Nutzung oder Vermarktung und exportieren Sie das Objekt erneut.',
  ],
  'importDo.use_unknown': [
    'Choose in your software whether the object is residential or commercial (nutzungsart), and export the object again.',
    'Wählen Sie in Ihrer Software, ob das Objekt zum Wohnen oder gewerblich genutzt wird (nutzungsart), und exportieren Sie es erneut.',
  ],
  'importDo.deal_ambiguous': [
    'Make two objects of it in your software, each with its own number, and export both.',
    'Legen Sie in Ihrer Software zwei Objekte mit eigenen Nummern an und exportieren Sie beide.',
  ],
  'importDo.deal_missing': [
    'Choose in your software whether the object is for sale or for rent, and export it again.',
    'Wählen Sie in Ihrer Software Kauf oder Miete und exportieren Sie das Objekt erneut.',
  ],
  'importDo.currency_foreign': [
    'State the prices in EUR in your software and export the object again.',
    'Geben Sie die Preise in Ihrer Software in EUR an und exportieren Sie das Objekt erneut.',
  ],
  'importDo.currency_assumed': [
    'Check in your software that the prices are in EUR, and state the currency (waehrung).',
    'Prüfen Sie in Ihrer Software, ob die Preise in EUR sind, und geben Sie die Währung (waehrung) an.',
  ],
  'importDo.markup_removed': [
    'No action is needed. Check how the text reads without its layout.',
    'Sie müssen nichts tun. Prüfen Sie, wie sich der Text ohne Formatierung liest.',
  ],
  'importDo.text_cut': [
    'Shorten the text in your software and export the object again.',
    'Kürzen Sie den Text in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.text_unsaid': [
    'If the value is known, enter it in your software and export the object again. Otherwise leave it empty there, or add the text to the empty values of the import source.',
    'Ist der Wert bekannt, tragen Sie ihn in Ihrer Software ein und exportieren Sie das Objekt erneut. Sonst lassen Sie ihn dort leer, oder nehmen Sie den Text in die leeren Werte der Importquelle auf.',
  ],
  'importDo.number_ambiguous': [
    'Check the number. If it is wrong, write it in your software without a separator between thousands, and export the object again.',
    'Prüfen Sie die Zahl. Ist sie falsch, schreiben Sie sie in Ihrer Software ohne Tausendertrennzeichen und exportieren Sie das Objekt erneut.',
  ],
  'importDo.value_doubtful': [
    'If the value is right, no action is needed. Otherwise correct it in your software and export the object again.',
    'Stimmt der Wert, müssen Sie nichts tun. Sonst korrigieren Sie ihn in Ihrer Software und exportieren das Objekt erneut.',
  ],
  'importDo.period_converted': [
    'Check the amount and its period in your software. If both are right, no action is needed.',
    'Prüfen Sie Betrag und Zeitraum in Ihrer Software. Stimmen beide, müssen Sie nichts tun.',
  ],
  'importDo.lease_period_missing': [
    'State the period of the lease (preis_zeiteinheit), or enter it as a rent (nettokaltmiete), in your software and export the object again.',
    'Geben Sie in Ihrer Software den Zeitraum der Pacht (preis_zeiteinheit) an, oder tragen Sie sie als Miete (nettokaltmiete) ein, und exportieren Sie das Objekt erneut.',
  ],
  'importDo.price_on_request': [
    'If the object has a price, enter it in your software and export the object again.',
    'Hat das Objekt einen Preis, tragen Sie ihn in Ihrer Software ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.price_without_tax': [
    'If buyers pay value added tax, enter the price that contains it (kaufpreis or kaufpreisbrutto) in your software and export the object again.',
    'Zahlen Käufer Mehrwertsteuer, tragen Sie in Ihrer Software den Preis mit ihr (kaufpreis oder kaufpreisbrutto) ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.rent_without_tax': [
    'If tenants pay value added tax, enter the rent that contains it (kaltmiete, warmmiete or gesamtmietebrutto) in your software and export the object again.',
    'Zahlen Mieter Mehrwertsteuer, tragen Sie in Ihrer Software die Miete mit ihr (kaltmiete, warmmiete oder gesamtmietebrutto) ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.title_made': [
    'Enter a title (objekttitel) in your software and export the object again.',
    'Tragen Sie in Ihrer Software einen Titel (objekttitel) ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.country_unknown': [
    'Choose the country in your software, so that iso_land is a code such as DEU, and export the object again.',
    'Wählen Sie das Land in Ihrer Software, sodass iso_land ein Code wie DEU ist, und exportieren Sie das Objekt erneut.',
  ],
  'importDo.postal_code_doubtful': [
    'Check the postal code and the country in your software, or set the country of the import source.',
    'Prüfen Sie Postleitzahl und Land in Ihrer Software, oder stellen Sie das Land der Importquelle ein.',
  ],
  'importDo.release_unknown': [
    'Choose in your software whether the address may be shown (objektadresse_freigeben is true or false), and export the object again.',
    'Wählen Sie in Ihrer Software, ob die Adresse gezeigt werden darf (objektadresse_freigeben ist true oder false), und exportieren Sie das Objekt erneut.',
  ],
  'importDo.commission_contradicts': [
    'Check in your software whether a commission is due, and how it is worded.',
    'Prüfen Sie in Ihrer Software, ob eine Provision anfällt und wie sie formuliert ist.',
  ],
  'importDo.commission_unknown': [
    'State in your software whether a commission is due.',
    'Geben Sie in Ihrer Software an, ob eine Provision anfällt.',
  ],
  'importDo.portals_excluded': [
    'Delete the listings of the property on these portals, or use an import source without these portals.',
    'Löschen Sie die Inserate der Immobilie auf diesen Portalen, oder verwenden Sie eine Importquelle ohne diese Portale.',
  ],
  'importDo.portals_chosen': [
    'Delete the listings of the property on other portals, or use an import source with these portals only.',
    'Löschen Sie die Inserate der Immobilie auf anderen Portalen, oder verwenden Sie eine Importquelle nur mit diesen Portalen.',
  ],
  'importDo.parking_kind_left_out': [
    'No action is needed. Name the other parking spaces in a text of the object.',
    'Sie müssen nichts tun. Nennen Sie die übrigen Stellplätze in einem Text des Objekts.',
  ],
  'importDo.value_repeated': [
    'Check which of the values is right. If it was left out, remove the other one in your software and export the object again.',
    'Prüfen Sie, welcher der Werte stimmt. Wurde er weggelassen, entfernen Sie den anderen in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.energy_type_missing': [
    'Enter the type of the energy certificate (epart) in your software and export the object again.',
    'Tragen Sie in Ihrer Software die Art des Energieausweises (epart) ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.energy_type_contradicts': [
    'Check the type of the energy certificate (epart) and its value in your software. If the imported certificate is right, no action is needed.',
    'Prüfen Sie in Ihrer Software die Art des Energieausweises (epart) und seinen Wert. Stimmt der übernommene Ausweis, ist nichts zu tun.',
  ],
  'importDo.energy_total_left_out': [
    'Enter the consumption of power and of heat (stromwert, waermewert) in your software and export the object again.',
    'Tragen Sie in Ihrer Software den Verbrauch von Strom und Wärme (stromwert, waermewert) ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.energy_source_missing': [
    'Enter the energy source (energietraeger or befeuerung) in your software and export the object again.',
    'Tragen Sie in Ihrer Software den Energieträger (energietraeger oder befeuerung) ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.energy_sources_unknown': [
    'Name the energy sources in your software with the words of OpenImmo and export the object again.',
    'Nennen Sie die Energieträger in Ihrer Software mit den Wörtern von OpenImmo und exportieren Sie das Objekt erneut.',
  ],
  'importDo.read_as': [
    'Check whether the type of the property fits. If not, choose another kind of object in your software and export it again.',
    'Prüfen Sie, ob die Art der Immobilie passt. Wenn nicht, wählen Sie in Ihrer Software eine andere Objektart und exportieren Sie das Objekt erneut.',
  ],
  'importDo.controls_removed': ['No action is needed.', 'Sie müssen nichts tun.'],
  'importDo.contact_text_cut': [
    'Shorten it in your software and export the object again.',
    'Kürzen Sie die Angabe in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.contact_without_email': [
    'Enter the email address of the contact person in your software and export the object again.',
    'Tragen Sie in Ihrer Software die E-Mail-Adresse des Ansprechpartners ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.contact_without_name': [
    'Enter the name of the contact person in your software and export the object again.',
    'Tragen Sie in Ihrer Software den Namen des Ansprechpartners ein und exportieren Sie das Objekt erneut.',
  ],
  'importDo.further_problems': [
    'Correct the problems that are listed and export the object again.',
    'Beheben Sie die genannten Probleme und exportieren Sie das Objekt erneut.',
  ],
  'importDo.price_contradicts': [
    'If the price must not be shown, remove it in your software, or mark it as on request (auf_anfrage), and export the object again. Otherwise correct the text (freitext_preis).',
    'Soll der Preis nicht gezeigt werden, entfernen Sie ihn in Ihrer Software, oder kennzeichnen Sie ihn als auf Anfrage (auf_anfrage), und exportieren Sie das Objekt erneut. Sonst korrigieren Sie den Text (freitext_preis).',
  ],
  'importDo.phone_first': [
    'If it is the right one, no action is needed. Otherwise leave only one number in the element.',
    'Ist es die richtige, müssen Sie nichts tun. Sonst lassen Sie im Element nur eine Nummer stehen.',
  ],
  'importDo.phone_country_assumed': [
    'Check the number. Write it with its country code, such as +49 89 1234567, in your software, or state the country of the contact person.',
    'Prüfen Sie die Nummer. Schreiben Sie sie in Ihrer Software mit Landesvorwahl, etwa +49 89 1234567, oder geben Sie das Land des Ansprechpartners an.',
  ],
  'importDo.further_values': ['No action is needed.', 'Sie müssen nichts tun.'],
  'importDo.embedded_file_unusable': [
    'Check the file in your software and export the object again.',
    'Prüfen Sie die Datei in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.file_not_named': [
    'Check the file of the attachment in your software and export the object again.',
    'Prüfen Sie die Datei des Anhangs in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.file_kept': [
    'No action is needed if the file has not changed. To take the file away, remove it from the object in your software.',
    'Sie müssen nichts tun, wenn die Datei gleich geblieben ist. Soll sie verschwinden, entfernen Sie sie in Ihrer Software beim Objekt.',
  ],
  'importDo.file_kept_outdated': [
    'Export the object again with all of its files.',
    'Exportieren Sie das Objekt erneut mit all seinen Dateien.',
  ],
  'importDo.file_kept_damaged': [
    'Check the file in your software and export the object again.',
    'Prüfen Sie die Datei in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.path_outside_package': [
    'Write the path as it is inside the package, such as images/1.jpg, or an address that begins with http. Add the file to the package and export the object again.',
    'Schreiben Sie den Pfad so, wie er im Paket ist, etwa bilder/1.jpg, oder eine Adresse, die mit http beginnt. Legen Sie die Datei ins Paket und exportieren Sie das Objekt erneut.',
  ],
  'importDo.address_dead': [
    'Correct the address in your software, or add the file to the package, and export the object again. The same address is tried again when the object changes.',
    'Korrigieren Sie die Adresse in Ihrer Software, oder legen Sie die Datei ins Paket, und exportieren Sie das Objekt erneut. Dieselbe Adresse wird erneut versucht, wenn sich das Objekt ändert.',
  ],
  'importDo.offer_ended': [
    'If the object is still offered, correct the end of the offer (aktiv_bis) in your software and export the object again.',
    'Wird das Objekt noch angeboten, korrigieren Sie das Ende des Angebots (aktiv_bis) in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.too_many_links': [
    'Remove the links that you need least in your software and export the object again.',
    'Entfernen Sie in Ihrer Software die Links, die Sie am wenigsten brauchen, und exportieren Sie das Objekt erneut.',
  ],
  'importDo.link_refused': [
    'Correct the address of the link in your software and export the object again.',
    'Korrigieren Sie die Adresse des Links in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.too_many_attachments': [
    'Remove the attachments that you need least in your software and export the object again.',
    'Entfernen Sie in Ihrer Software die Anhänge, die Sie am wenigsten brauchen, und exportieren Sie das Objekt erneut.',
  ],
});
