<?php

declare(strict_types=1);

/** Runs the calls of vectors/clients that it reads from its input, and prints what became of each. */

require __DIR__ . '/autoload.php';

use Colis\Client;
use Colis\ColisError;
use Colis\Webhook;
use Colis\WebhookRefused;

function outcomeOf(array $scenario): array
{
    $waitsMs = [];
    try {
        $outcome = ['result' => resultOf($scenario, $waitsMs)];
    } catch (ColisError $error) {
        $outcome = ['error' => [
            'kind' => 'colis',
            'class' => substr($error::class, strlen('Colis\\')),
            'code' => $error->errorCode,
            'status' => $error->status,
            'message' => $error->getMessage(),
            'details' => $error->details,
            'requestId' => $error->requestId,
            'retryAfterSeconds' => $error->retryAfterSeconds,
        ]];
    } catch (WebhookRefused $refused) {
        $outcome = ['error' => ['kind' => 'refused', 'code' => $refused->reason]];
    } catch (InvalidArgumentException $error) {
        $outcome = ['error' => ['kind' => 'argument', 'message' => $error->getMessage()]];
    }
    return ['waitsMs' => $waitsMs] + $outcome;
}

function resultOf(array $scenario, array &$waitsMs): mixed
{
    $call = $scenario['call'];
    $operation = $call['operation'];
    $input = $call['input'] ?? [];
    $options = $call['options'] ?? [];
    if ($operation === 'verifyWebhook') {
        return Webhook::verify(...$input);
    }
    $client = clientOf($scenario, $waitsMs);
    if ($operation === 'uploadParcelPhoto') {
        return $client->uploadParcelPhoto(base64_decode($input['base64']), $input['contentType'], $options);
    }
    $plain = '/^(get|remove|request|confirmReturn|ping|enable|pause|reset|list(Pickup|DeliveryEvents|WebhookEndpoints))/';
    $takesInput = preg_match($plain, $operation) === 0;
    $given = [...($call['ids'] ?? []), ...($takesInput ? [$input] : []), $options];
    $answer = $client->$operation(...$given);
    if (!$answer instanceof Generator) {
        return $answer;
    }
    $items = [];
    foreach ($answer as $item) {
        $items[] = $item;
        if (count($items) === ($call['take'] ?? null)) {
            break;
        }
    }
    return $items;
}

function clientOf(array $scenario, array &$waitsMs): Client
{
    $settings = array_diff_key($scenario['client'], ['now' => true, 'chance' => true]);
    return new Client(
        ...$settings,
        sleep: function (int $ms) use (&$waitsMs): void {
            $waitsMs[] = $ms;
        },
        clock: fn (): float => $scenario['now'] / 1000,
        chance: fn (): float => (float) $scenario['chance']
    );
}

$scenarios = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
echo json_encode(array_map('outcomeOf', $scenarios), JSON_THROW_ON_ERROR);
