"""A shop's server with Flask that takes webhooks: WEBHOOK_SECRET is the signing secret, whsec_…."""

from __future__ import annotations

import os

from flask import Flask

from colis.flask import webhook
from colis.types import WebhookEvent

app = Flask(__name__)

# In your database, so that it survives a restart: ids of events, each kept before the answer.
kept: set[str] = set()


@app.post("/hook")
@webhook(os.environ.get("WEBHOOK_SECRET", ""))
def hook(event: WebhookEvent) -> None:
    if event["id"] in kept:
        return
    kept.add(event["id"])
    print(event["type"], event["data"].get("reference", ""), flush=True)


if __name__ == "__main__":
    app.run("127.0.0.1", int(os.environ.get("PORT", "3000")))
