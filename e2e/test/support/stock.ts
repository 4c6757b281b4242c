/** A package of one apartment. */
export const STOCK = `<?xml version="1.0" encoding="UTF-8"?>
<openimmo>
  <uebertragung art="ONLINE" umfang="TEIL" version="1.2.7" sendersoftware="By hand" senderversion="1"/>
  <anbieter>
    <firma>Beispiel Wohnen GmbH</firma>
    <openimmo_anid>BW-1</openimmo_anid>
    <immobilie>
      <objektkategorie>
        <nutzungsart WOHNEN="true"/>
        <vermarktungsart KAUF="true"/>
        <objektart><wohnung wohnungtyp="PENTHOUSE"/></objektart>
      </objektkategorie>
      <geo><plz>80331</plz><ort>München</ort><strasse>Lindenweg</strasse><hausnummer>12</hausnummer><land iso_land="DEU"/></geo>
      <kontaktperson><email_direkt>anna@example.org</email_direkt><name>Beispiel</name><vorname>Anna</vorname></kontaktperson>
      <preise><kaufpreis>890000</kaufpreis></preise>
      <flaechen><wohnflaeche>96,5</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer></flaechen>
      <freitexte><objekttitel>Penthouse from a document</objekttitel></freitexte>
      <verwaltung_techn><objektnr_extern>DOC-1</objektnr_extern></verwaltung_techn>
    </immobilie>
  </anbieter>
</openimmo>`;
