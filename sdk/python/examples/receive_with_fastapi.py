"""A shop's server with FastAPI that takes webhooks: WEBHOOK_SECRET is the signing secret, whsec_…."""

from __future__ import annotations

import os
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI

from colis.fastapi import webhook_event
from colis.types import WebhookEvent

app = FastAPI()
verified = webhook_event(os.environ.get("WEBHOOK_SECRET", ""))

# In your database, so that it survives a restart: ids of events, each kept before the answer.
kept: set[str] = set()


@app.post("/hook", status_code=204)
async def hook(event: Annotated[WebhookEvent, Depends(verified)]) -> None:
    if event["id"] in kept:
        return
    kept.add(event["id"])
    print(event["type"], event["data"].get("reference", ""), flush=True)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "3000")), log_level="warning")
