<?php

declare(strict_types=1);

namespace Colis;

/** @internal Requests to the service: built, sent again where that may help, and read. */
final class RequestSender
{
    private const VERSION = '0.1.0';

    private \CurlHandle $curl;
    private string $api;

    /**
     * @param array{language: ?string, timeoutMs: int, maxRetries: int} $defaults
     * @param \Closure(int): void $sleep waits for milliseconds
     * @param \Closure(): float $clock seconds since 1970
     * @param \Closure(): float $chance from 0 to 1
     */
    public function __construct(
        private string $apiKey,
        string $baseUrl,
        private array $defaults,
        private \Closure $sleep,
        private \Closure $clock,
        private \Closure $chance
    ) {
        self::check($apiKey, '/^[\x21-\x7e]+\z/', 'apiKey is missing, or is not an API key.');
        $this->api = self::readBaseUrl($baseUrl) . '/api/v1/partner';
        $this->curl = curl_init();
    }

    /**
     * Sends a request, again where that may help, and returns the body of the answer.
     *
     * @param list<string> $path its parts after /api/v1/partner, not escaped
     * @param array<string, mixed> $options
     * @param array<string, mixed> $query
     * @param ?array<string, mixed> $body
     * @param bool $isRepeatable whether it may be sent again when nobody knows if it arrived; reads may, and what has a key
     */
    public function send(
        string $method,
        array $path,
        array $options,
        array $query = [],
        ?array $body = null,
        bool $isRepeatable = false,
        bool $takesKey = false
    ): mixed {
        $settings = $this->settingsOf($options, $takesKey ? ['idempotencyKey' => null] : []);
        $headers = [
            'Accept: application/json',
            "Authorization: Bearer $this->apiKey",
            'User-Agent: colis-sdk-php/' . self::VERSION,
        ];
        if ($settings['language'] !== null) {
            $refusal = 'The language must be fr or en.';
            $headers[] = 'Accept-Language: ' . self::check($settings['language'], '/^[A-Za-z0-9*,;=. -]+\z/', $refusal);
        }
        if ($takesKey) {
            $headers[] = 'Idempotency-Key: ' . self::readKey($settings['idempotencyKey']);
        }
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        $escaped = array_map(fn ($part) => self::escape($part), $path);
        $request = [
            CURLOPT_URL => $this->api . '/' . implode('/', $escaped) . self::queryOf($query),
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'],
        ];
        if ($body !== null) {
            $request[CURLOPT_POSTFIELDS] = self::encode($body);
        }
        $repeats = $method === 'GET' || $isRepeatable || $takesKey;
        [$status, $answered, $text] = $this->repeat($request, $settings, $repeats);
        return self::bodyOf($status, $answered, $text);
    }

    /**
     * Sends bytes to another address, which must not learn the key.
     *
     * @param array<string, string> $headers
     * @param array<string, mixed> $options
     */
    public function upload(string $url, array $headers, string $bytes, array $options): void
    {
        $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
        foreach ($lines as $line) {
            self::check($line, '/^[\x20-\x7e]+\z/', 'The service answered with a header that cannot be sent.');
        }
        $request = [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => 'PUT',
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
            CURLOPT_POSTFIELDS => $bytes,
        ];
        $this->repeat($request, $this->settingsOf($options), true);
    }

    /**
     * A misspelt option would be ignored, and an order sent under a key that nobody knows.
     *
     * @param array<string, mixed> $options
     * @param array<string, mixed> $more
     * @return array<string, mixed>
     */
    private function settingsOf(array $options, array $more = []): array
    {
        $known = $this->defaults + $more;
        foreach (array_keys($options) as $name) {
            if (!array_key_exists($name, $known)) {
                throw new \InvalidArgumentException("This call takes no option $name.");
            }
        }
        return $options + $known;
    }

    /**
     * @param array<int, mixed> $request
     * @param array<string, mixed> $settings
     * @return array{int, array<string, string>, string} status, headers and body of the success
     */
    private function repeat(array $request, array $settings, bool $isRepeatable): array
    {
        for ($retries = 0; ; $retries++) {
            try {
                // On a connection used before, curl may by itself send again what was not answered.
                $request[CURLOPT_FRESH_CONNECT] = !$isRepeatable;
                $answer = $this->attempt($request, $settings);
                if ($answer[0] >= 200 && $answer[0] < 300) {
                    return $answer;
                }
                throw self::errorOf(...$answer, now: ($this->clock)());
            } catch (ColisError $error) {
                // The attempt whose answer was lost has removed it.
                if ($request[CURLOPT_CUSTOMREQUEST] === 'DELETE' && $retries > 0 && $error->status === 404) {
                    return [204, [], ''];
                }
                $delayMs = RetryDelay::of($error, $isRepeatable, $retries, ($this->chance)());
                if ($delayMs === null || $retries >= $settings['maxRetries']) {
                    throw $error;
                }
            }
            ($this->sleep)($delayMs);
        }
    }

    /**
     * One request and its whole answer, within the time-out.
     *
     * @param array<int, mixed> $request
     * @param array<string, mixed> $settings
     * @return array{int, array<string, string>, string}
     */
    private function attempt(array $request, array $settings): array
    {
        $timeoutMs = $settings['timeoutMs'];
        $headers = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, $request + [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => $timeoutMs,
            CURLOPT_CONNECTTIMEOUT_MS => $timeoutMs,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                }
                [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
                $headers[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($this->curl);
        if ($text !== false) {
            return [curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $headers, $text];
        }
        if (curl_errno($this->curl) === CURLE_OPERATION_TIMEDOUT) {
            throw ColisError::of('TIMED_OUT', "No answer within $timeoutMs ms.");
        }
        $message = self::connectionFailed($request[CURLOPT_URL], curl_error($this->curl), $settings['language']);
        throw ColisError::of('CONNECTION_FAILED', $message);
    }

    /** Names the host and why it could not be reached, and nothing else of the address: one for a photo is a secret. */
    private static function connectionFailed(string $url, string $cause, ?string $language): string
    {
        $origin = preg_replace('/^(https?:\/\/)(?:[^\/?#]*@)?([^\/?#]*).*\z/is', '$1$2', $url);
        return preg_match('/^fr\b/i', $language ?? '') === 1
            ? "La connexion à $origin a échoué : $cause"
            : "The connection to $origin failed: $cause";
    }

    /** @param array<string, string> $headers */
    private static function bodyOf(int $status, array $headers, string $text): mixed
    {
        if ($text === '') {
            return null;
        }
        try {
            return json_decode($text, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (\JsonException) {
            throw self::unexpected($status, $headers, "HTTP $status with a body that is not JSON.");
        }
    }

    /** @param array<string, string> $headers */
    private static function errorOf(int $status, array $headers, string $text, float $now): ColisError
    {
        if ($status >= 300 && $status < 400) {
            $message = 'The service answered with a redirect, which is not followed: check baseUrl.';
            return ColisError::of('REDIRECT_REFUSED', $message, $status);
        }
        $waits = $status === 429 || $status === 503;
        $retryAfterSeconds = $waits ? RetryDelay::readRetryAfter($headers['retry-after'] ?? null, $now) : null;
        $body = json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
        if (!is_array($body) || !is_string($body['code'] ?? null) || !is_string($body['message'] ?? null)) {
            $error = self::unexpected($status, $headers, "HTTP $status without an error body of the service.");
            $error->retryAfterSeconds = $retryAfterSeconds;
            return $error;
        }
        $details = is_array($body['details'] ?? null) ? $body['details'] : [];
        $requestId = $headers['x-request-id'] ?? null;
        return ColisError::of($body['code'], $body['message'], $status, $details, $requestId, $retryAfterSeconds);
    }

    /** @param array<string, string> $headers */
    private static function unexpected(int $status, array $headers, string $message): ColisError
    {
        $requestId = $headers['x-request-id'] ?? null;
        return ColisError::of('UNEXPECTED_RESPONSE', $message, $status, requestId: $requestId);
    }

    private static function readBaseUrl(string $text): string
    {
        $refusal = 'baseUrl must be the address of the service, such as https://sandbox.example.';
        $url = rtrim(self::check($text, '/^https?:\/\/[^\s@?#\\\\]+\z/', $refusal), '/');
        return str_ends_with($url, '/api/v1/partner') ? substr($url, 0, -strlen('/api/v1/partner')) : $url;
    }

    private static function readKey(mixed $key): string
    {
        $refusal = 'An idempotencyKey has 8 to 100 letters, digits, - and _.';
        return self::check($key ?? bin2hex(random_bytes(16)), '/^[A-Za-z0-9_-]{8,100}\z/', $refusal);
    }

    /** A part of a path. `.` and `..` would name another operation, however they are escaped. */
    private static function escape(string $part): string
    {
        $form = '/^(?!\.\.?\z)[^\p{Cc}\p{Cs}]+\z/u';
        return rawurlencode(self::check($part, $form, 'This is not an identifier.'));
    }

    /** What could change the request into another one is refused before it is sent. */
    private static function check(mixed $text, string $form, string $refusal): string
    {
        if (!is_string($text) || preg_match($form, $text) !== 1) {
            throw new \InvalidArgumentException($refusal);
        }
        return $text;
    }

    /**
     * Lists are comma-separated, as the service takes them.
     *
     * @param array<string, mixed> $query
     */
    private static function queryOf(array $query): string
    {
        $given = array_filter($query, fn ($value) => $value !== null);
        $texts = array_map(fn ($value) => match (true) {
            is_array($value) => implode(',', $value),
            is_bool($value) => $value ? 'true' : 'false',
            default => (string) $value,
        }, $given);
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    /**
     * An array without members would be written as a list where the service takes an object.
     *
     * @param array<string, mixed> $body
     */
    private static function encode(array $body): string
    {
        if (($body['metadata'] ?? null) === []) {
            $body['metadata'] = new \stdClass();
        }
        try {
            return json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("The body cannot be written as JSON: {$error->getMessage()}.");
        }
    }
}
