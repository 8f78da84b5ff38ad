<?php

declare(strict_types=1);

/** The address of a shop that takes webhooks: WEBHOOK_SECRET is the signing secret, whsec_…. */

require __DIR__ . '/vendor/autoload.php';

use Colis\Webhook;
use Colis\WebhookRefused;

$header = $_SERVER['HTTP_SVC_SIGNATURE'] ?? null;
$body = (string) file_get_contents('php://input');
try {
    $event = Webhook::verify($header, $body, (string) getenv('WEBHOOK_SECRET'));
} catch (WebhookRefused) {
    http_response_code(400);
    exit;
} catch (InvalidArgumentException $error) {
    error_log('Set WEBHOOK_SECRET to your signing secret, whsec_…');
    http_response_code(500);
    exit;
}

// In your database: ids of events, each kept before the answer. Opening with x fails for what is there already.
$kept = getenv('KEPT_EVENTS') ?: sys_get_temp_dir();
$isNew = @fopen("$kept/colis-event-{$event['id']}", 'x') !== false;
http_response_code(204);
if ($isNew) {
    file_put_contents('php://stdout', "{$event['type']} " . ($event['data']['reference'] ?? '') . "\n");
}
