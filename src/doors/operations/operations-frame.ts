import type { FastifyRequest } from 'fastify'
import { hasServiceRight, type ServiceRight } from '../../domain/accounts/account-right.ts'
import { languageOf } from '../../http/response-language.ts'
import type { ActIcon } from '../../pages/icon-sprite.ts'
import { sendHtml } from '../../pages/signed-in-pages.ts'
import type { WorkspaceLink } from '../../pages/workspace.ts'
import { companyName, type RulesDeps } from '../../rules.ts'
import { framedPage } from '../../web/page-frame.ts'
import type { OperationsAssets } from './operations-assets.ts'
import type { OperationsDeps, OperationsSection } from './operations-deps.ts'
import { manifestPath } from './operations-manifest-routes.ts'
import { type OperationsText, speak } from './operations-words.ts'
import { waitingIn } from './waiting-work.ts'

const sectionNames: Record<OperationsSection, OperationsText> = {
  board: 'Under way',
  deliveries: 'Deliveries',
  couriers: 'Couriers',
  cities: 'Cities',
  shops: 'Shops',
  figures: 'Figures',
  service: 'Service',
}

/** Where each section leads, its picture, and what one needs for it. */
const sections: Record<
  OperationsSection,
  { path: string; icon: ActIcon; needs: ServiceRight; isWideOnly?: true }
> = {
  board: { path: '/operations', icon: 'board', needs: 'DISPATCH' },
  deliveries: { path: '/operations/deliveries', icon: 'parcel', needs: 'DISPATCH' },
  couriers: { path: '/operations/couriers', icon: 'courier', needs: 'DISPATCH' },
  cities: { path: '/operations/cities', icon: 'map', needs: 'MANAGE', isWideOnly: true },
  shops: { path: '/operations/shops', icon: 'shop', needs: 'MANAGE', isWideOnly: true },
  figures: { path: '/operations/reports', icon: 'chart', needs: 'MANAGE' },
  service: { path: '/operations/service', icon: 'gear', needs: 'MANAGE' },
}

/** Sends pages in the frame of whoever asks: their name, their language, the sections that are theirs. */
export function pageSender(assets: OperationsAssets, { rules }: RulesDeps): OperationsDeps['sendPage'] {
  return (request, reply, status, content) => {
    const current = rules.current()
    const name = companyName(current) ?? speak(languageOf(request))('Operations')
    return sendHtml(
      reply,
      status,
      framedPage(request, content, {
        assets,
        stylesFor: {
          'workspace-map.js': assets['map.css'],
          'board.js': assets['board.css'],
          'zone-map.js': assets['zone-map.css'],
        },
        brand: { name, href: '/operations' },
        colour: current.COMPANY_COLOUR,
        manifest: manifestPath,
        links: linksOf(request, content.section),
      }),
    )
  }
}

function linksOf(request: FastifyRequest, section: OperationsSection | null): WorkspaceLink[] {
  const { operator } = request
  if (!operator) return []
  const t = speak(languageOf(request))
  const entries = Object.entries(sections) as [OperationsSection, (typeof sections)[OperationsSection]][]
  return entries
    .filter(([, { needs }]) => hasServiceRight(operator.role, needs))
    .map(([name, { path, icon, isWideOnly = false }]) => ({
      href: path,
      label: t(sectionNames[name]),
      icon,
      isCurrent: name === section,
      isWideOnly,
      waiting: waitingIn(name, request.waitingWork ?? null, languageOf(request)),
    }))
}
