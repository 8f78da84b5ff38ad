import { checkSecret, statusOfRefusal, verifyWebhook, WebhookRefused } from './verify-webhook.js';
/** Events are far smaller. */
const maxBodyBytes = 1_048_576;
/**
 * A handler of Express for webhooks: `app.post('/hook', expressWebhook({ secret, onEvent }))`. It reads the raw body by
 * itself, so put it before `express.json()`, or `express.raw({ type: '*\/*' })` before it. A request without a right
 * signature within 300 seconds of now is answered with 401, one that cannot be read with 400. Throws TypeError when
 * there is no secret.
 */
export function expressWebhook({ secret, onEvent, now = () => new Date(), }) {
    checkSecret(secret);
    return async (request, response, next) => {
        try {
            const body = await rawBodyOf(request);
            if (!body)
                return void response.status(413).json({ error: 'BODY_TOO_LARGE' });
            const header = [request.headers['svc-signature']].flat().join(',');
            const event = await verifyWebhook({ header, body, secret, now: now() });
            await onEvent(event, request);
            response.status(204).end();
        }
        catch (error) {
            if (!(error instanceof WebhookRefused))
                return next(error);
            response.status(statusOfRefusal(error)).json({ error: error.reason });
        }
    };
}
/** The body as it arrived, undefined when it is too large. */
async function rawBodyOf(request) {
    const { body } = request;
    if (body instanceof Uint8Array)
        return body;
    if (typeof body === 'string')
        return new TextEncoder().encode(body);
    if (request.readableEnded)
        throw new Error('The raw body is gone: put expressWebhook before express.json(), or express.raw() before it.');
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
        size += chunk.length;
        if (size > maxBodyBytes)
            return undefined;
        chunks.push(chunk);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.length;
    }
    return whole;
}
