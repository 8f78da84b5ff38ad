import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { customerName } from '../../../domain/deliveries/customer-name.ts'
import { failureReason } from '../../../domain/deliveries/failure-reason.ts'
import {
  courierCard,
  customerCard,
  deliveryMap,
  parcelCard,
} from '../../../web/delivery/delivery-cards-page.ts'
import { moneyCard } from '../../../web/delivery/delivery-money-page.ts'
import { storyCards } from '../../../web/delivery/delivery-story-page.ts'
import { handoverProofText } from '../../../web/delivery/handover-proof-text.ts'
import { statusKind } from '../../../web/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { saidByCustomerCard } from '../problems/problem-parts.ts'
import { interventionForms } from './intervention-forms-page.ts'
import { codesCard, declaredCard, peopleCard, requestsCard, searchCard } from './operated-cards-page.ts'
import type { OperatedDelivery } from './operated-delivery.ts'

/** Opens the photo of the place where the hand-over failed. */
const placePhotoLink = ({ href, placePhotoId, language }: OperatedDelivery): string =>
  placePhotoId === null
    ? ''
    : html`<br><a href="${href}/photos/${placePhotoId}">${speak(language)('Photo of the place where the hand-over failed')}</a>`

/** The page of one delivery for those who run the service: whom to call, what to do, then everything about it. */
export function operatedDeliveryPage(shown: OperatedDelivery, notice?: WorkspaceNotice): OperationsContent {
  const { row, language, now, timeZone, map } = shown
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const facts = [
    failureReason(row.failure_code, row.failure_note, language),
    handoverProofText(row, { timeZone, now }, language),
    row.due_at && t('Expires on {when}', { when: when(row.due_at) }),
    shown.acts.includes('BRING_BACK')
      ? t('The parcel was called back and is not at the shop again yet.')
      : null,
    row.courier_pay_fcfa === null
      ? null
      : `${row.courier_first_name ?? ''} ${t('earns {amount}', { amount: amountText(row.courier_pay_fcfa, language) })}`,
  ].filter((each) => each !== null)
  return {
    section: 'deliveries',
    isWide: true,
    title: row.reference,
    back: { href: '/operations/deliveries', label: t('Deliveries') },
    notice,
    isFormPage: notice?.kind === 'refused',
    live: `${shown.href}/live`,
    scripts: [...(map ? (['workspace-map.js'] as const) : []), 'workspace-live.js'],
    acts: html`<span class="badge ${statusKind(row.status)}">${row.status === 'ASSIGNED' && row.arrived_at_pickup_at ? t('Courier at the shop') : shown.values.delivery[row.status]}</span>`,
    main: html`<p class="soft">${shown.shop.name} · ${customerName(row)} · ${when(row.created_at)}!${facts.map((each) => html`<br>${each}`)}!${placePhotoLink(shown)}</p>
<div class="columns"><div>
!${declaredCard(shown)}
!${saidByCustomerCard(shown.said, shown)}
!${peopleCard(shown)}
!${interventionForms(shown)}
!${deliveryMap(shown)}
!${codesCard(shown)}
!${searchCard(shown)}
</div><div>
!${moneyCard(shown)}
!${requestsCard(shown)}
!${courierCard(shown)}
!${customerCard(shown)}
!${parcelCard(shown)}
!${storyCards(shown)}
</div></div>`,
  }
}
