import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { listShopsOfAccount } from '../../../domain/accounts/membership-store.ts'
import { checkAccountSession } from '../../../domain/accounts/sessions/check-account-session.ts'
import { languageOf } from '../../../http/response-language.ts'
import { themeColour } from '../../../pages/company-colour.ts'
import { colourOf } from '../../../pages/design-tokens.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import { requirePerson } from '../../../web/require-person.ts'
import { personOf } from '../../../web/signed-in-request.ts'
import type { ConsoleAssets } from '../console-assets.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { joinedShare, sharedCookies, sharedText } from './shared-text.ts'

/** Where phones find what makes the console an app, and where that app receives what is shared with it. */
export const manifestPath = '/console/manifest.webmanifest'
export const sharePath = '/console/share'

/** A shared text, with room for what is left out of it. */
const shareForm = { bodyLimit: 64 * 1024 }

/**
 * `/console/share`: a message that is shared from WhatsApp with the installed console fills the form of a new
 * delivery. It comes as a form, so that no address and no log holds it, and from the phone itself, not from a
 * page of another site (`useSignedInPages`); it waits in a cookie while somebody signs in (decision 307).
 */
export async function shareRoutes(
  app: FastifyInstance,
  { assets, ...deps }: ConsoleDeps & { assets: ConsoleAssets },
): Promise<void> {
  app.get(manifestPath, (request, reply) => {
    const language = languageOf(request)
    const t = speak(language)
    const icon = (size: 192 | 512) => ({
      src: assets[`console-icon-${size}.png`],
      sizes: `${size}x${size}`,
      type: 'image/png',
    })
    return reply.type('application/manifest+json; charset=utf-8').send({
      id: '/console',
      start_url: '/console',
      scope: '/console',
      display: 'standalone',
      lang: language,
      name: t('Colis – my shop'),
      short_name: 'Colis',
      description: t(
        'Order deliveries and follow them. Share a customer’s message with Colis to order from it.',
      ),
      theme_color: themeColour(deps.rules.current()),
      background_color: colourOf('ground'),
      icons: [icon(192), { ...icon(512), purpose: 'any' }, { ...icon(512), purpose: 'maskable' }],
      share_target: {
        action: sharePath,
        method: 'POST',
        enctype: 'application/x-www-form-urlencoded',
        params: { title: 'title', text: 'text', url: 'url' },
      },
    })
  })

  app.post(sharePath, shareForm, async (request, reply) => {
    const text = joinedShare(fieldsOf(request.body))
    if (text !== '') reply.header('set-cookie', sharedCookies(text, deps.isSecure))
    const account = await checkAccountSession(deps.accounts, request.headers.cookie)
    return reply.redirect(account ? sharePath : '/console/sign-in', 303)
  })

  app.get(sharePath, { onRequest: requirePerson(deps) }, async (request, reply) => {
    const text = sharedText(request.headers.cookie)
    const shops = await listShopsOfAccount(deps.db, personOf(request).accountId)
    const [first] = shops
    if (text === '') return reply.redirect('/console', 303)
    if (first && shops.length === 1) return reply.redirect(shopHref(first.shopId, newFromShared), 303)
    const t = speak(languageOf(request))
    const rows = shops.map(
      ({ shopId, name }) =>
        html`<li><a href="${shopHref(shopId, newFromShared)}"><strong>${name}</strong></a></li>`,
    )
    const none = t(
      'You do not belong to a shop yet. Open your own, or ask the owner of one for an invitation.',
    )
    const open = html`<p><a class="button plain" href="/console/open-shop">${t('Open a shop')}</a></p>`
    return deps.sendPage(request, reply, 200, {
      section: null,
      title: t('Order from this message'),
      main: html`<blockquote class="card shared">${text}</blockquote>
!${rows.length === 0 ? '' : html`<p>${t('Which shop sells it?')}</p>`}
!${rowsOr(rows, none)}!${rows.length === 0 ? open : ''}`,
    })
  })
}

/** The page of a new delivery that begins with the shared message. */
const newFromShared = '/deliveries/new?shared'
