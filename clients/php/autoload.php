<?php

// For sites without Composer: require this file.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Estate\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Estate\\'))) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
