<?php

// Renders templates from JSON lines {"template", "data"} with Twig or Smarty of the packages php-twig and smarty4, and prints
// {"output"} or {"error"} for each. Missing values are no errors.

error_reporting(E_ERROR | E_PARSE);
require $argv[1] === 'twig' ? '/usr/share/php/Twig/autoload.php' : '/usr/share/php/smarty4/bootstrap.php';

function renderTwig(string $template, array $data): string
{
    $loader = new \Twig\Loader\ArrayLoader(['email' => $template]);
    return (new \Twig\Environment($loader, ['autoescape' => 'html', 'cache' => false]))->render('email', $data);
}

function renderSmarty(string $template, array $data, string $folder): string
{
    $smarty = new Smarty();
    $smarty->setCompileDir($folder);
    $smarty->setErrorReporting(E_ERROR | E_PARSE);
    $smarty->assign($data);
    return $smarty->fetch('string:' . $template);
}

$folder = sys_get_temp_dir() . '/templates-' . getmypid();
while (($line = fgets(STDIN)) !== false) {
    ['template' => $template, 'data' => $data] = json_decode($line, true);
    try {
        $output = $argv[1] === 'twig' ? renderTwig($template, $data) : renderSmarty($template, $data, $folder);
        $result = ['output' => $output];
    } catch (Throwable $error) {
        $result = ['error' => substr($error->getMessage(), 0, 300)];
    }
    echo json_encode($result, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
if (is_dir($folder)) {
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
}
