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
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, docsHref, factLine, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeptContent } from '../shop-keeping.ts'
import { scopeWords } from './key-wording.ts'

/** What was typed into the form of a new key, when it was refused. */
export type TypedKey = { label: string; scopes: readonly Scope[] }

type KeyFacts = DeveloperFacts & { keys: readonly UsedKey[]; typed: TypedKey | undefined }

/** What a shop’s own program needs to order and to follow. */
const usualScopes: readonly Scope[] = ['quotes:read', 'deliveries:read', 'deliveries:write']

/** How many revoked keys are listed: the newest. */
const shownRevoked = 20

/** The keys of a shop, and the form of a new one. */
export function keysPage(facts: KeyFacts, notice?: WorkspaceNotice): KeptContent {
  const t = speak(facts.language)
  const inUse = facts.keys.filter(({ revoked_at }) => revoked_at === null)
  const revoked = facts.keys.filter(({ revoked_at }) => revoked_at !== null).toReversed()
  return {
    title: t('API keys'),
    notice,
    isFormPage: facts.typed !== undefined,
    main: html`<p>${t('A key is the password of a program. Give each program its own: you can then stop one without stopping the others.')}</p>
!${inUse.map((key) => keyCard(facts, key))}
!${unfolded({ id: 'create', summary: t('Create a key'), isOpen: inUse.length === 0 || facts.typed !== undefined }, keyForm(facts))}
!${revoked.length === 0 ? '' : unfolded({ id: 'revoked', summary: t('Revoked keys ({count})', { count: revoked.length }) }, html`<ul class="soft">!${revoked.slice(0, shownRevoked).map((key) => revokedLine(facts, key))}</ul>`)}`,
  }
}

function keyCard(facts: KeyFacts, key: UsedKey): string {
  const t = speak(facts.language)
  const { lastUse } = key
  const used = lastUse
    ? t('{when}, from {from}', { when: whenText(facts, lastUse.at), from: lastUse.from })
    : t('never')
  return html`<section class="card"><h2>${key.label ?? t('Key without a name')}</h2>
<ul class="soft">!${key.scopes.map((scope) => html`<li>${t(scopeWords[scope].may)}</li>`)}</ul>
<dl>!${factLine(t('Last used'), used)}!${factLine(t('Created on'), whenText(facts, key.created_at))}<div><dt>${t('Identifier')}</dt><dd><code>${key.id}</code></dd></div></dl>
<details><summary>${t('Revoke this key')}</summary><p>${t('Programs that use it are refused at once, and for good. If you still need one of them, give it a new key first.')}</p>!${buttonForm(`${facts.href}/keys/${key.id}/revoke`, t('Yes, revoke it'), 'danger')}</details></section>`
}

const revokedLine = (facts: KeyFacts, { label, revoked_at }: UsedKey): string =>
  html`<li><strong>${label ?? speak(facts.language)('Key without a name')}</strong> <span class="soft">!${revoked_at ? html`${speak(facts.language)('revoked on {when}', { when: whenText(facts, revoked_at) })}` : ''}</span></li>`

function keyForm({ href, language, typed }: KeyFacts): string {
  const t = speak(language)
  const checked = typed?.scopes ?? usualScopes
  const label = textField({
    name: 'label',
    label: t('What will it be for?'),
    value: typed?.label,
    hint: t('For example: the shop’s site. Optional.'),
    attributes: { maxlength: 60, autocomplete: 'off' },
  })
  const boxes = scopes.map((scope) =>
    checkField({
      name: scope,
      label: t(scopeWords[scope].may),
      hint: `${scope} · ${t(scopeWords[scope].hint)}`,
      isChecked: checked.includes(scope),
    }),
  )
  const fault = typed
    ? html`<p class="error" role="alert">${t('Tick at least one right: a key without any is of no use.')}</p>`
    : ''
  return postForm(
    `${href}/keys`,
    html`!${label}<fieldset class="field"><legend>${t('What it may do')}</legend>!${fault}!${boxes}</fieldset>!${submitButton(t('Create the key'))}`,
  )
}

/** The page that shows a new key, once. */
export function newKeyPage(
  facts: DeveloperFacts,
  { key, label, scopes: allowed }: { key: string; label: string; scopes: readonly Scope[] },
): KeptContent {
  const t = speak(facts.language)
  const copy = { copy: t('Copy'), done: t('Copied') }
  const curl = `curl -H 'Authorization: Bearer ${key}' ${facts.publicUrl}${partnerPath}/zones`
  const tryIt = html`<section class="card"><h2>${t('Try it')}</h2><p>${t('This line, pasted into a terminal, answers with the zones that are served.')}</p><pre class="wrapped">${curl}</pre><button type="button" class="plain" data-copy="${curl}" data-done="${copy.done}" hidden>${copy.copy}</button></section>`
  return {
    title: label || t('Your key'),
    back: { href: `${facts.href}/keys`, label: speak(facts.language)('API keys') },
    isFormPage: true,
    main: html`<section class="card"><h2>${t('Your new key')}</h2><p class="notice warning">${t('Copy it now: it is never shown again.#made')}</p>!${copyField(key, t('Your new key'), copy)}<p class="hint">${t('Keep it on your server. Never in a page, an app or a message.')}</p></section>
!${allowed.includes('quotes:read') ? tryIt : ''}
<div class="acts"><a class="button primary" href="${facts.href}/keys">${t('I have kept it#made')}</a><a class="button quiet" href="${docsHref(facts, 'guide')}">${t('Read the guide')}</a></div>`,
  }
}
