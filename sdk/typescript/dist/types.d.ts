/** Known values, and others that may come. */
export type Open<Known extends string> = Known | (string & Record<never, never>);
/** Optional. Without it the delivery makes its next step. */
export type AdvanceInput = {
    /** An ending to walk to, however many steps that takes, instead of the next step. */
    outcome?: 'DELIVERED' | 'FAILED' | 'RETURNED' | 'EXPIRED';
    /** Only with the outcome FAILED: a reason of ours by its code, or words of your own. Without it the customer was absent. */
    failureReason?: string;
};
/** One request to an endpoint. */
export type Attempt = {
    /** Identifier of the attempt. */
    id: string;
    /** The event that was sent: the `Svc-Event-Id` of the request. */
    eventId: string;
    /** Its type. */
    eventType: Open<'delivery.created' | 'delivery.location_confirmed' | 'delivery.courier_assigned' | 'delivery.courier_arrived' | 'delivery.picked_up' | 'delivery.delivered' | 'delivery.failed' | 'delivery.returned' | 'delivery.cancelled' | 'delivery.expired' | 'payment.confirmed' | 'ping'>;
    /** Which attempt of this event it was. */
    attempt: number;
    /** Why it was made. */
    trigger: Open<'SCHEDULED' | 'RESEND' | 'PING'>;
    /** When the request was begun. */
    startedAt: string;
    /** How long it took. */
    durationMs: number;
    /** Whether it was answered with 2xx in time. */
    isSuccess: boolean;
    /** The status of the answer; null without one. */
    httpStatus: number | null;
    /** Why it failed; null when it did not. DNS: the name leads to no public server. HTTP_ERROR: it was answered with another status than 2xx, which is `httpStatus`; for 3xx it is REDIRECT. */
    failure: Open<'DNS' | 'TLS' | 'CONNECTION' | 'TIMEOUT' | 'REDIRECT' | 'HTTP_ERROR'> | null;
    /** The first 2 KiB of the answer. */
    responseExcerpt: string | null;
    /** When it is tried again; null when it is not. */
    nextAttemptAt: string | null;
};
/** Attempts of the last 30 days. */
export type AttemptList = {
    /** The attempts, the newest first. */
    items: Attempt[];
    /** Where older ones go on: send it as `before`. Null on the last page. */
    nextCursor: string | null;
    /** Whether there are older ones. */
    hasMore: boolean;
};
/** May be an empty object. */
export type CancelInput = {
    /** Why; kept as the note of the history line, and shown to the customer and the courier. */
    reason?: string;
};
/** What cancelling would cost now, and why. */
export type Cancellation = {
    /** Whether the delivery can be cancelled. */
    allowed: boolean;
    /** What cancelling would cost now, in FCFA; 0 where it is not possible. */
    cancellationFee: number;
    /** What bringing the parcel back would cost besides, in FCFA; 0 where it is not possible. */
    returnFee: number;
    /** Why; branch on it. */
    reason: Open<'COURIER_NOT_ARRIVED' | 'COURIER_ARRIVED' | 'PARCEL_UNDER_WAY' | 'PARCEL_COMING_BACK' | 'ENDED'>;
    /** The same in a sentence, in French or English, as Accept-Language asks. */
    message: string;
};
/** A type of event. */
export type ChosenEventType = 'delivery.created' | 'delivery.location_confirmed' | 'delivery.courier_assigned' | 'delivery.courier_arrived' | 'delivery.picked_up' | 'delivery.delivered' | 'delivery.failed' | 'delivery.returned' | 'delivery.cancelled' | 'delivery.expired' | 'payment.confirmed';
/** How the customer pays. SECURE: by mobile money through the service, the sale is paid out to the shop; only where a provider serves the country, and for no more than a wallet pays at once. DIRECT: to the shop’s own number. */
export type Collection = 'SECURE' | 'DIRECT';
/** Who carries the parcel. */
export type Courier = {
    /** Given name. */
    firstName: string;
    /** In international form. */
    phone: string;
    /** What they drive. */
    vehicleType: VehicleType;
    /** Plate of the vehicle. */
    plateNumber: string | null;
};
/** A delivery just created, with the code for its pickup. */
export type CreatedDelivery = {
    /** Identifier of the delivery. */
    id: string;
    /** Short reference to say aloud. */
    reference: string;
    /** Your own order number, as sent. */
    externalRef: string | null;
    /** Where the delivery stands. */
    status: DeliveryStatus;
    /** When it was created. */
    createdAt: string;
    customer: Customer;
    /** Where the parcel is picked up. */
    pickup: Place;
    /** Where it goes; null until the customer has indicated their position. */
    dropoff: Place | null;
    parcel: Parcel;
    payment: Payment;
    /** Price of the trip, in FCFA. */
    price: number;
    /** True while the destination is unknown. */
    priceIsEstimate: boolean;
    /** What was charged for cancelling, in FCFA; 0 until then. */
    cancellationFee: number;
    /** What was charged for bringing the parcel back, in FCFA; 0 until then. */
    returnFee: number;
    /** Why the hand-over failed. */
    failureReason: string | null;
    /** Who carries the parcel; null until a courier is assigned. */
    courier: Courier | null;
    /** The franc of every amount: that of the city of the pickup. */
    currency: Currency;
    /** When the parcel is to be fetched; null for as soon as possible. An extension of Colis. */
    pickupWindow: PickupWindow | null;
    /** When the customer is to have the parcel; null for as soon as possible. An extension of Colis. */
    dropoffWindow: DropoffWindow | null;
    /** When the courier arrived at the shop: from then on cancelling is charged. Null until then. An extension of Colis. */
    courierArrivedAt: string | null;
    /** The customer’s page, to send by your own SMS or to show: there they place their position, follow the courier and find their code, so give it to nobody else. Null once it has ended, a day after the delivery. An extension of Colis. */
    trackingUrl: string | null;
    /** Your own words about the order, as sent; empty without any. An extension of Colis. */
    metadata: Record<string, string>;
    /** The delivery whose hand-over failed, and whose parcel this one brings once more; null for all others. An extension of Colis. */
    secondTryOf: string | null;
    /** The delivery that brings this parcel once more, after its hand-over failed: the newest that was asked for, which may have ended without a hand-over; null without one. An extension of Colis. */
    secondTryId: string | null;
    /** The code the shop gives the courier at pickup. Answered here only. */
    pickupCode: string;
};
/** The franc of every amount: XOF (West Africa) or XAF (Central Africa). */
export type Currency = 'XOF' | 'XAF';
/** Who receives the parcel. */
export type Customer = {
    /** Family name. */
    lastName: string;
    /** Given name. */
    firstName: string;
    /** In international form. */
    phone: string;
};
/** Who receives the parcel: only what changes. */
export type CustomerChange = {
    /** Family name. */
    lastName?: string;
    /** Given name. */
    firstName?: string;
    /** Another phone number. The links that were sent to the number before no longer open; a customer who still has to give their position receives a new one at the new number. */
    phone?: string;
};
/** Who receives the parcel. */
export type CustomerInput = {
    /** Family name. */
    lastName: string;
    /** Given name. */
    firstName: string;
    /** A phone number that receives the customer’s messages: in the national form of the pickup’s country, or with + and the country code. */
    phone: string;
};
/** A delivery. */
export type Delivery = {
    /** Identifier of the delivery. */
    id: string;
    /** Short reference to say aloud. */
    reference: string;
    /** Your own order number, as sent. */
    externalRef: string | null;
    /** Where the delivery stands. */
    status: DeliveryStatus;
    /** When it was created. */
    createdAt: string;
    customer: Customer;
    /** Where the parcel is picked up. */
    pickup: Place;
    /** Where it goes; null until the customer has indicated their position. */
    dropoff: Place | null;
    parcel: Parcel;
    payment: Payment;
    /** Price of the trip, in FCFA. */
    price: number;
    /** True while the destination is unknown. */
    priceIsEstimate: boolean;
    /** What was charged for cancelling, in FCFA; 0 until then. */
    cancellationFee: number;
    /** What was charged for bringing the parcel back, in FCFA; 0 until then. */
    returnFee: number;
    /** Why the hand-over failed. */
    failureReason: string | null;
    /** Who carries the parcel; null until a courier is assigned. */
    courier: Courier | null;
    /** The franc of every amount: that of the city of the pickup. */
    currency: Currency;
    /** When the parcel is to be fetched; null for as soon as possible. An extension of Colis. */
    pickupWindow: PickupWindow | null;
    /** When the customer is to have the parcel; null for as soon as possible. An extension of Colis. */
    dropoffWindow: DropoffWindow | null;
    /** When the courier arrived at the shop: from then on cancelling is charged. Null until then. An extension of Colis. */
    courierArrivedAt: string | null;
    /** The customer’s page, to send by your own SMS or to show: there they place their position, follow the courier and find their code, so give it to nobody else. Null once it has ended, a day after the delivery. An extension of Colis. */
    trackingUrl: string | null;
    /** Your own words about the order, as sent; empty without any. An extension of Colis. */
    metadata: Record<string, string>;
    /** The delivery whose hand-over failed, and whose parcel this one brings once more; null for all others. An extension of Colis. */
    secondTryOf: string | null;
    /** The delivery that brings this parcel once more, after its hand-over failed: the newest that was asked for, which may have ended without a hand-over; null without one. An extension of Colis. */
    secondTryId: string | null;
};
/** What to change; what is left out stays as it is. At least one field. */
export type DeliveryChange = {
    customer?: CustomerChange;
    dropoff?: DropoffChange;
    /** Passed to the courier; empty for none. */
    instructions?: string;
    /** Your own order number; unique in your shop. */
    externalRef?: string;
    /** Only with another place: the price of the trip that you agree to, in FCFA. Without it another price is refused with PRICE_CHANGED, whose details name it. */
    expectedPrice?: number;
};
/** A delivery to make. Without `dropoff` the customer is asked for their position. */
export type DeliveryInput = {
    /** A registered pickup address, instead of `pickup`. Without either, the main one. */
    pickupAddressId?: string;
    /** Where the parcel is picked up. */
    pickup?: PlaceInput;
    /** Where it goes; without it the customer is asked. */
    dropoff?: PlaceInput;
    customer: CustomerInput;
    parcel: ParcelInput;
    payment: PaymentInput;
    /** Passed to the courier. Line breaks become blanks. */
    instructions?: string;
    /** A promo code; empty for none. */
    promoCode?: string;
    /** Your own order number; unique in your shop. */
    externalRef?: string;
    pickupWindow?: PickupWindowInput;
    dropoffWindow?: DropoffWindowInput;
    /** Your own words about the order, returned with it everywhere: up to 20 names of up to 40 characters, with texts of up to 200. An extension of Colis. */
    metadata?: Record<string, string>;
};
/** A page of deliveries. */
export type DeliveryPage = {
    /** Newest first. */
    items: Delivery[];
    /** How many deliveries match, on all pages. */
    total: number;
    /** This page. */
    page: number;
    /** Most items on a page. */
    pageSize: number;
};
/** Where a delivery stands. */
export type DeliveryStatus = 'AWAITING_LOCATION' | 'SEARCHING_COURIER' | 'ASSIGNED' | 'IN_TRANSIT' | 'DELIVERED' | 'FAILED' | 'RETURNED' | 'CANCELLED' | 'EXPIRED';
/** Another place: `lat` and `lng` together, with a `label` and a `landmark` of its own, since those of the place before are dropped. Without them, other words for the place that is known. */
export type DropoffChange = {
    /** Degrees north (WGS 84). */
    lat?: number;
    /** Degrees east (WGS 84). */
    lng?: number;
    /** Short name of the place. */
    label?: string;
    /** A reference point for the courier, in free text. */
    landmark?: string;
};
/** When a customer is to have a parcel. */
export type DropoffWindow = {
    /** From when. */
    from: string;
    /** Until when. */
    to: string;
};
/** When the customer is to have the parcel; without it as soon as possible. The parcel is fetched as long before as the ride takes, within `pickupWindow` where there is one, and the search begins 20 minutes before that. Without `pickupWindow` the price is that of its start, as there. An extension of Colis. */
export type DropoffWindowInput = {
    /** From when: now, or up to 7 days ahead. */
    from: string;
    /** Until when: 30 minutes to 24 hours later, and no sooner than the courier can be there. */
    to: string;
};
/** The endpoint, and what it missed. */
export type EnabledEndpoint = {
    /** Identifier of the endpoint. */
    id: string;
    /** The address that is called, in its normal form. */
    url: string;
    /** The types of events that are sent; null for all, but for those that must be named. */
    events: EventType[] | null;
    /** What it is for. */
    description: string | null;
    /** ACTIVE: it is called. PAUSED: you paused it; DISABLED: it failed for 72 hours; what is due is held for both until it is enabled. SECRET_SEALED: the service can no longer read its secret, so it is not called until it has a new one. */
    state: Open<'ACTIVE' | 'PAUSED' | 'DISABLED' | 'SECRET_SEALED'>;
    /** Since when every request failed; null when the last did not. */
    failingSince: string | null;
    /** Until when the secret before the present one signs beside it. */
    previousSecretUntil: string | null;
    /** When it was created. */
    createdAt: string;
    /** Since when it had failed until it was enabled; null when it had not. */
    failedSince: string | null;
    /** How many events used up their attempts since then: to send them too, resend with this `failedSince`. */
    exhaustedCount: number;
};
/** The body of every error. */
export type ErrorBody = {
    /** The HTTP status. */
    statusCode: number;
    code: ErrorCode;
    /** In French or English, as Accept-Language asks. */
    message: string;
    /** What refines the error; its members depend on the code. */
    details?: Record<string, unknown>;
};
/** Stable; branch on it, and treat a code that you do not know by its status. */
export type ErrorCode = Open<'API_KEY_MISSING' | 'API_KEY_INVALID' | 'SCOPE_REQUIRED' | 'VALIDATION_FAILED' | 'JSON_INVALID' | 'REQUEST_MALFORMED' | 'UNSUPPORTED_MEDIA_TYPE' | 'BODY_TOO_LARGE' | 'HEADERS_TOO_LARGE' | 'REQUEST_TIMEOUT' | 'ROUTE_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'RATE_LIMITED' | 'PHOTO_QUOTA_REACHED' | 'EVENT_CURSOR_INVALID' | 'PICKUP_AMBIGUOUS' | 'PICKUP_REQUIRED' | 'PICKUP_ADDRESS_UNKNOWN' | 'OUT_OF_ZONE' | 'CITIES_DIFFER' | 'PHONE_NUMBER_INVALID' | 'CUSTOMER_BLOCKED' | 'PHOTO_KEY_UNKNOWN' | 'PROMO_CODE_REFUSED' | 'CLOSED' | 'PICKUP_WINDOW_REFUSED' | 'DROPOFF_WINDOW_REFUSED' | 'SHOP_NOT_APPROVED' | 'SHOP_SUSPENDED' | 'PAYOUT_ACCOUNT_REQUIRED' | 'COLLECTION_UNAVAILABLE' | 'PAYMENT_AMOUNT_REFUSED' | 'IDEMPOTENCY_KEY_REQUIRED' | 'IDEMPOTENCY_KEY_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'EXTERNAL_REF_TAKEN' | 'DELIVERY_NOT_FOUND' | 'DELIVERY_NOT_CANCELLABLE' | 'NO_HANDOVER' | 'DELIVERY_NOT_CHANGEABLE' | 'DELIVERY_CHANGED_TOO_OFTEN' | 'DROPOFF_UNKNOWN' | 'SECOND_TRY_REFUSED' | 'SECOND_TRY_ASKED' | 'PRICE_CHANGED' | 'TRANSITION_REFUSED' | 'PAYMENT_TRANSITION_REFUSED' | 'COLLECTION_REFUSED' | 'PAYMENT_REQUESTS_USED_UP' | 'PAYMENT_NOT_SIMULATED' | 'NO_NEXT_STEP' | 'UPLOAD_URL_INVALID' | 'UPLOAD_URL_EXPIRED' | 'PHOTO_REFUSED' | 'WEBHOOK_URL_REFUSED' | 'WEBHOOK_URL_TAKEN' | 'TOO_MANY_WEBHOOK_ENDPOINTS' | 'WEBHOOK_ENDPOINT_NOT_FOUND' | 'WEBHOOK_EVENT_NOT_FOUND' | 'SIGNING_SECRET_SEALED' | 'SECRETS_KEY_DIFFERS' | 'SECRET_OVERLAP_UNDER_WAY' | 'PICKUP_ADDRESS_NOT_FOUND' | 'PICKUP_ADDRESS_IS_MAIN' | 'TOO_MANY_PICKUP_ADDRESSES' | 'SERVICE_UNAVAILABLE' | 'INTERNAL_ERROR'>;
/** An event, byte for byte as webhooks carry it. */
export type WebhookEvent = {
    /** Identifier of the event: the `Svc-Event-Id` of its webhooks. */
    id: string;
    type: EventType;
    /** When it happened. */
    createdAt: string;
    /** The delivery as it was at that moment. */
    data: Delivery;
};
/** Events of the shop. */
export type EventPage = {
    /** In the order in which they were committed. */
    items: WebhookEvent[];
    /** Where to read on: send it as `after`. It is there on the last page too, for the next time. */
    nextCursor: string;
    /** Whether there is more right now. */
    hasMore: boolean;
};
/** What happened. */
export type EventType = Open<'delivery.created' | 'delivery.location_confirmed' | 'delivery.courier_assigned' | 'delivery.courier_arrived' | 'delivery.picked_up' | 'delivery.delivered' | 'delivery.failed' | 'delivery.returned' | 'delivery.cancelled' | 'delivery.expired' | 'payment.confirmed'>;
/** Who bears the trip: CUSTOMER (added to what the customer pays) or MERCHANT (the shop). */
export type FeePayer = 'CUSTOMER' | 'MERCHANT';
/** What proves a hand-over, or that it failed. */
export type HandoverProof = {
    /** How it ended: DELIVERED, or FAILED where the parcel was not handed over. */
    outcome: Open<'DELIVERED' | 'FAILED'>;
    /** When. */
    occurredAt: string;
    /** Why it was not handed over. */
    failureReason: string | null;
    /** True where the hand-over code was given; false where the courier company noted the hand-over without it. Null where it failed. */
    withCode: boolean | null;
    /** Who took the parcel: the customer, or what the person whom they had named is to them. Null where it failed, or the courier company does not show it to shops. */
    takenBy: Open<'CUSTOMER' | 'NEIGHBOUR' | 'GUARD' | 'FAMILY' | 'COLLEAGUE'> | null;
    /** The name of the person whom the customer had named and who took the parcel. Null where the customer took it, or where takenBy is not shown. */
    takenByName: string | null;
    /** Where the courier’s phone was. Null where it did not say so, a month after, or where the courier company does not show it to shops. */
    place: ProofPlace | null;
    /** The photo that the courier took. Null where there is none, a month after, or where the courier company does not show it to shops. */
    photo: ProofPhoto | null;
    /** When the courier said that they had come to the customer’s place. */
    arrivedAtCustomerAt: string | null;
    /** When the courier called the customer. */
    customerCalledAt: string | null;
};
/** How often a key may call. */
export type KeyLimit = {
    /** How many requests a key may make. */
    requests: number;
    /** In how many seconds. */
    seconds: number;
};
/** Nothing is needed here. */
export type NoInput = {};
/** What is carried. */
export type Parcel = {
    /** What it is. */
    category: string;
    /** How large it is. */
    size: ParcelSize;
    /** Whether it is fragile. */
    fragile: boolean;
};
/** What is carried. */
export type ParcelInput = {
    /** What it is: FASHION, BEAUTY, FOOD, ELECTRONICS, DOCUMENTS, OTHER, or a word of your own. */
    category: string;
    /** LARGE may carry a surcharge. */
    size: ParcelSize;
    /** True may carry a surcharge. Default: false. */
    fragile?: boolean;
    /** The key of an uploaded photo, from POST /deliveries/parcel-photo-uploads. */
    photoKey?: string;
};
/** How large a parcel is; LARGE may carry a surcharge. */
export type ParcelSize = 'SMALL' | 'MEDIUM' | 'LARGE';
/** Where the money stands. */
export type Payment = {
    /** Whether the customer pays at delivery. */
    mode: PaymentMode;
    /** Goods to collect, in FCFA. */
    goodsAmount: number;
    /** Who bears the trip. */
    feePayer: FeePayer;
    /** How the customer pays. */
    collection: Collection;
    /** What the customer pays at delivery, in FCFA. */
    amountToCollect: number;
    /** Where the payment stands. */
    status: PaymentStatus;
    /** When the payment was confirmed. */
    paidAt: string | null;
};
/** What the shop says about the payment. */
export type PaymentConfirmationInput = {
    /** Whether the payment has arrived on the shop’s own number. */
    received: boolean;
};
/** Who pays what, and how. */
export type PaymentInput = {
    mode: PaymentMode;
    /** Value of the goods to collect, in whole FCFA. Default: 0, for goods that are already paid. */
    goodsAmount?: number;
    /** Who bears the trip: CUSTOMER (the default; added to what the customer pays) or MERCHANT. */
    feePayer?: FeePayer;
    /** SECURE: by mobile money through the service, the sale is paid out to the shop. DIRECT: to the shop’s own number. Default: the shop’s setting. */
    collection?: Collection;
};
/** PREPAID: nothing to collect. CASH_ON_DELIVERY: the customer pays at delivery. */
export type PaymentMode = 'PREPAID' | 'CASH_ON_DELIVERY';
/** Where a payment stands. */
export type PaymentStatus = 'NOT_DUE' | 'NOT_REQUESTED' | 'AWAITING_CUSTOMER' | 'AWAITING_MERCHANT' | 'AWAITING_SENDER' | 'PAID' | 'FAILED' | 'REFUSED';
/** Where and how to upload a photo. */
export type PhotoUpload = {
    /** The key to send as `parcel.photoKey` once the photo is uploaded. */
    photoKey: string;
    /** Where to send the photo. */
    uploadUrl: string;
    /** How to send it. */
    method: Open<'PUT'>;
    /** Headers to send with it, as they are. */
    headers: Record<string, string>;
    /** Until when the address takes the photo. */
    expiresAt: string;
};
/** A photo about to be uploaded. */
export type PhotoUploadInput = {
    /** Format of the photo. */
    contentType: 'image/jpeg' | 'image/png' | 'image/webp';
    /** Its exact size in bytes. */
    sizeBytes: number;
};
/** A place of the shop where couriers fetch parcels. */
export type PickupAddress = {
    /** Identifier of the address. */
    id: string;
    /** Short name. */
    label: string | null;
    /** A reference point for the courier. */
    landmark: string | null;
    /** The address on one line. */
    formatted: string | null;
    /** True for the main address. */
    isDefault: boolean;
    /** Degrees north. */
    lat: number;
    /** Degrees east. */
    lng: number;
};
/** What to change; what is left out stays, null empties a text. */
export type PickupAddressChange = {
    /** Degrees north (WGS 84). */
    lat?: number;
    /** Degrees east (WGS 84). */
    lng?: number;
    /** Short name. */
    label?: string | null;
    /** A reference point for the courier, in free text. */
    landmark?: string | null;
    /** The address on one line. */
    formatted?: string | null;
    /** True makes it the main address, in place of the one before. */
    isDefault?: true;
};
/** A place where couriers fetch the shop’s parcels. */
export type PickupAddressInput = {
    /** Degrees north (WGS 84). */
    lat: number;
    /** Degrees east (WGS 84). */
    lng: number;
    /** Short name. */
    label?: string | null;
    /** A reference point for the courier, in free text. */
    landmark?: string | null;
    /** The address on one line. */
    formatted?: string | null;
    /** True makes it the main address, in place of the one before. */
    isDefault?: true;
};
/** When a parcel is to be fetched. */
export type PickupWindow = {
    /** From when. */
    from: string;
    /** Until when. */
    to: string;
};
/** When the courier is to fetch the parcel; without it as soon as possible. The search begins 20 minutes before. The price is that of its start: NIGHT as it will be then, RAIN and HIGH_DEMAND as they are now, and only if the search begins now. An extension of Colis. */
export type PickupWindowInput = {
    /** From when: now, or up to 7 days ahead. */
    from: string;
    /** Until when: 30 minutes to 24 hours later. */
    to: string;
};
/** What a ping carries. */
export type PingData = {
    /** The endpoint that is tested. */
    endpointId: string;
};
/** What a test of an endpoint sends. */
export type PingEvent = {
    /** Identifier of the event. */
    id: string;
    /** Always `ping`. */
    type: Open<'ping'>;
    /** When it was sent. */
    createdAt: string;
    data: PingData;
};
/** A place, with words that help to find it. */
export type Place = {
    /** Short name of the place. */
    label: string | null;
    /** A reference point for the courier. */
    landmark: string | null;
    /** Degrees north. */
    lat: number;
    /** Degrees east. */
    lng: number;
};
/** A place, with words that help to find it. */
export type PlaceInput = {
    /** Degrees north (WGS 84). */
    lat: number;
    /** Degrees east (WGS 84). */
    lng: number;
    /** Short name of the place. */
    label?: string;
    /** A reference point for the courier, in free text. */
    landmark?: string;
};
/** A point on Earth. */
export type PointInput = {
    /** Degrees north (WGS 84). */
    lat: number;
    /** Degrees east (WGS 84). */
    lng: number;
};
/** Who bears what a promo code takes off. */
export type PromoBearer = Open<'SERVICE' | 'SHOP'>;
/** Whether a promo code can be used, and what for. */
export type PromoCodeCheck = {
    /** The code, in capitals. */
    promoCode: string;
    /** Whether it can be used now (and for the trip, when one was sent). */
    valid: boolean;
    /** Why it cannot be used; null when it can. */
    reason: PromoRefusal | null;
    /** With the reason TRIP_NOT_ELIGIBLE: the condition that the trip does not meet; else null. */
    condition: PromoCondition | null;
    /** What it takes off the trip that was sent, in FCFA; null without one. */
    discount: number | null;
    /** Who bears the discount: `SERVICE`, or `SHOP` when the courier company bills it to your shop; null for a code that is not yours. */
    bearer: PromoBearer | null;
    /** When it ends; null when it has no end. */
    expiresAt: string | null;
};
/** A promo code, and the trip it would be for. */
export type PromoCodeCheckInput = {
    /** The code to check. */
    promoCode: string;
    customer?: PromoCodeCustomer;
    /** The trip it would be for. */
    quote?: QuoteInput;
};
/** The customer it would be for: some codes are limited for each customer. */
export type PromoCodeCustomer = {
    /** The customer’s phone number: in the national form of the pickup’s country (without `quote`: of your shop’s country), or with + and the country code. */
    phone: string;
};
/** What a promo code asks of a trip. */
export type PromoCondition = Open<'CITY' | 'MINIMUM_TRIP'>;
/** Why a promo code cannot be used. */
export type PromoRefusal = Open<'UNKNOWN' | 'NOT_FOR_SHOP' | 'NOT_STARTED' | 'EXPIRED' | 'EXHAUSTED' | 'SHOP_LIMIT' | 'CUSTOMER_LIMIT' | 'TRIP_NOT_ELIGIBLE'>;
/** A photo of a hand-over, and where it is shown. */
export type ProofPhoto = {
    /** Shows the photo to whoever has this address; no key is needed. */
    url: string;
    /** Until when the address works; then read the proof again for another one. */
    expiresAt: string;
};
/** Where a courier’s phone was. */
export type ProofPlace = {
    /** Degrees north. */
    lat: number;
    /** Degrees east. */
    lng: number;
    /** Within how many metres. */
    accuracyMeters: number | null;
};
/** The price of a trip. */
export type Quote = {
    /** Price of the trip, in FCFA. */
    price: number;
    /** True when the destination is unknown. */
    isEstimate: boolean;
    /** Price before surcharges and discount, in FCFA. */
    base: number;
    /** What is added to the base. */
    surcharges: Surcharge[];
    /** What is taken off, in FCFA. */
    discount: number;
    /** Collection fee withheld from the shop’s payout, in FCFA. */
    codFee: number;
    /** Zone of the pickup; null when it lies in no zone. */
    fromZone: string | null;
    /** Zone of the drop-off; null when it is unknown or lies in no zone. */
    toZone: string | null;
    /** The franc of every amount. An extension of Colis. */
    currency: Currency;
};
/** A trip to price. */
export type QuoteInput = {
    /** A registered pickup address of the shop, instead of `pickup`. Without either, the main one. */
    pickupAddressId?: string;
    /** Where the parcel is picked up. */
    pickup?: PointInput;
    /** Where it goes; without it the price is an estimate. */
    dropoff?: PointInput;
    /** Size of the parcel; LARGE may carry a surcharge. */
    parcelSize: ParcelSize;
    /** A fragile parcel may carry a surcharge. Default: false. */
    fragile?: boolean;
    /** Whether the customer pays at delivery. */
    paymentMode: PaymentMode;
    /** Value of the goods to collect, in whole FCFA. Default: 0, for goods that are already paid. */
    goodsAmount?: number;
    /** How the customer pays: SECURE through the service, DIRECT to the shop. Default: the shop’s setting, or DIRECT where nobody serves SECURE. */
    collection?: Collection;
    pickupWindow?: PickupWindowInput;
    dropoffWindow?: DropoffWindowInput;
};
/** Optional. Without it the old secret ends at once. */
export type RegenerateInput = {
    /** For how many hours the old secret signs beside the new one; without it, it ends at once. */
    overlapHours?: number;
};
/** One event, or those that failed for good since a time. */
export type ResendInput = {
    /** One event, whatever came of it: the `Svc-Event-Id` of its webhook. */
    eventId?: string;
    /** Every event that used up its attempts at this time or later, at most 2000 in one call. */
    failedSince?: string;
};
/** What is sent again. */
export type Resent = {
    /** How many events are sent again, from now on in the background; 0 for one event that is being sent at this moment. */
    resentCount: number;
    /** Whether there may be more that failed: call again with the same body. */
    hasMore: boolean;
};
/** How much was removed. */
export type SandboxReset = {
    /** Deliveries that were removed. */
    deliveries: number;
    /** Events that were removed. */
    events: number;
    /** Lines that were removed from the log of webhooks. */
    attempts: number;
    /** Whether nothing is left; otherwise call again. */
    isComplete: boolean;
};
/** When a parcel is brought once more. */
export type SecondTryInput = {
    /** When the courier sets out with the parcel once more: today or tomorrow, on the clocks of the city. */
    window: PickupWindowInput;
    /** The price that you agree to, in FCFA: another is refused with PRICE_CHANGED. Without it, whatever it costs. */
    expectedPrice?: number;
};
/** The shop of a key, and what the key may do. */
export type Shop = {
    /** The name of the shop. */
    name: string;
    /** sandbox: no courier is sent and no money moves. production: the real one. */
    environment: Open<'sandbox' | 'production'>;
    /** The rights of the key. */
    scopes: Array<Open<'quotes:read' | 'deliveries:read' | 'deliveries:write' | 'webhooks:read' | 'webhooks:write' | 'pickup-addresses:write'>>;
    /** How often it may call; null where nothing limits it. */
    rateLimit: KeyLimit | null;
};
/** A line of the history. */
export type StatusEvent = {
    /** The status the delivery took, or kept when something of it was changed. */
    status: DeliveryStatus;
    /** Why, where somebody said so; what was changed, where something was. */
    note: string | null;
    /** When. */
    occurredAt: string;
};
/** What is added to the base. */
export type Surcharge = {
    /** Why it is added. */
    type: SurchargeType;
    /** What it adds, in FCFA. */
    amount: number;
};
/** Why a surcharge is added. */
export type SurchargeType = Open<'LARGE_PARCEL' | 'FRAGILE' | 'NIGHT' | 'RAIN' | 'HIGH_DEMAND'>;
/** One thing wrong with what was sent. */
export type ValidationIssue = {
    /** A JSON pointer to it. */
    field: string;
    /** The rule that it breaks. */
    rule: string;
    /** The fault in words. */
    message: string;
};
/** What a courier drives. */
export type VehicleType = Open<'MOTO' | 'TRICYCLE' | 'CAR'>;
/** An address of the shop’s server, to which events are sent. */
export type WebhookEndpoint = {
    /** Identifier of the endpoint. */
    id: string;
    /** The address that is called, in its normal form. */
    url: string;
    /** The types of events that are sent; null for all, but for those that must be named. */
    events: EventType[] | null;
    /** What it is for. */
    description: string | null;
    /** ACTIVE: it is called. PAUSED: you paused it; DISABLED: it failed for 72 hours; what is due is held for both until it is enabled. SECRET_SEALED: the service can no longer read its secret, so it is not called until it has a new one. */
    state: Open<'ACTIVE' | 'PAUSED' | 'DISABLED' | 'SECRET_SEALED'>;
    /** Since when every request failed; null when the last did not. */
    failingSince: string | null;
    /** Until when the secret before the present one signs beside it. */
    previousSecretUntil: string | null;
    /** When it was created. */
    createdAt: string;
};
/** What to change; what is left out stays. */
export type WebhookEndpointChange = {
    /** The https address of a public server, without user name and password. A shop has it once. */
    url?: string;
    /** The types of events to send. Null, or left out at creation: all, those of the future too, but for types that are only sent to endpoints that name them. */
    events?: ChosenEventType[] | null;
    /** What it is for, in your words; null for nothing. */
    description?: string | null;
};
/** An address of your server. */
export type WebhookEndpointInput = {
    /** The https address of a public server, without user name and password. A shop has it once. */
    url: string;
    /** The types of events to send. Null, or left out at creation: all, those of the future too, but for types that are only sent to endpoints that name them. */
    events?: ChosenEventType[] | null;
    /** What it is for, in your words; null for nothing. */
    description?: string | null;
};
/** All endpoints of the shop. */
export type WebhookEndpointList = {
    /** The endpoints, the oldest first. */
    items: WebhookEndpoint[];
};
/** The endpoint, with its new signing secret. */
export type WebhookEndpointWithSecret = {
    /** Identifier of the endpoint. */
    id: string;
    /** The address that is called, in its normal form. */
    url: string;
    /** The types of events that are sent; null for all, but for those that must be named. */
    events: EventType[] | null;
    /** What it is for. */
    description: string | null;
    /** ACTIVE: it is called. PAUSED: you paused it; DISABLED: it failed for 72 hours; what is due is held for both until it is enabled. SECRET_SEALED: the service can no longer read its secret, so it is not called until it has a new one. */
    state: Open<'ACTIVE' | 'PAUSED' | 'DISABLED' | 'SECRET_SEALED'>;
    /** Since when every request failed; null when the last did not. */
    failingSince: string | null;
    /** Until when the secret before the present one signs beside it. */
    previousSecretUntil: string | null;
    /** When it was created. */
    createdAt: string;
    /** The signing secret. It is shown this once: keep it where your server reads it. */
    secret: string;
};
/** A part of a city that has prices of its own. */
export type Zone = {
    /** Identifier of the zone. */
    id: string;
    /** Name of the zone. */
    name: string;
    /** Name of the city it lies in. */
    city: string;
    /** Simplified outline: GeoJSON MultiPolygon coordinates, [lng, lat] pairs with at most 5 decimals. */
    shape: Array<Array<Array<number[]>>>;
};
/** The served zones. */
export type ZoneMap = {
    /** Extent [west, south, east, north] in degrees; null when there is no active zone. */
    bbox: number[] | null;
    /** The active zones. */
    zones: Zone[];
};
/** The query of listDeliveries. */
export type ListDeliveriesQuery = {
    /** Statuses to list, comma-separated: AWAITING_LOCATION, SEARCHING_COURIER, ASSIGNED, IN_TRANSIT, DELIVERED, FAILED, RETURNED, CANCELLED, EXPIRED. */
    status?: string | string[];
    /** Lower bound of the creation date, inclusive: a date (a whole day in the time zone of the environment) or a date-time with its offset. */
    from?: string;
    /** Upper bound of the creation date, inclusive: a date (a whole day in the time zone of the environment) or a date-time with its offset. */
    to?: string;
    /** Which page, from 1. */
    page?: number;
    /** Most deliveries on a page. */
    pageSize?: number;
    /** Only deliveries that were created or changed at this date-time (with its offset) or later; it may be 24 hours ago at most: what changed before is in GET /events. Ask from a minute before your last poll: what was changed then may have been saved a moment later. */
    updatedSince?: string;
    /** Only the delivery with this reference of ours; capitals and misread letters do not matter. */
    reference?: string;
    /** Only the delivery with this reference of yours. */
    externalRef?: string;
};
/** The query of listEvents. */
export type ListEventsQuery = {
    /** A `nextCursor` that was answered before; without it, from the oldest event that is kept. */
    after?: string;
    /** How many events, at most. */
    limit?: number;
};
/** The query of listWebhookAttempts. */
export type ListWebhookAttemptsQuery = {
    /** A `nextCursor` that was answered before; without it, from the newest attempt. */
    before?: string;
    /** How many attempts, at most. */
    limit?: number;
    /** Only those that failed. */
    failed?: 'true';
};
