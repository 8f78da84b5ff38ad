<?php

/** What Composer would write for PSR-4. */
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Colis\\')) {
        require __DIR__ . '/../src/' . str_replace('\\', '/', substr($class, strlen('Colis\\'))) . '.php';
    }
});
