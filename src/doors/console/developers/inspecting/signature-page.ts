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
import { developerPage, tabHref } from '../developer-frame-page.ts'
import { findingText, signatureWording } from './signature-wording.ts'

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
  const words = signatureWording[facts.language]
  const { checked, endpoints } = facts
  return developerPage(facts, 'signature', {
    title: words.title,
    isFormPage: checked !== undefined,
    notice: checked?.kind === 'REFUSED' ? { kind: 'refused', text: checked.text } : undefined,
    main:
      endpoints.length === 0
        ? html`<p class="empty">${words.noEndpoint} <a href="${tabHref(facts, 'endpoints')}">${words.toEndpoints}</a></p>`
        : html`!${checked?.kind === 'CHECKED' ? verdictCard(facts, checked.verdict) : html`<p>${words.lead}</p>`}!${testerForm(facts)}`,
  })
}

function verdictCard(facts: SignatureFacts, verdict: CheckedSignature): string {
  const words = signatureWording[facts.language]
  const { findings, signedAt, secretOf, eventId, isSentBodyKnown } = verdict
  const hostOf = (id: string) =>
    new URL(facts.endpoints.find((each) => each.id === id)?.url ?? 'https://?').host
  const texts = findings.map((finding) =>
    findingText(finding, facts.language, { hostOf, when: (at) => preciseText(facts, at) }),
  )
  const outcome =
    texts.length === 0
      ? html`<p class="notice" role="status">${words.well}</p>`
      : html`<p class="notice refused" role="alert">${words.wrong(texts.length)}</p><ol class="findings">!${texts.map(({ what, mend }) => html`<li><strong>${what}</strong><br>${mend}</li>`)}</ol>`
  const lines = [
    signedAt && factLine(words.signedAt, preciseText(facts, signedAt)),
    secretOf && factLine(words.secret, words.secrets[secretOf]),
    eventId && factLine(words.eventId, eventId),
    factLine(words.compared, isSentBodyKnown ? words.isCompared : words.notCompared),
  ]
  return html`<section class="card" id="verdict">!${outcome}<dl>!${lines.filter(Boolean)}</dl><p><a href="${docsHref(facts, 'webhooks')}">${words.docs}</a></p></section>`
}

function testerForm({ href, language, typed, endpoints, checked }: SignatureFacts): string {
  const words = signatureWording[language]
  const endpoint = selectField({
    name: 'endpoint',
    label: words.endpoint,
    value: typed.endpoint,
    options: endpoints.map(({ id, url, description }) => ({
      value: id,
      label: description ?? url.replace(/\?.*/s, '?…'),
    })),
  })
  const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', class: 'code' }
  const request = textArea({
    name: 'request',
    label: words.request,
    value: typed.request,
    hint: words.requestHint,
    error: checked?.kind === 'EMPTY' ? words.empty : undefined,
    attributes: { ...plain, rows: 8, placeholder: 'Svc-Signature: t=…,v1=…' },
  })
  const headers = textArea({
    name: 'headers',
    label: words.headers,
    value: typed.headers,
    attributes: { ...plain, rows: 4 },
  })
  const body = textArea({
    name: 'body',
    label: words.body,
    value: typed.body,
    attributes: { ...plain, rows: 6 },
  })
  const isApart = typed.headers !== '' || typed.body !== ''
  return postForm(
    `${href}/signature`,
    html`!${endpoint}!${request}<details!${isApart ? ' open' : ''}><summary>${words.apart}</summary><div class="stack">!${headers}!${body}</div></details>!${submitButton(words.submit)}<p class="hint">${words.safe}</p>`,
  )
}
