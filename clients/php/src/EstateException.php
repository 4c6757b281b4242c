<?php

declare(strict_types=1);

namespace Estate;

/** Every error of a call. */
abstract class EstateException extends \RuntimeException
{
}
