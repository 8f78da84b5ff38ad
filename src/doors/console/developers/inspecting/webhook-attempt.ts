import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { getAttempt, type ShownAttempt } from '../../../../domain/webhooks/inspecting/get-attempt.ts'
import type { FailureForShop } from '../../../../domain/webhooks/sending/attempt-outcome.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { type DeveloperFacts, factLine, preciseText } from '../../../../web/keeping/developer-facts-page.ts'
import { endpointKeyOf, endpointPath } from '../../../../web/keeping/endpoints/endpoint-request.ts'
import { doneOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, shopPath } from '../../console-request.ts'
import { type ConsoleText, speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'

/** What to look at after a failure of each kind, except answers, which say their status. */
const advice: Record<Exclude<FailureForShop, 'HTTP_ERROR'>, ConsoleText> = {
  DNS: 'The name in this address leads to no public server. Check its spelling, and the DNS of your domain.',
  TLS: 'The https certificate of your server was not accepted. It may have expired, or an intermediate certificate is missing.',
  CONNECTION: 'There was no connection, or it broke. Your server may be down, or a firewall keeps us out.',
  TIMEOUT: 'Your server did not answer within 10 seconds. Answer 2xx first, and work afterwards.',
  REDIRECT: 'Your server answered with a redirect, and we follow none. Give the webhook the final address.',
}

type OneAttempt = { Params: { shopId: string; id: string; attemptId: string } }
type AttemptFacts = DeveloperFacts & { attempt: ShownAttempt }

/**
 * `/developers/endpoints/ID/log/ID`: one request to an endpoint, what came of it, what was sent and what was
 * answered.
 */
export async function webhookAttemptPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const config = { needs: 'SELL' } as const
  app.get<OneAttempt>(`${shopPath}${endpointPath}/log/:attemptId`, { config }, async (request, reply) => {
    const key = endpointKeyOf(request)
    const as = { db: deps.webhooks.db, actor: actorOf(request) }
    const attempt = await getAttempt(as, key, request.params.attemptId)
    const facts = { ...(await readDeveloperFacts(deps, request)), attempt }

    const t = speak(facts.language)
    const href = `${facts.href}/endpoints/${key.id}`
    const { isSuccess, event_id: eventId, http_status: httpStatus, next_attempt_at: nextAt } = attempt
    const isPing = attempt.trigger === 'PING'
    const name = t('Attempt {number}', { number: attempt.attempt })
    const status = httpStatus === null ? '' : factLine(t('HTTP status'), String(httpStatus))
    const next = nextAt ? factLine(t('Next attempt'), preciseText(facts, nextAt)) : ''
    const again = isPing
      ? buttonForm(`${href}/ping`, t('Send a ping'))
      : buttonForm(`${href}/resend`, t('Send again'), 'plain', { eventId: eventId ?? '' })
    const content = developerPage(facts, 'endpoints', {
      title: isPing ? t('Ping') : `${attempt.event_type} · ${name}`,
      back: { href: `${href}/log${isPing ? '' : `?event=${eventId}`}`, label: t('Log of requests') },
      notice: doneOf(request) === 'pinged' ? pingNotice(facts) : undefined,
      acts: isSuccess
        ? html`<span class="badge ">${t('Accepted')}</span>`
        : html`<span class="badge bad">${t('Failed')}</span>`,
      main: html`
<section class="card">!${isSuccess ? '' : html`<p>${failureText(facts)}</p>`}
<dl>!${status}!${factLine(t('Duration'), t('{ms} ms', { ms: attempt.duration_ms }))}
!${factLine(t('Sent on'), preciseText(facts, attempt.started_at))}!${next}
<div><dt>${t('Identifier of the event')}</dt><dd><code>${eventId}</code></dd></div></dl></section>
<div class="acts">!${again}</div>
!${answer(facts)}!${sent(facts)}`,
    })
    return deps.sendPage(request, reply, 200, content)
  })
}

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
  if (failure !== 'HTTP_ERROR') return t(advice[failure ?? 'CONNECTION'])
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
      : html`<p class="hint">${t('Body, laid out to be read. What is signed stands on a single line.')}</p>
<pre tabindex="0">${prettyJson(body)}</pre>`
  return html`<h2>${t('What we sent')}</h2>
<p class="hint">
${t('Headers. The signature is not shown: for this request it is as good as a password.')}</p>
<pre tabindex="0">${lines.join('\n')}</pre>!${shown}`
}

/** JSON over several lines; any other text as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
