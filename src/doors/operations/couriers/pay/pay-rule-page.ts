import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { couriersPath } from '../courier-request.ts'
import { couriersWording } from '../couriers-wording.ts'
import { bonusLines, type TypedBonus, type TypedRule } from './pay-rule-form.ts'

export type PayRuleScreen = {
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
  const words = couriersWording[language]
  const { payRule } = words
  const action = courier ? `${couriersPath}/${courier.id}/pay` : `${couriersPath}/pay`
  const none = courier ? payRule.fromCompany : payRule.fromSettings(defaultPercent)
  const number = (name: 'percent' | 'minimum', label: string, hint?: string) =>
    textField({ name, label, value: typed[name], hint, attributes: { inputmode: 'numeric', maxlength: 9 } })
  const fields = html`!${number('percent', payRule.percent, payRule.percentHint(defaultPercent))}!${number('minimum', payRule.minimum)}
!${hourLines(screen)}!${zoneLines(screen)}!${submitButton(payRule.save)}`
  return {
    section: 'couriers',
    title: courier ? payRule.own(courier.name) : payRule.company,
    back: courier
      ? { href: `${couriersPath}/${courier.id}`, label: courier.name }
      : { href: couriersPath, label: words.title },
    notice,
    isFormPage,
    main: html`<p>${courier ? payRule.ownLead : payRule.companyLead} ${payRule.frozen}</p>!${hasRule ? '' : html`<p class="notice">${none}</p>`}
<section class="card">!${postForm(action, fields)}</section>!${hasRule ? buttonForm(`${action}/remove`, payRule.remove, 'quiet') : ''}`,
  }
}

/** The lines that there are, and three to fill in. */
const linesOf = (typed: readonly TypedBonus[]): TypedBonus[] =>
  Array.from(
    { length: Math.min(bonusLines, typed.length + 3) },
    (_, at) => typed[at] ?? { from: '', to: '', zoneId: '', amount: '' },
  )

function hourLines({ language, typed }: PayRuleScreen): string {
  const { payRule } = couriersWording[language]
  const line = ({ from, to, amount }: TypedBonus, at: number) =>
    html`<div class="bonus"><label>${payRule.from} <input type="time" name="hours-${at}-from" value="${from}"></label><label>${payRule.to} <input type="time" name="hours-${at}-to" value="${to}"></label><label>${payRule.amountLabel} <input name="hours-${at}-amount" value="${amount}" inputmode="numeric" maxlength="9"></label></div>`
  return html`<fieldset class="field"><legend>${payRule.hours}</legend><p class="hint">${payRule.hoursHint}</p>!${linesOf(typed.hours).map(line)}</fieldset>`
}

function zoneLines({ language, typed, zones }: PayRuleScreen): string {
  const { payRule } = couriersWording[language]
  const options = (chosen: string) =>
    [{ value: '', label: payRule.noZone }, ...zones].map(
      ({ value, label }) =>
        html`<option value="${value}"!${value === chosen ? ' selected' : ''}>${label}</option>`,
    )
  const line = ({ zoneId, amount }: TypedBonus, at: number) =>
    html`<div class="bonus"><label>${payRule.zone} <select name="zone-${at}-id">!${options(zoneId)}</select></label><label>${payRule.amountLabel} <input name="zone-${at}-amount" value="${amount}" inputmode="numeric" maxlength="9"></label></div>`
  return html`<fieldset class="field"><legend>${payRule.zones}</legend><p class="hint">${payRule.zoneHint}</p>!${linesOf(typed.zones).map(line)}</fieldset>`
}
