<?php
// Reads a board from a photo through Kibitzer's server: php read.php photo.jpg [game]

[$photo, $game, $server] = array_slice($argv, 1) + [null, 'auto', 'http://127.0.0.1:8080'];
$request = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'content-type: application/octet-stream',
    'content' => file_get_contents($photo),
    'ignore_errors' => true,
    'timeout' => 60,
]]);
$answer = file_get_contents("$server/v1/read?game=" . urlencode($game), false, $request);
$board = $answer === false ? null : json_decode($answer, true);
if ($board === null) {
    fwrite(STDERR, "The server at $server does not answer.\n");
    exit(1);
}
// Problem details (RFC 9457) have a `detail` for people; a photo without a board a `message`.
if (($board['status'] ?? null) !== 'read') {
    fwrite(STDERR, ($board['detail'] ?? $board['message']) . "\n");
    exit(1);
}
echo $board['notation'], "\n";
if ($board['check']) {
    fwrite(STDERR, 'Please check, above all: ' . implode(', ', array_column($board['look_at'], 'cell')) . "\n");
}
