import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { companySheet, companySheetPath } from '../../pages/company-colour.ts'
import { compressOnce, sendKept } from '../../pages/compressed-bytes.ts'
import { iconPath } from '../../pages/icon-link.ts'
import { spriteFile, spritePath } from '../../pages/icon-sprite.ts'

/** Browsers ask for these by themselves; each keeps them a week, since their addresses stay. */
const kept = 'public, max-age=604800'

/** The icon of all pages, what browsers that take no drawing ask for, and the drawings of acts and statuses. */
export async function iconRoutes(app: FastifyInstance): Promise<void> {
  const sprite = compressOnce(Buffer.from(spriteFile))
  app.get(spritePath, async (request, reply) => sendKept(request, reply, 'image/svg+xml', sprite))
  app.get<{ Params: { sheet: string } }>(companySheetPath, async (request, reply) => {
    const sheet = companySheet(request.params.sheet)
    if (sheet === undefined) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: request.url })
    return sendKept(request, reply, 'text/css; charset=utf-8', compressOnce(Buffer.from(sheet)))
  })
  for (const [path, name, type] of [
    [iconPath, 'favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'favicon-48.png', 'image/png'],
    ['/apple-touch-icon.png', 'colis-192.png', 'image/png'],
  ] as const) {
    const icon = await readFile(new URL(`../../pages/icons/${name}`, import.meta.url))
    app.get(path, async (_request, reply) =>
      reply
        .headers({ 'cache-control': kept, 'x-content-type-options': 'nosniff' })
        .removeHeader('content-language')
        .type(type)
        .send(icon),
    )
  }
}
