import { html } from 'ghtml'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import {
  type Incident,
  type PublicPart,
  type PublicState,
  type PublicStatus,
  publicParts,
} from '../../domain/monitoring/health/public-status.ts'
import type { PageBrand } from '../../pages/company-colour.ts'
import { withFixedSpaces } from '../../pages/french-spaces.ts'
import { plainPage } from '../../pages/plain-frame.ts'
import { type FrontText, speak } from './front-words.ts'

const partNames: Record<PublicPart, FrontText> = {
  API: 'API and pages',
  WEBHOOKS: 'Webhooks',
  MESSAGES: 'Messages to customers and couriers',
  PAYMENTS: 'Mobile money',
}

const stateNames: Record<PublicState, FrontText> = {
  WORKS: 'works',
  SLOW: 'works, but late or with failures',
  DISRUPTED: 'is interrupted',
  OFF: 'is not set up here',
  UNKNOWN: 'cannot be told now',
}

/** Read before its words, and without colours. */
const stateSigns: Record<PublicState, string> = {
  WORKS: '✓',
  SLOW: '!',
  DISRUPTED: '✗',
  OFF: '–',
  UNKNOWN: '?',
}

/** How the service does, for anybody: each part in one word, and its last interruptions. */
export function serviceStatusPage(
  language: Language,
  { takenAt, parts, incidents }: PublicStatus,
  { brand, timeZone }: { brand: PageBrand; timeZone: string },
): string {
  const t = speak(language)
  const { code, name } =
    language === 'fr' ? { code: 'en', name: 'English' } : { code: 'fr', name: 'Français' }
  const states = publicParts.map((part) => parts[part])
  const isWell = states.every((state) => state === 'WORKS' || state === 'OFF')
  const title = isWell ? t('Everything works') : t('Something does not work as it should')
  const when = t('Seen on {when}. This page is renewed every half a minute.', {
    when: momentText(takenAt, { timeZone, now: takenAt }, language),
  })
  const listed = publicParts.map((part) => {
    const state = parts[part]
    const partName = html`<strong>${stateSigns[state]} ${t(partNames[part])}</strong>`
    return html`<li><p>!${partName} <span>${t(stateNames[state])}</span></p></li>`
  })
  const past = incidents.map((incident) => incidentLine(incident, language, { timeZone, now: takenAt }))
  const about = t(
    'What lasted a few minutes at least is listed for 90 days. An outage of the whole service is not: it could not be written down.',
  )
  const main = html`<h1>${title}</h1>
<p class="soft">${when}</p>
<ul>!${listed}</ul>
<h2>${t('Last interruptions')}</h2>
!${past.length === 0 ? html`<p>${t('None.')}</p>` : html`<ul>!${past}</ul>`}
<p class="soft">${about}</p>
<p class="soft"><a href="/status.json">${t('The same for programs')}</a></p>`
  return plainPage(language, {
    title: t('State of the service · Colis'),
    main: language === 'fr' ? withFixedSpaces(main) : main,
    brand,
    beside: html`<a href="/status?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`,
  })
}

function incidentLine(
  { part, since, until }: Incident,
  language: Language,
  clock: { timeZone: string; now: Date },
): string {
  const t = speak(language)
  const from = momentText(since, clock, language)
  const span =
    until === null
      ? t('since {from}', { from })
      : t('from {from} to {until}', { from, until: momentText(until, clock, language) })
  return html`<li><p><strong>${t(partNames[part])}</strong> <span>${span}</span></p></li>`
}
