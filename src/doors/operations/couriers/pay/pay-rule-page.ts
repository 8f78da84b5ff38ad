import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { couriersPath } from '../courier-request.ts'
import { bonusLines, type TypedBonus, type TypedRule } from './pay-rule-form.ts'

type PayRuleScreen = {
  language: Language
  /** Null for the company's rule. */
  courier: { id: string; name: string } | null
  typed: TypedRule
  hasRule: boolean
  /** The share of the settings. */
  defaultPercent: number
  zones: readonly { value: string; label: string }[]
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** How trips are paid: a share, a minimum, and bonuses for hours and for zones. */
export function payRulePage(screen: PayRuleScreen): OperationsContent {
  const { language, courier, hasRule, typed, defaultPercent, notice, isFormPage } = screen
  const t = speak(language)
  const action = courier ? `${couriersPath}/${courier.id}/pay` : `${couriersPath}/pay`
  const none = courier
    ? t('No rule of their own: the company’s counts.')
    : t('No rule: {percent}% of the trip.', { percent: defaultPercent })
  const number = (name: 'percent' | 'minimum', label: string, hint?: string) =>
    textField({ name, label, value: typed[name], hint, attributes: { inputmode: 'numeric', maxlength: 9 } })
  const fields = html`!${number('percent', t('Share of the trip, in %'), t('Empty: {percent}%, as in the settings of the service.', { percent: defaultPercent }))}!${number('minimum', t('Minimum for a trip, in FCFA'))}
!${hourLines(screen)}!${zoneLines(screen)}!${submitButton(t('Save the rule'))}`
  return {
    section: 'couriers',
    title: courier ? t('Pay of {name}', { name: courier.name }) : t('Pay'),
    back: courier
      ? { href: `${couriersPath}/${courier.id}`, label: courier.name }
      : { href: couriersPath, label: t('Couriers') },
    notice,
    isFormPage,
    main: html`<p>${courier ? t('This rule takes the place of the company’s. Without it the company’s counts.') : t('For all couriers who have no rule of their own.')} ${t('A trip that was promised or given keeps its pay.')}</p>!${hasRule ? '' : html`<p class="notice">${none}</p>`}
<section class="card">!${postForm(action, fields)}</section>!${hasRule ? buttonForm(`${action}/remove`, t('Remove the rule'), 'quiet') : ''}`,
  }
}

/** The lines that there are, and three to fill in. */
const linesOf = (typed: readonly TypedBonus[]): TypedBonus[] =>
  Array.from(
    { length: Math.min(bonusLines, typed.length + 3) },
    (_, at) => typed[at] ?? { from: '', to: '', zoneId: '', amount: '' },
  )

function hourLines({ language, typed }: PayRuleScreen): string {
  const t = speak(language)
  const line = ({ from, to, amount }: TypedBonus, at: number) =>
    html`<div class="bonus"><label>${t('From')} <input type="time" name="hours-${at}-from" value="${from}"></label><label>${t('To')} <input type="time" name="hours-${at}-to" value="${to}"></label><label>${t('Amount, in FCFA')} <input name="hours-${at}-amount" value="${amount}" inputmode="numeric" maxlength="9"></label></div>`
  return html`<fieldset class="field"><legend>${t('Bonus for hours')}</legend><p class="hint">${t('On the clocks of the city; it may pass midnight, like 22:00 to 05:00. Leave a line empty to remove it.')}</p>!${linesOf(typed.hours).map(line)}</fieldset>`
}

function zoneLines({ language, typed, zones }: PayRuleScreen): string {
  const t = speak(language)
  const options = (chosen: string) =>
    [{ value: '', label: t('None') }, ...zones].map(
      ({ value, label }) =>
        html`<option value="${value}"!${value === chosen ? ' selected' : ''}>${label}</option>`,
    )
  const line = ({ zoneId, amount }: TypedBonus, at: number) =>
    html`<div class="bonus"><label>${t('Zone')} <select name="zone-${at}-id">!${options(zoneId)}</select></label><label>${t('Amount, in FCFA')} <input name="zone-${at}-amount" value="${amount}" inputmode="numeric" maxlength="9"></label></div>`
  return html`<fieldset class="field"><legend>${t('Bonuses for zones')}</legend><p class="hint">${t('If the trip begins or ends in the zone.')}</p>!${linesOf(typed.zones).map(line)}</fieldset>`
}
