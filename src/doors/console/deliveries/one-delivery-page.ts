import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
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
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { actCards, cancelForm } from './delivery-acts-page.ts'
import type { ShownDelivery } from './shown-delivery.ts'

/** The page of one delivery: what to do now, then everything about it. */
export function oneDeliveryPage(facts: ShownDelivery, notice?: WorkspaceNotice): ConsoleContent {
  const { row, language, shopHref, now, timeZone, map } = facts
  const t = speak(language)
  const failure = [
    failureReason(row.failure_code, row.failure_note, language),
    handoverProofText(row, { timeZone, now }, language),
  ].filter((each) => each !== null)
  return {
    section: 'deliveries',
    isWide: true,
    title: row.reference,
    back: { href: `${shopHref}/deliveries`, label: t('Deliveries') },
    notice,
    isFormPage: notice?.kind === 'refused',
    live: `${shopHref}/live?delivery=${row.id}`,
    scripts: [
      ...(map ? (['workspace-map.js'] as const) : []),
      'workspace-live.js',
      ...(facts.sharing ? (['console-share.js'] as const) : []),
    ],
    acts: html`<span class="badge ${statusKind(row.status)}">${facts.values.delivery[row.status]}</span>`,
    main: html`<p class="soft">${customerName(row)} · ${momentText(row.created_at, { timeZone, now }, language)}!${failure.map((each) => html`<br>${each}`)}</p>
<div class="columns"><div>
!${actCards(facts)}
!${deliveryMap(facts)}
!${courierCard(facts)}
!${customerCard(facts)}
</div><div>
!${moneyCard(facts)}
!${parcelCard(facts)}
<div class="acts"><a class="button plain" href="${shopHref}/deliveries/new?from=${row.id}">${t('Order it again')}</a>
<a class="button plain" href="${shopHref}/deliveries/labels?id=${row.id}">${t('Label')}</a></div>
!${cancelForm(facts)}
!${storyCards(facts)}
</div></div>`,
  }
}
