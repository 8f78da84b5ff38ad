import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { OpeningHours } from '../../../domain/shops/opening/opening-hours.ts'
import { listPickupAddresses } from '../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import { hoursText } from '../../hours/hours-text.ts'
import { doneNotice } from '../../signed-in-request.ts'
import { speak } from '../../web-words.ts'
import type { KeepingDeps } from '../shop-keeping.ts'

/** `/settings/addresses`: the places where couriers fetch the parcels of a shop, the main one first. */
export async function addressListPage(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const config = deps.configFor('SELL')

  app.get(`${deps.shopPath}/settings/addresses`, { config }, async (request, reply) => {
    const language = languageOf(request)
    const t = speak(language)
    const shopId = deps.shopOf(request).id
    const href = deps.shopHref(shopId, '/settings/addresses')
    const addresses = await listPickupAddresses(deps.db, shopId)
    const rows = addresses.map((address) => {
      const where = address.landmark ?? address.formatted ?? `${address.lat}, ${address.lng}`
      const opening = address.opening_hours as OpeningHours | null
      const hours = opening ? hoursText(opening, language) : t('Opening hours not given')
      return html`<li><a href="${href}/${address.id}">
<span><strong>${address.label ?? t('Address without a name')}</strong><br>
<span class="soft">${where}<br>${hours}</span></span>
!${address.is_default ? html`<span class="badge">${t('Main')}</span>` : ''}</a></li>`
    })
    const lead = t(
      'Where couriers fetch your parcels. Unless you choose another, a delivery starts from the main address.',
    )
    return deps.sendKept(request, reply, 200, 'addresses', {
      title: t('Pickup addresses'),
      notice: doneNotice(request, {
        added: t('The address is added.'),
        saved: t('The address is saved.'),
        main: t('This is the main address now.'),
        removed: t('The address is removed.'),
      }),
      main: html`
!${rows.length === 0 ? '' : html`<p>${lead}</p>`}
!${rowsOr(rows, t('No address yet. Add one, so that you can order a delivery.'))}
<p><a class="button primary" href="${href}/new">${t('Add an address')}</a></p>`,
    })
  })
}
