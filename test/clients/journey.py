"""The journey of a shop through the client of openapi-python-client; prints what it saw."""

import json
import os
from typing import TypeVar
from uuid import UUID

from colis_partner_api_client import AuthenticatedClient
from colis_partner_api_client.api.deliveries import (
    cancel_delivery,
    create_delivery,
    get_delivery,
    list_deliveries,
    list_delivery_events,
)
from colis_partner_api_client.api.quotes import create_quote
from colis_partner_api_client.api.sandbox import advance_delivery
from colis_partner_api_client.models import (
    CancelInput,
    Courier,
    CreatedDelivery,
    CustomerInput,
    Delivery,
    DeliveryInput,
    DeliveryPage,
    DeliveryStatus,
    Error,
    ParcelInput,
    ParcelSize,
    PaymentInput,
    PaymentMode,
    Place,
    PlaceInput,
    PointInput,
    Quote,
    QuoteInput,
)
from colis_partner_api_client.types import Response

client = AuthenticatedClient(base_url=os.environ["COLIS_URL"], token=os.environ["COLIS_API_KEY"])
# A service to which values and members were added.
later = AuthenticatedClient(base_url=os.environ["COLIS_LATER_URL"], token=os.environ["COLIS_API_KEY"])

Taken = TypeVar("Taken")


def taken(answer: object, kind: type[Taken]) -> Taken:
    """The answer, if it is what was hoped for; raises with the code of a refusal."""
    if not isinstance(answer, kind):
        raise RuntimeError(f"refused with {answer.code}" if isinstance(answer, Error) else "no answer")
    return answer


def create(key: str) -> Response[CreatedDelivery | Error]:
    return create_delivery.sync_detailed(
        client=client,
        idempotency_key=key,
        body=DeliveryInput(
            external_ref=key,
            dropoff=PlaceInput(lat=6.36, lng=2.43, label="Maison"),
            customer=CustomerInput(last_name="Dossou", first_name="Afi", phone="0197000001"),
            parcel=ParcelInput(category="FASHION", size=ParcelSize.SMALL),
            payment=PaymentInput(mode=PaymentMode.CASH_ON_DELIVERY, goods_amount=15000),
        ),
    )


def advance(id: UUID) -> Delivery:
    return taken(advance_delivery.sync(id, client=client), Delivery)


quote = taken(
    create_quote.sync(
        client=client,
        body=QuoteInput(
            dropoff=PointInput(lat=6.36, lng=2.43),
            parcel_size=ParcelSize.SMALL,
            payment_mode=PaymentMode.CASH_ON_DELIVERY,
            goods_amount=15000,
        ),
    ),
    Quote,
)
created = taken(create("python-1").parsed, CreatedDelivery)
replay = create("python-1")
read = taken(get_delivery.sync(created.id, client=client), Delivery)
page = taken(list_deliveries.sync(client=client, external_ref="python-1"), DeliveryPage)

delivery = read
while delivery.status != DeliveryStatus.DELIVERED:
    delivery = advance(created.id)
history = taken(list_delivery_events.sync(created.id, client=client), list)

other = taken(create("python-2").parsed, CreatedDelivery)
cancelled = taken(cancel_delivery.sync(other.id, client=client, body=CancelInput()), Delivery)
refused = taken(cancel_delivery.sync(created.id, client=client, body=CancelInput()), Error)

later_read = taken(get_delivery.sync(created.id, client=later), Delivery)
later_refused = taken(cancel_delivery.sync(created.id, client=later, body=CancelInput()), Error)

print(
    json.dumps(
        {
            "price": quote.price,
            "pickupCode": len(created.pickup_code),
            "wasReplayed": taken(replay.parsed, CreatedDelivery).id == created.id
            and replay.headers["idempotent-replayed"] == "true",
            "read": read.status.value,
            "dropoff": read.dropoff.label if isinstance(read.dropoff, Place) else None,
            "courier": read.courier.first_name if isinstance(read.courier, Courier) else None,
            "listed": [each.external_ref for each in page.items],
            "carriedBy": "string" if isinstance(delivery.courier, Courier) else "undefined",
            "history": [line.status.value for line in history],
            "cancelled": cancelled.status.value,
            "refusal": refused.code,
            "misspelt": "DELIVRED" in [status.value for status in DeliveryStatus],
            "later": [
                later_read.status.value,
                taken(later_read.courier, Courier).vehicle_type,
                later_refused.code,
            ],
        }
    )
)
