import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../base/http/response-language.ts'
import { sendHtml } from '../../base/pages/signed-in-pages.ts'
import { type WorkspaceIcon, workspacePage } from '../../base/pages/workspace.ts'
import type { ConsoleAssets } from './console-assets.ts'
import type { ConsoleContent, ConsoleDeps, ConsoleSection } from './console-deps.ts'
import { shopHref } from './console-request.ts'
import { consoleWording } from './console-wording.ts'

/** Where each section leads within a shop, and its picture. */
const sections: Record<ConsoleSection, { path: string; icon: WorkspaceIcon }> = {
  home: { path: '', icon: 'home' },
  deliveries: { path: '/deliveries', icon: 'parcels' },
  order: { path: '/deliveries/new', icon: 'add' },
  settings: { path: '/settings', icon: 'settings' },
  developers: { path: '/developers', icon: 'developers' },
}

/** Sends pages in the frame of whoever asks: their shop, their name, their language. */
export function pageSender(assets: ConsoleAssets): ConsoleDeps['sendPage'] {
  return (request, reply, status, content) => sendHtml(reply, status, framed(assets, request, content))
}

function framed(assets: ConsoleAssets, request: FastifyRequest, content: ConsoleContent): string {
  const { section, isFormPage, scripts = [], live, ...shown } = content
  const language = languageOf(request)
  const { member, person } = request
  const words = consoleWording[language]
  return workspacePage(
    {
      language,
      styles: [assets['workspace.css'], ...(scripts.includes('console-map.js') ? [assets['map.css']] : [])],
      scripts: [assets['workspace.js'], ...scripts.map((name) => assets[name])],
      brand: { name: member?.shop.name ?? 'Colis', href: member ? shopHref(member.shop.id) : '/console' },
      links: member
        ? (Object.entries(sections) as [ConsoleSection, (typeof sections)[ConsoleSection]][]).map(
            ([name, { path, icon }]) => ({
              href: shopHref(member.shop.id, path),
              label: words.sections[name],
              icon,
              isCurrent: name === section,
            }),
          )
        : [],
      person: person && { name: person.name, href: '/console/account' },
      path: isFormPage || request.method !== 'GET' ? null : pathOf(request),
    },
    {
      ...shown,
      // Fetching the page of a refused form again would lose what was typed.
      live: isFormPage ? undefined : live,
      notice:
        shown.notice ??
        (member && member.shop.approved_at === null
          ? { kind: 'warning', text: words.notApproved }
          : undefined),
    },
  )
}

/** The page's own address without the language that was asked for, and without what a redirect said. */
function pathOf(request: FastifyRequest): string {
  const url = new URL(request.url, 'http://colis')
  url.searchParams.delete('lang')
  url.searchParams.delete('done')
  return `${url.pathname}${url.search}`
}

/** Redirects after a form that was taken. */
export const redirectAfter = (reply: FastifyReply, path: string, done?: string): unknown =>
  reply.redirect(done === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${done}`, 303)
