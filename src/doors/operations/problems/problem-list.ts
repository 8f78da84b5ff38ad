import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { isErased } from '../../../domain/deliveries/erasing/erased-customer.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import { closeProblem } from '../../../domain/feedback/close-problem.ts'
import { type ListedProblem, listProblems } from '../../../domain/feedback/problem-report-store.ts'
import { takeProblem } from '../../../domain/feedback/take-problem.ts'
import { type NamedActor, nameActors } from '../../../domain/shops/name-actors.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm, hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { emptyPart, tabs } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { operatorValueWording } from '../../../web/value-wording.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { problemsHref, reasonText, standingBadge } from './problem-parts.ts'

type OneProblem = { Params: { problemId: string } }

/** The most problems on one page: of those that wait the oldest, of the closed ones the latest. */
const maxShown = 100

type Shown = {
  isClosed: boolean
  notice: WorkspaceNotice | undefined
  /** What was typed into a form that was refused. */
  typed?: { id: string; note: string; fault: string | undefined }
}

type Reader = {
  language: Language
  now: Date
  timeZone: string
  nameOf: (actor: string | null) => NamedActor
  typed: Shown['typed']
}

/** `/operations/problems`: what customers reported, and what those who run the service did about it. */
export async function problemListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'DISPATCH' } as const
  const options = { config, bodyLimit: 4_096 }

  app.get<{ Querystring: { closed?: unknown } }>(problemsHref, { config }, (request, reply) => {
    const t = speak(languageOf(request))
    const done = { taken: t('The problem is yours.'), closed: t('The problem is closed.') }
    const isClosed = request.query.closed === '1'
    return show(request, reply, 200, { isClosed, notice: doneNotice(request, done) })
  })

  app.post<OneProblem>(`${problemsHref}/:problemId/take`, options, (request, reply) =>
    act(request, reply, 'taken', (key) => takeProblem({ ...deps, actor: actorOf(request) }, key)),
  )

  app.post<OneProblem>(`${problemsHref}/:problemId/close`, options, (request, reply) =>
    act(request, reply, 'closed', (key, note) =>
      closeProblem({ ...deps, actor: actorOf(request) }, key, note),
    ),
  )

  function act(
    request: FastifyRequest<OneProblem>,
    reply: FastifyReply,
    done: string,
    run: (key: { shopId: string; id: string }, note: string) => Promise<void>,
  ) {
    const { shopId = '', note = '' } = fieldsOf(request.body)
    const { problemId: id } = request.params
    return attempt(
      request,
      async () => {
        if (!isUuid(id) || !isUuid(shopId)) throw new ApiError('PROBLEM_NOT_FOUND')
        await run({ shopId, id }, note)
        return redirectAfter(reply, problemsHref, done)
      },
      ({ code, status, notice }) => {
        if (code === 'ROLE_REQUIRED') throw new ApiError('ROLE_REQUIRED')
        const fault = code === 'REASON_REQUIRED' ? notice.text : undefined
        const typed = { id, note: note.slice(0, 200), fault }
        return show(request, reply, status, { isClosed: false, notice, typed })
      },
    )
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { isClosed, notice, typed }: Shown,
  ) {
    const problems = await listProblems(db, { isClosed, limit: maxShown })
    const actors = problems.flatMap(({ taken_by, closed_by }) => [taken_by, closed_by])
    const nameOf = await nameActors(db, null, actors, { namesOperators: true })
    const language = languageOf(request)
    const t = speak(language)
    const reader = { language, now: clock.now(), timeZone, nameOf, typed }
    const lists = tabs([
      { href: problemsHref, label: t('To see to'), isCurrent: !isClosed },
      { href: `${problemsHref}?closed=1`, label: t('Closed'), isCurrent: isClosed },
    ])
    const lead = t(
      'What customers report from their page. Take a problem so that the others know that you see to it, call the customer, then note what you did.',
    )
    const none = isClosed ? t('No problem has been closed yet.') : t('No problem waits.')
    const next = { href: '/operations', label: t('Under way') }
    const cards = problems.map((problem) => problemCard(problem, reader))
    return deps.sendPage(request, reply, status, {
      section: 'deliveries',
      title: t('Reported problems'),
      back: { href: '/operations/deliveries', label: t('Deliveries') },
      notice,
      isFormPage: typed !== undefined,
      isWide: true,
      main: html`<p>${lead}</p>
!${lists}
!${cards.length === 0 ? emptyPart({ text: none, next }) : html`<div class="cards">!${cards}</div>`}`,
    })
  }
}

function problemCard(problem: ListedProblem, reader: Reader): string {
  const { language } = reader
  const t = speak(language)
  const { delivery_id: deliveryId, reference, words, courier_first_name: courier } = problem
  const status = operatorValueWording[language].delivery[problem.delivery_status]
  const reportedAt = momentText(problem.reported_at, reader, language)
  const about = [
    problem.shopName,
    t('reported when the delivery was: {status}', { status }),
    ...(courier ? [t('courier: {name}', { name: courier })] : []),
  ].join(' · ')
  return html`<section class="card" id="p-${problem.id}">
<div class="heading-line"><h2>${reasonText(problem, language)}</h2>!${standingBadge(problem, language)}</div>
!${words === null ? '' : html`<blockquote>${words}</blockquote>`}
<p>!${customerPart(problem, language)}<br>
<a href="/operations/deliveries/${deliveryId}">${reference}</a> · ${reportedAt}<br>
<span class="soft">${about}</span></p>
!${doneLines(problem, reader)}!${problem.closed_at ? '' : forms(problem, reader)}</section>`
}

/** Whose problem it is, and how to reach them. */
function customerPart(problem: ListedProblem, language: Language): string {
  if (isErased(problem)) return html`<span class="soft">${speak(language)('erased')}</span>`
  const { customer_phone: phone } = problem
  const spaced = spacedPhone(phone).replaceAll(' ', '\u00a0')
  const chat = `https://wa.me/${phone.replace(/^\+/, '')}`
  return html`<strong>${customerName(problem)}</strong><br>
<a href="tel:${phone}">${spaced}</a> · <a href="${chat}" target="_blank" rel="noopener">WhatsApp</a>`
}

function doneLines(problem: ListedProblem, reader: Reader): string {
  const { language, nameOf } = reader
  const t = speak(language)
  const by = (actor: string | null, at: Date) => ({
    name: nameOf(actor).name ?? t('an operator'),
    when: momentText(at, reader, language),
  })
  const { taken_at: takenAt, closed_at: closedAt, closing_note: note } = problem
  const lines = [
    ...(takenAt ? [t('Taken by {name}, {when}', by(problem.taken_by, takenAt))] : []),
    ...(closedAt ? [t('Closed by {name}, {when}', by(problem.closed_by, closedAt))] : []),
  ]
  if (lines.length === 0) return ''
  return html`<p class="soft">!${lines.map((line, at) => html`!${at > 0 ? '<br>' : ''}${line}`)}</p>
!${note === null ? '' : html`<p>${note}</p>`}`
}

function forms(problem: ListedProblem, { language, typed }: Reader): string {
  const t = speak(language)
  const mine = typed?.id === problem.id ? typed : undefined
  const href = `${problemsHref}/${problem.id}`
  const take = buttonForm(`${href}/take`, t('I see to it'), 'primary', { shopId: problem.shop_id })
  const note = textField({
    name: 'note',
    id: `note-${problem.id}`,
    label: t('What was done'),
    hint: t('3 to 200 characters. The customer does not read it.'),
    value: mine?.note,
    error: mine?.fault,
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  const done = submitButton(t('It is done'), problem.taken_at ? 'primary' : 'plain')
  const close = postForm(`${href}/close`, html`!${hiddenField('shopId', problem.shop_id)}!${note}!${done}`)
  return html`!${problem.taken_at ? '' : html`<p>!${take}</p>`}!${close}`
}
