import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { scopes } from '../../../base/contract/vocabulary.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import { listUsedKeys } from '../../../domain/api-requests/list-used-keys.ts'
import { createApiKey } from '../../../domain/shops/create-api-key.ts'
import { revokeApiKey } from '../../../domain/shops/revoke-api-key.ts'
import { doneNotice, redirectAfter } from '../../signed-in-request.ts'
import { speakEach } from '../../web-words.ts'
import type { KeepingDeps } from '../shop-keeping.ts'
import { keyDone } from './key-wording.ts'
import { keysPage, newKeyPage, type TypedKey } from './keys-page.ts'

/** How long the label of a key may be. */
const maxLabel = 60

/** `/developers/keys`: the keys of a shop. */
export async function keyRoutes(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const { shopOf, shopHref } = deps
  const path = `${deps.shopPath}/developers/keys`
  const config = deps.configFor('MANAGE_KEYS')
  const as = (request: FastifyRequest) => ({ ...deps, actor: deps.actorOf(request) })

  app.get(path, { config }, async (request, reply) => send(request, reply, 200))

  app.post(path, { config }, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const chosen = scopes.filter((scope) => fields[scope] !== undefined)
    const label = cleanedLine(fields.label ?? '').slice(0, maxLabel)
    if (chosen.length === 0) return send(request, reply, 422, { label, scopes: [] })
    const made = await createApiKey(as(request), {
      shopId: shopOf(request).id,
      scopes: chosen,
      label: label || null,
    })
    const facts = await deps.readFacts(request)
    return deps.sendKept(request, reply, 200, 'keys', newKeyPage(facts, { ...made, label }))
  })

  app.post<{ Params: { shopId: string; keyId: string } }>(
    `${path}/:keyId/revoke`,
    { config },
    async (request, reply) => {
      const { keyId } = request.params
      const shopId = shopOf(request).id
      if (!isUuid(keyId)) throw new ApiError('API_KEY_NOT_FOUND', { keyId })
      await revokeApiKey(as(request), { shopId, keyId })
      return redirectAfter(reply, shopHref(shopId, '/developers/keys'), 'revoked')
    },
  )

  async function send(request: FastifyRequest, reply: FastifyReply, status: number, typed?: TypedKey) {
    const keys = await listUsedKeys(as(request), shopOf(request).id)
    const notice = doneNotice(request, speakEach(languageOf(request), keyDone))
    const facts = await deps.readFacts(request)
    return deps.sendKept(request, reply, status, 'keys', keysPage({ ...facts, keys, typed }, notice))
  }
}
