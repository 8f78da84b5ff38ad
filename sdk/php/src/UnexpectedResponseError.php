<?php

declare(strict_types=1);

namespace Colis;

/** Something else than the service answered, a proxy or another site: check `baseUrl`. */
final class UnexpectedResponseError extends ColisError
{
}
