<?php

declare(strict_types=1);

namespace Colis;

/**
 * What a call is refused with. Branch on `errorCode`: one of the service (EXTERNAL_REF_TAKEN; more may come within v1), or
 * of this client: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not the service's own
 * answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed). Or branch on the class, which says what
 * kind of refusal it is.
 *
 * @phpstan-import-type ErrorCode from Types
 * @phpstan-type ClientErrorCode 'CONNECTION_FAILED'|'TIMED_OUT'|'UNEXPECTED_RESPONSE'|'REDIRECT_REFUSED'
 */
class ColisError extends \RuntimeException
{
    /**
     * @param ErrorCode|ClientErrorCode $errorCode
     * @param int $status the HTTP status; 0 when nothing was answered
     * @param array<string, mixed> $details what refines the error; empty when nothing does
     * @param ?string $requestId to be quoted when you ask for help
     * @param ?int $retryAfterSeconds how long the service asked to wait, on 429 and 503
     */
    final public function __construct(
        public string $errorCode,
        string $message,
        public int $status = 0,
        public array $details = [],
        public ?string $requestId = null,
        public ?int $retryAfterSeconds = null
    ) {
        parent::__construct($message);
    }

    /**
     * The error of the class that its status and code belong to.
     *
     * @internal
     * @param ErrorCode|ClientErrorCode $code
     * @param array<string, mixed> $details
     */
    public static function of(
        string $code,
        string $message,
        int $status = 0,
        array $details = [],
        ?string $requestId = null,
        ?int $retryAfterSeconds = null
    ): self {
        $kind = self::kindOf($code, $status);
        return new $kind($code, $message, $status, $details, $requestId, $retryAfterSeconds);
    }

    /** @return class-string<self> */
    private static function kindOf(string $code, int $status): string
    {
        return match (true) {
            $code === 'CONNECTION_FAILED' || $code === 'TIMED_OUT' => NetworkError::class,
            $status === 429 => RateLimitError::class,
            $status === 408 || $status >= 500 => UnavailableError::class,
            // A page of a proxy says nothing about deliveries, whatever its status.
            $code === 'UNEXPECTED_RESPONSE' || $code === 'REDIRECT_REFUSED' => UnexpectedResponseError::class,
            // The address is wrong, not what it names.
            $code === 'ROUTE_NOT_FOUND' => InvalidRequestError::class,
            $status === 401 => AuthenticationError::class,
            $status === 403 => ForbiddenError::class,
            $status === 404 => NotFoundError::class,
            $status === 409 => ConflictError::class,
            $status >= 400 => InvalidRequestError::class,
            default => self::class,
        };
    }
}
