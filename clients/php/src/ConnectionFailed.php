<?php

declare(strict_types=1);

namespace Estate;

/** Thrown if no response arrived in time. Whether the call had an effect is unknown. */
final class ConnectionFailed extends EstateException
{
}
