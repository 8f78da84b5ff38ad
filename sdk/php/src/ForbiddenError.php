<?php

declare(strict_types=1);

namespace Colis;

/** The API key lacks the right, or the shop is suspended (403). */
final class ForbiddenError extends ColisError
{
}
