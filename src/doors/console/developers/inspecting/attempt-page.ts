import { html } from 'ghtml'
import { hiddenField, postForm, submitButton } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ShownAttempt } from '../../../../domain/webhooks/inspecting/get-attempt.ts'
import { type DeveloperFacts, factLine, preciseText } from '../../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'
import { logAdvice } from './log-wording.ts'

type AttemptFacts = DeveloperFacts & { attempt: ShownAttempt; endpointHref: string }

/** One request to an endpoint: what came of it, what was sent and what was answered. */
export function attemptPage(facts: AttemptFacts, isJustPinged: boolean): ConsoleContent {
  const t = speak(facts.language)
  const { attempt, endpointHref } = facts
  const isPing = attempt.trigger === 'PING'
  const status = attempt.http_status === null ? '' : factLine(t('HTTP status'), String(attempt.http_status))
  const next = attempt.next_attempt_at
    ? factLine(t('Next attempt'), preciseText(facts, attempt.next_attempt_at))
    : ''
  return developerPage(facts, 'endpoints', {
    title: isPing
      ? t('Ping')
      : `${attempt.event_type} · ${t('Attempt {number}', { number: attempt.attempt })}`,
    back: {
      href: isPing ? `${endpointHref}/log` : `${endpointHref}/log?event=${attempt.event_id}`,
      label: t('Log of requests'),
    },
    notice: isJustPinged ? pingNotice(facts) : undefined,
    acts: html`<span class="badge ${attempt.isSuccess ? '' : 'bad'}">${attempt.isSuccess ? t('Accepted') : t('Failed')}</span>`,
    main: html`<section class="card">!${attempt.isSuccess ? '' : html`<p>${failureText(facts)}</p>`}<dl>!${status}!${factLine(t('Duration'), t('{ms} ms', { ms: attempt.duration_ms }))}!${factLine(t('Sent on'), preciseText(facts, attempt.started_at))}!${next}<div><dt>${t('Identifier of the event')}</dt><dd><code>${attempt.event_id}</code></dd></div></dl></section>
<div class="acts">!${isPing ? again(`${endpointHref}/ping`, t('Send a ping')) : again(`${endpointHref}/resend`, t('Send again'), attempt.event_id)}</div>
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
  const t = speak(language)
  const { http_status: status, duration_ms: ms } = attempt
  if (attempt.isSuccess)
    return {
      kind: 'done',
      text: t('Your server answered {status} in {ms} ms. All is well.', { status: status ?? 200, ms }),
    }
  return { kind: 'refused', text: t('Your server did not accept the ping. This is what happened.') }
}

/** Why it failed, and what to look at. */
function failureText({ attempt, language }: AttemptFacts): string {
  const t = speak(language)
  const { failure, http_status: status } = attempt
  if (failure !== 'HTTP_ERROR') return t(logAdvice[failure ?? 'CONNECTION'])
  return status === 401 || status === 403
    ? t(
        'Your server refused the request ({status}). If it does not recognise the signature, paste what it received into the Signature tab.',
        { status },
      )
    : t('Your server answered {status}. Only an answer of 2xx means: received.', { status: status ?? 0 })
}

function answer({ attempt, language }: AttemptFacts): string {
  const t = speak(language)
  const { response_excerpt: excerpt } = attempt
  const shown =
    excerpt === null
      ? html`<p class="soft">${t('No answer.')}</p>`
      : excerpt === ''
        ? html`<p class="soft">${t('An answer without content.')}</p>`
        : html`<p class="hint">${t('The first 2 kilobytes.')}</p><pre tabindex="0">${excerpt}</pre>`
  return html`<h2>${t('What your server answered')}</h2>!${shown}`
}

function sent({ attempt, language }: AttemptFacts): string {
  const t = speak(language)
  const { headers, body } = attempt.request
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const shown =
    body === null
      ? html`<p class="soft">${t('The body is no longer kept.')}</p>`
      : html`<p class="hint">${t('Body, laid out to be read. What is signed stands on a single line.')}</p><pre tabindex="0">${prettyJson(body)}</pre>`
  return html`<h2>${t('What we sent')}</h2><p class="hint">${t('Headers. The signature is not shown: for this request it is as good as a password.')}</p><pre tabindex="0">${lines.join('\n')}</pre>!${shown}`
}

/** JSON over several lines; any other text as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
