import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { type EndpointRow, listEndpoints } from '../../../../domain/webhooks/endpoints/endpoint-store.ts'
import {
  type CheckedSignature,
  checkReceivedSignature,
} from '../../../../domain/webhooks/inspecting/check-received-signature.ts'
import type { PastedRequest } from '../../../../domain/webhooks/inspecting/received-request.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { postForm, selectField, submitButton, textArea } from '../../../../pages/form-parts.ts'
import {
  type DeveloperFacts,
  docsHref,
  factLine,
  preciseText,
} from '../../../../web/keeping/developer-facts-page.ts'
import { webhookDepsOf } from '../../../../web/keeping/endpoints/endpoint-request.ts'
import { attempt } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { developerPage, tabHref } from '../developer-frame-page.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'
import { findingText, signatureSecrets } from './signature-wording.ts'

/** Pasted text grows when a browser encodes it: each byte takes three at most. */
const formBytes = 3 * limits.bodyBytes + 16 * 1024

/** The form as it was typed. */
type TypedSignature = { endpoint: string; request: string; headers: string; body: string }
const emptyForm: TypedSignature = { endpoint: '', request: '', headers: '', body: '' }

/** What came of it. */
type Checked =
  | { kind: 'CHECKED'; verdict: CheckedSignature }
  | { kind: 'REFUSED'; text: string }
  | { kind: 'EMPTY' }

type SignatureFacts = DeveloperFacts & {
  endpoints: readonly EndpointRow[]
  typed: TypedSignature
  checked: Checked | undefined
}

/**
 * `/developers/signature`: says what is wrong with a webhook as somebody’s server received it. Changes
 * nothing.
 */
export async function signatureTesterPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/developers/signature`
  const config = { needs: 'SELL' } as const

  app.get(path, { config }, async (request, reply) => show(request, reply, 200, emptyForm))

  app.post(path, { config, bodyLimit: formBytes }, async (request, reply) => {
    const typed = { ...emptyForm, ...fieldsOf(request.body) }
    const pasted = pastedIn(typed)
    if (!pasted) return show(request, reply, 422, typed, { kind: 'EMPTY' })
    if (!isUuid(typed.endpoint)) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
    const key = { shopId: memberOf(request).shop.id, id: typed.endpoint }
    return attempt(
      request,
      async () => {
        const webhooks = webhookDepsOf(request, deps.webhooks, actorOf(request))
        const verdict = await checkReceivedSignature(webhooks, key, pasted)
        return show(request, reply, 200, typed, { kind: 'CHECKED', verdict })
      },
      ({ code, status, notice: { text } }) => {
        if (code === 'WEBHOOK_ENDPOINT_NOT_FOUND') throw new ApiError(code)
        return show(request, reply, status, typed, { kind: 'REFUSED', text })
      },
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: TypedSignature,
    checked?: Checked,
  ) {
    const endpoints = await listEndpoints(deps.webhooks.db, memberOf(request).shop.id)
    const facts = { ...(await readDeveloperFacts(deps, request)), endpoints, typed, checked }
    const t = speak(facts.language)
    const lead = t(
      'Does your server refuse a webhook? Paste here what it received: we tell you what is wrong, and how to mend it.',
    )
    const none = html`<p class="empty">${t('There is no webhook to check yet.')}
 <a href="${tabHref(facts, 'endpoints')}">${t('Add a webhook')}</a></p>`
    const verdict = checked?.kind === 'CHECKED' ? verdictCard(facts, checked.verdict) : html`<p>${lead}</p>`
    const content = developerPage(facts, 'signature', {
      title: t('Signature tester'),
      isFormPage: checked !== undefined,
      notice: checked?.kind === 'REFUSED' ? { kind: 'refused', text: checked.text } : undefined,
      main: endpoints.length === 0 ? none : html`!${verdict}!${testerForm(facts)}`,
    })
    return deps.sendPage(request, reply, status, content)
  }
}

/** The whole request where it was pasted, else headers and body; undefined where nothing was. */
function pastedIn({ request, headers, body }: TypedSignature): PastedRequest | undefined {
  if (request.trim() !== '') return { request }
  return headers.trim() === '' && body.trim() === '' ? undefined : { headers, body }
}

function verdictCard(facts: SignatureFacts, verdict: CheckedSignature): string {
  const t = speak(facts.language)
  const { findings, signedAt, secretOf, eventId, isSentBodyKnown } = verdict
  const hostOf = (id: string) =>
    new URL(facts.endpoints.find((each) => each.id === id)?.url ?? 'https://?').host
  const items = findings.map((finding) => {
    const naming = { hostOf, when: (at: Date) => preciseText(facts, at) }
    const { what, mend } = findingText(finding, facts.language, naming)
    return html`<li><strong>${what}</strong><br>${mend}</li>`
  })
  const well = t('All is well: this request comes from us, and its signature is right.')
  const wrong = t('{count, plural, one {One thing is wrong.} other {# things are wrong.}}', {
    count: items.length,
  })
  const outcome =
    items.length === 0
      ? html`<p class="notice" role="status">${well}</p>`
      : html`<p class="notice refused" role="alert">${wrong}</p><ol class="findings">!${items}</ol>`
  const lines = [
    signedAt && factLine(t('Signed on'), preciseText(facts, signedAt)),
    secretOf && factLine(t('Secret used'), t(signatureSecrets[secretOf])),
    eventId && factLine(t('Event'), eventId),
    factLine(t('Original body'), isSentBodyKnown ? t('compared') : t('unknown, so not compared')),
  ]
  return html`<section class="card" id="verdict">!${outcome}<dl>!${lines.filter(Boolean)}</dl>
<p><a href="${docsHref(facts, 'webhooks')}">${t('How to verify a signature')}</a></p></section>`
}

function testerForm({ href, language, typed, endpoints, checked }: SignatureFacts): string {
  const t = speak(language)
  const endpoint = selectField({
    name: 'endpoint',
    label: t('Webhook'),
    value: typed.endpoint,
    options: endpoints.map(({ id, url, description }) => ({
      value: id,
      label: description ?? url.replace(/\?.*/s, '?…'),
    })),
  })
  const area = (name: 'headers' | 'body' | 'request', label: string, rows: number) => ({
    name,
    label,
    value: typed[name],
    attributes: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', class: 'code', rows },
  })
  const whole = area('request', t('The request as received'), 8)
  const request = textArea({
    ...whole,
    hint: t('Headers and body, as in your log. The header Svc-Signature and the body are enough.'),
    error: checked?.kind === 'EMPTY' ? t('Paste a request first.') : undefined,
    attributes: { ...whole.attributes, placeholder: 'Svc-Signature: t=…,v1=…' },
  })
  const headers = textArea(area('headers', t('Headers'), 4))
  const body = textArea(area('body', t('Body'), 6))
  const isApart = typed.headers !== '' || typed.body !== ''
  const fields = html`!${endpoint}!${request}
<details!${isApart ? ' open' : ''}><summary>${t('Or paste headers and body apart')}</summary>
<div class="stack">!${headers}!${body}</div></details>
!${submitButton(t('Check'))}
<p class="hint">${t('Do not paste your secret: we do not need it. Nothing of what you paste is kept.')}</p>`
  return postForm(`${href}/signature`, fields)
}
