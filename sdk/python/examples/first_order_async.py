"""An order with asyncio: COLIS_URL, COLIS_API_KEY and the number of an order of your shop. It needs httpx."""

from __future__ import annotations

import asyncio
import os
import sys

from colis import AsyncColis, ConflictError


async def main(order_number: str) -> None:
    url = os.environ.get("COLIS_URL", "http://127.0.0.1:8080")
    async with AsyncColis(base_url=url, api_key=os.environ.get("COLIS_API_KEY", "")) as colis:
        # Both are asked at once.
        shop, quote = await asyncio.gather(
            colis.get_shop(),
            colis.create_quote(
                {
                    "dropoff": {"lat": 6.353, "lng": 2.366},
                    "parcelSize": "SMALL",
                    "paymentMode": "PREPAID",
                }
            ),
        )
        print(f"{shop['name']} ({shop['environment']}): the trip costs {quote['price']} FCFA.")
        try:
            delivery = await colis.create_delivery(
                {
                    "externalRef": order_number,
                    "customer": {"lastName": "Dossou", "firstName": "Afi", "phone": "0197000001"},
                    "parcel": {"category": "FASHION", "size": "SMALL"},
                    "payment": {"mode": "PREPAID"},
                },
                idempotency_key=order_number,
            )
        except ConflictError as error:
            sys.exit(f"{error.code}: {error}")
        print(f"{delivery['reference']} is {delivery['status']}.")
        async for event in colis.each_event():
            if event["data"]["id"] == delivery["id"]:
                print(f"It was notified of {event['type']}.")


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "order-2041"))
