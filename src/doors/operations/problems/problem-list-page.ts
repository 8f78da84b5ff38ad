import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { buttonForm, hiddenField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { customerName } from '../../../domain/deliveries/customer-name.ts'
import { isErased } from '../../../domain/deliveries/erasing/erased-customer.ts'
import { type ProblemReason, problemStanding } from '../../../domain/feedback/problem-report.ts'
import type { ListedProblem, ProblemReportRow } from '../../../domain/feedback/problem-report-store.ts'
import { problemWording } from '../../../domain/feedback/problem-wording.ts'
import type { NamedActor } from '../../../domain/shops/name-actors.ts'
import { operatorValueWording } from '../../../web/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'

const standingNames = {
  OPEN: 'to take',
  TAKEN: 'taken#standings',
  CLOSED: 'closed',
} as const

export const problemsPath = '/operations/problems'

type ProblemReader = { language: Language; now: Date; timeZone: string }

export type ProblemScreen = ProblemReader & {
  isClosed: boolean
  problems: readonly ListedProblem[]
  nameOf: (actor: string | null) => NamedActor
  notice: WorkspaceNotice | undefined
  /** What was typed into a form that was refused. */
  typed?: { id: string; note: string; fault: string | undefined } | undefined
}

/** What customers reported: what waits for somebody, or what was closed. */
export function problemListPage(screen: ProblemScreen): OperationsContent {
  const { language, isClosed, problems, notice, typed } = screen
  const t = speak(language)
  const tab = (href: string, label: string, isCurrent: boolean) =>
    html`<a href="${href}"!${isCurrent ? ' aria-current="page"' : ''}>${label}</a>`
  return {
    section: 'deliveries',
    title: t('Reported problems'),
    back: { href: '/operations/deliveries', label: t('Deliveries') },
    notice,
    isFormPage: typed !== undefined,
    isWide: true,
    main: html`<p>${t('What customers report from their page. Take a problem so that the others know that you see to it, call the customer, then note what you did.')}</p><div class="tabs">!${tab(problemsPath, t('To see to'), !isClosed)}!${tab(`${problemsPath}?closed=1`, t('Closed'), isClosed)}</div>
!${problems.length === 0 ? html`<p class="empty">${isClosed ? t('No problem has been closed yet.') : t('No problem waits.')}</p>` : html`<div class="cards">!${problems.map((problem) => problemCard(screen, problem))}</div>`}`,
  }
}

function problemCard(screen: ProblemScreen, problem: ListedProblem): string {
  const { language } = screen
  const t = speak(language)
  const about = [
    problem.shopName,
    t('reported when the delivery was: {status}', {
      status: operatorValueWording[language].delivery[problem.delivery_status],
    }),
    ...(problem.courier_first_name ? [t('courier: {name}', { name: problem.courier_first_name })] : []),
  ].join(' · ')
  const who = isErased(problem)
    ? html`<span class="soft">${t('erased')}</span>`
    : html`<strong>${customerName(problem)}</strong><br><a href="tel:${problem.customer_phone}">${spacedPhone(problem.customer_phone).replaceAll(' ', '\u00a0')}</a> · <a href="https://wa.me/${problem.customer_phone.replace(/^\+/, '')}" target="_blank" rel="noopener">WhatsApp</a>`
  return html`<section class="card" id="p-${problem.id}"><div class="heading-line"><h2>${reasonText(problem, language)}</h2>!${standingBadge(problem, language)}</div>
!${problem.words === null ? '' : html`<blockquote>${problem.words}</blockquote>`}<p>!${who}<br><a href="/operations/deliveries/${problem.delivery_id}">${problem.reference}</a> · ${momentText(problem.reported_at, screen, language)}<br><span class="soft">${about}</span></p>
!${doneLines(screen, problem)}!${problem.closed_at ? '' : forms(screen, problem)}</section>`
}

function doneLines(screen: ProblemScreen, problem: ListedProblem): string {
  const { language, nameOf } = screen
  const t = speak(language)
  const name = (actor: string | null) => nameOf(actor).name ?? t('an operator')
  const when = (at: Date) => momentText(at, screen, language)
  const lines = [
    ...(problem.taken_at
      ? [t('Taken by {name}, {when}', { name: name(problem.taken_by), when: when(problem.taken_at) })]
      : []),
    ...(problem.closed_at
      ? [t('Closed by {name}, {when}', { name: name(problem.closed_by), when: when(problem.closed_at) })]
      : []),
  ]
  if (lines.length === 0) return ''
  return html`<p class="soft">!${lines.map((line, at) => html`!${at > 0 ? '<br>' : ''}${line}`)}</p>!${problem.closing_note === null ? '' : html`<p>${problem.closing_note}</p>`}`
}

function forms({ language, typed }: ProblemScreen, problem: ListedProblem): string {
  const t = speak(language)
  const mine = typed?.id === problem.id ? typed : undefined
  const path = `${problemsPath}/${problem.id}`
  const shop = { shopId: problem.shop_id }
  const take = problem.taken_at
    ? ''
    : html`<p>!${buttonForm(`${path}/take`, t('I see to it'), 'primary', shop)}</p>`
  const note = textField({
    name: 'note',
    id: `note-${problem.id}`,
    label: t('What was done'),
    hint: t('3 to 200 characters. The customer does not read it.'),
    value: mine?.note,
    error: mine?.fault,
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  return html`!${take}!${postForm(`${path}/close`, html`!${hiddenField('shopId', problem.shop_id)}!${note}!${submitButton(t('It is done'), problem.taken_at ? 'primary' : 'plain')}`)}`
}

/** What the customer of one delivery reported, and the stars they gave; nothing where they said nothing. */
export function saidByCustomerCard(
  { problems, stars }: { problems: readonly ProblemReportRow[]; stars: number | null },
  reader: ProblemReader,
): string {
  const { language } = reader
  const t = speak(language)
  const rating =
    stars === null
      ? ''
      : html`<section class="card"><h2>${t('What the customer thinks')}</h2><p>${t('{count, plural, one {1 star of 5} other {# stars of 5}}', { count: stars })}</p></section>`
  if (problems.length === 0) return rating
  const lines = problems.map(
    (problem) =>
      html`<li><div class="line"><span><strong>${reasonText(problem, language)}</strong>!${problem.words === null ? '' : html`<br>${problem.words}`}<br><span class="soft">${momentText(problem.reported_at, reader, language)}</span>!${problem.closing_note === null ? '' : html`<br>${problem.closing_note}`}</span>!${standingBadge(problem, language)}</div></li>`,
  )
  return html`<section id="problems"><h2>${t('Problems that the customer reported')}</h2><ul class="rows">!${lines}</ul><p><a href="${problemsPath}">${t('See the problems')}</a></p></section>!${rating}`
}

const reasonText = ({ reason }: ProblemReportRow, language: Language): string => {
  const text = problemWording[reason as ProblemReason]?.[language] ?? reason
  return `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}`
}

function standingBadge(problem: ProblemReportRow, language: Language): string {
  const standing = problemStanding(problem)
  const look = { OPEN: 'bad', TAKEN: 'waiting', CLOSED: 'over' }[standing]
  return html`<span class="badge ${look}">${speak(language)(standingNames[standing])}</span>`
}
