<?php

declare(strict_types=1);

/** A whole order in the sandbox: COLIS_URL, COLIS_API_KEY and the number of an order of your shop. */

require __DIR__ . '/vendor/autoload.php';

use Colis\Client;
use Colis\ColisError;

$colis = new Client(
    baseUrl: getenv('COLIS_URL') ?: 'http://127.0.0.1:8080',
    apiKey: (string) getenv('COLIS_API_KEY'),
    language: 'en'
);
$orderNumber = $argv[1] ?? 'order-2041';

$quote = $colis->createQuote([
    'dropoff' => ['lat' => 6.353, 'lng' => 2.366],
    'parcelSize' => 'SMALL',
    'paymentMode' => 'CASH_ON_DELIVERY',
    'goodsAmount' => 15_000,
]);
echo "The trip costs {$quote['price']} FCFA.\n";

$order = [
    'externalRef' => $orderNumber,
    'customer' => ['lastName' => 'Dossou', 'firstName' => 'Afi', 'phone' => '0197000001'],
    'parcel' => ['category' => 'FASHION', 'size' => 'SMALL'],
    'payment' => ['mode' => 'CASH_ON_DELIVERY', 'goodsAmount' => 15_000],
];
$delivery = $colis->createDelivery($order, ['idempotencyKey' => $orderNumber]);
echo "{$delivery['reference']} is {$delivery['status']}; give the courier the code {$delivery['pickupCode']}.\n";

$again = $colis->createDelivery($order, ['idempotencyKey' => $orderNumber]);
echo 'Sent again, it is ', $again['id'] === $delivery['id'] ? 'the same' : 'another', " delivery.\n";

try {
    $colis->createDelivery($order);
} catch (ColisError $error) {
    echo "With another key it is refused: {$error->errorCode}. {$error->getMessage()}\n";
}

foreach ($colis->eachDelivery(['externalRef' => $orderNumber]) as $each) {
    echo "{$each['reference']} is listed with an estimate of {$each['price']} FCFA.\n";
}

$current = $colis->getDelivery($delivery['id']);
while ($current['status'] !== 'DELIVERED') {
    $current = $colis->advanceDelivery($delivery['id']);
}
foreach ($colis->listDeliveryEvents($delivery['id']) as $line) {
    echo "It was {$line['status']}.\n";
}

$second = $colis->createDelivery(['externalRef' => "$orderNumber-2"] + $order);
$cancelled = $colis->cancelDelivery($second['id'], ['reason' => 'Rupture de stock']);
echo "{$cancelled['reference']} is {$cancelled['status']} for {$cancelled['cancellationFee']} FCFA.\n";

foreach ($colis->eachEvent() as $event) {
    if ($event['data']['id'] === $delivery['id']) {
        echo "It was notified of {$event['type']}.\n";
    }
}
