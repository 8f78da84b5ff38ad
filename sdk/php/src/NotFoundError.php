<?php

declare(strict_types=1);

namespace Colis;

/** The shop has no such delivery, address or endpoint (404). */
final class NotFoundError extends ColisError
{
}
