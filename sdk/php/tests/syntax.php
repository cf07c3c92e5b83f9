<?php

/** Compiles every file of the library, and checks that Composer's rules find each class: `php tests/syntax.php`. */

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$root = realpath(__DIR__ . '/../src');
$composer = json_decode((string) file_get_contents(__DIR__ . '/../composer.json'), true, 16, JSON_THROW_ON_ERROR);
$classmap = array_map(static fn (string $path): string => realpath(__DIR__ . "/../$path"), $composer['autoload']['classmap']);
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS)) as $file) {
    require_once $file->getPathname();
}
$classes = array_filter([...get_declared_classes(), ...get_declared_interfaces()], static fn (string $name): bool => str_starts_with($name, 'Svc\\Client\\'));
foreach ($classes as $class) {
    $file = (string) (new ReflectionClass($class))->getFileName();
    $expected = $root . '/' . str_replace('\\', '/', substr($class, strlen('Svc\\Client\\'))) . '.php';
    if ($file !== $expected && !in_array($file, $classmap, true)) {
        throw new LogicException("$class is in $file");
    }
}
echo count($classes), " classes\n";
