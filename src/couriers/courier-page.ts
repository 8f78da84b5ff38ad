import { html } from 'ghtml'
import type { Language } from '../kernel/language.ts'
import { courierWording } from './courier-wording.ts'

/** The addresses of what every page loads. */
export type CourierAssets = Record<
  'courier.css' | 'courier-client.js' | 'courier-icon.svg' | 'courier-icon-192.png' | 'courier-icon-512.png',
  string
>

/** What a page is made of besides what it shows; `newToken` makes the token of a form. */
export type PageFrame = { language: Language; assets: CourierAssets; newToken: () => string }

/** What stands on a page. */
export type PageContent = {
  /** Trusted HTML, made with `html`. */
  main: string
  /** Who is signed in; nobody's page does not look for news and has nothing to sign out of. */
  courier?: { id: string; isOnDuty: boolean; sharesPosition: boolean }
  /** Changes whenever what is shown does, so that the script replaces only what is new. */
  version?: string
  /** How often the page looks for news, in seconds. */
  refreshSeconds?: number
  notice?: Notice | undefined
}

/** What came of the last action. */
export type Notice = { kind: 'done' | 'refused'; text: string }

/** A whole page of the courier's. */
export function courierPage({ language, assets }: PageFrame, content: PageContent): string {
  const { main, courier, version = '', refreshSeconds, notice } = content
  const say = courierWording[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${say.title}</title>
<meta name="theme-color" content="#0b3b2e">
<link rel="manifest" href="/courier/manifest.webmanifest">
<link rel="icon" href="${assets['courier-icon.svg']}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assets['courier-icon-192.png']}">
<link rel="stylesheet" href="${assets['courier.css']}">
<script src="${assets['courier-client.js']}" type="module"></script>
!${refreshSeconds ? html`<noscript><meta http-equiv="refresh" content="${Math.max(refreshSeconds, 15)};url=/courier"></noscript>` : ''}
</head>
<body data-courier="${courier?.id}" data-refresh-seconds="${refreshSeconds}" data-say="${JSON.stringify(say.script)}">
<header class="bar">
<a class="brand" href="/courier"><img src="${assets['courier-icon.svg']}" alt="" width="32" height="32">Colis</a>
!${courier ? dutyBadge(courier.isOnDuty, language) : ''}
</header>
<p id="connection" class="notice page waiting" role="status" hidden></p>
<main id="main" data-version="${version}" data-shares-position="${courier?.sharesPosition}">
!${notice ? html`<p class="notice ${notice.kind}" role="status">${notice.text}</p>` : ''}
!${main}
</main>
!${courier ? pageEnd(language) : ''}
</body>
</html>
`
}

function dutyBadge(isOnDuty: boolean, language: Language): string {
  const { badgeOn, badgeOff } = courierWording[language].duty
  return html`<span class="badge ${isOnDuty ? 'on' : 'off'}" id="duty">${isOnDuty ? badgeOn : badgeOff}</span>`
}

function pageEnd(language: Language): string {
  const { noScript, signOut } = courierWording[language]
  return html`<noscript><p class="notice page waiting">${noScript}</p></noscript>
<footer><form method="post" action="/courier/sign-out"><button class="quiet">${signOut}</button></form></footer>`
}

/** A page that says one thing and leads back. */
export function plainPage(frame: PageFrame, text: { heading: string; lead: string; back: string }): string {
  const main = html`<h1>${text.heading}</h1>
<p>${text.lead}</p>
<a class="button primary" href="/courier">${text.back}</a>`
  return courierPage(frame, { main })
}
