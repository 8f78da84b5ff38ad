<?php

declare(strict_types=1);

namespace Colis;

/** Nothing was answered: whether the request arrived is unknown. */
final class NetworkError extends ColisError
{
}
