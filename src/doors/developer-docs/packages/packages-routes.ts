import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '../../../base/kernel/language.ts'
import { loadOnce } from '../../../base/kernel/load-once.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { CompressedBytes } from '../../../pages/compressed-bytes.ts'
import type { ClientPackages } from './pack-clients.ts'

type PackagesRoutesDeps = {
  /** Packs the clients; asked once. */
  readPackages(): Promise<ClientPackages>
  /** The page that lists them, kept by whoever makes it. */
  makeIndex(packages: ClientPackages, language: Language): CompressedBytes
  sendIndex(language: Language, page: CompressedBytes, reply: FastifyReply): Promise<FastifyReply>
}

/** Programs ask again after ten minutes, with the tag of what they have. */
const fresh = 'public, max-age=600'

/**
 * `/sdk/`: the clients of this installation as packages, and a page that lists them. They are packed at the
 * first request and kept. Routes of a plugin whose hooks tag what is sent.
 */
export function packagesRoutes(
  app: FastifyInstance,
  { readPackages, makeIndex, sendIndex }: PackagesRoutesDeps,
): void {
  const packed = loadOnce(readPackages)

  app.get('/sdk', (_, reply) => reply.redirect('/sdk/', 301))
  app.get('/sdk/', async (request, reply) => {
    const language = languageOf(request)
    return sendIndex(language, makeIndex(await packed(), language), reply)
  })
  app.get('/sdk/packages.json', async (_, reply) =>
    sendFile(reply, 'application/json; charset=utf-8', (await packed()).composer),
  )
  app.get<{ Params: { file: string } }>('/sdk/:file', async ({ params }, reply) => {
    const found = (await packed()).packages.find(({ file }) => file === params.file)
    return found ? sendFile(reply, found.type, found.bytes) : reply.callNotFound()
  })
}

const sendFile = (reply: FastifyReply, type: string, content: Buffer | string) =>
  reply
    .headers({ 'cache-control': fresh, 'x-content-type-options': 'nosniff' })
    .removeHeader('content-language')
    .type(type)
    .send(content)
