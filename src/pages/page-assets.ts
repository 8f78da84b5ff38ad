import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { compressOnce, sendKept } from './compressed-bytes.ts'
import { dropPageHeaders } from './page-defaults.ts'

/** What a page loads besides itself. */
export type PageAsset = {
  type: 'text/css' | 'text/javascript' | 'image/svg+xml' | 'image/png'
  content: string | Buffer
}

/**
 * Serves what pages load under addresses that contain the hash of the content, so that a browser keeps it for
 * ever and a new version has another address. Compressed once, at the first request. Returns the address of
 * each by its name.
 */
export function servePageAssets<Name extends string>(
  app: FastifyInstance,
  folder: string,
  assets: Record<Name, PageAsset>,
): Record<Name, string> {
  const addresses = {} as Record<Name, string>
  for (const [name, asset] of Object.entries(assets) as [Name, PageAsset][]) {
    addresses[name] = serveAsset(app, `/assets/${folder}`, name, asset)
  }
  return addresses
}

function serveAsset(
  app: FastifyInstance,
  folder: string,
  name: string,
  { type, content }: PageAsset,
): string {
  const bytes = Buffer.from(content)
  const address = `${folder}/${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}/${name}`
  const compressed = compressOnce(bytes)
  app.get(address, async (request, reply) => {
    // What a page may do is said of the page; of a script or a style it would only be weight.
    if (type.startsWith('text/')) dropPageHeaders(reply)
    return sendKept(request, reply, type.startsWith('text/') ? `${type}; charset=utf-8` : type, compressed)
  })
  return address
}
