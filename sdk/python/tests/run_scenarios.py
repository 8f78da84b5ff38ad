"""Runs the calls of vectors/clients that it reads from its input, and prints what became of each."""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import sys
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src"))

from colis import Colis, ColisError, WebhookRefused, verify_webhook  # noqa: E402


def outcome_of(scenario: dict[str, Any]) -> dict[str, Any]:
    waits: list[int] = []
    outcome: dict[str, Any] = {"waitsMs": waits}
    try:
        outcome["result"] = result_of(client_of(scenario, waits), scenario["call"])
    except ColisError as error:
        outcome["error"] = {
            "kind": "colis",
            "code": error.code,
            "status": error.status,
            "message": error.message,
            "details": error.details,
            "requestId": error.request_id,
            "retryAfterSeconds": error.retry_after,
        }
    except WebhookRefused as refused:
        outcome["error"] = {"kind": "refused", "code": refused.reason}
    except (TypeError, ValueError) as error:
        outcome["error"] = {"kind": "argument", "message": str(error)}
    return outcome


def client_of(scenario: dict[str, Any], waits: list[int]) -> Colis:
    settings = {snake(name): value for name, value in scenario["client"].items()}
    settings.pop("now", None)
    settings.pop("chance", None)
    return Colis(
        **in_seconds(settings),
        sleep=lambda seconds: waits.append(round(seconds * 1000)),
        clock=lambda: float(scenario["now"]) / 1000,
        chance=lambda: float(scenario["chance"]),
    )


def result_of(colis: Colis, call: dict[str, Any]) -> Any:
    operation: str = call["operation"]
    given: Any = call.get("input")
    if operation == "verifyWebhook":
        return verify_webhook(**given)
    options = in_seconds({snake(name): value for name, value in call.get("options", {}).items()})
    if operation == "uploadParcelPhoto":
        photo = base64.b64decode(given["base64"])
        return colis.upload_parcel_photo(photo, given["contentType"], **options)
    arguments = call.get("ids", []) + ([given] if given is not None else [])
    answer = getattr(colis, snake(operation))(*arguments, **options)
    return list(itertools.islice(answer, call.get("take"))) if operation.startswith("each") else answer


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


def in_seconds(settings: dict[str, Any]) -> dict[str, Any]:
    timeout = settings.pop("timeout_ms", None)
    return settings if timeout is None else {**settings, "timeout": timeout / 1000}


json.dump([outcome_of(scenario) for scenario in json.load(sys.stdin)], sys.stdout)
