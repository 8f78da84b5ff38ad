import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { newId } from '../../../base/kernel/clock.ts'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { settleSurplus } from '../../../domain/money/mobile-money/settle-surplus.ts'
import { recordPayout } from '../../../domain/money/transfers/record-payout.ts'
import { retryTransfer } from '../../../domain/money/transfers/retry-transfer.ts'
import { byHand, type Payee } from '../../../domain/money/transfers/transfer-row.ts'
import {
  findTransfer,
  type ListedTransfer,
  listMostOwed,
  listOverpaid,
  listTransfers,
  type TransferList,
} from '../../../domain/money/transfers/transfer-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import { rowsOr, tabs } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import { payoutKinds, payoutReasons, payoutStates } from './payout-wording.ts'
import { type Owed, overpaidCard, owedCard, type RefusedPayment } from './payouts-by-hand.ts'
import { serviceHref, servicePage } from './service-page.ts'

const path = serviceHref('payouts')
const pageSize = 50

const doneNotices: Record<string, OperationsText> = {
  retried: 'It is sent again.',
  recorded: 'The payment is noted.',
  settled: 'It is noted: what was received too much is settled.',
}

const lists: readonly TransferList[] = ['HELD', 'UNDER_WAY', 'ENDED']
const listNames = { HELD: 'To see to#lists', UNDER_WAY: 'Under way', ENDED: 'Ended' } as const
const emptyTexts = {
  HELD: 'Nothing waits for anybody.',
  UNDER_WAY: 'Nothing is on its way.',
  ENDED: 'Nothing has been sent yet.',
} as const

/** The address of one of the lists. */
const listHref = (list: TransferList): string =>
  list === 'HELD' ? path : `${path}?list=${list.toLowerCase()}`

/**
 * `/operations/service/payouts`: what the service sends, by how far it is, and what it owes, with the
 * payments that people make by hand.
 */
export async function servicePayoutsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(path, { config }, (request, reply) =>
    show(request, reply, 200, doneNotice(request, speakEach(languageOf(request), doneNotices))),
  )

  app.post<{ Params: { id: string } }>(`${path}/:id/retry`, options, (request, reply) =>
    attempt(
      request,
      async () => {
        const { id } = request.params
        if (!isUuid(id)) throw new ApiError('TRANSFER_NOT_HELD')
        await retryTransfer(acting(request), { id, shopId: null })
        return redirectAfter(reply, path, 'retried')
      },
      ({ status, notice }) => show(request, reply, status, notice),
    ),
  )

  app.post(`${path}/by-hand`, options, async (request, reply) => {
    const { kind = '', id = '', currency = '', amount = '', note = '', form = '' } = fieldsOf(request.body)
    return attempt(
      request,
      async () => {
        await recordPayout(acting(request), {
          id: isUuid(form) ? form : undefined,
          payee: payeeOf(kind, id, currency),
          amountFcfa: readFcfa(amount) ?? 0,
          note,
        })
        return redirectAfter(reply, path, 'recorded')
      },
      ({ status, notice }) => {
        const typed = { amount: amount.slice(0, 20), note: note.slice(0, 200) }
        return show(request, reply, status, notice, { id, currency, ...typed, fault: notice.text })
      },
    )
  })

  app.post(`${path}/surplus`, options, async (request, reply) => {
    const { shop = '', payment = '', note = '' } = fieldsOf(request.body)
    return attempt(
      request,
      async () => {
        if (!isUuid(shop) || !isUuid(payment)) throw new ApiError('REFUND_NOT_FOUND')
        await settleSurplus(acting(request), { shopId: shop, requestId: payment, note })
        return redirectAfter(reply, path, 'settled')
      },
      ({ status, notice }) => show(request, reply, status, notice),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    refused?: RefusedPayment,
  ) {
    const { list, oldest } = await askedList(request)
    const before = oldest && { createdAt: oldest.created_at, id: oldest.id }
    const found = await listTransfers(db, list, { now: clock.now(), before, limit: pageSize + 1 })
    const owed = list === 'HELD' ? await listMostOwed(db, pageSize) : []
    const overpaid = list === 'HELD' ? await listOverpaid(db, pageSize) : []

    const language = languageOf(request)
    const t = speak(language)
    const transfers = found.slice(0, pageSize)
    const last = found.length > pageSize ? transfers.at(-1) : undefined
    const times = { language, timeZone, now: clock.now() }
    const rows = transfers.map((transfer) => transferRow(transfer, times))
    const lead = t(
      'What the service sends: sales to shops, what they earned to couriers, refunds to customers. It follows each until the mobile money operator has answered, and never sends twice.',
    )
    const aboutHeld = t(
      'The operator refused these, and the money is still owed. A refused number waits until the person has settled it with them or changed it; the rest goes out again at the time that is given, or at once if you send it again.',
    )
    const withForms: Owed[] = owed.map((each) => ({ ...each, formId: newId(clock.now()) }))
    const settling = html`!${overpaidCard(overpaid, language)}!${owedCard(withForms, refused, language)}`
    const page = servicePage(language, 'payouts', {
      notice,
      isFormPage: refused !== undefined,
      main: html`<p>${lead}</p>!${listTabs(list, language)}
!${list === 'HELD' && rows.length > 0 ? html`<p>${aboutHeld}</p>` : ''}
!${rowsOr(rows, t(emptyTexts[list]), 'ol')}!${waysOn(list, before !== undefined, last, language)}
!${list === 'HELD' ? settling : ''}`,
    })
    return deps.sendPage(request, reply, status, page)
  }

  /** The list that is asked for, and the transfer after which it begins. Throws CHOICE_UNKNOWN. */
  async function askedList({ query }: FastifyRequest) {
    const asked = (query ?? {}) as Record<string, unknown>
    const names = lists.map((each) => each.toLowerCase())
    const name = chosenOf('list', asked.list, names)
    const list = lists.find((each) => each.toLowerCase() === name) ?? 'HELD'
    const { before } = asked
    return {
      list,
      oldest: typeof before === 'string' && isUuid(before) ? await findTransfer(db, before) : undefined,
    }
  }
}

/** Throws PAYEE_NOT_FOUND for what names no shop or courier. */
function payeeOf(kind: string, id: string, currency: string): Payee {
  const isKnown = kind === 'SHOP_PAYOUT' || kind === 'COURIER_PAYOUT'
  if (!isKnown || !isUuid(id) || (currency !== 'XOF' && currency !== 'XAF'))
    throw new ApiError('PAYEE_NOT_FOUND')
  return { kind, id, currency: currency satisfies Currency }
}

const listTabs = (current: TransferList, language: Language): string =>
  tabs(
    lists.map((each) => ({
      href: listHref(each),
      label: speak(language)(listNames[each]),
      isCurrent: each === current,
    })),
  )

/** To the newest transfers of a list, and to those that are older than the `last` of a page. */
function waysOn(
  list: TransferList,
  isOlder: boolean,
  last: ListedTransfer | undefined,
  language: Language,
): string {
  if (!isOlder && !last) return ''
  const t = speak(language)
  const sign = list === 'HELD' ? '?' : '&'
  const href = listHref(list)
  const newest = html`<a class="button plain" href="${href}">${t('The newest#payouts')}</a>`
  const older =
    last &&
    html`<a class="button plain" href="${href}${sign}before=${last.id}">${t('Older ones#payouts')}</a>`
  return html`<div class="acts">!${isOlder ? newest : ''}!${older ?? ''}</div>`
}

function transferRow(
  transfer: ListedTransfer,
  { language, timeZone, now }: { language: Language; timeZone: string; now: Date },
): string {
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const { id, kind, state, reason, provider, provider_ref, netted_fcfa, retry_at, note, phone } = transfer
  const isTriedAgain = state === 'REFUSED' && retry_at !== null && retry_at > now
  const about = [
    t(payoutKinds[kind]),
    t(payoutStates[state]),
    reason && t(payoutReasons[reason]),
    isTriedAgain ? t('tried again on {when}', { when: when(retry_at) }) : '',
    netted_fcfa > 0 ? t('{amount} of fees taken off', { amount: amountText(netted_fcfa, language) }) : '',
  ]
  const traces = [
    when(transfer.ended_at ?? transfer.created_at),
    provider === byHand ? t('by hand') : providerAccountText(provider ?? '', language),
    provider === byHand || !phone ? '' : spacedPhone(phone),
    provider_ref,
    note,
  ]
  const who =
    kind === 'CUSTOMER_REFUND'
      ? html`<a class="inline" href="/operations/deliveries/${transfer.delivery_id}">${transfer.payee}</a>`
      : html`<strong>${transfer.payee}</strong>`
  const amount = amountText(transfer.amount_fcfa, language)
  const again = transfer.isHeld ? buttonForm(`${path}/${id}/retry`, t('Send again'), 'plain') : ''
  return html`<li><div class="line"><span>
!${who} · ${amount} · <span class="code">${transfer.reference}</span><br>
${about.filter(Boolean).join(' · ')}<br>
<span class="soft">${traces.filter(Boolean).join(' · ')}</span></span>!${again}</div></li>`
}
