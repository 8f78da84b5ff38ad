import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { partnerPath, type Scope, scopes } from '../../../contract/vocabulary.ts'
import { listUsedKeys, type UsedKey } from '../../../domain/api-requests/list-used-keys.ts'
import { maxKeyLabel } from '../../../domain/shops/api-key.ts'
import { createApiKey } from '../../../domain/shops/create-api-key.ts'
import { revokeApiKey } from '../../../domain/shops/revoke-api-key.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import {
  buttonForm,
  checkField,
  copyField,
  postForm,
  submitButton,
  textField,
} from '../../../pages/form-parts.ts'
import { doneNotice, redirectAfter } from '../../signed-in-request.ts'
import { speak, type WebText } from '../../web-words.ts'
import { type DeveloperFacts, docsHref, factLine, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeepingDeps, KeptContent } from '../shop-keeping.ts'

/** What a shop’s own program needs to order and to follow. */
const usualScopes: readonly Scope[] = ['quotes:read', 'deliveries:read', 'deliveries:write']

/** How many revoked keys are listed: the newest. */
const shownRevoked = 20

/** What a key of each scope may do, as a shop reads it. */
const scopeWords: Record<Scope, { may: WebText; hint: WebText }> = {
  'quotes:read': { may: 'Ask for prices', hint: 'See the zones and the price of a trip.' },
  'deliveries:read': {
    may: 'Read your deliveries',
    hint: 'Follow them, with the names and phones of customers.',
  },
  'deliveries:write': {
    may: 'Order and cancel',
    hint: 'Order, change, cancel, confirm a payment or a return.',
  },
  'webhooks:read': { may: 'Read your webhooks', hint: 'Their state and their log.' },
  'webhooks:write': { may: 'Manage your webhooks', hint: 'Add, change and remove them.' },
  'pickup-addresses:write': { may: 'Manage your pickup addresses', hint: 'Add, change and remove them.' },
}

type OneKey = { Params: { shopId: string; keyId: string } }

/** `/developers/keys`: the keys of a shop, the form of a new one, and the page that shows it once. */
export async function apiKeysPage(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const { shopOf, shopHref } = deps
  const path = `${deps.shopPath}/developers/keys`
  const config = deps.configFor('MANAGE_KEYS')
  const as = (request: FastifyRequest) => ({ ...deps, actor: deps.actorOf(request) })

  app.get(path, { config }, async (request, reply) => show(request, reply, 200))

  app.post(path, { config }, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const chosen = scopes.filter((scope) => fields[scope] !== undefined)
    const label = cleanedLine(fields.label ?? '').slice(0, maxKeyLabel)
    if (chosen.length === 0) return show(request, reply, 422, label)
    const key = { shopId: shopOf(request).id, scopes: chosen, label: label || null }
    const made = await createApiKey(as(request), key)
    const facts = await deps.readFacts(request)
    return deps.sendKept(request, reply, 200, 'keys', newKeyContent(facts, { ...made, label }))
  })

  app.post<OneKey>(`${path}/:keyId/revoke`, { config }, async (request, reply) => {
    const { keyId } = request.params
    const shopId = shopOf(request).id
    if (!isUuid(keyId)) throw new ApiError('API_KEY_NOT_FOUND', { keyId })
    await revokeApiKey(as(request), { shopId, keyId })
    return redirectAfter(reply, shopHref(shopId, '/developers/keys'), 'revoked')
  })

  /** `refusedLabel` is what was typed into a form without any right. */
  async function show(request: FastifyRequest, reply: FastifyReply, status: number, refusedLabel?: string) {
    const keys = await listUsedKeys(as(request), shopOf(request).id)
    const facts = await deps.readFacts(request)
    const t = speak(facts.language)
    const inUse = keys.filter(({ revoked_at }) => revoked_at === null)
    const revoked = keys.filter(({ revoked_at }) => revoked_at !== null).toReversed()
    const create = {
      id: 'create',
      summary: t('Create a key'),
      isOpen: inUse.length === 0 || refusedLabel !== undefined,
    }
    const old = { id: 'revoked', summary: t('Revoked keys ({count})', { count: revoked.length }) }
    const oldLines = revoked.slice(0, shownRevoked).map((key) => revokedLine(facts, key))
    const lead = t(
      'A key is the password of a program. Give each program its own: you can then stop one without stopping the others.',
    )
    return deps.sendKept(request, reply, status, 'keys', {
      title: t('API keys'),
      notice: doneNotice(request, { revoked: t('The key is revoked: it opens nothing any more.') }),
      isFormPage: refusedLabel !== undefined,
      main: html`<p>${lead}</p>
!${inUse.map((key) => keyCard(facts, key))}
!${unfolded(create, keyForm(facts, refusedLabel))}
!${revoked.length === 0 ? '' : unfolded(old, html`<ul class="soft">!${oldLines}</ul>`)}`,
    })
  }
}

function keyCard(
  facts: DeveloperFacts,
  { id, label, scopes: allowed, lastUse, created_at }: UsedKey,
): string {
  const t = speak(facts.language)
  const used = lastUse
    ? t('{when}, from {from}', { when: whenText(facts, lastUse.at), from: lastUse.from })
    : t('never')
  const lead = t(
    'Programs that use it are refused at once, and for good. If you still need one of them, give it a new key first.',
  )
  return html`<section class="card"><h2>${label ?? t('Key without a name')}</h2>
<ul class="soft">!${allowed.map((scope) => html`<li>${t(scopeWords[scope].may)}</li>`)}</ul>
<dl>!${factLine(t('Last used'), used)}!${factLine(t('Created on'), whenText(facts, created_at))}
<div><dt>${t('Identifier')}</dt><dd><code>${id}</code></dd></div></dl>
<details><summary>${t('Revoke this key')}</summary><p>${lead}</p>
!${buttonForm(`${facts.href}/keys/${id}/revoke`, t('Yes, revoke it'), 'danger')}</details></section>`
}

function revokedLine(facts: DeveloperFacts, { label, revoked_at: at }: UsedKey): string {
  const t = speak(facts.language)
  const when = at ? t('revoked on {when}', { when: whenText(facts, at) }) : ''
  return html`<li><strong>${label ?? t('Key without a name')}</strong> <span class="soft">${when}</span></li>`
}

function keyForm({ href, language }: DeveloperFacts, refusedLabel: string | undefined): string {
  const t = speak(language)
  const isRefused = refusedLabel !== undefined
  const label = textField({
    name: 'label',
    label: t('What will it be for?'),
    value: refusedLabel,
    hint: t('For example: the shop’s site. Optional.'),
    attributes: { maxlength: maxKeyLabel, autocomplete: 'off' },
  })
  const boxes = scopes.map((scope) =>
    checkField({
      name: scope,
      label: t(scopeWords[scope].may),
      hint: `${scope} · ${t(scopeWords[scope].hint)}`,
      isChecked: !isRefused && usualScopes.includes(scope),
    }),
  )
  const fault = html`<p class="error" role="alert">
${t('Tick at least one right: a key without any is of no use.')}</p>`
  const fields = html`!${label}
<fieldset class="field"><legend>${t('What it may do')}</legend>!${isRefused ? fault : ''}!${boxes}</fieldset>
!${submitButton(t('Create the key'))}`
  return postForm(`${href}/keys`, fields)
}

/** The page that shows a new key, once. */
function newKeyContent(
  facts: DeveloperFacts,
  { key, label, scopes: allowed }: { key: string; label: string; scopes: readonly Scope[] },
): KeptContent {
  const t = speak(facts.language)
  const copy = { copy: t('Copy'), done: t('Copied') }
  const inSandbox = t(
    'It works in this sandbox alone. “live” stands in every key, here too: it does not mean production.',
  )
  const inProduction = t(
    'It orders real deliveries. “live” stands in every key, in those of the sandbox too; where a key was made says where it works.',
  )
  const curl = `curl -H 'Authorization: Bearer ${key}' ${facts.publicUrl}${partnerPath}/zones`
  const tryIt = html`<section class="card"><h2>${t('Try it')}</h2>
<p>${t('This line, pasted into a terminal, answers with the zones that are served.')}</p>
<pre class="wrapped">${curl}</pre>
<button type="button" class="plain" data-copy="${curl}" data-done="${copy.done}" hidden>${copy.copy}</button>
</section>`
  return {
    title: label || t('Your key'),
    back: { href: `${facts.href}/keys`, label: t('API keys') },
    isFormPage: true,
    main: html`<section class="card"><h2>${t('Your new key')}</h2>
<p class="notice warning">${t('Copy it now: it is never shown again.#made')}</p>
!${copyField(key, t('Your new key'), copy)}
<p class="hint">${t('Keep it on your server. Never in a page, an app or a message.')}</p>
<p class="hint">${facts.isSandbox ? inSandbox : inProduction}</p></section>
!${allowed.includes('quotes:read') ? tryIt : ''}
<div class="acts"><a class="button primary" href="${facts.href}/keys">${t('I have kept it#made')}</a>
<a class="button quiet" href="${docsHref(facts, 'guide')}">${t('Read the guide')}</a></div>`,
  }
}
