export type ColisSettings = {
    /** The shop's API key, `colis_live_…`. It is a secret: keep it on your server. */
    apiKey: string;
    /** The address of the service, such as `https://sandbox.example`. */
    baseUrl: string;
    /** The language of the messages of errors. Default: the service's own, French. */
    language?: 'fr' | 'en';
    /** How long one attempt may take, with its answer, in milliseconds. Default: 15,000. */
    timeoutMs?: number;
    /** How often a call is sent again. Default: 3. */
    maxRetries?: number;
    /** In place of the global `fetch`. */
    fetch?: (url: string, init: RequestInit) => Promise<Response>;
    /** In place of real time and chance, for tests. */
    sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
    now?: () => number;
    random?: () => number;
};
/** What a single call may change. */
export type CallOptions = Pick<ColisSettings, 'language' | 'timeoutMs' | 'maxRetries'> & {
    /** Ends the call, also between two attempts; it rejects with the signal's reason. */
    signal?: AbortSignal;
};
/** Of a call that takes an Idempotency-Key: 8 to 100 letters, digits, - and _. Default: a random one. */
export type KeyedOptions = CallOptions & {
    idempotencyKey?: string;
};
export type ApiRequest = {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    /** The parts of the path after `/api/v1/partner`, not escaped. */
    path: readonly string[];
    query?: object;
    body?: object;
    /** Whether it may be sent again when nobody knows if it arrived. Reads may, and whatever has a key. */
    isRepeatable?: boolean;
    takesKey?: boolean;
};
/** Bytes for another address, which must not learn the key. */
type Upload = {
    url: string;
    headers: Record<string, string>;
    bytes: Uint8Array;
};
/** Sends a request, again where that may help, and resolves to the body of the answer. */
export type Send = {
    <T>(request: ApiRequest, options: KeyedOptions): Promise<T>;
    upload(upload: Upload, options: CallOptions): Promise<void>;
};
/** Reads the settings and returns what sends. Throws TypeError for settings that cannot work. */
export declare function senderOf(settings: ColisSettings): Send;
export {};
