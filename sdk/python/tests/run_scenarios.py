"""
Runs the calls of vectors/clients that it reads from its input, and prints what became of each. With the argument `async`
the client for asyncio makes them.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import re
import sys
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src"))

from colis import AsyncColis, Colis, ColisError, WebhookRefused, verify_webhook  # noqa: E402


def outcome_of(scenario: dict[str, Any]) -> dict[str, Any]:
    waits: list[int] = []
    outcome: dict[str, Any] = {"waitsMs": waits}
    try:
        run = async_result_of if sys.argv[1:] == ["async"] else result_of
        outcome["result"] = run(scenario, waits)
    except ColisError as error:
        outcome["error"] = {
            "kind": "colis",
            "class": type(error).__name__,
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


def settings_of(scenario: dict[str, Any]) -> dict[str, Any]:
    settings = {snake(name): value for name, value in scenario["client"].items()}
    settings.pop("now", None)
    settings.pop("chance", None)
    clock, chance = float(scenario["now"]) / 1000, float(scenario["chance"])
    return {**in_seconds(settings), "clock": lambda: clock, "chance": lambda: chance}


def result_of(scenario: dict[str, Any], waits: list[int]) -> Any:
    call = scenario["call"]
    if call["operation"] == "verifyWebhook":
        return verify_webhook(**call["input"])
    colis = Colis(**settings_of(scenario), sleep=lambda seconds: waits.append(round(seconds * 1000)))
    answer = answer_of(colis, call)
    return list(itertools.islice(answer, call.get("take"))) if call["operation"].startswith("each") else answer


def async_result_of(scenario: dict[str, Any], waits: list[int]) -> Any:
    async def sleep(seconds: float) -> None:
        waits.append(round(seconds * 1000))

    async def run() -> Any:
        async with AsyncColis(**settings_of(scenario), sleep=sleep) as colis:
            answer = answer_of(colis, call)
            if not call["operation"].startswith("each"):
                return await answer
            items: list[Any] = []
            async for item in answer:
                items.append(item)
                if len(items) == call.get("take"):
                    break
            return items

    call = scenario["call"]
    return verify_webhook(**call["input"]) if call["operation"] == "verifyWebhook" else asyncio.run(run())


def answer_of(colis: Any, call: dict[str, Any]) -> Any:
    operation: str = call["operation"]
    given: Any = call.get("input")
    options = in_seconds({snake(name): value for name, value in call.get("options", {}).items()})
    if operation == "uploadParcelPhoto":
        photo = base64.b64decode(given["base64"])
        return colis.upload_parcel_photo(photo, given["contentType"], **options)
    arguments = call.get("ids", []) + ([given] if given is not None else [])
    return getattr(colis, snake(operation))(*arguments, **options)


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


def in_seconds(settings: dict[str, Any]) -> dict[str, Any]:
    timeout = settings.pop("timeout_ms", None)
    return settings if timeout is None else {**settings, "timeout": timeout / 1000}


json.dump([outcome_of(scenario) for scenario in json.load(sys.stdin)], sys.stdout)
