import { html } from 'ghtml'
import { languageNames, type SpokenLanguage, spokenIn } from '../../base/kernel/language.ts'
import { companySheets } from '../../pages/company-colour.ts'
import { colourOf } from '../../pages/design-tokens.ts'
import { attributesOf } from '../../pages/form-parts.ts'
import { withFixedSpaces } from '../../pages/french-spaces.ts'
import type { CourierAssets, PageFrame } from './courier-page-frame.ts'
import { speak, speakEach } from './courier-words.ts'
import { supportCard } from './reach-page.ts'

/** The content of a page. */
export type PageContent = {
  /** Trusted HTML, made with `html`. */
  main: string
  /** Who is signed in; without a session a page does not poll for updates and shows no sign-out. */
  courier?: { id: string; isOnDuty: boolean; sharesPosition: boolean }
  /**
   * Whether the page is of a parcel that the courier has, and that they may have to read without a
   * connection.
   */
  carries?: boolean
  /** Changes whenever what is shown does, so that the script replaces only what is new. */
  version?: string
  /** How often the page polls for updates, in seconds. */
  refreshSeconds?: number
  /** The address from which the page is fetched again, also in another language. */
  path?: string
  notice?: Notice | undefined
  /** A script that this page needs besides the one of every page. */
  script?: keyof CourierAssets
}

/** The outcome of the last action. */
export type Notice = { kind: 'done' | 'refused'; text: string }

/** Where couriers take trips. */
const homePath = '/courier'

const scriptTexts = {
  sending: 'Sending…',
  uploadWaiting: 'No connection: the photo will be sent as soon as the network is back. Keep this page open.',
  waiting:
    'No connection. Your action is kept and is sent as soon as the network is back: leave this page open.',
  waitingMany:
    'No connection. Actions kept: 0. They are sent in order as soon as the network is back: leave this page open.',
  offline: 'You are offline. What you see may be out of date.',
  aside:
    'Not recorded yet: …. The service cannot do it for the moment. Nothing is lost: try again, or give it up.',
  tryAgain: 'Try again',
  giveUp: 'Give it up',
  dropped: 'An action kept for another courier was not sent.',
  positionDenied:
    'Your position is not shared: allow it in the browser’s settings, to be offered trips and so that customers see you coming.',
  positionUnknown: 'Your phone cannot find its position. Go outdoors.',
} as const

/** A whole page of the courier's. */
export function courierPage(frame: PageFrame, content: PageContent): string {
  const { language, assets } = frame
  const { main, courier, carries, version = '', refreshSeconds, notice, path = homePath, script } = content
  const isReloaded = refreshSeconds !== undefined && path === homePath && !isTypedInto(main)
  const t = speak(language)
  const spaced = (part: string) => (language === 'fr' ? withFixedSpaces(part) : part)
  const icon = assets['icon.svg']
  const own = courier ? ownLinks(language) + signOutForm(language) : ''
  const body = attributesOf({
    'data-courier': courier?.id ?? '',
    'data-refresh-seconds': refreshSeconds ?? '',
    'data-say': JSON.stringify(speakEach(language, scriptTexts)),
  })
  const shown = attributesOf({
    'data-version': version,
    'data-shares-position': `${courier?.sharesPosition ?? ''}`,
    'data-carries': carries === undefined ? undefined : `${carries}`,
  })
  return html`<!doctype html>
<html lang="${language}"!${frame.look === 'dark' ? ' class="dark"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${t('Colis – courier')}</title>
<meta name="theme-color" content="${frame.colour ?? colourOf('brand')}">
<link rel="manifest" href="/courier/manifest.webmanifest">
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assets['icon-192.png']}">
<link rel="stylesheet" href="${assets['courier.css']}">
!${companySheets(frame.colour).map((sheet) => html`<link rel="stylesheet" href="${sheet}">`)}
<script src="${assets['courier-client.js']}" type="module"></script>
!${script ? html`<script src="${assets[script]}" type="module"></script>` : ''}
!${isReloaded ? reloadWithoutScript(refreshSeconds) : ''}
</head>
<body!${body}>
<header class="bar">
!${brandLink(frame)}
!${courier ? dutyBadge(courier.isOnDuty, language) : ''}
</header>
<p id="connection" class="notice page waiting" role="status" hidden></p>
!${courier ? html`<div id="aside" class="notice page waiting" role="status" hidden></div>` : ''}
<main id="main"!${shown}>
!${notice ? html`<p class="notice ${notice.kind}" role="status">!${spaced(html`${notice.text}`)}</p>` : ''}
!${spaced(main)}
</main>
!${courier ? spaced(noScriptNote(language, isReloaded) + supportCard(frame)) : ''}
<footer>!${own}!${lookSwitch(frame, path)}!${languageSwitch(frame, path)}</footer>
</body>
</html>
`
}

const brandLink = ({ assets, company }: PageFrame): string => {
  const icon = html`<img src="${assets['icon.svg']}" alt="" width="32" height="32">`
  return html`<a class="brand" href="/courier">!${icon}${company ?? 'Colis'}</a>`
}

function dutyBadge(isOnDuty: boolean, language: SpokenLanguage): string {
  const t = speak(language)
  const [look, text] = isOnDuty ? ['on', t('On duty')] : ['off', t('Off duty')]
  return html`<span class="badge ${look}" id="duty">${text}</span>`
}

/** Without JavaScript a page that reloads by itself would lose what is being typed into it. */
const isTypedInto = (main: string): boolean =>
  /<input (?!type="(?:hidden|radio)")/.test(main.replaceAll(/<template[\s\S]*?<\/template>/g, ''))

function reloadWithoutScript(refreshSeconds: number): string {
  const refresh = `${Math.max(refreshSeconds, 15)};url=/courier`
  return html`<noscript><meta http-equiv="refresh" content="!${refresh}"></noscript>`
}

function noScriptNote(language: SpokenLanguage, isReloaded: boolean): string {
  const t = speak(language)
  const lead = t(
    'Without JavaScript your position is not shared: you get no new trips, but you can finish yours.',
  )
  const reloads = isReloaded ? t('The page reloads by itself.') : ''
  const reload = html`<a class="button plain" href="/courier">${t('Reload')}</a>`
  return html`<noscript><div class="notice page waiting"><p>${lead} ${reloads}</p>
!${isReloaded ? '' : reload}</div></noscript>`
}

function ownLinks(language: SpokenLanguage): string {
  const t = speak(language)
  const sheet = t('Courier’s sheet (PDF, in French)')
  return html`<nav class="own">!${[
    html`<a class="link" href="/courier/trips">${t('My earnings')}</a>`,
    html`<a class="link" href="/courier/shifts">${t('My shifts')}</a>`,
    html`<a class="link" href="/courier/photo">${t('My photo')}</a>`,
    html`<a class="link" href="/courier/sheet.pdf" hreflang="fr">${sheet}</a>`,
  ]}</nav>`
}

function signOutForm(language: SpokenLanguage): string {
  const button = html`<button class="quiet">${speak(language)('Sign out')}</button>`
  return html`<form method="post" action="/courier/sign-out">!${button}</form>`
}

/** A street by night is dark, and by day the sun is on the phone. */
function lookSwitch({ language, look }: PageFrame, path: string): string {
  const t = speak(language)
  const [other, text] = look === 'dark' ? ['light', t('Light page')] : ['dark', t('Dark page')]
  return html`<a class="button quiet" href="${path}?look=${other}">${text}</a>`
}

/** The other languages of couriers of these countries, each by its own name. */
function languageSwitch({ language, countries }: PageFrame, path: string): string {
  const others = spokenIn(countries).filter((each) => each !== language)
  const link = (code: SpokenLanguage) => {
    const codes = html`lang="${code}" hreflang="${code}"`
    return html`<a class="button quiet" href="${path}?lang=${code}" !${codes}>${languageNames[code]}</a>`
  }
  return others.map(link).join('')
}

/** A page with one message and a link back. */
export function plainPage(frame: PageFrame, text: { heading: string; lead: string; back: string }): string {
  const main = html`<h1>${text.heading}</h1>
<p>${text.lead}</p>
<a class="button primary" href="/courier">${text.back}</a>`
  return courierPage(frame, { main })
}
