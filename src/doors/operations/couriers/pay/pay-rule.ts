import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readFcfa, readPercent } from '../../../../base/kernel/written-number.ts'
import { courierName } from '../../../../domain/couriers/courier-name.ts'
import type { CourierRow } from '../../../../domain/couriers/courier-store.ts'
import { type PayBonus, type PayRule, payBounds } from '../../../../domain/deliveries/pay/courier-pay.ts'
import { findPayRules } from '../../../../domain/deliveries/pay/pay-rule-store.ts'
import { setPayRule } from '../../../../domain/deliveries/pay/set-pay-rule.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { courierOf, couriersNotice, couriersPath } from '../courier-request.ts'

const noRule: PayRule = { percent: null, minimumFcfa: 0, bonuses: [] }

/** How many lines the form has for hours, and how many for zones. */
const bonusLines = payBounds.bonuses / 2

/** A line of the form as it was typed. */
type TypedBonus = { from: string; to: string; zoneId: string; amount: string }

/** The form as it was typed. */
type TypedRule = { percent: string; minimum: string; hours: TypedBonus[]; zones: TypedBonus[] }

type Filled = { courier: CourierRow | undefined; typed?: TypedRule; notice?: WorkspaceNotice }

/** `/operations/couriers/pay` for everybody, `/operations/couriers/ID/pay` for one: how trips are paid. */
export async function payRulePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, pricing } = deps
  const options = { config: { operates: 'MANAGE' }, bodyLimit: 32_768 } as const

  for (const path of [`${couriersPath}/pay`, `${couriersPath}/:courierId/pay`]) {
    const courierFor = async (request: FastifyRequest) =>
      path.includes(':courierId') ? courierOf(deps, request) : undefined

    app.get(path, options, async (request, reply) =>
      show(request, reply, 200, { courier: await courierFor(request) }),
    )

    app.post(path, options, async (request, reply) => {
      const typed = typedRule(fieldsOf(request.body))
      return set(request, reply, 'rule', { courier: await courierFor(request), typed }, ruleOf(typed))
    })

    app.post(`${path}/remove`, options, async (request, reply) =>
      set(request, reply, 'no-rule', { courier: await courierFor(request) }, null),
    )
  }

  const set = (
    request: FastifyRequest,
    reply: FastifyReply,
    done: string,
    filled: Filled,
    rule: PayRule | null,
  ) =>
    attempt(
      request,
      async () => {
        await setPayRule({ ...deps, actor: actorOf(request) }, filled.courier?.id ?? null, rule)
        return redirectAfter(reply, payHref(filled.courier), done)
      },
      ({ status, notice }) => show(request, reply, status, { ...filled, notice }),
    )

  async function show(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const { courier, notice = couriersNotice(request) } = filled
    const rules = await findPayRules(db, courier ? [courier.id] : [])
    const rule = rules.find(({ courierId }) => courierId === (courier?.id ?? null))
    const typed = filled.typed ?? formOf(rule ?? noRule)
    const percent = deps.rules.current().COURIER_PAY_PERCENT
    const map = pricing.map.current()
    const zones = map.cities.flatMap((city) =>
      zonesByName(map.zonesOf(city.id)).map(({ id, name }) => ({
        value: id,
        label: `${city.name} – ${name}`,
      })),
    )

    const language = languageOf(request)
    const t = speak(language)
    const name = courier && courierName(courier)
    const lead = courier
      ? t('This rule takes the place of the company’s. Without it the company’s counts.')
      : t('For all couriers who have no rule of their own.')
    const none = courier
      ? t('No rule of their own: the company’s counts.')
      : t('No rule: {percent}% of the trip.', { percent })
    const number = (field: 'percent' | 'minimum', label: string, hint?: string) =>
      textField({
        name: field,
        label,
        value: typed[field],
        hint,
        attributes: { inputmode: 'numeric', maxlength: 9 },
      })
    const share = t('Empty: {percent}%, as in the settings of the service.', { percent })
    const fields = html`
!${number('percent', t('Share of the trip, in %'), share)}
!${number('minimum', t('Minimum for a trip, in FCFA'))}
!${hourLines(typed, language)}
!${zoneLines(typed, zones, language)}
!${submitButton(t('Save the rule'))}`
    const href = payHref(courier)
    return deps.sendPage(request, reply, status, {
      section: 'couriers',
      title: name ? t('Pay of {name}', { name }) : t('Pay'),
      back:
        courier && name
          ? { href: `${couriersPath}/${courier.id}`, label: name }
          : { href: couriersPath, label: t('Couriers') },
      notice,
      main: html`<p>${lead} ${t('A trip that was promised or given keeps its pay.')}</p>
!${rule ? '' : html`<p class="notice">${none}</p>`}
<section class="card">!${postForm(href, fields)}</section>
!${rule ? buttonForm(`${href}/remove`, t('Remove the rule'), 'quiet') : ''}`,
    })
  }
}

const payHref = (courier: CourierRow | undefined): string =>
  courier ? `${couriersPath}/${courier.id}/pay` : `${couriersPath}/pay`

/** The lines that there are, and three to fill in. */
const linesOf = (typed: readonly TypedBonus[]): TypedBonus[] =>
  Array.from(
    { length: Math.min(bonusLines, typed.length + 3) },
    (_, at) => typed[at] ?? { from: '', to: '', zoneId: '', amount: '' },
  )

function hourLines({ hours }: TypedRule, language: Language): string {
  const t = speak(language)
  const time = (label: string, name: string, value: string) =>
    html`<label>${label} <input type="time" name="${name}" value="${value}"></label>`
  const lines = linesOf(hours).map(
    ({ from, to, amount }, at) => html`<div class="bonus">
!${time(t('From'), `hours-${at}-from`, from)}
!${time(t('To'), `hours-${at}-to`, to)}
!${amountField(`hours-${at}-amount`, amount, language)}</div>`,
  )
  const hint = t(
    'On the clocks of the city; it may pass midnight, like 22:00 to 05:00. Leave a line empty to remove it.',
  )
  return html`<fieldset class="field"><legend>${t('Bonus for hours')}</legend>
<p class="hint">${hint}</p>!${lines}</fieldset>`
}

function zoneLines(
  { zones: typed }: TypedRule,
  zones: readonly { value: string; label: string }[],
  language: Language,
): string {
  const t = speak(language)
  const options = (chosen: string) =>
    [{ value: '', label: t('None') }, ...zones].map(
      ({ value, label }) =>
        html`<option value="${value}"!${value === chosen ? ' selected' : ''}>${label}</option>`,
    )
  const lines = linesOf(typed).map(
    ({ zoneId, amount }, at) => html`<div class="bonus">
<label>${t('Zone')} <select name="zone-${at}-id">!${options(zoneId)}</select></label>
!${amountField(`zone-${at}-amount`, amount, language)}</div>`,
  )
  return html`<fieldset class="field"><legend>${t('Bonuses for zones')}</legend>
<p class="hint">${t('If the trip begins or ends in the zone.')}</p>!${lines}</fieldset>`
}

const amountField = (name: string, value: string, language: Language): string =>
  html`<label>${speak(language)('Amount, in FCFA')}
 <input name="${name}" value="${value}" inputmode="numeric" maxlength="9"></label>`

/** Reads what was typed; lines of which nothing was typed are left out. */
function typedRule(fields: Record<string, string>): TypedRule {
  const field = (name: string) => (fields[name] ?? '').trim().slice(0, 40)
  const lines = (kind: 'hours' | 'zone'): TypedBonus[] =>
    Array.from({ length: bonusLines }, (_, at) => ({
      from: field(`${kind}-${at}-from`),
      to: field(`${kind}-${at}-to`),
      zoneId: field(`${kind}-${at}-id`),
      amount: field(`${kind}-${at}-amount`),
    })).filter((line) => Object.values(line).some((value) => value !== ''))
  return { percent: field('percent'), minimum: field('minimum'), hours: lines('hours'), zones: lines('zone') }
}

/** The rule that was typed; numbers that are none become NaN, which the verb refuses. */
export function ruleOf({ percent, minimum, hours, zones }: TypedRule): PayRule {
  const bonuses: PayBonus[] = [
    ...hours.map(({ from, to, amount }) => ({
      kind: 'HOURS' as const,
      from,
      to,
      amountFcfa: amountOf(amount),
    })),
    ...zones
      .filter(({ zoneId }) => isUuid(zoneId))
      .map(({ zoneId, amount }) => ({ kind: 'ZONE' as const, zoneId, amountFcfa: amountOf(amount) })),
  ]
  return {
    percent: percent === '' ? null : (readPercent(percent) ?? Number.NaN),
    minimumFcfa: minimum === '' ? 0 : amountOf(minimum),
    bonuses,
  }
}

/** The form of a rule that is in force. */
const formOf = ({ percent, minimumFcfa, bonuses }: PayRule): TypedRule => ({
  percent: percent === null ? '' : String(percent),
  minimum: String(minimumFcfa),
  hours: bonuses.flatMap((each) =>
    each.kind === 'HOURS'
      ? [{ from: each.from, to: each.to, zoneId: '', amount: String(each.amountFcfa) }]
      : [],
  ),
  zones: bonuses.flatMap((each) =>
    each.kind === 'ZONE' ? [{ from: '', to: '', zoneId: each.zoneId, amount: String(each.amountFcfa) }] : [],
  ),
})

/** Not a number for what is no amount. */
const amountOf = (text: string): number => readFcfa(text) ?? Number.NaN
