<?php

declare(strict_types=1);

namespace Colis;

/** Too many requests: nothing was done (429). */
final class RateLimitError extends ColisError
{
    /** Seconds to wait before the next try, where the service said so. */
    public function retryAfter(): ?int
    {
        return $this->retryAfterSeconds;
    }
}
