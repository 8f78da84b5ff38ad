import type { Wording } from '../../../base/kernel/language.ts'

/** What to do about each error of the partner API, beyond what its message says. A test holds it complete. */
export const errorAdvice: Readonly<Record<string, Wording>> = {
  API_KEY_MISSING: {
    en: 'Send the header on every call, from your server. Some HTTP clients drop it when they follow a redirect: call the final address.',
    fr: 'Envoyez l’en-tête à chaque appel, depuis votre serveur. Certains clients HTTP le perdent en suivant une redirection : appelez l’adresse finale.',
  },
  API_KEY_INVALID: {
    en: 'Compare the key with the one you were given: a blank or a missing letter is enough. A sandbox key works in the sandbox only. If it was revoked, ask for a new one.',
    fr: 'Comparez la clé avec celle que l’on vous a remise : une espace ou une lettre en moins suffit. Une clé du bac à sable ne vaut que dans le bac à sable. Si elle a été révoquée, demandez-en une autre.',
  },
  SCOPE_REQUIRED: {
    en: 'Ask for a key that also has the right in `details.scope`. Each operation names its rights in the reference.',
    fr: 'Demandez une clé qui a aussi le droit de `details.scope`. La référence indique les droits de chaque opération.',
  },
  VALIDATION_FAILED: {
    en: 'Correct every entry of `details.issues`: `field` says where, `message` what. Sending the same request again changes nothing.',
    fr: 'Corrigez chaque entrée de `details.issues` : `field` dit où, `message` dit quoi. Renvoyer la même requête n’y changera rien.',
  },
  JSON_INVALID: {
    en: 'Build the body with your language’s JSON library instead of by hand, in UTF-8.',
    fr: 'Construisez le corps avec la bibliothèque JSON de votre langage plutôt qu’à la main, en UTF-8.',
  },
  REQUEST_MALFORMED: {
    en: 'Encode what goes into the address (`encodeURIComponent`, `rawurlencode`, `quote`), and use a common HTTP library.',
    fr: 'Encodez ce qui entre dans l’adresse (`encodeURIComponent`, `rawurlencode`, `quote`), et passez par une bibliothèque HTTP courante.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: 'Forms and multipart are not taken: send JSON, and name it in `Content-Type`.',
    fr: 'Ni formulaire ni multipart : envoyez du JSON, et annoncez-le dans `Content-Type`.',
  },
  BODY_TOO_LARGE: {
    en: 'No order is that large. Photos are not sent in the body: see `POST /deliveries/parcel-photo-uploads`.',
    fr: 'Aucune commande n’est aussi lourde. Les photos ne passent pas dans le corps : voyez `POST /deliveries/parcel-photo-uploads`.',
  },
  HEADERS_TOO_LARGE: {
    en: 'Send no cookies and no long query; the lists take filters and pages.',
    fr: 'N’envoyez ni cookies ni paramètres interminables ; les listes ont des filtres et des pages.',
  },
  REQUEST_TIMEOUT: {
    en: 'Send the same request again, with the same `Idempotency-Key`. If it happens often, look at your connection.',
    fr: 'Renvoyez la même requête, avec le même `Idempotency-Key`. Si cela se répète, regardez du côté de votre connexion.',
  },
  ROUTE_NOT_FOUND: {
    en: 'Compare the path with the reference: paths begin with /api/v1/partner and have no slash at the end. The sandbox’s operations do not exist in production.',
    fr: 'Comparez le chemin avec la référence : il commence par /api/v1/partner et ne finit pas par une barre. Les opérations du bac à sable n’existent pas en production.',
  },
  METHOD_NOT_ALLOWED: {
    en: 'Use a method of `details.allowed`. A client that follows a redirect may turn POST into GET.',
    fr: 'Utilisez une méthode de `details.allowed`. Un client qui suit une redirection peut transformer POST en GET.',
  },
  RATE_LIMITED: {
    en: 'Wait for the seconds of `Retry-After`, then send the same request again. Spread batches; receive webhooks instead of asking again and again.',
    fr: 'Attendez les secondes de `Retry-After`, puis renvoyez la même requête. Étalez les lots, et recevez des webhooks plutôt que d’interroger sans cesse.',
  },
  PHOTO_QUOTA_REACHED: {
    en: 'Wait for the seconds of `Retry-After`, or order without a photo.',
    fr: 'Attendez les secondes de `Retry-After`, ou commandez sans photo.',
  },
  EVENT_CURSOR_INVALID: {
    en: 'Start again without `after`, drop by their `id` the events that you have, and store each `nextCursor` as it came.',
    fr: 'Reprenez sans `after`, écartez par leur `id` les événements que vous avez déjà, et gardez chaque `nextCursor` tel quel.',
  },
  PICKUP_AMBIGUOUS: {
    en: 'Leave one of the two out: `pickupAddressId` for a registered address, `pickup` for any other place.',
    fr: 'Retirez l’un des deux : `pickupAddressId` pour une adresse enregistrée, `pickup` pour tout autre lieu.',
  },
  PICKUP_REQUIRED: {
    en: 'Best register the shop’s main address once: then no order needs to name it.',
    fr: 'Le mieux : enregistrer une fois l’adresse principale de la boutique. Plus aucune commande n’a alors à la donner.',
  },
  PICKUP_WINDOW_REFUSED: {
    en: 'Send both times with their offset (`2026-11-21T14:00:00+01:00`), from now to 7 days ahead and 30 minutes to 24 hours apart. `details.reason` says which of these it is.',
    fr: 'Envoyez les deux heures avec leur décalage (`2026-11-21T14:00:00+01:00`), de maintenant à 7 jours, et à un écart de 30 minutes à 24 heures. `details.reason` dit laquelle de ces règles est en cause.',
  },
  CLOSED: {
    en: 'Show `message`, or order with a `pickupWindow` that begins at `details.opensAt` or later. What counts is the start of the window, without one the moment of the request. `details.opensAt` is null while no opening is planned.',
    fr: 'Montrez `message`, ou commandez avec un `pickupWindow` qui commence à `details.opensAt` ou plus tard. C’est le début de la plage qui compte, sans plage le moment de la requête. `details.opensAt` est null tant qu’aucune ouverture n’est prévue.',
  },
  PICKUP_ADDRESS_UNKNOWN: {
    en: 'Read the addresses again: this one was removed, or belongs to the other environment.',
    fr: 'Relisez les adresses : celle-ci a été retirée, ou appartient à l’autre environnement.',
  },
  OUT_OF_ZONE: {
    en: 'Look whether `lat` and `lng` are swapped. Otherwise tell the customer before they pay: `GET /zones` has the served area, and a quote refuses the same way.',
    fr: 'Regardez si `lat` et `lng` sont inversés. Sinon, prévenez le client avant qu’il paie : `GET /zones` donne l’espace desservi, et une demande de prix refuse de la même façon.',
  },
  CITIES_DIFFER: {
    en: 'Choose a pickup address in the customer’s city, or send the parcel otherwise.',
    fr: 'Choisissez une adresse de retrait dans la ville du client, ou expédiez autrement.',
  },
  PHONE_NUMBER_INVALID: {
    en: 'Check the number when the customer types it. With + and the country code there is no doubt.',
    fr: 'Vérifiez le numéro au moment où le client le saisit. Avec + et l’indicatif du pays, aucun doute.',
  },
  CUSTOMER_BLOCKED: {
    en: 'Do not send the order again: only the courier company can unblock a number. Quotes are answered as before.',
    fr: 'Ne renvoyez pas la commande : seule la société de livraison peut débloquer un numéro. Les prix restent donnés comme avant.',
  },
  PHOTO_KEY_UNKNOWN: {
    en: 'Announce a photo, send it with PUT to `uploadUrl`, and only then order with its `photoKey`, within a day.',
    fr: 'Annoncez une photo, envoyez-la par PUT à `uploadUrl`, et seulement ensuite commandez avec son `photoKey`, dans la journée.',
  },
  PROMO_CODE_REFUSED: {
    en: 'Show the message to whoever typed the code, or order without it. `POST /deliveries/promo-code-checks` says it beforehand. At a change it is the new customer who has used the code as often as they may: keep the number, or cancel and order again without the code.',
    fr: 'Montrez le message à la personne qui a saisi le code, ou commandez sans. `POST /deliveries/promo-code-checks` le dit à l’avance. Lors d’un changement, c’est le nouveau client qui a déjà utilisé le code autant de fois que possible : gardez le numéro, ou annulez et commandez sans le code.',
  },
  SHOP_NOT_APPROVED: {
    en: 'Quotes, pickup addresses, keys and webhooks work meanwhile. Nothing has to be sent again once the shop is approved but the order itself, with the same Idempotency-Key. In the sandbox every shop is approved at once.',
    fr: 'En attendant, les prix, les adresses de retrait, les clés et les webhooks fonctionnent. Une fois la boutique approuvée, renvoyez seulement la commande, avec la même Idempotency-Key. Dans le bac à sable, chaque boutique est approuvée aussitôt.',
  },
  SHOP_SUSPENDED: {
    en: 'Do not call again in a loop: every call is refused until the courier company lifts the suspension. Webhooks about deliveries under way are still sent.',
    fr: 'N’appelez pas en boucle : chaque appel est refusé jusqu’à ce que la société de livraison lève la suspension. Les webhooks des livraisons en cours sont toujours envoyés.',
  },
  PAYOUT_ACCOUNT_REQUIRED: {
    en: 'The number is registered once: by the owner of the shop in the console, or by the courier company. Until then `PREPAID` orders work; the sandbox takes `DIRECT` without it too.',
    fr: 'Le numéro s’enregistre une fois : par le propriétaire de la boutique dans la console, ou par la société de livraison. D’ici là, les commandes `PREPAID` passent ; le bac à sable accepte aussi `DIRECT` sans lui.',
  },
  COLLECTION_UNAVAILABLE: {
    en: 'Leave `collection` out and the order is collected as it can be: `DIRECT` where nobody serves `SECURE`. In the sandbox the simulated provider serves every country.',
    fr: 'N’envoyez pas `collection` : la commande est alors encaissée comme elle peut l’être, en `DIRECT` là où personne ne sert `SECURE`. Dans le bac à sable, le fournisseur simulé sert tous les pays.',
  },
  PAYMENT_AMOUNT_REFUSED: {
    en: 'The bounds are those of the provider and the central bank, in `details`. What counts is the goods and, where the customer pays for it, the trip. Send `DIRECT`, have the shop pay for the trip (`feePayer` `MERCHANT`), or make two orders of it.',
    fr: 'Les limites sont celles du fournisseur et de la banque centrale, dans `details`. Compte ce que le client paie : la marchandise et, s’il la paie, la course. Envoyez `DIRECT`, faites payer la course par la boutique (`feePayer` à `MERCHANT`), ou faites-en deux commandes.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    en: 'Make a key for each order, store it with the order, then call: a repeated call never makes a second delivery.',
    fr: 'Créez une clé par commande, enregistrez-la avec la commande, puis appelez : un appel répété ne crée jamais de deuxième livraison.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    en: 'A UUID, or your order number without blanks, does well.',
    fr: 'Un UUID, ou votre numéro de commande sans espaces, convient très bien.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    en: 'A repeated call must have the very same body: store it with the key. Is it another order? Then it needs a key of its own.',
    fr: 'Un appel répété doit avoir exactement le même corps : gardez-le avec la clé. C’est une autre commande ? Il lui faut sa propre clé.',
  },
  EXTERNAL_REF_TAKEN: {
    en: 'The order was sent before: read the delivery of `details.deliveryId`. For a second trip of one order add something, such as `order-2041-2`.',
    fr: 'La commande est déjà partie : lisez la livraison de `details.deliveryId`. Pour une deuxième course de la même commande, ajoutez un suffixe, comme `order-2041-2`.',
  },
  DELIVERY_NOT_FOUND: {
    en: 'Use the `id` of the answer that made it, with a key of the same shop and the same environment.',
    fr: 'Utilisez l’`id` de la réponse qui l’a créée, avec une clé de la même boutique et du même environnement.',
  },
  DELIVERY_NOT_CANCELLABLE: {
    en: 'It has ended, or failed: there is nothing left to cancel. Read it to see how.',
    fr: 'Elle est terminée, ou a échoué : il n’y a plus rien à annuler. Lisez-la pour savoir comment.',
  },
  DELIVERY_NOT_CHANGEABLE: {
    en: 'The parcel is with the courier: call them (`courier.phone`), or cancel.',
    fr: 'Le colis est chez le livreur : appelez-le (`courier.phone`), ou annulez.',
  },
  DELIVERY_CHANGED_TOO_OFTEN: {
    en: 'Something in your software changes it again and again: send a change only when a person made one.',
    fr: 'Quelque chose dans votre logiciel la modifie sans cesse : n’envoyez une modification que lorsqu’une personne en a fait une.',
  },
  DROPOFF_UNKNOWN: {
    en: 'Wait for `delivery.location_confirmed`, or send the whole place.',
    fr: 'Attendez `delivery.location_confirmed`, ou envoyez le lieu entier.',
  },
  PRICE_CHANGED: {
    en: 'Show the new price to whoever pays it; once they agree, send it with the request.',
    fr: 'Montrez le nouveau prix à celui qui le paie ; quand il est d’accord, envoyez-le avec la requête.',
  },
  TRANSITION_REFUSED: {
    en: 'Read the delivery: it may have moved on while you were calling. `details.from` says from which statuses this works.',
    fr: 'Lisez la livraison : elle a pu avancer pendant votre appel. `details.from` dit à partir de quels statuts cela marche.',
  },
  PAYMENT_TRANSITION_REFUSED: {
    en: 'Read the delivery and look at `payment.status`: it may be paid already, or not yet asked for, which happens when the parcel is picked up. `details.from` says from which statuses of the payment this works.',
    fr: 'Lisez la livraison et regardez `payment.status` : c’est peut-être déjà payé, ou pas encore demandé, ce qui se fait à la prise du colis. `details.from` dit à partir de quels statuts du paiement cela marche.',
  },
  COLLECTION_REFUSED: {
    en: 'Look at `payment.collection`: a DIRECT payment is confirmed by the shop, a SECURE one is asked for again.',
    fr: 'Regardez `payment.collection` : un paiement DIRECT est confirmé par la boutique, un paiement SECURE se redemande.',
  },
  PAYMENT_REQUESTS_USED_UP: {
    en: 'Call the customer and agree on another way, or cancel.',
    fr: 'Appelez le client et convenez d’un autre moyen, ou annulez.',
  },
  PAYMENT_NOT_SIMULATED: {
    en: 'This sandbox tries a real provider: pay with one of its test numbers, or ask the delivery service for a sandbox with simulated payments. `details.provider` names it.',
    fr: 'Ce bac à sable essaie un vrai opérateur : payez avec un de ses numéros de test, ou demandez au service de livraison un bac à sable aux paiements simulés. `details.provider` le nomme.',
  },
  NO_NEXT_STEP: {
    en: 'The delivery has come to an end, or the ending that you ask for does not start from here: `details.from` says where it does. Order another one.',
    fr: 'La livraison est arrivée à son terme, ou la fin demandée ne part pas de ce statut : `details.from` dit d’où elle part. Commandez-en une autre.',
  },
  UPLOAD_URL_INVALID: {
    en: 'Use `uploadUrl` as it came, without decoding or shortening it.',
    fr: 'Utilisez `uploadUrl` tel quel, sans le décoder ni le raccourcir.',
  },
  UPLOAD_URL_EXPIRED: {
    en: 'An address lasts for 15 minutes: announce the photo just before you send it.',
    fr: 'Une adresse vaut 15 minutes : annoncez la photo juste avant de l’envoyer.',
  },
  PHOTO_REFUSED: {
    en: 'Announce exactly what you send: its number of bytes, and its true format (JPEG, PNG or WebP).',
    fr: 'Annoncez exactement ce que vous envoyez : son nombre d’octets, et son vrai format (JPEG, PNG ou WebP).',
  },
  WEBHOOK_URL_REFUSED: {
    en: 'Give an https address that everybody can reach. On your own machine use `colis listen`. Whoever runs the service can allow further addresses: `WEBHOOK_ALLOW_RANGES`, or `WEBHOOK_ALLOW_INSECURE` for a service on one’s own machine.',
    fr: 'Donnez une adresse https joignable par tous. Sur votre machine, utilisez `colis listen`. La personne qui exploite le service peut autoriser d’autres adresses : `WEBHOOK_ALLOW_RANGES`, ou `WEBHOOK_ALLOW_INSECURE` pour un service sur sa propre machine.',
  },
  WEBHOOK_URL_TAKEN: {
    en: 'Change the endpoint of `details.endpointId`; two for one address would receive every event twice.',
    fr: 'Modifiez le webhook de `details.endpointId` ; deux pour une même adresse recevraient tout en double.',
  },
  TOO_MANY_WEBHOOK_ENDPOINTS: {
    en: 'Let one address receive the events and pass them on within your own systems.',
    fr: 'Faites recevoir les événements par une adresse, qui les transmet dans vos propres systèmes.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    en: 'List the endpoints: this one was removed, or belongs to another shop or environment.',
    fr: 'Listez les webhooks : celui-ci a été retiré, ou appartient à une autre boutique ou à l’autre environnement.',
  },
  WEBHOOK_EVENT_NOT_FOUND: {
    en: 'Read what you missed from `GET /events`, which goes back 30 days as well.',
    fr: 'Lisez ce que vous avez manqué dans `GET /events`, qui remonte lui aussi à 30 jours.',
  },
  SIGNING_SECRET_SEALED: {
    en: 'Make a new secret at once and put it on your server: until then nothing reaches it.',
    fr: 'Créez aussitôt un nouveau secret et mettez-le sur votre serveur : d’ici là, rien ne lui parvient.',
  },
  SECRETS_KEY_DIFFERS: {
    en: 'Nothing is wrong with your request. Tell the courier company, and try again later.',
    fr: 'Votre requête n’est pas en cause. Prévenez la société de livraison, et réessayez plus tard.',
  },
  SECRET_OVERLAP_UNDER_WAY: {
    en: 'Put the present secret on all your servers first; the next change is for after `details.until`.',
    fr: 'Mettez d’abord le secret actuel sur tous vos serveurs ; le prochain changement, ce sera après `details.until`.',
  },
  PICKUP_ADDRESS_NOT_FOUND: {
    en: 'List the addresses: this one was removed, or belongs to another shop or environment.',
    fr: 'Listez les adresses : celle-ci a été retirée, ou appartient à une autre boutique ou à l’autre environnement.',
  },
  PICKUP_ADDRESS_IS_MAIN: {
    en: 'Make another address the main one, then remove this one: orders that name no address need one.',
    fr: 'Rendez une autre adresse principale, puis retirez celle-ci : les commandes sans adresse en ont besoin.',
  },
  TOO_MANY_PICKUP_ADDRESSES: {
    en: 'Remove those that you no longer use, or send `pickup` with the order.',
    fr: 'Retirez celles qui ne servent plus, ou envoyez `pickup` avec la commande.',
  },
  SERVICE_UNAVAILABLE: {
    en: 'Wait for the seconds of `Retry-After` and repeat the call; nothing was done twice, thanks to the key.',
    fr: 'Attendez les secondes de `Retry-After` et répétez l’appel ; grâce à la clé, rien ne se fait deux fois.',
  },
  INTERNAL_ERROR: {
    en: 'Try again a little later, with the same `Idempotency-Key`. If it stays, send `details.requestId` to the courier company.',
    fr: 'Réessayez un peu plus tard, avec le même `Idempotency-Key`. Si cela dure, envoyez `details.requestId` à la société de livraison.',
  },
}
