import { html } from 'ghtml'
import { surchargeTypes } from '../../../../base/contract/vocabulary.ts'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { TariffDraft } from '../../../../domain/pricing/drafting/tariff-draft-store.ts'
import type { TariffTerms } from '../../../../domain/pricing/tariff.ts'
import type { KeptTariff } from '../../../../domain/pricing/tariff-store.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { cityHref } from '../../cities/city-request.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { tariffFormFields, tariffTerms } from './tariff-form-page.ts'

type TariffScreen = {
  language: Language
  city: City
  now: Date
  current: KeptTariff | undefined
  former: KeptTariff | undefined
  toCome: KeptTariff | undefined
  draft: TariffDraft | undefined
  history: readonly KeptTariff[]
  /** Whether there are older versions than those of this page. */
  hasOlder: boolean
  isLater: boolean
  nameOf: (actor: string | null) => string | undefined
  typed: Record<string, string>
  faults: readonly string[]
  isEditing: boolean
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** The tariff of a city: in force, to come and drafted beside each other, what can be done with them, and the history. */
export function tariffPage(screen: TariffScreen): OperationsContent {
  const { language, city, notice, isFormPage, draft } = screen
  const t = speak(language)
  const href = cityHref(city.id, '/tariff')
  const trial = draft
    ? html`<a class="button plain" href="${href}/trial">${t('Try the draft')}</a>`
    : undefined
  return {
    section: 'cities',
    title: t('Tariff of {city}', { city: city.name }),
    back: { href: `/operations/cities/${city.id}`, label: city.name },
    notice,
    isFormPage,
    isWide: true,
    acts: trial,
    main: html`!${screen.current ? '' : html`<p class="notice warning">${t('This city has no tariff yet, so it is not served. Write a draft and put it in force.')}</p>`}!${termsTable(screen)}
!${toCome(screen)}!${draftPart(screen)}!${draft ? putPart(screen, draft) : ''}!${undoPart(screen)}!${historyPart(screen)}`,
  }
}

function termsTable(screen: TariffScreen): string {
  const { language, current, toCome, draft } = screen
  const t = speak(language)
  const columns = [
    ...(current ? [{ label: t('In force'), terms: current.tariff }] : []),
    ...(toCome
      ? [{ label: t('From {moment}', { moment: moment(screen, toCome.scheduledFor) }), terms: toCome.tariff }]
      : []),
    ...(draft ? [{ label: t('Draft'), terms: draft.terms }] : []),
  ]
  if (columns.length === 0) return ''
  const shown = columns.map(({ terms }) => termTexts(terms, language))
  const row = ([name, first]: [string, string]) =>
    html`<tr><th scope="row">${termName(name, language)}</th>!${shown.map((texts) => {
      const text = texts[name] ?? ''
      return html`<td class="number">!${text === first ? html`${text}` : html`<mark>${text}</mark>`}</td>`
    })}</tr>`
  return html`<div class="table compare"><table><thead><tr><th></th>!${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead><tbody>!${Object.entries(shown[0] ?? {}).map(row)}</tbody></table></div>`
}

/** Each term as people read it, by its name. */
function termTexts(terms: TariffTerms, language: Language): Record<string, string> {
  const t = speak(language)
  const amount = (fcfa: number) => amountText(fcfa, language)
  const number = (value: number) => value.toLocaleString(language)
  const surcharges = surchargeTypes.map((type) => {
    const rule = terms.surcharges[type]
    if (!rule) return [type, t('–')]
    const flat = amount(rule.flatFcfa)
    return [
      type,
      rule.perKmFcfa === 0 ? flat : t('{flat} + {perKm} a km', { flat, perKm: amount(rule.perKmFcfa) }),
    ]
  })
  return {
    baseFcfa: amount(terms.baseFcfa),
    includedKm: t('{km} km', { km: number(terms.includedKm) }),
    perKmFcfa: amount(terms.perKmFcfa),
    stepFcfa: amount(terms.stepFcfa),
    ...Object.fromEntries(surcharges),
    night: terms.night ? t('from {from} to {to}', { from: terms.night.from, to: terms.night.to }) : t('–'),
    collectionPercent: t('{share} %', { share: number(terms.collectionFee.percent) }),
    collectionMinimumFcfa: amount(terms.collectionFee.minimumFcfa),
    cancellationFeeFcfa: amount(terms.cancellationFeeFcfa),
    returnFeeFcfa: amount(terms.returnFeeFcfa),
  }
}

const moment = ({ city, now, language }: TariffScreen, at: Date | null): string =>
  at ? momentText(at, { timeZone: city.timeZone, now }, language) : ''

function toCome(screen: TariffScreen): string {
  const { toCome: coming, city, language } = screen
  if (!coming) return ''
  const t = speak(language)
  const form = postForm(
    `${cityHref(city.id, '/tariff')}/withdraw`,
    html`!${hiddenField('version', String(coming.tariff.version))}!${submitButton(t('Withdraw this tariff'), 'danger')}`,
    'row',
  )
  return html`<section class="card"><h2>${t('Tariff to come')}</h2><p>${t('It comes into force by itself on {moment}.', { moment: moment(screen, coming.scheduledFor) })}</p>!${form}</section>`
}

function draftPart(screen: TariffScreen): string {
  const { draft, city, language, isEditing, typed, faults } = screen
  const t = speak(language)
  const href = cityHref(city.id, '/tariff')
  const revision = hiddenField('revision', draft?.revision ?? '')
  const form = postForm(
    `${href}/draft`,
    html`!${revision}!${tariffFormFields(language, typed, faults)}!${submitButton(t('Save the draft'))}`,
  )
  const saved = draft
    ? html`<p class="hint">${t('Saved by {who}, {at}.', { who: who(screen, draft.savedBy), at: moment(screen, draft.savedAt) })}</p>`
    : ''
  const discard = draft
    ? postForm(
        `${href}/discard`,
        html`!${revision}!${submitButton(t('Throw the draft away'), 'danger')}`,
        'row',
      )
    : ''
  return html`<section class="card" id="draft"><h2>${t('Draft')}</h2><p>${t('A draft changes no price. Try it, then put it in force.')}</p>!${saved}
<details!${isEditing ? ' open' : ''}><summary>${draft ? t('Change the draft') : t('Prepare a new tariff')}</summary>!${form}</details>!${discard}</section>`
}

function putPart(screen: TariffScreen, draft: TariffDraft): string {
  const { city, language, current, toCome: coming, typed, faults } = screen
  const t = speak(language)
  const href = `${cityHref(city.id, '/tariff')}/put`
  const shown = html`!${hiddenField('revision', draft.revision)}!${hiddenField('shown', String(current?.tariff.version ?? ''))}`
  const atOnce = postForm(
    href,
    html`!${shown}!${hiddenField('when', 'NOW')}!${submitButton(t('Put in force now'))}`,
  )
  const later = coming
    ? ''
    : postForm(
        href,
        html`!${shown}!${hiddenField('when', 'LATER')}!${textField({
          name: 'from',
          label: t('From#put'),
          value: typed.from,
          hint: t('Time of the city ({zone}). A pickup planned after this moment costs the new price.', {
            zone: city.timeZone,
          }),
          error: faults.includes('from') ? t('Give a day and a time.') : undefined,
          attributes: { type: 'datetime-local', required: true },
        })}!${submitButton(t('Schedule'), 'plain')}`,
      )
  return html`<section class="card"><h2>${t('Put in force')}</h2><p>${t('Deliveries already ordered keep their price.')}</p>!${atOnce}!${later}</section>`
}

function undoPart({ city, language, current, former }: TariffScreen): string {
  if (!current || !former) return ''
  const t = speak(language)
  const { version } = former.tariff
  const form = postForm(
    `${cityHref(city.id, '/tariff')}/restore`,
    html`!${hiddenField('shown', String(current.tariff.version))}!${hiddenField('version', String(version))}!${submitButton(t('Go back to version {version}', { version }), 'danger')}`,
    'row',
  )
  return html`<details class="card"><summary>${t('Go back')}</summary><p>${t('The prices of version {version} come back at once, as a new version. Deliveries already ordered keep their price.', { version })}</p>!${form}</details>`
}

function historyPart(screen: TariffScreen): string {
  const { history, language, city, hasOlder, isLater } = screen
  const t = speak(language)
  if (history.length === 0) return ''
  const href = cityHref(city.id, '/tariff')
  const last = history.at(-1)?.tariff.version ?? 0
  const newest = isLater ? html`<a class="button plain" href="${href}#history">${t('The newest')}</a>` : ''
  const older = hasOlder
    ? html`<a class="button plain" href="${href}?before=${last}#history">${t('Older ones')}</a>`
    : ''
  return html`<h2 id="history">${t('History')}</h2><ol class="rows">!${history.map((kept) => historyRow(screen, kept))}</ol><p class="acts">!${newest}!${older}</p>`
}

function historyRow(screen: TariffScreen, kept: KeptTariff): string {
  const { language, current } = screen
  const t = speak(language)
  const { version } = kept.tariff
  const said = [
    t('{who}, {at}', { who: who(screen, kept.createdBy), at: moment(screen, kept.createdAt) }),
    ...(kept.scheduledFor ? [t('scheduled for {at}', { at: moment(screen, kept.scheduledFor) })] : []),
    ...(kept.restoresVersion ? [t('brings back version {version}', { version: kept.restoresVersion })] : []),
    ...(kept.withdrawnAt
      ? [
          t('withdrawn by {who}, {at}', {
            who: who(screen, kept.withdrawnBy),
            at: moment(screen, kept.withdrawnAt),
          }),
        ]
      : []),
  ]
  const badge = version === current?.tariff.version ? html` <span class="badge">${t('in force')}</span>` : ''
  const texts = Object.entries(termTexts(kept.tariff, language))
  return html`<li><div class="line whole"><span><strong>${t('Version {version}', { version })}</strong>!${badge}<br><span class="soft">${said.join(' · ')}</span></span></div>
<details class="changes"><summary>${termName('baseFcfa', language)} ${texts[0]?.[1] ?? ''}</summary><dl>!${texts.map(([name, text]) => html`<div><dt>${termName(name, language)}</dt><dd>${text}</dd></div>`)}</dl></details></li>`
}

/** The name of a term, as the form calls it. */
function termName(name: string, language: Language): string {
  const term = tariffTerms[name]
  return term ? speak(language)(term) : name
}

function who({ nameOf, language }: TariffScreen, actor: string | null): string {
  const t = speak(language)
  return nameOf(actor) ?? (actor === null || actor.includes(':') ? t('somebody') : t('the service'))
}
