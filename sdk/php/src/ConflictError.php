<?php

declare(strict_types=1);

namespace Colis;

/** What is asked for does not fit what is there: a reference that is taken, a status that has moved on (409). */
final class ConflictError extends ColisError
{
}
