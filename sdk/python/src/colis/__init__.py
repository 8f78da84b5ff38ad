"""Order local courier deliveries from Colis, follow them, and verify its webhooks."""

from ._client import Colis
from ._errors import ColisError
from ._webhook import WebhookRefused, verify_webhook

__all__ = ["Colis", "ColisError", "WebhookRefused", "verify_webhook"]
__version__ = "0.1.0"
