import { html } from 'ghtml'
import { hiddenField, postForm, submitButton } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ShownAttempt } from '../../../../domain/webhooks/inspecting/get-attempt.ts'
import { type DeveloperFacts, factLine, preciseText } from '../../../../web/keeping/developer-facts-page.ts'
import { endpointWording } from '../../../../web/keeping/endpoints/endpoint-wording.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { developerPage } from '../developer-frame-page.ts'
import { logWording } from './log-wording.ts'

type AttemptFacts = DeveloperFacts & { attempt: ShownAttempt; endpointHref: string }

/** One request to an endpoint: what came of it, what was sent and what was answered. */
export function attemptPage(facts: AttemptFacts, isJustPinged: boolean): ConsoleContent {
  const words = logWording[facts.language]
  const { attempt, endpointHref } = facts
  const isPing = attempt.trigger === 'PING'
  const status = attempt.http_status === null ? '' : factLine(words.status, String(attempt.http_status))
  const next = attempt.next_attempt_at
    ? factLine(words.next, preciseText(facts, attempt.next_attempt_at))
    : ''
  return developerPage(facts, 'endpoints', {
    title: isPing ? words.ping : `${attempt.event_type} · ${words.attempt(attempt.attempt)}`,
    back: {
      href: isPing ? `${endpointHref}/log` : `${endpointHref}/log?event=${attempt.event_id}`,
      label: words.title,
    },
    notice: isJustPinged ? pingNotice(facts) : undefined,
    acts: html`<span class="badge ${attempt.isSuccess ? '' : 'bad'}">${attempt.isSuccess ? words.accepted : words.failed}</span>`,
    main: html`<section class="card">!${attempt.isSuccess ? '' : html`<p>${failureText(facts)}</p>`}<dl>!${status}!${factLine(words.duration, words.ms(attempt.duration_ms))}!${factLine(words.startedAt, preciseText(facts, attempt.started_at))}!${next}<div><dt>${words.eventId}</dt><dd><code>${attempt.event_id}</code></dd></div></dl></section>
<div class="acts">!${isPing ? again(`${endpointHref}/ping`, endpointWording[facts.language].ping.submit) : again(`${endpointHref}/resend`, words.resendOne, attempt.event_id)}</div>
!${answer(facts)}!${sent(facts)}`,
  })
}

const again = (action: string, label: string, eventId?: string): string =>
  postForm(
    action,
    html`!${eventId ? hiddenField('eventId', eventId) : ''}!${submitButton(label, 'plain')}`,
    'inline',
  )

function pingNotice({ attempt, language }: AttemptFacts): WorkspaceNotice {
  const words = logWording[language].pinged
  const { http_status: status, duration_ms: ms } = attempt
  if (attempt.isSuccess) return { kind: 'done', text: words.accepted(status ?? 200, ms) }
  return { kind: 'refused', text: words.failed }
}

/** Why it failed, and what to look at. */
function failureText({ attempt, language }: AttemptFacts): string {
  const { advice } = logWording[language]
  if (attempt.failure === 'HTTP_ERROR') return advice.HTTP_ERROR(attempt.http_status ?? 0)
  return advice[attempt.failure ?? 'CONNECTION']
}

function answer({ attempt, language }: AttemptFacts): string {
  const words = logWording[language].response
  const { response_excerpt: excerpt } = attempt
  const shown =
    excerpt === null
      ? html`<p class="soft">${words.none}</p>`
      : excerpt === ''
        ? html`<p class="soft">${words.empty}</p>`
        : html`<p class="hint">${words.excerpt}</p><pre tabindex="0">${excerpt}</pre>`
  return html`<h2>${words.heading}</h2>!${shown}`
}

function sent({ attempt, language }: AttemptFacts): string {
  const words = logWording[language].request
  const { headers, body } = attempt.request
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const shown =
    body === null
      ? html`<p class="soft">${words.notKept}</p>`
      : html`<p class="hint">${words.bodyHint}</p><pre tabindex="0">${prettyJson(body)}</pre>`
  return html`<h2>${words.heading}</h2><p class="hint">${words.headersHint}</p><pre tabindex="0">${lines.join('\n')}</pre>!${shown}`
}

/** JSON over several lines; any other text as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
