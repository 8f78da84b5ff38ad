import { html } from 'ghtml'
import { postForm, selectField, submitButton, textArea } from '../../../../base/pages/form-parts.ts'
import type { EndpointRow } from '../../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { CheckedSignature } from '../../../../domain/webhooks/inspecting/check-received-signature.ts'
import {
  type DeveloperFacts,
  docsHref,
  factLine,
  preciseText,
} from '../../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { developerPage, tabHref } from '../developer-frame-page.ts'
import { findingText, signatureSecrets } from './signature-wording.ts'

/** The form of the tester as it was typed. */
export type TypedSignature = { endpoint: string; request: string; headers: string; body: string }

/** What came of it. */
export type Checked =
  | { kind: 'CHECKED'; verdict: CheckedSignature }
  | { kind: 'REFUSED'; text: string }
  | { kind: 'EMPTY' }

type SignatureFacts = DeveloperFacts & {
  endpoints: readonly EndpointRow[]
  typed: TypedSignature
  checked: Checked | undefined
}

/** The signature tester: what was received goes in, what is wrong with it comes out. */
export function signaturePage(facts: SignatureFacts): ConsoleContent {
  const t = speak(facts.language)
  const { checked, endpoints } = facts
  return developerPage(facts, 'signature', {
    title: t('Signature tester'),
    isFormPage: checked !== undefined,
    notice: checked?.kind === 'REFUSED' ? { kind: 'refused', text: checked.text } : undefined,
    main:
      endpoints.length === 0
        ? html`<p class="empty">${t('There is no webhook to check yet.')} <a href="${tabHref(facts, 'endpoints')}">${t('Add a webhook')}</a></p>`
        : html`!${checked?.kind === 'CHECKED' ? verdictCard(facts, checked.verdict) : html`<p>${t('Does your server refuse a webhook? Paste here what it received: we tell you what is wrong, and how to mend it.')}</p>`}!${testerForm(facts)}`,
  })
}

function verdictCard(facts: SignatureFacts, verdict: CheckedSignature): string {
  const t = speak(facts.language)
  const { findings, signedAt, secretOf, eventId, isSentBodyKnown } = verdict
  const hostOf = (id: string) =>
    new URL(facts.endpoints.find((each) => each.id === id)?.url ?? 'https://?').host
  const texts = findings.map((finding) =>
    findingText(finding, facts.language, { hostOf, when: (at) => preciseText(facts, at) }),
  )
  const outcome =
    texts.length === 0
      ? html`<p class="notice" role="status">${t('All is well: this request comes from us, and its signature is right.')}</p>`
      : html`<p class="notice refused" role="alert">${t('{count, plural, one {One thing is wrong.} other {# things are wrong.}}', { count: texts.length })}</p><ol class="findings">!${texts.map(({ what, mend }) => html`<li><strong>${what}</strong><br>${mend}</li>`)}</ol>`
  const lines = [
    signedAt && factLine(t('Signed on'), preciseText(facts, signedAt)),
    secretOf && factLine(t('Secret used'), t(signatureSecrets[secretOf])),
    eventId && factLine(t('Event'), eventId),
    factLine(t('Original body'), isSentBodyKnown ? t('compared') : t('unknown, so not compared')),
  ]
  return html`<section class="card" id="verdict">!${outcome}<dl>!${lines.filter(Boolean)}</dl><p><a href="${docsHref(facts, 'webhooks')}">${t('How to verify a signature')}</a></p></section>`
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
  const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', class: 'code' }
  const request = textArea({
    name: 'request',
    label: t('The request as received'),
    value: typed.request,
    hint: t('Headers and body, as in your log. The header Svc-Signature and the body are enough.'),
    error: checked?.kind === 'EMPTY' ? t('Paste a request first.') : undefined,
    attributes: { ...plain, rows: 8, placeholder: 'Svc-Signature: t=…,v1=…' },
  })
  const headers = textArea({
    name: 'headers',
    label: t('Headers'),
    value: typed.headers,
    attributes: { ...plain, rows: 4 },
  })
  const body = textArea({
    name: 'body',
    label: t('Body'),
    value: typed.body,
    attributes: { ...plain, rows: 6 },
  })
  const isApart = typed.headers !== '' || typed.body !== ''
  return postForm(
    `${href}/signature`,
    html`!${endpoint}!${request}<details!${isApart ? ' open' : ''}><summary>${t('Or paste headers and body apart')}</summary><div class="stack">!${headers}!${body}</div></details>!${submitButton(t('Check'))}<p class="hint">${t('Do not paste your secret: we do not need it. Nothing of what you paste is kept.')}</p>`,
  )
}
