import type { FastifyRequest } from 'fastify'
import { logoPath } from '../../domain/shops/appearance/shop-logo.ts'
import { languageOf } from '../../http/response-language.ts'
import type { ActIcon } from '../../pages/icon-sprite.ts'
import { sendHtml } from '../../pages/signed-in-pages.ts'
import type { WorkspaceLink, WorkspaceNotice } from '../../pages/workspace.ts'
import { companyName, type RulesDeps } from '../../rules.ts'
import { framedPage } from '../../web/page-frame.ts'
import type { ConsoleAssets } from './console-assets.ts'
import type { ConsoleDeps, ConsoleSection } from './console-deps.ts'
import { shopHref } from './console-request.ts'
import { type ConsoleText, speak } from './console-words.ts'
import { manifestPath } from './sharing/share-routes.ts'

/** What each section is called, where it leads within a shop, and its picture. */
const sections: Record<ConsoleSection, { label: ConsoleText; path: string; icon: ActIcon }> = {
  home: { label: 'Home', path: '', icon: 'shop' },
  deliveries: { label: 'Deliveries', path: '/deliveries', icon: 'parcel' },
  order: { label: 'New', path: '/deliveries/new', icon: 'add' },
  settings: { label: 'Settings', path: '/settings', icon: 'gear' },
  developers: { label: 'API', path: '/developers', icon: 'developers' },
}

/** Sends pages in the frame of whoever asks: their shop, their name, their language. */
export function pageSender(assets: ConsoleAssets, { rules }: RulesDeps): ConsoleDeps['sendPage'] {
  return (request, reply, status, content) => {
    const { member } = request
    const company = companyName(rules.current())
    return sendHtml(
      reply,
      status,
      framedPage(request, content, {
        assets,
        stylesFor: { 'workspace-map.js': assets['map.css'] },
        manifest: manifestPath,
        brand: member
          ? { name: member.shop.name, href: shopHref(member.shop.id), logo: logoPath(member.shop) }
          : { name: company ?? 'Colis', href: '/console' },
        company,
        colour: rules.current().COMPANY_COLOUR,
        links: linksOf(request, content.section),
        standing: standingOf(request),
      }),
    )
  }
}

/** What the people of a shop are told on every page, until it is over. */
function standingOf(request: FastifyRequest): WorkspaceNotice | undefined {
  const { member } = request
  const t = speak(languageOf(request))
  if (member?.role === 'OPERATOR')
    return {
      kind: 'warning',
      text: t(
        'You see the console of {shop} as the shop sees it, without being able to change anything. Its owner reads in its audit that you looked at it.',
        { shop: member.shop.name },
      ),
      link: { href: `/operations/shops/${member.shop.id}`, label: t('Back to your pages') },
    }
  if (member?.shop.suspended_at)
    return {
      kind: 'warning',
      text: t(
        'The courier company has suspended your shop: {reason} Deliveries under way go on, but you can order nothing.',
        { reason: member.shop.suspension_reason ?? '' },
      ),
    }
  return member && member.shop.approved_at === null
    ? {
        kind: 'warning',
        text: t(
          'Your shop is waiting for the operator’s approval. You can prepare everything; ordering opens afterwards.',
        ),
      }
    : undefined
}

function linksOf(request: FastifyRequest, section: ConsoleSection | null): WorkspaceLink[] {
  const { member } = request
  if (!member) return []
  const t = speak(languageOf(request))
  return (Object.entries(sections) as [ConsoleSection, (typeof sections)[ConsoleSection]][]).map(
    ([name, { label, path, icon }]) => ({
      href: shopHref(member.shop.id, path),
      label: t(label),
      icon,
      isCurrent: name === section,
      begins: name === 'order',
    }),
  )
}
