"""A server that takes webhooks: WEBHOOK_SECRET is the signing secret, whsec_…, PORT where it listens."""

from __future__ import annotations

import os
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from colis import WebhookRefused, verify_webhook

SECRET = os.environ.get("WEBHOOK_SECRET", "")
PORT = int(os.environ.get("PORT", "3000"))

# In your database, so that it survives a restart: ids of events, each kept before the answer.
kept: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds for a caller that says nothing more

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,6}", length):
            return self.answer(413)
        body = self.rfile.read(int(length))
        try:
            event = verify_webhook(header=self.headers.get("Svc-Signature"), body=body, secret=SECRET)
        except WebhookRefused:
            return self.answer(400)
        is_new = event["id"] not in kept
        kept.add(event["id"])
        self.answer(204)
        if is_new:
            print(event["type"], event["data"].get("reference", ""), flush=True)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing but events is printed."""


if not SECRET.startswith("whsec_"):
    sys.exit("Set WEBHOOK_SECRET to your signing secret, whsec_…")
server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"Listening on {PORT}.", flush=True)
server.serve_forever()
