import { html } from 'ghtml'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { StoryLine } from '../../domain/deliveries/story/delivery-story.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

/** What happened and who did it, then the messages and the webhooks that followed. */
export const storyCards = (facts: DeliveryFacts): string =>
  [timeline(facts), messages(facts), webhooks(facts)].join('\n')

function timeline(facts: DeliveryFacts): string {
  const words = facts.words.story
  const lines = facts.story.toReversed().map((line) => {
    const { what, why } = told(line, facts)
    const { kind, name } = facts.nameOf(line.actor)
    // The one who has the parcel now need not be the one who could not take it.
    const isOfNow = kind === 'COURIER' && line.kind !== 'PICKUP_PROBLEM'
    const courier = isOfNow ? facts.row.courier_first_name : kind === 'COURIER' ? null : name
    return html`<li><strong>${what}</strong>!${why ? html`<br>${why}` : ''}<br><span class="soft">${when(facts, line.at)} ${words.by[kind](courier)}</span></li>`
  })
  return html`<section class="card"><h2>${words.heading}</h2><ol class="timeline" reversed>!${lines}</ol></section>`
}

function told(line: StoryLine, facts: DeliveryFacts): { what: string; why?: string | null } {
  const { payment, paymentWithdrawn, paymentDenied, field } = facts.values
  const words = facts.words.story
  switch (line.kind) {
    case 'STATUS':
      return { what: statusOf(line, facts), why: reasonsOf(line, facts.language) }
    case 'INTERVENTION':
      return { what: words.interventions[line.act], why: line.note }
    case 'CHANGED':
      return { what: words.changed(line.fields.map((name) => field[name]).join(', ')) }
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
      return { what: words.shared[line.channel] }
    case 'PICKUP_PROBLEM': {
      const { waits, freed, reasons } = words.problem
      const what = line.waitsUntil ? waits(when(facts, line.waitsUntil)) : freed
      return { what, why: [reasons[line.reason], line.words].filter(Boolean).join(' · ') }
    }
    case 'COURIER_ARRIVED':
      return { what: words.arrived }
  }
}

type StatusLine = Extract<StoryLine, { kind: 'STATUS' }>

/** The status, and that no code was given where one is due. */
function statusOf({ status, intervention }: StatusLine, { values, words }: DeliveryFacts): string {
  const isWithoutCode = intervention === 'PICK_UP' || intervention === 'HAND_OVER'
  return values.delivery[status] + (isWithoutCode ? ` (${words.story.withoutCode})` : '')
}

/** The coded reason of a failure, and what somebody wrote beside it. */
function reasonsOf({ failureCode, note }: StatusLine, language: Language): string | null {
  const reasons = [failureReason(failureCode, note, language), note].filter((each) => each !== null)
  return [...new Set(reasons)].join(' · ') || null
}

const channelNames = { WHATSAPP: 'WhatsApp', SMS: 'SMS', EMAIL: 'e-mail' }

function messages(facts: DeliveryFacts): string {
  const words = facts.words.messages
  const { message } = facts.values
  if (facts.messages.length === 0) return ''
  const lines = facts.messages.map(
    ({ kind, state, provider_status: report, created_at, sent_at, channel }) => {
      const said = report ? words.reports[report] : words.states[state]
      const by = channel === null || channel === 'OUTBOX' ? '' : ` · ${channelNames[channel]}`
      return html`<li><div class="line"><span><strong>${message[kind] ?? kind}</strong><br><span class="soft">${when(facts, sent_at ?? created_at)}${by}</span></span><span class="badge ${state === 'FAILED' || report === 'failed' ? 'bad' : 'over'}">${said}</span></div></li>`
    },
  )
  return html`<h2>${words.heading}</h2><ul class="rows">!${lines}</ul>`
}

function webhooks(facts: DeliveryFacts): string {
  const words = facts.words.webhooks
  if (facts.dispatches.length === 0) return ''
  const look = { PENDING: 'waiting', DELIVERED: 'over', EXHAUSTED: 'bad' }
  const lines = facts.dispatches.map(
    ({ endpointId, eventId, type, url, state, attempts, createdAt }) =>
      html`<li>!${opening(facts.attemptsHref?.(endpointId, eventId))}<span><strong>${type}</strong> <span class="soft">${new URL(url).host}<br>${when(facts, createdAt)} · ${words.attempts(attempts)}</span></span><span class="badge ${look[state]}">${words.states[state]}</span>!${facts.attemptsHref ? '</a>' : '</div>'}</li>`,
  )
  return html`<h2>${words.heading}</h2><ul class="rows">!${lines}</ul>`
}

/** A row that leads on where its reader may follow. */
const opening = (href: string | undefined): string =>
  href === undefined ? '<div class="line">' : html`<a href="${href}">`

const when = ({ timeZone, now, language }: DeliveryFacts, at: Date): string =>
  momentText(at, { timeZone, now }, language)
