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
import { tariffFormFields } from './tariff-form-page.ts'
import { tariffWording } from './tariff-wording.ts'

export type TariffScreen = {
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
  const words = tariffWording[language]
  const href = cityHref(city.id, '/tariff')
  const trial = draft ? html`<a class="button plain" href="${href}/trial">${words.trial.link}</a>` : undefined
  return {
    section: 'cities',
    title: words.title(city.name),
    back: { href: `/operations/cities/${city.id}`, label: city.name },
    notice,
    isFormPage,
    isWide: true,
    acts: trial,
    main: html`!${screen.current ? '' : html`<p class="notice warning">${words.noTariff}</p>`}!${termsTable(screen)}
!${toCome(screen)}!${draftPart(screen)}!${draft ? putPart(screen, draft) : ''}!${undoPart(screen)}!${historyPart(screen)}`,
  }
}

function termsTable(screen: TariffScreen): string {
  const { language, current, toCome, draft } = screen
  const words = tariffWording[language]
  const columns = [
    ...(current ? [{ label: words.columns.today, terms: current.tariff }] : []),
    ...(toCome
      ? [{ label: words.columns.toCome(moment(screen, toCome.scheduledFor)), terms: toCome.tariff }]
      : []),
    ...(draft ? [{ label: words.columns.draft, terms: draft.terms }] : []),
  ]
  if (columns.length === 0) return ''
  const shown = columns.map(({ terms }) => termTexts(terms, language))
  const row = ([name, first]: [string, string]) =>
    html`<tr><th scope="row">${words.terms[name] ?? name}</th>!${shown.map((texts) => {
      const text = texts[name] ?? ''
      return html`<td class="number">!${text === first ? html`${text}` : html`<mark>${text}</mark>`}</td>`
    })}</tr>`
  return html`<div class="table compare"><table><thead><tr><th></th>!${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead><tbody>!${Object.entries(shown[0] ?? {}).map(row)}</tbody></table></div>`
}

/** Each term as people read it, by its name. */
export function termTexts(terms: TariffTerms, language: Language): Record<string, string> {
  const words = tariffWording[language]
  const amount = (fcfa: number) => amountText(fcfa, language)
  const number = (value: number) => value.toLocaleString(language)
  const surcharges = surchargeTypes.map((type) => {
    const rule = terms.surcharges[type]
    if (!rule) return [type, words.none]
    const flat = amount(rule.flatFcfa)
    return [type, rule.perKmFcfa === 0 ? flat : words.surcharge(flat, amount(rule.perKmFcfa))]
  })
  return {
    baseFcfa: amount(terms.baseFcfa),
    includedKm: words.kilometres(number(terms.includedKm)),
    perKmFcfa: amount(terms.perKmFcfa),
    stepFcfa: amount(terms.stepFcfa),
    ...Object.fromEntries(surcharges),
    night: terms.night ? words.night(terms.night.from, terms.night.to) : words.none,
    collectionPercent: words.percent(number(terms.collectionFee.percent)),
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
  const words = tariffWording[language].toCome
  const form = postForm(
    `${cityHref(city.id, '/tariff')}/withdraw`,
    html`!${hiddenField('version', String(coming.tariff.version))}!${submitButton(words.withdraw, 'danger')}`,
    'row',
  )
  return html`<section class="card"><h2>${words.title}</h2><p>${words.lead(moment(screen, coming.scheduledFor))}</p>!${form}</section>`
}

function draftPart(screen: TariffScreen): string {
  const { draft, city, language, isEditing, typed, faults } = screen
  const words = tariffWording[language]
  const href = cityHref(city.id, '/tariff')
  const revision = hiddenField('revision', draft?.revision ?? '')
  const form = postForm(
    `${href}/draft`,
    html`!${revision}!${tariffFormFields(language, typed, faults)}!${submitButton(words.form.save)}`,
  )
  const saved = draft
    ? html`<p class="hint">${words.draft.savedBy(who(screen, draft.savedBy), moment(screen, draft.savedAt))}</p>`
    : ''
  const discard = draft
    ? postForm(`${href}/discard`, html`!${revision}!${submitButton(words.form.discard, 'danger')}`, 'row')
    : ''
  return html`<section class="card" id="draft"><h2>${words.draft.title}</h2><p>${words.draft.lead}</p>!${saved}
<details!${isEditing ? ' open' : ''}><summary>${draft ? words.draft.change : words.draft.begin}</summary>!${form}</details>!${discard}</section>`
}

function putPart(screen: TariffScreen, draft: TariffDraft): string {
  const { city, language, current, toCome: coming, typed, faults } = screen
  const words = tariffWording[language].put
  const href = `${cityHref(city.id, '/tariff')}/put`
  const shown = html`!${hiddenField('revision', draft.revision)}!${hiddenField('shown', String(current?.tariff.version ?? ''))}`
  const atOnce = postForm(
    href,
    html`!${shown}!${hiddenField('when', 'NOW')}!${submitButton(words.nowButton)}`,
  )
  const later = coming
    ? ''
    : postForm(
        href,
        html`!${shown}!${hiddenField('when', 'LATER')}!${textField({
          name: 'from',
          label: words.at,
          value: typed.from,
          hint: words.atHint(city.timeZone),
          error: faults.includes('from') ? words.atFault : undefined,
          attributes: { type: 'datetime-local', required: true },
        })}!${submitButton(words.atButton, 'plain')}`,
      )
  return html`<section class="card"><h2>${words.title}</h2><p>${words.lead}</p>!${atOnce}!${later}</section>`
}

function undoPart({ city, language, current, former }: TariffScreen): string {
  if (!current || !former) return ''
  const words = tariffWording[language].undo
  const { version } = former.tariff
  const form = postForm(
    `${cityHref(city.id, '/tariff')}/restore`,
    html`!${hiddenField('shown', String(current.tariff.version))}!${hiddenField('version', String(version))}!${submitButton(words.button(version), 'danger')}`,
    'row',
  )
  return html`<details class="card"><summary>${words.title}</summary><p>${words.lead(version)}</p>!${form}</details>`
}

function historyPart(screen: TariffScreen): string {
  const { history, language, city, hasOlder, isLater } = screen
  const words = tariffWording[language].history
  if (history.length === 0) return ''
  const href = cityHref(city.id, '/tariff')
  const last = history.at(-1)?.tariff.version ?? 0
  const newest = isLater ? html`<a class="button plain" href="${href}#history">${words.newest}</a>` : ''
  const older = hasOlder
    ? html`<a class="button plain" href="${href}?before=${last}#history">${words.older}</a>`
    : ''
  return html`<h2 id="history">${words.title}</h2><ol class="rows">!${history.map((kept) => historyRow(screen, kept))}</ol><p class="acts">!${newest}!${older}</p>`
}

function historyRow(screen: TariffScreen, kept: KeptTariff): string {
  const { language, current } = screen
  const words = tariffWording[language].history
  const { version } = kept.tariff
  const said = [
    words.at(who(screen, kept.createdBy), moment(screen, kept.createdAt)),
    ...(kept.scheduledFor ? [words.scheduled(moment(screen, kept.scheduledFor))] : []),
    ...(kept.restoresVersion ? [words.restores(kept.restoresVersion)] : []),
    ...(kept.withdrawnAt
      ? [words.withdrawn(who(screen, kept.withdrawnBy), moment(screen, kept.withdrawnAt))]
      : []),
  ]
  const badge = version === current?.tariff.version ? html` <span class="badge">${words.current}</span>` : ''
  const texts = Object.entries(termTexts(kept.tariff, language))
  return html`<li><div class="line whole"><span><strong>${words.version(version)}</strong>!${badge}<br><span class="soft">${said.join(' · ')}</span></span></div>
<details class="changes"><summary>${tariffWording[language].terms.baseFcfa ?? ''} ${texts[0]?.[1] ?? ''}</summary><dl>!${texts.map(([name, text]) => html`<div><dt>${tariffWording[language].terms[name] ?? name}</dt><dd>${text}</dd></div>`)}</dl></details></li>`
}

function who({ nameOf, language }: TariffScreen, actor: string | null): string {
  const words = tariffWording[language]
  return nameOf(actor) ?? (actor === null || actor.includes(':') ? words.someone : words.terminal)
}
