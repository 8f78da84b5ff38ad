import { deliveryStatuses, paymentStatuses } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isInternal } from '../../../domain/deliveries/delivery-event.ts'
import { deliveryTransitions, isFinal, transitionsFrom } from '../../../domain/deliveries/delivery-status.ts'
import { failureWording } from '../../../domain/deliveries/failure-reason.ts'
import { paymentTransitions, paymentTransitionsFrom } from '../../../domain/payments/payment-status.ts'
import { docsPath } from '../docs-list.ts'
import { docsWording } from '../docs-wording.ts'
import { type DocsSection, escaped, heading, inlineHtml, table } from '../html-parts.ts'
import { limitsLine } from './schema-fields.ts'
import { deliveryStatusWording, paymentStatusWording } from './status-wording.ts'

type Transition = { to: string; emits: string | null }

/** Every status with its meaning and what follows it, read from the tables that the service itself goes by. */
export function statusesPage(language: Language): { sections: DocsSection[]; html: string } {
  const words = docsWording[language].statuses
  const sections = [
    { id: 'delivery', title: words.delivery },
    { id: 'payment', title: words.payment },
    { id: 'failures', title: words.failures },
  ]
  const ofDelivery = deliveryStatuses.map((status) => {
    const following = transitionsFrom(status).map((each) => deliveryTransitions[each])
    const next = isFinal(status) ? words.final : nextText(following, '', language)
    return `<div id="${status}"><dt><code>${status}</code></dt><dd><p>${inlineHtml(deliveryStatusWording[status][language])}</p>${limitsLine([next])}</dd></div>`
  })
  const ofPayment = paymentStatuses.map((status) => {
    const following = paymentTransitionsFrom(status).map((each) => paymentTransitions[each])
    const next = nextText(following, 'payment-', language)
    return `<div id="payment-${status}"><dt><code>${status}</code></dt><dd><p>${inlineHtml(paymentStatusWording[status][language])}</p>${limitsLine([next])}</dd></div>`
  })
  const failures = Object.entries(failureWording).map(([code, wording]) => [
    `<code>${code}</code>`,
    escaped(wording[language]),
  ])
  return {
    sections,
    html: [
      `<p class="lead">${words.lead}</p><p>${words.begins.replace(/\b[A-Z]+_[A-Z_]+\b/g, '<code>$&</code>')}</p>`,
      `${heading(2, 'delivery', words.delivery)}<dl class="fields">${ofDelivery.join('')}</dl>`,
      `${heading(2, 'payment', words.payment)}<dl class="fields">${ofPayment.join('')}</dl>`,
      `${heading(2, 'failures', words.failures)}<p>${words.failuresLead.replace('failureReason', '<code>$&</code>')}</p>`,
      table(words.failureColumns, words.failureColumns, failures),
    ].join('\n'),
  }
}

/** Where a status leads, with the event that each step emits to partners. */
function nextText(transitions: readonly Transition[], prefix: string, language: Language): string {
  const { leadsTo, event } = docsWording[language].statuses
  const ways = transitions.map(({ to, emits }) => {
    const emitted =
      emits && !isInternal(emits)
        ? ` (${event} <a href="${docsPath(language, 'events')}#${emits}"><code>${emits}</code></a>)`
        : ''
    return `<a href="#${prefix}${to}"><code>${to}</code></a>${emitted}`
  })
  return ways.length === 0 ? '' : `${leadsTo} ${[...new Set(ways)].join(', ')}`
}
