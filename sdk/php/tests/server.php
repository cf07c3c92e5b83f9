<?php

/**
 * Prints the port it listens on, and sends each response of standard input to one connection, which it closes after that. One without a
 * response remains open until standard input ends.
 */

declare(strict_types=1);

$responses = unserialize((string) base64_decode((string) fgets(STDIN)), ['allowed_classes' => false]);
$listener = stream_socket_server('tcp://127.0.0.1:0');
echo explode(':', (string) stream_socket_get_name($listener, false))[1], "\n";
foreach ($responses as $response) {
    $connection = stream_socket_accept($listener, -1);
    fread($connection, 65_536);
    if ($response === null) {
        fgets(STDIN);
    } else {
        fwrite($connection, $response);
    }
    fclose($connection);
}
