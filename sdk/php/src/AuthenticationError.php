<?php

declare(strict_types=1);

namespace Colis;

/** The API key is missing, unknown, revoked, or of the other environment (401). */
final class AuthenticationError extends ColisError
{
}
