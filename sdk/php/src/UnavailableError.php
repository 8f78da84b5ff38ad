<?php

declare(strict_types=1);

namespace Colis;

/** The service could not answer for now; whether it acted is unknown (408, 500 and above). */
final class UnavailableError extends ColisError
{
}
