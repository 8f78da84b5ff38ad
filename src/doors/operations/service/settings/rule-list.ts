import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { RuleChange } from '../../../../domain/rules/rule-store.ts'
import { postForm, submitButton } from '../../../../pages/form-parts.ts'
import { hrefWith } from '../../../../pages/list-parts.ts'
import { type RuleName, ruleNames, rules, ruleText } from '../../../../rules.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { ruleField, ruleFormText, ruleValueText } from './rule-field.ts'

/** Each subject, and the rule that it begins with in the table. */
const subjects: readonly [title: OperationsText, first: RuleName][] = [
  ['Search for a courier', 'LOCATION_DEADLINE_MINUTES'],
  ['Lateness', 'LATE_COURIER_MINUTES'],
  ['Waiting and handing over', 'ARRIVAL_NOTICE_MINUTES'],
  ['Money and payouts', 'COURIER_PAY_PERCENT'],
  ['The company and VAT', 'COMPANY_NAME'],
  ['Alerts', 'ALERT_NO_COURIER_MINUTES'],
  ['Messages to people who are new', 'STRANGER_MESSAGES_PER_DAY'],
]

export type RulesShown = {
  language: Language
  now: Date
  timeZone: string
  /** The last changes of each rule, the newest first. */
  changes: readonly RuleChange[]
  nameOf: (actor: string) => string | undefined
  /** What was typed for one of them and could not be taken. */
  refused?: { name: RuleName; text: string; fault: string | undefined } | undefined
}

/** Where on the page of settings a rule is changed; with what was `done` there, where something was. */
export const ruleHref = (name: RuleName, done?: string): string =>
  `${hrefWith(serviceHref('settings'), { done })}#${rowId(name)}`

const rowId = (name: RuleName): string => `${name}-rule`

/** The rules by what they are about, each as a line that it is changed in, with its history. */
export const ruleList = (shown: RulesShown): string =>
  html`!${subjects.map(([title, first], at) => {
    const next = subjects[at + 1]?.[1]
    const names = ruleNames.slice(ruleNames.indexOf(first), next && ruleNames.indexOf(next))
    return html`<h2>${speak(shown.language)(title)}</h2>
<ul class="rows">!${names.map((name) => ruleRow(name, shown))}</ul>`
  })}`

function ruleRow(name: RuleName, { changes, refused, ...shown }: RulesShown): string {
  const { language } = shown
  const t = speak(language)
  const own = changes.filter(({ rule }) => rule === name)
  const fallback = ruleText(rules[name].read(undefined))
  const typed = refused?.name === name ? refused : undefined
  const value = typed?.text ?? own[0]?.value ?? fallback
  const field = ruleField(name, language).show({ name, value, error: typed?.fault })
  const about = [
    ruleFormText(name, language),
    t('default: {value}', { value: ruleValueText(name, fallback, language) }),
    own.length === 0 ? t('never changed') : undefined,
  ].filter((text) => text !== undefined)
  const form = html`!${field}!${submitButton(t('Change'), 'plain')}`
  return html`<li id="${rowId(name)}"><div class="line whole"><div>
!${postForm(serviceHref('settings'), form, 'one-field')}
<p class="hint"><code>${name}</code> · ${about.join(' · ')}</p>!${history(name, own, shown)}</div></div></li>`
}

function history(
  name: RuleName,
  own: readonly RuleChange[],
  { language, now, timeZone, nameOf }: Pick<RulesShown, 'language' | 'now' | 'timeZone' | 'nameOf'>,
): string {
  const t = speak(language)
  const who = (actor: string) =>
    nameOf(actor) ?? (actor === 'SYSTEM' ? t('taken over from the environment') : t('on the command line'))
  const when = ({ changedAt, changedBy }: RuleChange) =>
    `${momentText(changedAt, { timeZone, now }, language)}, ${who(changedBy)}`
  const [newest] = own
  if (!newest) return ''
  const lines = own.map((change) => {
    const value = ruleValueText(name, change.value, language)
    return html`<li>${value} <span class="soft">${when(change)}</span></li>`
  })
  return html`<details>
<summary>${t('Changed: {when}', { when: when(newest) })}</summary><ul>!${lines}</ul></details>`
}
