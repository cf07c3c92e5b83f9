<?php

/** Loads the classes of the client where Composer does not: `require '/path/to/sdk/php/autoload.php'`. */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $prefix = 'Svc\\Client\\';
    if (!str_starts_with($class, $prefix)) {
        return;
    }
    $name = substr($class, strlen($prefix));
    $isResource = str_starts_with($name, 'Resources\\');
    $file = __DIR__ . '/src/' . ($isResource ? 'Resources' : str_replace('\\', '/', $name)) . '.php';
    if (is_file($file)) {
        require_once $file;
    }
});
