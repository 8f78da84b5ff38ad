import type { WebhookEvent } from './types.ts';
/** Of a request of Express 4 or 5, what is read here. */
type WebhookHttpRequest = AsyncIterable<Uint8Array> & {
    headers: Record<string, string | string[] | undefined>;
    readableEnded?: boolean;
    body?: unknown;
};
/** Of a response of Express, what is used here. */
type WebhookHttpResponse = {
    status(code: number): {
        json(body: object): unknown;
        end(): unknown;
    };
};
export type ExpressWebhookSettings<Request> = {
    /** The signing secret, the whole `whsec_…`; several while one takes the place of another. */
    secret: string | readonly string[];
    /**
     * Keeps the event: 204 is answered when it has returned, and 500 when it throws, so that the event comes again.
     * Work that takes long belongs after the answer. Drop ids that you have seen.
     */
    onEvent(event: WebhookEvent, request: Request): void | Promise<void>;
    /** The moment of checking, for tests. */
    now?: () => Date;
};
/**
 * A handler of Express for webhooks: `app.post('/hook', expressWebhook({ secret, onEvent }))`. It reads the raw body by
 * itself, so put it before `express.json()`, or `express.raw({ type: '*\/*' })` before it. A request without a right
 * signature within 300 seconds of now is answered with 401, one that cannot be read with 400. Throws TypeError when
 * there is no secret.
 */
export declare function expressWebhook<Request extends WebhookHttpRequest>({ secret, onEvent, now, }: ExpressWebhookSettings<Request>): (request: Request, response: WebhookHttpResponse, next: (error?: unknown) => void) => Promise<void>;
export {};
