import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { type Language, languages } from '../../../../base/kernel/language.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { limits } from '../../../../contract/limits.ts'
import { removeShopLogo, setShopLogo } from '../../../../domain/shops/appearance/set-shop-logo.ts'
import { logoPath } from '../../../../domain/shops/appearance/shop-logo.ts'
import { shownName } from '../../../../domain/shops/appearance/shown-name.ts'
import { changeShop } from '../../../../domain/shops/change-shop.ts'
import type { ShopRow } from '../../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm, choiceField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'

/**
 * A photo as phones take them is received, so that it can be refused in words; little of it is kept in
 * memory.
 */
const uploadBytes = 12 * 1024 * 1024
const keptBytes = 8 * limits.logoBytes

type Filled = {
  typedName?: string
  faults?: { displayName?: string; logo?: string }
  notice?: WorkspaceNotice
}

/**
 * `/settings/appearance`: what customers call a shop and see of it, and in which language the service writes
 * to it.
 */
export async function shopAppearancePage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/settings/appearance`
  const config = { needs: 'MANAGE_SHOP' } as const
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  await acceptFiles(app, { fields: 1, fieldBytes: 1_024, fileBytes: keptBytes })

  app.get(path, { config }, async (request, reply) => {
    const t = speak(languageOf(request))
    const notice = doneNotice(request, {
      saved: t('Saved.'),
      logo: t('The new logo is in place.'),
      removed: t('The logo is removed.'),
    })
    return show(request, reply, 200, notice && { notice })
  })

  app.post(path, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const displayName = cleanedLine(sent.displayName ?? '')
    const language = chosenOf('language', sent.language, languages)
    if ([...displayName].length > limits.shopName.max) {
      const fault = speak(languageOf(request))('This name is too long: 80 characters at most.')
      return show(request, reply, 422, { typedName: displayName, faults: { displayName: fault } })
    }
    const change = { displayName: displayName || null, ...(language && { language }) }
    return act(request, reply, 'saved', { typedName: displayName }, (shopId) =>
      changeShop(acting(request), shopId, change),
    )
  })

  const upload = {
    config: { ...config, hasOwnBodyDeadline: true },
    bodyLimit: uploadBytes,
    onRequest: refuseLargerForms(uploadBytes),
  }
  app.post(`${path}/logo`, upload, async (request, reply) => {
    const { file } = await readSentForm(request, reply, 'logo')
    if (!file) {
      const fault = speak(languageOf(request))('Choose a picture first.')
      return show(request, reply, 422, { faults: { logo: fault } })
    }
    return act(request, reply, 'logo', {}, (shopId) => setShopLogo(acting(request), shopId, file))
  })

  app.post(`${path}/logo/remove`, { config, bodyLimit: 1_024 }, async (request, reply) =>
    act(request, reply, 'removed', {}, (shopId) => removeShopLogo(acting(request), shopId)),
  )

  /** Calls the verb and redirects; a refusal shows the page again as it was filled in. */
  function act(
    request: FastifyRequest,
    reply: FastifyReply,
    done: string,
    filled: Filled,
    verb: (shopId: string) => Promise<unknown>,
  ) {
    const shopId = memberOf(request).shop.id
    return attempt(
      request,
      async () => {
        await verb(shopId)
        return redirectAfter(reply, shopHref(shopId, '/settings/appearance'), done)
      },
      ({ code, status, notice }) => {
        const outcome = code === 'LOGO_REFUSED' ? { faults: { logo: notice.text } } : { notice }
        return show(request, reply, status, { ...filled, ...outcome })
      },
    )
  }

  function show(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled = {}) {
    const { shop } = memberOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const mail = shop.owner_email ?? t('None: the owners get mails at their own addresses.')
    return deps.sendPage(request, reply, status, {
      section: 'settings',
      title: t('Name and logo'),
      back: { href: shopHref(shop.id, '/settings'), label: t('Settings') },
      notice: filled.notice,
      isFormPage: request.method === 'POST',
      scripts: ['console-logo.js'],
      main: html`
!${preview(shop, language)}
!${nameCard(shop, shop.language ?? deps.language, filled, language)}
!${logoCard(shop, filled.faults?.logo, language)}
<section class="card"><h2>${t('E-mail of the shop')}</h2>
<p>${mail}</p>
<p class="hint">${t('To change it, write to the operator of the service.')}</p></section>`,
    })
  }
}

function preview(shop: ShopRow, language: Language): string {
  const t = speak(language)
  const logo = logoPath(shop)
  const picture = logo === null ? '' : html`<img src="${logo}" alt="" width="48" height="48">`
  return html`<section class="card"><h2>${t('What the customer sees')}</h2>
<p>${t('At the top of the page on which they follow their parcel:')}</p>
<p class="shop">!${picture}<strong>${shownName(shop)}</strong></p>
!${logo === null ? html`<p class="hint">${t('No logo yet.')}</p>` : ''}</section>`
}

function nameCard(
  shop: ShopRow,
  messageLanguage: Language,
  { typedName, faults }: Filled,
  language: Language,
): string {
  const t = speak(language)
  const name = textField({
    name: 'displayName',
    label: t('Name for your customers'),
    value: typedName ?? shop.display_name ?? '',
    hint: t('Leave it empty to keep “{name}”.', { name: shop.name }),
    error: faults?.displayName,
    attributes: { autocomplete: 'organization', maxlength: limits.shopName.max },
  })
  const names = { fr: t('Français'), en: t('English') }
  const choice = choiceField({
    name: 'language',
    label: t('Language of messages'),
    value: messageLanguage,
    hint: t(
      'Of the mails that the service sends you, and of the text that you send to customers with their link.',
    ),
    options: languages.map((value) => ({ value, label: names[value] })),
  })
  const fields = html`!${name}<div id="language">!${choice}</div>!${submitButton(t('Save'))}`
  return html`<section class="card">!${postForm(shopHref(shop.id, '/settings/appearance'), fields)}</section>`
}

function logoCard(shop: ShopRow, fault: string | undefined, language: Language): string {
  const t = speak(language)
  const href = shopHref(shop.id, '/settings/appearance/logo')
  const hint = t(
    'PNG, JPEG or WebP, {kilobytes} KB at most. Your browser makes a heavier picture smaller by itself.',
    {
      kilobytes: limits.logoBytes / 1024,
    },
  )
  const input = html`<input id="logo" name="logo" type="file" required
 accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint!${fault ? ' logo-error' : ''}"
!${fault ? ' aria-invalid="true"' : ''} data-bytes="${limits.logoBytes}"
 data-reduced="${t('{name} is smaller now and ready to be sent.', { name: '%' })}">`
  const field = html`<div class="field!${fault ? ' wrong' : ''}"><label for="logo">${t('Picture')}</label>
!${input}
!${fault ? html`<p class="error" id="logo-error" role="alert">${fault}</p>` : ''}
<p class="hint" id="logo-hint">${hint}</p><p class="hint" id="logo-state" role="status"></p></div>`
  return html`<section class="card" id="logo-card"><h2>${t('Logo')}</h2>
<form method="post" action="${href}" enctype="multipart/form-data" class="stack">!${field}
!${submitButton(t('Send this logo'), 'plain')}</form>
!${shop.logo_sha256 === null ? '' : buttonForm(`${href}/remove`, t('Remove the logo'), 'danger')}</section>`
}
