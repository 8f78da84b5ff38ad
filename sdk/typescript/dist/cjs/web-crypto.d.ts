type WebCrypto = typeof globalThis.crypto;
/** WebCrypto of the runtime. */
export declare function webCrypto(): Promise<WebCrypto>;
export {};
