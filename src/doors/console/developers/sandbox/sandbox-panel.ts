import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { failureCodes } from '../../../../contract/vocabulary.ts'
import { hasRight } from '../../../../domain/accounts/account-right.ts'
import type { DeliveryRow } from '../../../../domain/deliveries/delivery-row.ts'
import { failureWording } from '../../../../domain/deliveries/failure-reason.ts'
import { getDelivery } from '../../../../domain/deliveries/get-delivery.ts'
import { customerName } from '../../../../domain/deliveries/order/customer-name.ts'
import type { ListedDelivery } from '../../../../domain/deliveries/searching/delivery-search-store.ts'
import { searchDeliveries } from '../../../../domain/deliveries/searching/search-deliveries.ts'
import { advanceDelivery } from '../../../../domain/sandbox/advance-delivery.ts'
import { outcomes, waysFrom } from '../../../../domain/sandbox/next-step.ts'
import { resetShop } from '../../../../domain/sandbox/reset-shop.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import {
  buttonForm,
  hiddenField,
  postForm,
  selectField,
  submitButton,
  textField,
} from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { openStatuses, statusFilter } from '../../../../web/exports/delivery-filter.ts'
import { type DeveloperFacts, unfolded, whenText } from '../../../../web/keeping/developer-facts-page.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import { statusMark } from '../../../../web/status-mark.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'

/** How many deliveries one chooses from. */
const shownDeliveries = 10

/** What the address of the panel asks for: a search, and the delivery that was chosen. */
type PanelQuery = { typed: string; chosen: string | undefined }

/**
 * `/developers/sandbox`: moves test deliveries to any ending, and empties the sandbox. Registered in the
 * sandbox only.
 */
export async function sandboxPanelPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/developers/sandbox`
  const selling = { config: { needs: 'SELL' } } as const
  const as = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const hrefOf = (request: FastifyRequest) => shopHref(memberOf(request).shop.id, '/developers/sandbox')

  app.get(path, selling, async (request, reply) => {
    const t = speak(languageOf(request))
    const notice = doneNotice(request, {
      moved: t('The delivery has moved on.'),
      reset: t('The sandbox is empty.'),
      'reset-more': t('Part of it is removed. There is much: do it again to go on.'),
    })
    return show(request, reply, 200, readPanelQuery(request.query), notice)
  })

  app.post(`${path}/advance`, selling, async (request, reply) => {
    const { delivery: id = '', outcome: wanted, reason } = fieldsOf(request.body)
    const shopId = memberOf(request).shop.id
    if (!isUuid(id)) throw new ApiError('DELIVERY_NOT_FOUND')
    const outcome = chosenOf('outcome', wanted, outcomes)
    const asked = chosenOf('reason', reason, failureCodes)
    const failureReason = outcome === 'FAILED' ? asked : undefined
    const change = { ...(outcome && { outcome }), ...(failureReason && { failureReason }) }
    return attempt(
      request,
      async () => {
        await advanceDelivery(as(request), { shopId, id }, change)
        return redirectAfter(reply, `${hrefOf(request)}?delivery=${id}`, 'moved')
      },
      ({ status, notice }) => show(request, reply, status, { typed: '', chosen: id }, notice),
    )
  })

  app.post(`${path}/reset`, { config: { needs: 'MANAGE_SHOP' } }, async (request, reply) => {
    const { isComplete } = await resetShop(as(request), memberOf(request).shop.id)
    return redirectAfter(reply, hrefOf(request), isComplete ? 'reset' : 'reset-more')
  })

  /** Throws DELIVERY_NOT_FOUND. */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    query: PanelQuery,
    notice?: WorkspaceNotice,
  ) {
    const { shop } = memberOf(request)
    const filter = query.typed === '' ? statusFilter(openStatuses) : {}
    const search = { typed: query.typed, country: shop.country, filter }
    const { rows } = await searchDeliveries(deps.db, shop.id, search, shownDeliveries)
    const chosen = query.chosen && (await getDelivery(deps.db, { shopId: shop.id, id: query.chosen }))
    const facts = await readDeveloperFacts(deps, request)
    const t = speak(facts.language)
    const lead = t('Choose a test delivery and move it on: your webhooks are sent as in real life.')
    const field = textField({
      name: 'q',
      label: t('Reference, phone or name'),
      value: query.typed,
      attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' },
    })
    const content = developerPage(facts, 'sandbox', {
      title: t('Sandbox'),
      notice,
      isFormPage: notice?.kind === 'refused',
      main: html`<p>${lead}</p>!${chosen ? chosenCard(facts, chosen) : ''}
<h2>${query.typed === '' ? t('Deliveries under way') : t('Deliveries found')}</h2>
<form class="row" action="${facts.href}/sandbox" role="search">!${field}
<button class="plain">${t('Search')}</button></form>
!${choices(facts, query, rows)}!${resetForm(facts)}`,
    })
    return deps.sendPage(request, reply, status, content)
  }
}

function readPanelQuery(query: unknown): PanelQuery {
  const { q, delivery } = (query ?? {}) as { q?: unknown; delivery?: unknown }
  if (typeof delivery === 'string' && !isUuid(delivery)) throw new ApiError('DELIVERY_NOT_FOUND')
  return {
    typed: typeof q === 'string' ? q.trim().slice(0, 100) : '',
    chosen: typeof delivery === 'string' ? delivery : undefined,
  }
}

function chosenCard(facts: DeveloperFacts, delivery: DeliveryRow): string {
  const { language, shopHref } = facts
  const t = speak(language)
  const { delivery: statuses } = valueWording[language]
  const { next, outcomes } = waysFrom(delivery.status)
  const others = outcomes.filter((outcome) => outcome !== next && outcome !== 'FAILED')
  const step =
    next && moveForm(facts, delivery, { label: t('Next step: {status}', { status: statuses[next] }) }, true)
  const ways = others.map((outcome) => moveForm(facts, delivery, { label: statuses[outcome], outcome }))
  const isOver = next === null && outcomes.length === 0
  const hint = t('Or go straight to an ending:')
  const endings = html`<p class="hint">${hint}</p><div class="acts">!${ways}</div>`
  return html`<section class="card" id="chosen">
<div class="heading-line"><h2>${delivery.reference}</h2>
!${statusMark(delivery.status, statuses[delivery.status])}</div>
<p class="soft">${customerName(delivery)} · ${whenText(facts, delivery.created_at)}
 · <a href="${shopHref}/deliveries/${delivery.id}">${t('See the delivery')}</a></p>
!${isOver ? html`<p>${t('This delivery is over.')}</p>` : ''}
!${step ? html`<div class="acts">!${step}</div>` : ''}
!${ways.length === 0 ? '' : endings}
!${outcomes.includes('FAILED') ? failForm(facts, delivery) : ''}</section>`
}

const moveForm = (
  { href }: DeveloperFacts,
  { id }: DeliveryRow,
  { label, outcome }: { label: string; outcome?: string },
  isPrimary = false,
): string =>
  buttonForm(`${href}/sandbox/advance`, label, isPrimary ? 'primary' : 'plain', {
    delivery: id,
    ...(outcome && { outcome }),
  })

function failForm({ href, language }: DeveloperFacts, { id }: DeliveryRow): string {
  const t = speak(language)
  const reason = selectField({
    name: 'reason',
    label: t('Or let it fail'),
    value: 'CUSTOMER_ABSENT',
    options: failureCodes.map((code) => ({ value: code, label: failureWording[code][language] })),
  })
  const button = submitButton(valueWording[language].delivery.FAILED, 'plain')
  const fields = html`!${hiddenField('delivery', id)}!${hiddenField('outcome', 'FAILED')}!${reason}!${button}`
  return postForm(`${href}/sandbox/advance`, fields, 'row')
}

function choices(
  facts: DeveloperFacts,
  { typed, chosen }: PanelQuery,
  rows: readonly ListedDelivery[],
): string {
  const t = speak(facts.language)
  const { delivery } = valueWording[facts.language]
  const order = html` <a href="${facts.shopHref}/deliveries/new">${t('Order one')}</a>`
  if (rows.length === 0)
    return typed === ''
      ? html`<p class="empty">${t('No delivery is under way.')}!${order}</p>`
      : html`<p class="empty">${t('Nothing matches this search.')}</p>`
  const lines = rows.map((row) => {
    const current = row.id === chosen ? ' aria-current="true"' : ''
    return html`<li><a href="${facts.href}/sandbox?delivery=${row.id}"!${current}>
<span><strong>${row.reference}</strong>
 <span class="soft">${customerName(row)}<br>${whenText(facts, row.created_at)}</span></span>
!${statusMark(row.status, delivery[row.status])}</a></li>`
  })
  return html`<ul class="rows">!${lines}</ul>`
}

function resetForm({ href, language, role }: DeveloperFacts): string {
  if (!hasRight(role, 'MANAGE_SHOP')) return ''
  const t = speak(language)
  const lead = t(
    'All test deliveries of the shop are removed, with their events and the log of webhooks. Your keys, addresses and webhooks stay.',
  )
  return unfolded(
    { id: 'reset', summary: t('Empty the sandbox') },
    html`<p>${lead}</p>!${buttonForm(`${href}/sandbox/reset`, t('Yes, remove everything'), 'danger')}`,
  )
}
