/** Node.js 18 keeps WebCrypto in a module. A variable, so that bundlers for other runtimes do not look for it. */
const nodeCrypto = 'node:crypto'

type WebCrypto = typeof globalThis.crypto

/** WebCrypto of the runtime. */
export async function webCrypto(): Promise<WebCrypto> {
  return globalThis.crypto ?? ((await import(nodeCrypto)) as { webcrypto: WebCrypto }).webcrypto
}
