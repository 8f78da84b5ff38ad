import type { WebhookEvent } from './types.ts';
/** Why a webhook request was not accepted. */
export type WebhookRefusal = 'SIGNATURE_MALFORMED' | 'SIGNATURE_MISSING' | 'TIMESTAMP_TOO_OLD' | 'TIMESTAMP_TOO_NEW' | 'SIGNATURE_WRONG' | 'BODY_MALFORMED';
/** A request that must not be believed. */
export declare class WebhookRefused extends Error {
    name: string;
    readonly reason: WebhookRefusal;
    constructor(reason: WebhookRefusal);
}
export type WebhookRequest = {
    /** The header `Svc-Signature`. */
    header: string | null | undefined;
    /** The raw body, exactly as it arrived: parsing and writing it again changes bytes. */
    body: string | Uint8Array;
    /** The signing secret, the whole `whsec_…`; several while one takes the place of another. */
    secret: string | readonly string[];
    /** The moment of checking. */
    now?: Date;
};
/**
 * The event of a webhook request that was signed with the secret within 300 seconds of now: await it, since
 * nothing is refused before. Rejects with WebhookRefused otherwise, and with TypeError when there is no secret or
 * one is not `whsec_…`: anybody could sign with an empty key. Every `v1` of the header is compared with every
 * secret, in constant time each.
 */
export declare function verifyWebhook({ header, body, secret, now, }: WebhookRequest): Promise<WebhookEvent>;
/** The status to refuse a request with: 400 when it cannot be read, 401 when it is not believed. */
export declare const statusOfRefusal: ({ reason }: WebhookRefused) => 400 | 401;
/** Throws TypeError when there is no secret or one is not `whsec_…`. */
export declare const checkSecret: (secret: string | readonly string[]) => void;
