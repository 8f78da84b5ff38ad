import { html } from 'ghtml'
import type { TariffDraft } from '../../../../domain/pricing/drafting/tariff-draft-store.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import { cityHref } from '../../cities/city-request.ts'
import { speak } from '../../operations-words.ts'
import { type TariffFaults, type TypedTariff, tariffFields } from './tariff-form.ts'
import { historyPart, momentIn, type ShownTariffs, termsTable, whoIn } from './tariff-tables.ts'

/** What was typed into the forms of a tariff, and what is wrong with it. */
export type FilledTariff = {
  typed: TypedTariff
  faults: TariffFaults
  /** Whether the draft is open to be changed. */
  isEditing: boolean
}
type TariffScreen = ShownTariffs & FilledTariff

/** The tariffs of a city, what can be done with each of them, and the history. */
export function tariffParts(screen: TariffScreen): string {
  const { language, current, draft } = screen
  const none = speak(language)(
    'This city has no tariff yet, so it is not served. Write a draft and put it in force.',
  )
  return html`!${current ? '' : html`<p class="notice warning">${none}</p>`}
!${termsTable(screen)}
!${toComeCard(screen)}
!${draftCard(screen)}
!${draft ? putCard(screen, draft) : ''}
!${undoCard(screen)}
!${historyPart(screen)}`
}

function toComeCard(screen: TariffScreen): string {
  const { toCome, city, language } = screen
  if (!toCome) return ''
  const t = speak(language)
  const moment = momentIn(screen, toCome.scheduledFor)
  const version = hiddenField('version', String(toCome.tariff.version))
  const withdraw = html`!${version}!${submitButton(t('Withdraw this tariff'), 'danger')}`
  return html`<section class="card"><h2>${t('Tariff to come')}</h2>
<p>${t('It comes into force by itself on {moment}.', { moment })}</p>
!${postForm(`${cityHref(city.id, '/tariff')}/withdraw`, withdraw, 'row')}</section>`
}

function draftCard(screen: TariffScreen): string {
  const { draft, city, language, isEditing, typed, faults } = screen
  const t = speak(language)
  const href = cityHref(city.id, '/tariff')
  const revision = hiddenField('revision', draft?.revision ?? '')
  const fields = html`!${revision}!${tariffFields(language, typed, faults)}
!${submitButton(t('Save the draft'))}`
  const discard = html`!${revision}!${submitButton(t('Throw the draft away'), 'danger')}`
  const by = draft && { who: whoIn(screen, draft.savedBy), at: momentIn(screen, draft.savedAt) }
  return html`<section class="card" id="draft"><h2>${t('Draft')}</h2>
<p>${t('A draft changes no price. Try it, then put it in force.')}</p>
!${by ? html`<p class="hint">${t('Saved by {who}, {at}.', by)}</p>` : ''}
<details!${isEditing ? ' open' : ''}>
<summary>${draft ? t('Change the draft') : t('Prepare a new tariff')}</summary>
!${postForm(`${href}/draft`, fields)}</details>
!${draft ? postForm(`${href}/discard`, discard, 'row') : ''}</section>`
}

function putCard(screen: TariffScreen, draft: TariffDraft): string {
  const { city, language, current, toCome, typed, faults } = screen
  const t = speak(language)
  const href = `${cityHref(city.id, '/tariff')}/put`
  const revision = hiddenField('revision', draft.revision)
  const shown = html`!${revision}!${hiddenField('shown', String(current?.tariff.version ?? ''))}`
  const now = html`!${shown}!${hiddenField('when', 'NOW')}!${submitButton(t('Put in force now'))}`
  const from = textField({
    name: 'from',
    label: t('From#put'),
    value: typed.from,
    hint: t('Time of the city ({zone}). A pickup planned after this moment costs the new price.', {
      zone: city.timeZone,
    }),
    error: faults.from,
    attributes: { type: 'datetime-local', required: true },
  })
  const later = html`!${shown}!${hiddenField('when', 'LATER')}!${from}
!${submitButton(t('Schedule'), 'plain')}`
  return html`<section class="card"><h2>${t('Put in force')}</h2>
<p>${t('Deliveries already ordered keep their price.')}</p>
!${postForm(href, now)}!${toCome ? '' : postForm(href, later)}</section>`
}

function undoCard({ city, language, current, former }: TariffScreen): string {
  if (!current || !former) return ''
  const t = speak(language)
  const { version } = former.tariff
  const about = t(
    'The prices of version {version} come back at once, as a new version. Deliveries already ordered keep their price.',
    { version },
  )
  const shown = hiddenField('shown', String(current.tariff.version))
  const button = submitButton(t('Go back to version {version}', { version }), 'danger')
  const restore = html`!${shown}!${hiddenField('version', String(version))}!${button}`
  return html`<details class="card"><summary>${t('Go back')}</summary>
<p>${about}</p>
!${postForm(`${cityHref(city.id, '/tariff')}/restore`, restore, 'row')}</details>`
}
