import { html } from 'ghtml'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { InterventionAct, ShareChannel } from '../../domain/deliveries/deliveries-tables.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { PickupReason } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { StoryLine } from '../../domain/deliveries/story/delivery-story.ts'
import type { NamedActor } from '../../domain/shops/name-actors.ts'
import { speak, type WebText } from '../web-words.ts'
import { byReader, type DeliveryFacts } from './delivery-facts.ts'

const interventionNames: Record<InterventionAct, WebText> = {
  ASSIGN: 'Courier chosen',
  REASSIGN: 'Courier replaced',
  CANCEL: 'Delivery cancelled',
  EXPIRE: 'Delivery ended',
  EXTEND: 'Deadline moved',
  FAIL: 'Failure noted',
  UNLOCK_CODE: 'Code unlocked',
  ARRIVE: 'The courier arrived at the shop',
  PICK_UP: 'Parcel picked up without a code',
  HAND_OVER: 'Parcel handed over without a code',
  RETURN: 'Return noted',
  BRING_BACK: 'The parcel called back is at the shop again',
}

const sharedTexts: Record<ShareChannel, WebText> = {
  WHATSAPP: 'Link sent to the customer by WhatsApp',
  SMS: 'Link sent to the customer by SMS',
  COPY: 'Link sent to the customer',
}

const problemReasons: Record<PickupReason, WebText> = {
  SHOP_CLOSED: 'Shop closed',
  PARCEL_NOT_READY: 'Parcel not ready',
  BREAKDOWN: 'Courier’s breakdown',
  PARCEL_TOO_LARGE: 'Parcel too large',
}

const messageStates = {
  PENDING: 'waiting#states',
  SENT: 'sent',
  FAILED: 'not sent',
  SKIPPED: 'no longer needed',
} as const

const reportNames = {
  sent: 'sent',
  failed: 'not received',
  delivered: 'received',
  read: 'read',
} as const

const dispatchStates = {
  PENDING: 'under way',
  DELIVERED: 'received',
  EXHAUSTED: 'given up',
} as const

/** What happened and who did it, then the messages and the webhooks that followed. */
export const storyCards = (facts: DeliveryFacts): string =>
  [timeline(facts), messages(facts), webhooks(facts)].join('\n')

function timeline(facts: DeliveryFacts): string {
  const t = speak(facts.language)
  const lines = facts.story.toReversed().map((line) => {
    const { what, why } = told(line, facts)
    const { kind, name } = facts.nameOf(line.actor)
    // The one who has the parcel now need not be the one who could not take it.
    const isOfNow = kind === 'COURIER' && line.kind !== 'PICKUP_PROBLEM'
    const courier = isOfNow ? facts.row.courier_first_name : kind === 'COURIER' ? null : name
    return html`<li>!${[
      html`<strong>${what}</strong>`,
      why ? html`<br>${why}` : '',
      html`<br><span class="soft">${when(facts, line.at)} ${byText(kind, courier, facts.language)}</span>`,
    ]}</li>`
  })
  const list = html`<ol class="timeline" reversed>!${lines}</ol>`
  return html`<section class="card"><h2>${t('History')}</h2>!${list}</section>`
}

function told(line: StoryLine, facts: DeliveryFacts): { what: string; why?: string | null } {
  const { payment, paymentWithdrawn, paymentDenied, field } = facts.values
  const t = speak(facts.language)
  switch (line.kind) {
    case 'STATUS':
      return { what: statusOf(line, facts), why: reasonsOf(line, facts.language) }
    case 'INTERVENTION':
      return { what: t(interventionNames[line.act]), why: line.note }
    case 'CHANGED':
      return { what: t('Changed: {fields}', { fields: line.fields.map((name) => field[name]).join(', ') }) }
    case 'PAYMENT':
      return {
        what: line.isDenial
          ? paymentDenied
          : line.status === 'NOT_REQUESTED'
            ? paymentWithdrawn
            : payment[line.status],
        why: line.note,
      }
    case 'SHARED':
      return { what: t(sharedTexts[line.channel]) }
    case 'PICKUP_PROBLEM': {
      const what = line.waitsUntil
        ? t('The courier waits until {until}', { until: when(facts, line.waitsUntil) })
        : t('The courier leaves the parcel to another')
      return { what, why: [t(problemReasons[line.reason]), line.words].filter(Boolean).join(' · ') }
    }
    case 'COURIER_ARRIVED':
      return { what: byReader(facts, 'The courier arrived at your shop', 'The courier arrived at the shop') }
  }
}

type StatusLine = Extract<StoryLine, { kind: 'STATUS' }>

/** The status, and that no code was given where one is due. */
function statusOf({ status, intervention }: StatusLine, { values, language }: DeliveryFacts): string {
  const isWithoutCode = intervention === 'PICK_UP' || intervention === 'HAND_OVER'
  return values.delivery[status] + (isWithoutCode ? ` (${speak(language)('without a code')})` : '')
}

/** The coded reason of a failure, and what somebody wrote beside it. */
function reasonsOf({ failureCode, note }: StatusLine, language: Language): string | null {
  const reasons = [failureReason(failureCode, note, language), note].filter((each) => each !== null)
  return [...new Set(reasons)].join(' · ') || null
}

const channelNames = { WHATSAPP: 'WhatsApp', SMS: 'SMS', EMAIL: 'e-mail' }

function messages(facts: DeliveryFacts): string {
  const t = speak(facts.language)
  const { message } = facts.values
  if (facts.messages.length === 0) return ''
  const lines = facts.messages.map(
    ({ kind, state, provider_status: report, created_at, sent_at, channel }) => {
      const said = report ? t(reportNames[report]) : t(messageStates[state])
      const by = channel === null || channel === 'OUTBOX' ? '' : ` · ${channelNames[channel]}`
      const look = state === 'FAILED' || report === 'failed' ? 'bad' : 'over'
      const at = html`<span class="soft">${when(facts, sent_at ?? created_at)}${by}</span>`
      return html`<li><div class="line">!${[
        html`<span><strong>${message[kind] ?? kind}</strong><br>!${at}</span>`,
        html`<span class="badge ${look}">${said}</span>`,
      ]}</div></li>`
    },
  )
  return html`<h2>${t('Messages')}</h2><ul class="rows">!${lines}</ul>`
}

function webhooks(facts: DeliveryFacts): string {
  const t = speak(facts.language)
  if (facts.dispatches.length === 0) return ''
  const look = { PENDING: 'waiting', DELIVERED: 'over', EXHAUSTED: 'bad' }
  const lines = facts.dispatches.map(({ endpointId, eventId, type, url, state, attempts, createdAt }) => {
    const count = t('{count, plural, one {1 attempt} other {{count} attempts}}', { count: attempts })
    const about = html`${new URL(url).host}<br>${when(facts, createdAt)} · ${count}`
    const parts = [
      html`<span><strong>${type}</strong> <span class="soft">!${about}</span></span>`,
      html`<span class="badge ${look[state]}">${t(dispatchStates[state])}</span>`,
    ]
    // A row leads on where its reader may follow.
    const href = facts.attemptsHref?.(endpointId, eventId)
    return href === undefined
      ? html`<li><div class="line">!${parts}</div></li>`
      : html`<li><a href="${href}">!${parts}</a></li>`
  })
  return html`<h2>${t('Webhooks')}</h2><ul class="rows">!${lines}</ul>`
}

const when = ({ timeZone, now, language }: DeliveryFacts, at: Date): string =>
  momentText(at, { timeZone, now }, language)

/** Who did it, in words. */
function byText(kind: NamedActor['kind'], name: string | null, language: Language): string {
  const t = speak(language)
  if (kind === 'SYSTEM') return ''
  if (kind === 'CUSTOMER') return t('by the customer')
  if (kind === 'API_KEY') return name ? t('by the API (key “{name}”)', { name }) : t('by the API')
  if (kind === 'CLI' || (kind === 'OPERATOR' && !name)) return t('by the operator')
  if (name !== null) return t('by {name}', { name })
  return kind === 'COURIER' ? t('by the courier') : t('by somebody of the shop')
}
