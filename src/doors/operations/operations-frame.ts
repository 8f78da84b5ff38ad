import type { FastifyRequest } from 'fastify'
import { hasServiceRight, type ServiceRight } from '../../domain/accounts/account-right.ts'
import { languageOf } from '../../http/response-language.ts'
import type { ActIcon } from '../../pages/icon-sprite.ts'
import { sendHtml } from '../../pages/signed-in-pages.ts'
import type { WorkspaceLink } from '../../pages/workspace.ts'
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
  reports: 'Reports',
  service: 'Service',
}

/** Where each section leads, its picture, and what one needs for it. */
const sections: Record<OperationsSection, { path: string; icon: ActIcon; needs: ServiceRight }> = {
  board: { path: '/operations', icon: 'board', needs: 'DISPATCH' },
  deliveries: { path: '/operations/deliveries', icon: 'parcel', needs: 'DISPATCH' },
  couriers: { path: '/operations/couriers', icon: 'courier', needs: 'DISPATCH' },
  cities: { path: '/operations/cities', icon: 'map', needs: 'MANAGE' },
  shops: { path: '/operations/shops', icon: 'shop', needs: 'MANAGE' },
  reports: { path: '/operations/reports', icon: 'chart', needs: 'MANAGE' },
  service: { path: '/operations/service', icon: 'gear', needs: 'MANAGE' },
}

/** Sends pages in the frame of whoever asks: their name, their language, the sections that are theirs. */
export function pageSender(assets: OperationsAssets): OperationsDeps['sendPage'] {
  return (request, reply, status, content) =>
    sendHtml(
      reply,
      status,
      framedPage(request, content, {
        assets,
        stylesFor: {
          'workspace-map.js': assets['map.css'],
          'board.js': assets['board.css'],
          'zone-map.js': assets['zone-map.css'],
        },
        brand: { name: speak(languageOf(request))('Operations'), href: '/operations' },
        manifest: manifestPath,
        links: linksOf(request, content.section),
      }),
    )
}

function linksOf(request: FastifyRequest, section: OperationsSection | null): WorkspaceLink[] {
  const { operator } = request
  if (!operator) return []
  const t = speak(languageOf(request))
  const entries = Object.entries(sections) as [OperationsSection, (typeof sections)[OperationsSection]][]
  return entries
    .filter(([, { needs }]) => hasServiceRight(operator.role, needs))
    .map(([name, { path, icon }]) => ({
      href: path,
      label: t(sectionNames[name]),
      icon,
      isCurrent: name === section,
      waiting: waitingIn(name, request.waitingWork ?? null, languageOf(request)),
    }))
}
