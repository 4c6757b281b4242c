import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.ListingsApi;
import org.openapitools.client.api.PropertiesApi;
import org.openapitools.client.api.TargetsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.ContactInput;
import org.openapitools.client.model.ListingInput;
import org.openapitools.client.model.WebhookInput;

/** The quick start with the client that OpenAPI Generator writes, which has objects without a type in place of unions. */
class QuickStart {
  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    var address = URI.create(args[0]);
    client.setScheme(address.getScheme()).setHost(address.getHost()).setPort(address.getPort()).setBasePath("");
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));

    var contact =
        new ContactsApi(client)
            .createContact(new ContactInput().email("anna@example.org").lastName("Beispiel"), null, null, null);
    Map<String, Object> property =
        Map.of(
            "type", "apartmentBuy",
            "contactId", contact.getId(),
            "fields",
                Map.of(
                    "title", "A room with a view",
                    "address",
                        Map.of(
                            "street", "Hafenstraße",
                            "streetNumber", "1",
                            "postalCode", "20457",
                            "city", "Hamburg",
                            "publish", true),
                    "apartmentType", "apartment",
                    "livingArea", 41.5,
                    "numberOfRooms", 1.5,
                    "purchasePrice", 250_000));
    var created = (Map<?, ?>) new PropertiesApi(client).createProperty(property, null, null, null);
    Map<String, Object> target =
        Map.of(
            "type", "immowelt",
            "credentials",
                Map.of("host", "localhost", "username", "agent", "password", "secret", "providerNumber", "A-1"));
    var connected = new TargetsApi(client).createTarget(target, null, null, null);
    var listings = new ListingsApi(client);
    var order =
        new ListingInput().propertyId((String) created.get("id")).targetId(connected.getId());
    var listing = listings.createListing(order, null, null, "once");
    var webhooks = new WebhooksApi(client);
    var hook =
        new WebhookInput()
            .url(URI.create("https://crm.example.org/hooks"))
            .events(Set.of(WebhookInput.EventsEnum.PUBLICATION_SUCCEEDED, WebhookInput.EventsEnum.TARGET_FAILING));
    var webhook = webhooks.createWebhook(hook, null, null, null);
    var listed = listings.listListings(5, null, null, null, null, null, null, null, null, true, null, null, null);
    var hooks = webhooks.listWebhooks(null, null, null, null, null);
    webhooks.resendDelivery(webhook.getId(), webhook.getId(), null, null, null);
    System.out.println(listing.getId() + " " + listed.getData().size() + " " + hooks.getData().size());
  }
}
