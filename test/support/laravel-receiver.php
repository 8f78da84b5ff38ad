<?php

declare(strict_types=1);

/** The middleware of the PHP client behind the router of Laravel, for `php -S`: what an application would have around. */

require '/usr/share/php/Illuminate/Events/autoload.php';
require '/usr/share/php/Illuminate/Http/autoload.php';
require '/usr/share/php/Illuminate/Routing/autoload.php';
require '/usr/share/php/Illuminate/Config/autoload.php';
require __DIR__ . '/../../sdk/php/tests/autoload.php';

use Colis\Laravel\VerifyWebhook;
use Illuminate\Config\Repository;
use Illuminate\Container\Container;
use Illuminate\Events\Dispatcher;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Routing\Router;

$container = Container::getInstance();
$config = new Repository(['services' => ['colis' => ['webhook_secret' => getenv('WEBHOOK_SECRET') ?: null]]]);
$container->instance(Illuminate\Contracts\Config\Repository::class, $config);
$router = new Router(new Dispatcher($container), $container);
$container->instance(Router::class, $router);
$router->post('/hook', function (Request $request): Response {
    $event = VerifyWebhook::eventOf($request);
    file_put_contents('php://stdout', "{$event['type']} " . ($event['data']['reference'] ?? '') . "\n");
    return new Response('', 204);
})->middleware(VerifyWebhook::class);

$request = Request::capture();
$container->instance(Request::class, $request);
$router->dispatch($request)->send();
