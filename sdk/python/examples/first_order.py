"""A whole order in the sandbox: COLIS_URL, COLIS_API_KEY and the number of an order of your shop."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from colis import Colis, ColisError

if TYPE_CHECKING:
    from colis.types import DeliveryInput

colis = Colis(
    base_url=os.environ.get("COLIS_URL", "http://127.0.0.1:8080"),
    api_key=os.environ.get("COLIS_API_KEY", ""),
    language="en",
)
order_number = sys.argv[1] if len(sys.argv) > 1 else "order-2041"

quote = colis.create_quote(
    {
        "dropoff": {"lat": 6.353, "lng": 2.366},
        "parcelSize": "SMALL",
        "paymentMode": "CASH_ON_DELIVERY",
        "goodsAmount": 15_000,
    }
)
print(f"The trip costs {quote['price']} FCFA.")

order: DeliveryInput = {
    "externalRef": order_number,
    "customer": {"lastName": "Dossou", "firstName": "Afi", "phone": "0197000001"},
    "parcel": {"category": "FASHION", "size": "SMALL"},
    "payment": {"mode": "CASH_ON_DELIVERY", "goodsAmount": 15_000},
}
delivery = colis.create_delivery(order, idempotency_key=order_number)
code = delivery["pickupCode"]
print(f"{delivery['reference']} is {delivery['status']}; give the courier the code {code}.")

again = colis.create_delivery(order, idempotency_key=order_number)
print(f"Sent again, it is {'the same' if again['id'] == delivery['id'] else 'another'} delivery.")

try:
    colis.create_delivery(order)
except ColisError as error:
    print(f"With another key it is refused: {error.code}. {error}")

for each in colis.each_delivery({"externalRef": order_number}):
    print(f"{each['reference']} is listed with an estimate of {each['price']} FCFA.")

current = colis.get_delivery(delivery["id"])
while current["status"] != "DELIVERED":
    current = colis.advance_delivery(delivery["id"])
for line in colis.list_delivery_events(delivery["id"]):
    print(f"It was {line['status']}.")

second = colis.create_delivery({**order, "externalRef": f"{order_number}-2"})
cancelled = colis.cancel_delivery(second["id"], {"reason": "Rupture de stock"})
print(f"{cancelled['reference']} is {cancelled['status']} for {cancelled['cancellationFee']} FCFA.")

for event in colis.each_event():
    if event["data"]["id"] == delivery["id"]:
        print(f"It was notified of {event['type']}.")
