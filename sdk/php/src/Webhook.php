<?php

declare(strict_types=1);

namespace Colis;

/**
 * Webhooks of the service, verified by their signature.
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhook
{
    /** How far the timestamp may be from now, before or after, in seconds (spec 6.4). */
    private const TOLERANCE_SECONDS = 300;

    /**
     * The event of a webhook request that was signed with the secret within 300 seconds of now. Throws WebhookRefused
     * otherwise, and InvalidArgumentException when there is no secret or one is not `whsec_…`: anybody could sign with an
     * empty key.
     *
     * @param ?string $header the header Svc-Signature: `$_SERVER['HTTP_SVC_SIGNATURE'] ?? null`
     * @param string $body the raw body, exactly as it arrived: `file_get_contents('php://input')`
     * @param string|list<string> $secret the signing secret; several while one takes the place of another
     * @return WebhookEvent
     */
    public static function verify(?string $header, string $body, string|array $secret, ?int $now = null): array
    {
        $secrets = self::readSecrets($secret);
        [$timestamp, $signatures] = self::readHeader($header ?? '');
        if ($signatures === []) {
            throw new WebhookRefused('SIGNATURE_MISSING');
        }
        $age = ($now ?? time()) - $timestamp;
        if ($age > self::TOLERANCE_SECONDS) {
            throw new WebhookRefused('TIMESTAMP_TOO_OLD');
        }
        if ($age < -self::TOLERANCE_SECONDS) {
            throw new WebhookRefused('TIMESTAMP_TOO_NEW');
        }
        if (!self::isSigned($secrets, "$timestamp.$body", $signatures)) {
            throw new WebhookRefused('SIGNATURE_WRONG');
        }
        try {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (\JsonException) {
            // The service signs nothing but events.
            throw new WebhookRefused('BODY_MALFORMED');
        }
    }

    /**
     * Throws InvalidArgumentException when there is no secret or one is not `whsec_…`.
     *
     * @param string|array<mixed> $secret
     */
    public static function checkSecret(string|array $secret): void
    {
        self::readSecrets($secret);
    }

    /**
     * @param string|array<mixed> $secret
     * @return list<string>
     */
    private static function readSecrets(string|array $secret): array
    {
        $secrets = array_values((array) $secret);
        $ours = array_filter($secrets, fn ($each) => is_string($each) && preg_match('/^whsec_\S+\z/', $each) === 1);
        if ($secrets === [] || count($ours) !== count($secrets)) {
            throw new \InvalidArgumentException(
                'The signing secret is missing, or is not the whole text that begins with whsec_.'
            );
        }
        return $secrets;
    }

    /** @return array{int, list<string>} */
    private static function readHeader(string $header): array
    {
        $timestamps = [];
        $signatures = [];
        foreach (explode(',', $header) as $part) {
            [$name, $value] = array_pad(explode('=', trim($part), 2), 2, '');
            if ($name === 't') {
                $timestamps[] = $value;
            } elseif ($name === 'v1' && preg_match('/^[0-9a-fA-F]{64}\z/', $value) === 1) {
                $signatures[] = strtolower($value);
            }
        }
        if (count($timestamps) !== 1 || preg_match('/^[0-9]{1,12}\z/', $timestamps[0]) !== 1) {
            throw new WebhookRefused('SIGNATURE_MALFORMED');
        }
        return [(int) $timestamps[0], $signatures];
    }

    /**
     * @param list<string> $secrets
     * @param list<string> $signatures
     */
    private static function isSigned(array $secrets, string $signed, array $signatures): bool
    {
        foreach ($secrets as $secret) {
            $expected = hash_hmac('sha256', $signed, $secret);
            foreach ($signatures as $signature) {
                if (hash_equals($expected, $signature)) {
                    return true;
                }
            }
        }
        return false;
    }
}
