import { createHmac } from 'node:crypto';
import { gradedEvent } from './graded-events.js';
const hmac = (key, text, encoding = 'hex') => createHmac('sha256', key).update(text).digest(encoding);
const secondsOf = ({ now }) => Math.floor(now.getTime() / 1000);
const bare = (secret) => secret.replace(/^whsec_/, '');
const signedNow = (sample, v1) => {
    const t = secondsOf(sample);
    return `t=${t},v1=${v1(t)}`;
};
const wholeKey = 'The key of the HMAC is the whole text of the secret as it was given, whsec_ included.';
/** The mistakes that are known, the most frequent first. */
export const signatureMistakes = [
    {
        seen: 'Your receiver parses the body and writes it again before it verifies: it accepted a signature over JSON with spaces.',
        fix: 'Verify the raw body as it arrives, before any JSON parser.',
        header: (sample, body) => signedNow(sample, (t) => hmac(sample.secret, `${t}.${spacedJson(JSON.parse(body))}`)),
    },
    {
        seen: 'Your receiver takes only what follows whsec_ for the key.',
        fix: wholeKey,
        header: (sample, body) => signedNow(sample, (t) => hmac(bare(sample.secret), `${t}.${body}`)),
    },
    {
        seen: 'Your receiver decodes the secret from base64 before it takes it for the key.',
        fix: wholeKey,
        header: (sample, body) => signedNow(sample, (t) => hmac(Buffer.from(bare(sample.secret), 'base64'), `${t}.${body}`)),
    },
    {
        seen: 'Your receiver computes the signature of the body alone.',
        fix: 'What is signed is "<t>.<raw body>": the t of the header, a full stop, then the body.',
        header: (sample, body) => signedNow(sample, () => hmac(sample.secret, body)),
    },
    {
        seen: 'Your receiver expects a signature in base64.',
        fix: 'v1 is hexadecimal: 64 digits from 0 to f.',
        header: (sample, body) => signedNow(sample, (t) => hmac(sample.secret, `${t}.${body}`, 'base64')),
    },
    {
        seen: 'Your receiver compares t to a time in milliseconds.',
        fix: 't is in seconds: divide a time in milliseconds by 1,000 before you compare.',
        header: (sample, body) => {
            const t = sample.now.getTime();
            return `t=${t},v1=${hmac(sample.secret, `${t}.${body}`)}`;
        },
    },
];
/**
 * An event signed as a receiver that makes the mistake expects it; without the headers of Standard Webhooks.
 */
export function mistakenRequest({ header }, sample) {
    const message = gradedEvent('delivery.created', sample.now);
    const headers = {
        'content-type': 'application/json',
        'svc-event': message.type,
        'svc-event-id': message.id,
        'svc-signature': header(sample, message.body),
    };
    return { message, headers, body: message.body };
}
/** JSON with a blank after each comma and colon, as Python and others write it. */
function spacedJson(value) {
    if (Array.isArray(value))
        return `[${value.map(spacedJson).join(', ')}]`;
    if (typeof value !== 'object' || value === null)
        return JSON.stringify(value);
    const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spacedJson(each)}`);
    return `{${fields.join(', ')}}`;
}
