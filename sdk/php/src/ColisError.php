<?php

declare(strict_types=1);

namespace Colis;

/**
 * What a call is refused with. Branch on `errorCode`: one of the service (EXTERNAL_REF_TAKEN; more may come within v1), or
 * of this client: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not the service's own
 * answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed).
 */
final class ColisError extends \RuntimeException
{
    /**
     * @param int $status the HTTP status; 0 when nothing was answered
     * @param array<string, mixed> $details what refines the error; empty when nothing does
     * @param ?string $requestId to be quoted when you ask for help
     * @param ?int $retryAfterSeconds how long the service asked to wait, on 429 and 503
     */
    public function __construct(
        public string $errorCode,
        string $message,
        public int $status = 0,
        public array $details = [],
        public ?string $requestId = null,
        public ?int $retryAfterSeconds = null
    ) {
        parent::__construct($message);
    }
}
