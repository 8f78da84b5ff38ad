<?php

declare(strict_types=1);

namespace Colis\Laravel;

use Colis\Webhook;
use Colis\WebhookRefused;
use Illuminate\Contracts\Config\Repository;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/**
 * A middleware of Laravel 8 and later that lets through only webhooks that were signed within 300 seconds of now:
 * `Route::post('/hook', ReceiveWebhook::class)->middleware(VerifyWebhook::class)`, outside the group `web`, whose CSRF
 * check refuses them. A request without a right signature is answered with 401, one that cannot be read with 400. The
 * signing secret stands in `services.colis.webhook_secret` of the configuration; several while one takes the place of
 * another.
 *
 * @phpstan-import-type WebhookEvent from \Colis\Types
 */
final class VerifyWebhook
{
    private const EVENT = 'colis.event';

    public function __construct(private Repository $config)
    {
    }

    /** @param \Closure(Request): mixed $next */
    public function handle(Request $request, \Closure $next): mixed
    {
        $secret = $this->config->get('services.colis.webhook_secret') ?? '';
        try {
            $header = $request->headers->get('Svc-Signature');
            $event = Webhook::verify($header, $request->getContent(), $secret);
        } catch (WebhookRefused $refused) {
            return new JsonResponse(['error' => $refused->reason], $refused->status());
        }
        $request->attributes->set(self::EVENT, $event);
        return $next($request);
    }

    /**
     * The event of a request that this middleware let through. Keep it, then answer, then work; drop ids you have seen.
     *
     * @return WebhookEvent
     */
    public static function eventOf(Request $request): array
    {
        $event = $request->attributes->get(self::EVENT);
        if (!is_array($event)) {
            throw new \LogicException('This route is not behind Colis\Laravel\VerifyWebhook.');
        }
        return $event;
    }
}
