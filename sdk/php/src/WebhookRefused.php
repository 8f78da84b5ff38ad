<?php

declare(strict_types=1);

namespace Colis;

/** A webhook request that must not be believed. */
final class WebhookRefused extends \RuntimeException
{
    /**
     * @param 'SIGNATURE_MALFORMED'|'SIGNATURE_MISSING'|'TIMESTAMP_TOO_OLD'|'TIMESTAMP_TOO_NEW'|'SIGNATURE_WRONG'|'BODY_MALFORMED' $reason
     */
    public function __construct(public string $reason)
    {
        parent::__construct("The webhook request is refused: $reason.");
    }

    /** The status to refuse the request with: 400 when it cannot be read, 401 when it is not believed. */
    public function status(): int
    {
        return in_array($this->reason, ['SIGNATURE_MALFORMED', 'BODY_MALFORMED'], true) ? 400 : 401;
    }
}
