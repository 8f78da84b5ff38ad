import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { limits } from '../../../../base/contract/limits.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import { listEndpoints } from '../../../../domain/webhooks/endpoints/endpoint-store.ts'
import { checkReceivedSignature } from '../../../../domain/webhooks/inspecting/check-received-signature.ts'
import type { PastedRequest } from '../../../../domain/webhooks/inspecting/received-request.ts'
import { webhookDepsOf } from '../../../../web/keeping/endpoints/endpoint-request.ts'
import { refusalOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopPath } from '../../console-request.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'
import { type Checked, signaturePage, type TypedSignature } from './signature-page.ts'

/** Pasted text grows when a browser encodes it: each byte takes three at most. */
const formBytes = 3 * limits.bodyBytes + 16 * 1024

/** `/developers/signature`: says what is wrong with a webhook as somebody’s server received it. Changes nothing. */
export async function signatureRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/developers/signature`
  const config = { needs: 'SELL' } as const

  app.get(path, { config }, async (request, reply) => send(request, reply, 200, emptyForm))

  app.post(path, { config, bodyLimit: formBytes }, async (request, reply) => {
    const typed = { ...emptyForm, ...fieldsOf(request.body) }
    const pasted = pastedIn(typed)
    if (!pasted) return send(request, reply, 422, typed, { kind: 'EMPTY' })
    try {
      if (!isUuid(typed.endpoint)) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
      const key = { shopId: memberOf(request).shop.id, id: typed.endpoint }
      const verdict = await checkReceivedSignature(
        webhookDepsOf(request, deps.webhooks, actorOf(request)),
        key,
        pasted,
      )
      return send(request, reply, 200, typed, { kind: 'CHECKED', verdict })
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code === 'WEBHOOK_ENDPOINT_NOT_FOUND') throw error
      return send(request, reply, status, typed, { kind: 'REFUSED', text: notice.text })
    }
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: TypedSignature,
    checked?: Checked,
  ) {
    const endpoints = await listEndpoints(deps.webhooks.db, memberOf(request).shop.id)
    const facts = await readDeveloperFacts(deps, request)
    return deps.sendPage(request, reply, status, signaturePage({ ...facts, endpoints, typed, checked }))
  }
}

const emptyForm: TypedSignature = { endpoint: '', request: '', headers: '', body: '' }

/** The whole request where it was pasted, else headers and body; undefined where nothing was. */
function pastedIn({ request, headers, body }: TypedSignature): PastedRequest | undefined {
  if (request.trim() !== '') return { request }
  return headers.trim() === '' && body.trim() === '' ? undefined : { headers, body }
}
