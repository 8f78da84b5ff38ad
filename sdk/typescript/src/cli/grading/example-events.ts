// Written by `npm run docs` from the deliveries of the service; a test holds it true.

/** What stands for the delivery, and for the moment at which everything happened. */
export const exampleId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
export const exampleReference = 'COL-000000'
export const exampleTime = '2026-01-01T00:00:00.000Z'

export type ExampleType = keyof typeof exampleData

/** Events in the order in which they happen to a delivery, for every way in which one ends. */
export const exampleLifecycles: ExampleType[][] = [
  [
    "delivery.created",
    "delivery.location_confirmed",
    "delivery.courier_assigned",
    "delivery.courier_arrived",
    "delivery.picked_up",
    "payment.confirmed",
    "delivery.delivered"
  ],
  [
    "delivery.created",
    "delivery.location_confirmed",
    "delivery.courier_assigned",
    "delivery.courier_arrived",
    "delivery.picked_up",
    "delivery.failed",
    "delivery.returned"
  ],
  [
    "delivery.created",
    "delivery.cancelled"
  ],
  [
    "delivery.created",
    "delivery.expired"
  ]
]

/** The delivery in the event of each type. */
export const exampleData = {
  "delivery.created": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "AWAITING_LOCATION",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": null,
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16200,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1200,
    "priceIsEstimate": true,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": null,
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": null,
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.location_confirmed": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "SEARCHING_COURIER",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": null,
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": null,
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.courier_assigned": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "ASSIGNED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": null,
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.courier_arrived": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "ASSIGNED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": "2026-01-01T00:00:00.000Z",
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.picked_up": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "IN_TRANSIT",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "AWAITING_CUSTOMER",
      "paidAt": null
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": "2026-01-01T00:00:00.000Z",
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.delivered": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "DELIVERED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "PAID",
      "paidAt": "2026-01-01T00:00:00.000Z"
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": "2026-01-01T00:00:00.000Z",
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.failed": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "FAILED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": "Client absent",
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": "2026-01-01T00:00:00.000Z",
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.returned": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "RETURNED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 500,
    "failureReason": "Client absent",
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": "2026-01-01T00:00:00.000Z",
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.cancelled": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "CANCELLED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": null,
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16200,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1200,
    "priceIsEstimate": true,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": null,
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": null,
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "delivery.expired": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "EXPIRED",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": null,
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16200,
      "status": "NOT_REQUESTED",
      "paidAt": null
    },
    "price": 1200,
    "priceIsEstimate": true,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": null,
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": null,
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  },
  "payment.confirmed": {
    "id": "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e",
    "reference": "COL-000000",
    "externalRef": null,
    "status": "IN_TRANSIT",
    "createdAt": "2026-01-01T00:00:00.000Z",
    "customer": {
      "lastName": "Dossou",
      "firstName": "Afi",
      "phone": "+2290197000001"
    },
    "pickup": {
      "label": "Boutique Ganhi",
      "landmark": "En face de la pharmacie",
      "lat": 6.3654,
      "lng": 2.4183
    },
    "dropoff": {
      "label": "Maison",
      "landmark": "Portail bleu",
      "lat": 6.353,
      "lng": 2.366
    },
    "parcel": {
      "category": "FASHION",
      "size": "SMALL",
      "fragile": false
    },
    "payment": {
      "mode": "CASH_ON_DELIVERY",
      "goodsAmount": 15000,
      "feePayer": "CUSTOMER",
      "collection": "SECURE",
      "amountToCollect": 16100,
      "status": "PAID",
      "paidAt": "2026-01-01T00:00:00.000Z"
    },
    "price": 1100,
    "priceIsEstimate": false,
    "cancellationFee": 0,
    "returnFee": 0,
    "failureReason": null,
    "courier": {
      "firstName": "Koffi",
      "phone": "+2290197000002",
      "vehicleType": "MOTO",
      "plateNumber": "AB 1234 RB"
    },
    "currency": "XOF",
    "pickupWindow": null,
    "dropoffWindow": null,
    "courierArrivedAt": "2026-01-01T00:00:00.000Z",
    "trackingUrl": "https://colis.example/p/AAAAAAAAAAAAAAAAAAAAAAGS8MF6PnwRnVs_X3scLU7yHHcg-ZHq3cOGZMb2_pj2",
    "metadata": {},
    "secondTryOf": null,
    "secondTryId": null
  }
}
