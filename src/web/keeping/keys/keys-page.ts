import { html } from 'ghtml'
import { partnerPath, type Scope, scopes } from '../../../base/contract/vocabulary.ts'
import {
  buttonForm,
  checkField,
  copyField,
  postForm,
  submitButton,
  textField,
} from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { UsedKey } from '../../../domain/api-requests/list-used-keys.ts'
import { copyWording } from '../copy-wording.ts'
import { type DeveloperFacts, docsHref, factLine, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeptContent } from '../shop-keeping.ts'
import { keyWording } from './key-wording.ts'

/** What was typed into the form of a new key, when it was refused. */
export type TypedKey = { label: string; scopes: readonly Scope[] }

type KeyFacts = DeveloperFacts & { keys: readonly UsedKey[]; typed: TypedKey | undefined }

/** What a shop’s own program needs to order and to follow. */
const usualScopes: readonly Scope[] = ['quotes:read', 'deliveries:read', 'deliveries:write']

/** How many revoked keys are listed: the newest. */
const shownRevoked = 20

/** The keys of a shop, and the form of a new one. */
export function keysPage(facts: KeyFacts, notice?: WorkspaceNotice): KeptContent {
  const words = keyWording[facts.language]
  const inUse = facts.keys.filter(({ revoked_at }) => revoked_at === null)
  const revoked = facts.keys.filter(({ revoked_at }) => revoked_at !== null).toReversed()
  return {
    title: words.title,
    notice,
    isFormPage: facts.typed !== undefined,
    main: html`<p>${words.lead}</p>
!${inUse.map((key) => keyCard(facts, key))}
!${unfolded({ id: 'create', summary: words.create.summary, isOpen: inUse.length === 0 || facts.typed !== undefined }, keyForm(facts))}
!${revoked.length === 0 ? '' : unfolded({ id: 'revoked', summary: words.revokedKeys(revoked.length) }, html`<ul class="soft">!${revoked.slice(0, shownRevoked).map((key) => revokedLine(facts, key))}</ul>`)}`,
  }
}

function keyCard(facts: KeyFacts, key: UsedKey): string {
  const words = keyWording[facts.language]
  const { lastUse } = key
  const used = lastUse ? words.usedFrom(whenText(facts, lastUse.at), lastUse.from) : words.neverUsed
  return html`<section class="card"><h2>${key.label ?? words.noLabel}</h2>
<ul class="soft">!${key.scopes.map((scope) => html`<li>${words.scopes[scope].may}</li>`)}</ul>
<dl>!${factLine(words.lastUse, used)}!${factLine(words.created, whenText(facts, key.created_at))}<div><dt>${words.id}</dt><dd><code>${key.id}</code></dd></div></dl>
<details><summary>${words.revoke.summary}</summary><p>${words.revoke.stops}</p>!${buttonForm(`${facts.href}/keys/${key.id}/revoke`, words.revoke.submit, 'danger')}</details></section>`
}

const revokedLine = (facts: KeyFacts, { label, revoked_at }: UsedKey): string =>
  html`<li><strong>${label ?? keyWording[facts.language].noLabel}</strong> <span class="soft">!${revoked_at ? html`${keyWording[facts.language].revokedOn(whenText(facts, revoked_at))}` : ''}</span></li>`

function keyForm({ href, language, typed }: KeyFacts): string {
  const words = keyWording[language]
  const checked = typed?.scopes ?? usualScopes
  const label = textField({
    name: 'label',
    label: words.create.label,
    value: typed?.label,
    hint: words.create.labelHint,
    attributes: { maxlength: 60, autocomplete: 'off' },
  })
  const boxes = scopes.map((scope) =>
    checkField({
      name: scope,
      label: words.scopes[scope].may,
      hint: `${scope} · ${words.scopes[scope].hint}`,
      isChecked: checked.includes(scope),
    }),
  )
  const fault = typed ? html`<p class="error" role="alert">${words.create.noScope}</p>` : ''
  return postForm(
    `${href}/keys`,
    html`!${label}<fieldset class="field"><legend>${words.create.scopes}</legend>!${fault}!${boxes}</fieldset>!${submitButton(words.create.submit)}`,
  )
}

/** The page that shows a new key, once. */
export function newKeyPage(
  facts: DeveloperFacts,
  { key, label, scopes: allowed }: { key: string; label: string; scopes: readonly Scope[] },
): KeptContent {
  const words = keyWording[facts.language].made
  const copy = copyWording[facts.language]
  const curl = `curl -H 'Authorization: Bearer ${key}' ${facts.publicUrl}${partnerPath}/zones`
  const tryIt = html`<section class="card"><h2>${words.tryHeading}</h2><p>${words.tryLead}</p><pre class="wrapped">${curl}</pre><button type="button" class="plain" data-copy="${curl}" data-done="${copy.done}" hidden>${copy.copy}</button></section>`
  return {
    title: label || words.title,
    back: { href: `${facts.href}/keys`, label: keyWording[facts.language].title },
    isFormPage: true,
    main: html`<section class="card"><h2>${words.heading}</h2><p class="notice warning">${words.once}</p>!${copyField(key, words.heading, copy)}<p class="hint">${words.secret}</p></section>
!${allowed.includes('quotes:read') ? tryIt : ''}
<div class="acts"><a class="button primary" href="${facts.href}/keys">${words.kept}</a><a class="button quiet" href="${docsHref(facts, 'guide')}">${words.guide}</a></div>`,
  }
}
