import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { CourierRow } from '../../../../domain/couriers/courier-store.ts'
import type { PayRule } from '../../../../domain/deliveries/pay/courier-pay.ts'
import { findPayRules } from '../../../../domain/deliveries/pay/pay-rule-store.ts'
import { setPayRule } from '../../../../domain/deliveries/pay/set-pay-rule.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speakEach } from '../../operations-words.ts'
import { courierOf, couriersDone, couriersPath } from '../courier-request.ts'
import { formOf, ruleOf, type TypedRule, typedRule } from './pay-rule-form.ts'
import { payRulePage } from './pay-rule-page.ts'

const manages = { config: { operates: 'MANAGE' }, bodyLimit: 32_768 } as const
const noRule: PayRule = { percent: null, minimumFcfa: 0, bonuses: [] }

/** `/operations/couriers/pay` for everybody, `/operations/couriers/<id>/pay` for one courier. */
export async function payRuleRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, pricing } = deps

  for (const path of [`${couriersPath}/pay`, `${couriersPath}/:courierId/pay`]) {
    const courierFor = (request: FastifyRequest) =>
      path.includes(':courierId') ? courierOf(deps, request) : Promise.resolve(undefined)

    app.get(path, manages, async (request, reply) =>
      sendRule(request, reply, 200, { courier: await courierFor(request) }),
    )

    app.post(path, manages, async (request, reply) => {
      const typed = typedRule(fieldsOf(request.body))
      return attempt(request, reply, 'rule', { courier: await courierFor(request), typed }, ruleOf(typed))
    })

    app.post(`${path}/remove`, manages, async (request, reply) =>
      attempt(request, reply, 'no-rule', { courier: await courierFor(request) }, null),
    )
  }

  type Filled = { courier: CourierRow | undefined; typed?: TypedRule; notice?: WorkspaceNotice }

  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    done: string,
    filled: Filled,
    rule: PayRule | null,
  ) {
    const courierId = filled.courier?.id ?? null
    try {
      await setPayRule({ ...deps, actor: actorOf(request) }, courierId, rule)
      const page = courierId === null ? `${couriersPath}/pay` : `${couriersPath}/${courierId}/pay`
      return redirectAfter(reply, page, done)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendRule(request, reply, status, { ...filled, notice })
    }
  }

  async function sendRule(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const { courier, typed, notice } = filled
    const language = languageOf(request)
    const rules = await findPayRules(db, courier ? [courier.id] : [])
    const rule = rules.find(({ courierId }) => courierId === (courier?.id ?? null))
    const map = pricing.map.current()
    const page = payRulePage({
      language,
      courier: courier ? { id: courier.id, name: `${courier.first_name} ${courier.last_name}` } : null,
      typed: typed ?? formOf(rule ?? noRule),
      hasRule: rule !== undefined,
      defaultPercent: deps.rules.current().COURIER_PAY_PERCENT,
      zones: map.cities
        .flatMap((city) => zonesByName(map.zonesOf(city.id)))
        .map(({ id, name, cityId }) => ({
          value: id,
          label: `${map.city(cityId)?.name ?? ''} – ${name}`,
        })),
      notice: notice ?? doneNotice(request, speakEach(language, couriersDone)),
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}
