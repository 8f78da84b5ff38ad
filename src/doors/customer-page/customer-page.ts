import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import { languageNames, type SpokenLanguage, spokenIn } from '../../base/kernel/language.ts'
import { companySheets } from '../../pages/company-colour.ts'
import { withFixedSpaces } from '../../pages/french-spaces.ts'
import { iconLink } from '../../pages/icon-link.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import type { CustomerPrice, CustomerView } from './customer-view.ts'
import { speak } from './customer-words.ts'

/**
 * HTML of the customer's page: the frame of every page and the parts that several share. It works without
 * JavaScript; customer-page.js only improves it. Mind ghtml: a `!` before an expression leaves it
 * unescaped, so only fragments made by `html` stand there, and words never end in `!` in a template.
 */

/** What every page is made with. */
export type PageFrame = {
  language: SpokenLanguage
  /** Says the words of the page in it. */
  t: ReturnType<typeof speak>
  /** The path of the page itself, token included. */
  path: string
  /** `?lang=…` where the customer chose a language; carried along by forms. */
  query: string
  style: string
  script: string
  /** The absolute address of the picture that messengers show with the link of a shop without a logo. */
  preview: string
  /** The address at which others reach the service. */
  publicUrl: string
  /** Whose service it is, as people know it, and its colour; null and undefined where none is set. */
  company: string | null
  colour: string | undefined
  /** The language in which messages are written to people of a country. */
  recipientLanguage: (country: string) => SpokenLanguage
  /** Whether the page stays light enough with the shop's logo. */
  hasLogos: boolean
  /** The number of those who run the service; null where none is set. */
  supportPhone: string | null
}

type PageContent = {
  title: string
  main: string
  /** Whose parcel it is, where that may be said. */
  shop?: Pick<CustomerView, 'shopName' | 'logo' | 'city'>
  /** Whether the page has room for the shop's logo. */
  hasLogo?: boolean
  hasSwitch?: boolean
  /**
   * What the script keeps for when there is no network: under which addresses, or that nothing is to be kept
   * any more.
   */
  keeps?: readonly string[] | 'NOTHING'
}

/** A whole page around `main`. A page made by a form has no language switch: it would lose what was typed. */
export function wholePage(
  frame: PageFrame,
  { title, main, shop, hasLogo = true, hasSwitch = true, keeps = [] }: PageContent,
): string {
  const { language, t } = frame
  const spaced = (fragment: string) => (language === 'fr' ? withFixedSpaces(fragment) : fragment)
  const switches = hasSwitch ? languageSwitch(frame, shop?.city?.country) : ''
  const offline = t(
    'No network at the moment: what you see may be out of date. The page goes on by itself once it is back.',
  )
  const name = shop ? shopName(frame, shop, hasLogo) : html`<b>${frame.company ?? 'Colis'}</b>`
  const company = html`${frame.company === null ? 'Colis' : `Colis, ${frame.company}`}`
  const kept =
    keeps === 'NOTHING' ? ' data-over' : keeps.length > 0 ? html` data-addresses="${keeps.join(' ')}"` : ''
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
!${preview(frame, shop)}
!${iconLink}
<link rel="stylesheet" href="${frame.style}">
!${companySheets(frame.colour).map((sheet) => html`<link rel="stylesheet" href="${sheet}">`)}
<script src="${frame.script}" defer></script>
</head>
<body!${kept}>
<header>!${name}!${switches}</header>
<p id="offline" class="notice" role="alert" hidden>${spaced(offline)}</p>
<main>!${spaced(main)}</main>
<footer>!${company}</footer>
</body>
</html>
`
}

/**
 * What messengers show of the link, for whoever sees the chat: which shop delivers, and nothing of the
 * delivery or of whom it is for. In the language of the message, since messengers say none or their own.
 */
function preview(
  { publicUrl, preview: card, recipientLanguage }: PageFrame,
  shop?: PageContent['shop'],
): string {
  const language = recipientLanguage(shop?.city?.country ?? '')
  const t = speak(language)
  const title = shop ? t('{shop} delivers to you', { shop: shop.shopName }) : t('Your parcel')
  const picture = shop?.logo
    ? html`<meta property="og:image" content="${publicUrl}${shop.logo}">`
    : html`<meta property="og:image" content="${card}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">`
  return html`<meta property="og:type" content="website">
<meta property="og:locale" content="${language}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${t('Say where to deliver it and follow the courier.')}">
!${picture}`
}

/** The shop, whose page this is to its customer; its logo says the same to those who see it. */
function shopName(
  { hasLogos }: PageFrame,
  { shopName: name, logo }: NonNullable<PageContent['shop']>,
  hasLogo: boolean,
): string {
  const picture = logo && hasLogo && hasLogos
  return html`!${picture ? html`<img src="${logo}" alt="" width="48" height="48">` : ''}<b>${name}</b>`
}

/** French, English and the language of the delivery's own country, but for that of the page. */
const languageSwitch = ({ path, language }: PageFrame, country = ''): string =>
  spokenIn([country])
    .filter((other) => other !== language)
    .map((other) => {
      const name = languageNames[other]
      return html`<a class="switch" href="${path}?lang=${other}"
lang="${other}" hreflang="${other}">${name}</a>`
    })
    .join('')

/** A form that comes back to the page's own address: nothing typed is ever in an address. */
export const pageForm = ({ path, query }: PageFrame, content: string): string =>
  html`<form method="post" action="${path}${query}">!${content}</form>`

/** What the delivery costs and what is to be paid for it. */
export function priceList({ t, language }: PageFrame, price: CustomerPrice): string {
  const exact = (amountFcfa: number) => amountText(amountFcfa, language)
  const shown = (amountFcfa: number) =>
    price.isEstimate ? t('about {amount}', { amount: exact(amountFcfa) }) : exact(amountFcfa)
  const toPay = isToPayEstimate(price) ? shown(price.toPayFcfa) : exact(price.toPayFcfa)
  return html`<dl class="price">
!${price.goodsFcfa > 0 ? html`<div><dt>${t('Goods')}</dt><dd>${exact(price.goodsFcfa)}</dd></div>` : ''}
<div><dt>${t('Delivery')}</dt><dd>${tripText(t, price, shown(price.priceFcfa))}</dd></div>
<div class="total"><dt>${t('To pay')}</dt><dd>${price.toPayFcfa === 0 ? t('nothing') : toPay}</dd></div>
</dl>`
}

/** The price of the trip; that of a prepaid parcel does not concern the customer. */
function tripText(t: PageFrame['t'], { mode, feePayer }: CustomerPrice, amount: string): string {
  if (mode === 'PREPAID') return t('already paid')
  return feePayer === 'MERCHANT' ? t('{amount}, paid by the shop', { amount }) : amount
}

/** Whether what the customer pays depends on a price that is not final yet. */
export const isToPayEstimate = ({ mode, feePayer, isEstimate }: CustomerPrice): boolean =>
  isEstimate && mode === 'CASH_ON_DELIVERY' && feePayer === 'CUSTOMER'

/** A message that stands out. */
export const notice = (text: string): string => html`<p class="notice" role="alert">${text}</p>`

/** The small line at the end by which people name their delivery on the phone. */
export const referenceLine = ({ t }: PageFrame, { reference }: CustomerView): string =>
  html`<p class="reference">${t('Delivery {reference}', { reference })}</p>`

/** The title of a page about a delivery. */
export const parcelTitle = ({ t }: PageFrame, { shopName }: CustomerView): string =>
  t('Your parcel – {shop}', { shop: shopName })

/** A place for the map, which the script fills from `about`. */
export const mapPlace = (about: PlaceMap, label: string): string =>
  html`<div id="map" class="map" role="region" aria-label="${label}"
data-map="${JSON.stringify(about)}" hidden></div>`
