<?php

declare(strict_types=1);

namespace Colis;

/** A webhook request that must not be believed. */
final class WebhookRefused extends \RuntimeException
{
    /**
     * @param string $reason SIGNATURE_MALFORMED, SIGNATURE_MISSING, TIMESTAMP_TOO_OLD, TIMESTAMP_TOO_NEW or
     *     SIGNATURE_WRONG
     */
    public function __construct(public string $reason)
    {
        parent::__construct("The webhook request is refused: $reason.");
    }
}
