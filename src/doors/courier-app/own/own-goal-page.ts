import { html } from 'ghtml'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import type { GoalPeriod } from '../../../domain/couriers/couriers-tables.ts'
import { type Goal, goalBounds } from '../../../domain/couriers/goals/goal-bounds.ts'
import { postForm, submitButton } from '../../../pages/form-parts.ts'
import { lineField, radioChoice, stackedForm } from '../courier-fields.ts'
import { speak } from '../courier-words.ts'

/** Where a courier sets their goal. */
export const goalPath = '/courier/goal'

export type OwnGoal = Goal & { earnedFcfa: Fcfa }

/** How far a courier is on the way to their goal; empty without one. */
export function goalBar(language: SpokenLanguage, goal: OwnGoal | undefined): string {
  if (!goal) return ''
  const t = speak(language)
  const { period, amountFcfa, earnedFcfa } = goal
  const values = {
    earned: amountText(earnedFcfa, language),
    amount: amountText(amountFcfa, language),
  }
  const isReached = earnedFcfa >= amountFcfa
  const text = isReached
    ? t('Goal reached: {earned} of {amount}', values)
    : period === 'DAY'
      ? t('Goal of the day: {earned} of {amount}', values)
      : t('Goal of the week: {earned} of {amount}', values)
  const sofar = Math.min(earnedFcfa, amountFcfa)
  const bar = html`<progress max="${amountFcfa}" value="${sofar}" aria-hidden="true"></progress>`
  return html`<p>${text}<br>!${bar}</p>`
}

/** What was typed into the form of a goal, and what is wrong with it. */
type TypedGoal = { amount: string; period: string; fault: string }

/** The goal of a courier, and the form that sets it, as it was typed where it was refused. */
export function goalMain(language: SpokenLanguage, goal: OwnGoal | undefined, typed?: TypedGoal): string {
  const t = speak(language)
  const chosen = typed?.period ?? goal?.period ?? 'DAY'
  const period = (value: GoalPeriod, label: string) =>
    radioChoice({ name: 'period', value, label }, value === chosen ? 'checked' : '')
  const amount = lineField({
    name: 'amount',
    label: t('How much do you want to earn, in FCFA?'),
    error: typed?.fault,
    attributes: {
      ...{ inputmode: 'numeric', autocomplete: 'off', required: true, maxlength: 12 },
      value: typed?.amount ?? (goal ? `${goal.amountFcfa}` : ''),
    },
  })
  const periods = period('DAY', t('A day')) + period('WEEK', t('A week'))
  const removal = goal ? postForm(`${goalPath}/remove`, submitButton(t('No goal any more'), 'quiet')) : ''
  return html`<h1>${t('My goal')}</h1>
<p>${t('You alone see it.')}</p>
!${goalBar(language, goal)}
!${stackedForm(goalPath, amount, periods, submitButton(t('Keep my goal')))}!${removal}
<a class="button plain" href="/courier/trips">${t('My earnings')}</a>`
}

/** What is said of an amount that is none. */
export const goalFault = (language: SpokenLanguage): string =>
  speak(language)('An amount from {min} to {max}.', {
    min: amountText(goalBounds.min, language),
    max: amountText(goalBounds.max, language),
  })
