<?php

declare(strict_types=1);

namespace Estate;

/** The base of all errors of a call. */
abstract class EstateException extends \RuntimeException
{
}
