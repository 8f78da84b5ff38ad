<?php

declare(strict_types=1);

namespace Colis;

/** What was sent cannot be accepted as it is: sent again, it is refused again (400, 413, 422 and the like). */
final class InvalidRequestError extends ColisError
{
}
