import { Agent as HttpAgent, request as requestHttp, } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream';
import { webhookUserAgent } from '../sign-event.js';
/** How long a receiver has for everything together, in ms, as the service gives it. */
export const partnerDeadlineMs = 10_000;
/** How much of a response is read, and how much of it is kept, in bytes, as the service does. */
const maxReadBytes = 16 * 1024;
const maxKeptBytes = 2 * 1024;
/** Makes POST requests over kept-alive connections to one address, whatever the name in the URL leads to. */
export function sendRequestsTo(address, deadlineMs) {
    const agents = {
        'http:': new HttpAgent({ keepAlive: true }),
        'https:': new HttpsAgent({ keepAlive: true }),
    };
    return {
        send: (url, headers, body) => new Promise((resolve) => {
            const { protocol } = new URL(url);
            const options = {
                method: 'POST',
                headers: { 'user-agent': webhookUserAgent, ...headers },
                lookup: lookupOf(address),
            };
            const request = protocol === 'https:'
                ? requestHttps(url, { ...options, agent: agents['https:'] })
                : requestHttp(url, { ...options, agent: agents['http:'] });
            follow(request, deadlineMs, resolve);
            if (typeof body === 'string')
                request.end(body);
            else
                pipeline(body, request, () => { });
        }),
        close: () => {
            for (const agent of Object.values(agents))
                agent.destroy();
        },
    };
}
/** Node.js asks for one address or for all. */
const lookupOf = (address) => (_hostname, options, callback) => {
    const family = isIP(address);
    if (options.all)
        callback(null, [{ address, family }]);
    else
        callback(null, address, family);
};
/** The first outcome counts, and ends the request. */
function follow(request, deadlineMs, resolve) {
    const startedAt = performance.now();
    let httpStatus = null;
    const end = (failure, excerpt) => {
        clearTimeout(deadline);
        const isSuccess = failure === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
        const durationMs = Math.round(performance.now() - startedAt);
        resolve({ httpStatus, failure, isSuccess, durationMs, excerpt });
    };
    const deadline = setTimeout(() => {
        end('TIMEOUT', null);
        request.destroy();
    }, deadlineMs);
    request.on('error', (error) => end(failureOf(error), null));
    request.on('response', (response) => {
        const status = response.statusCode ?? 0;
        httpStatus = status;
        const chunks = [];
        let size = 0;
        const endWithAnswer = () => {
            const isRedirect = status >= 300 && status < 400;
            end(isRedirect ? 'REDIRECT' : null, Buffer.concat(chunks).subarray(0, maxKeptBytes).toString('utf8'));
        };
        response.on('data', (chunk) => {
            chunks.push(chunk);
            size += chunk.length;
            if (size <= maxReadBytes)
                return;
            endWithAnswer();
            request.destroy();
        });
        response.on('end', endWithAnswer);
        response.on('error', (error) => end(failureOf(error), null));
    });
}
function failureOf({ code = '', message }) {
    const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/.test(code) ||
        /\b(SSL|TLS|certificate)\b/i.test(message);
    return isTls ? 'TLS' : 'CONNECTION';
}
