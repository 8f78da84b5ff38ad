import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { buttonForm } from '../../pages/form-parts.ts'
import { speak } from '../web-words.ts'

/** One of the first steps, as it really stands. */
export type FirstStep = {
  title: string
  isDone: boolean
  /** What is there, or why it is needed and what comes of it. */
  text: string
  /** Where it is done; null where it is for somebody else to do. */
  way: { href: string; label: string } | null
}

export const areDone = (steps: readonly FirstStep[]): boolean => steps.every(({ isDone }) => isDone)

type Shown = {
  title: string
  steps: readonly FirstStep[]
  /** Where the list is put away, and brought back. */
  href: string
  isAway: boolean
  language: Language
}

/** The first steps with how many are done, each with where it is done; the next one stands out. */
export function firstStepsPart({ title, steps, href, isAway, language }: Shown): string {
  const { done, total, count } = countSteps(steps, language)
  const next = steps.findIndex(({ isDone, way }) => !isDone && way !== null)
  const rows = steps.map((step, at) => stepRow(step, { number: at + 1, isNext: at === next, language }))
  return html`<section class="card first-steps" aria-label="${title}">
<div class="heading-line"><h2>${title}</h2><span class="soft">${count}</span></div>
<progress max="${total}" value="${done}" aria-label="${count}"></progress>
<ol>!${rows}</ol>
!${awayForm(href, isAway, language)}</section>`
}

/** The same in one line that leads to the list, where other work comes first. */
export const firstStepsLine = ({ title, steps, href, language }: Omit<Shown, 'isAway'>): string =>
  html`<p class="notice"><a href="${href}">${title}</a> · ${countSteps(steps, language).count}</p>`

function countSteps(steps: readonly FirstStep[], language: Language) {
  const done = steps.filter(({ isDone }) => isDone).length
  const total = steps.length
  return { done, total, count: speak(language)('{done} of {total} steps', { done, total }) }
}

function stepRow(
  { title, isDone, text, way }: FirstStep,
  { number, isNext, language }: { number: number; isNext: boolean; language: Language },
): string {
  const t = speak(language)
  const state = isDone ? 'done' : isNext ? 'next' : ''
  const mark = isDone ? '✓' : String(number)
  const kind = isNext ? 'button primary' : ''
  const link = way ? html`<a class="${kind}" href="${way.href}">${way.label}</a>` : ''
  return html`<li class="${state}"><span class="mark" aria-hidden="true">${mark}</span>
<div><h3>${title}!${isDone ? html` <span class="unseen">${t('(done)')}</span>` : ''}</h3>
<p class="said ${isNext ? '' : 'soft'}">${text}!${isNext ? '' : html` !${link}`}</p>
!${isNext ? html`<p class="way">!${link}</p>` : ''}</div></li>`
}

function awayForm(href: string, isAway: boolean, language: Language): string {
  const t = speak(language)
  const label = isAway ? t('Show these steps on the home page again') : t('Put these steps away')
  return buttonForm(href, label, 'plain', { away: isAway ? 'off' : 'on' })
}
