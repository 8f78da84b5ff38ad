import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { withFixedSpaces } from '../../base/pages/french-spaces.ts'
import type { PlaceMap } from '../../base/pages/place-map.ts'
import type { CustomerPrice, CustomerView } from './customer-view.ts'
import { type CustomerWords, customerWording } from './customer-wording.ts'

/**
 * HTML of the customer's page: the frame of every page and the parts that several share. It works without
 * JavaScript; customer-page.js only improves it. Mind ghtml: a `!` before an expression leaves it
 * unescaped, so only fragments made by `html` stand there, and words never end in `!` in a template.
 */

/** What every page is made with. */
export type PageFrame = {
  language: Language
  /** The path of the page itself, token included. */
  path: string
  /** `?lang=…` where the customer chose a language; carried along by forms. */
  query: string
  style: string
  script: string
  /** Whether the page stays light enough with the shop's logo. */
  hasLogos: boolean
  /** The number of those who run the service; null where none is set. */
  supportPhone: string | null
}

type PageContent = {
  title: string
  main: string
  /** Whose parcel it is, where that may be said. */
  shop?: Pick<CustomerView, 'shopName' | 'logo'>
  hasSwitch?: boolean
}

/** A whole page around `main`. A page made by a form has no language switch: it would lose what was typed. */
export function wholePage(frame: PageFrame, { title, main, shop, hasSwitch = true }: PageContent): string {
  const { language } = frame
  const words = customerWording[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${frame.style}">
<script src="${frame.script}" defer></script>
</head>
<body>
<header><span class="brand">Colis</span>!${hasSwitch ? languageSwitch(frame, words) : ''}</header>
<p id="offline" class="notice" role="alert" hidden>${language === 'fr' ? withFixedSpaces(words.offline) : words.offline}</p>
<main>!${shop ? logoLine(frame, shop) : ''}!${language === 'fr' ? withFixedSpaces(main) : main}</main>
</body>
</html>
`
}

/** The shop's logo beside its name, which says the same to those who see no pictures. */
function logoLine(
  { hasLogos }: PageFrame,
  { shopName, logo }: Pick<CustomerView, 'shopName' | 'logo'>,
): string {
  if (logo === null || !hasLogos) return ''
  return html`<p class="shop"><img src="${logo}" alt="" width="48" height="48">${shopName}</p>`
}

const languageSwitch = ({ path }: PageFrame, { otherLanguage: { code, name } }: CustomerWords): string =>
  html`<a class="switch" href="${path}?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`

/** A form that comes back to the page's own address: nothing typed is ever in an address. */
export const pageForm = ({ path, query }: PageFrame, content: string): string =>
  html`<form method="post" action="${path}${query}">!${content}</form>`

/** What the delivery costs and what is to be paid for it. */
export function priceList(price: CustomerPrice, language: Language): string {
  const words = customerWording[language].price
  const exact = (amountFcfa: number) => amountText(amountFcfa, language)
  const shown = (amountFcfa: number) =>
    price.isEstimate ? words.estimate(exact(amountFcfa)) : exact(amountFcfa)
  const toPay = isToPayEstimate(price) ? shown(price.toPayFcfa) : exact(price.toPayFcfa)
  return html`<dl class="price">
!${price.goodsFcfa > 0 ? html`<div><dt>${words.goods}</dt><dd>${exact(price.goodsFcfa)}</dd></div>` : ''}
<div><dt>${words.delivery}</dt><dd>${tripText(price, shown(price.priceFcfa), language)}</dd></div>
<div class="total"><dt>${words.toPay}</dt><dd>${price.toPayFcfa === 0 ? words.nothing : toPay}</dd></div>
</dl>`
}

/** The price of the trip; that of a prepaid parcel does not concern the customer. */
function tripText({ mode, feePayer }: CustomerPrice, amount: string, language: Language): string {
  const { alreadyPaid, byShop } = customerWording[language].price
  if (mode === 'PREPAID') return alreadyPaid
  return feePayer === 'MERCHANT' ? byShop(amount) : amount
}

/** Whether what the customer pays depends on a price that is not final yet. */
export const isToPayEstimate = ({ mode, feePayer, isEstimate }: CustomerPrice): boolean =>
  isEstimate && mode === 'CASH_ON_DELIVERY' && feePayer === 'CUSTOMER'

/** A message that stands out. */
export const notice = (text: string): string => html`<p class="notice" role="alert">${text}</p>`

/** The small line at the end by which people name their delivery on the phone. */
export const referenceLine = (view: CustomerView, words: CustomerWords): string =>
  html`<p class="reference">${words.reference(view.reference)}</p>`

/** A place for the map, which the script fills from `about`. */
export const mapPlace = (about: PlaceMap, label: string): string =>
  html`<div id="map" class="map" role="region" aria-label="${label}" data-map="${JSON.stringify(about)}" hidden></div>`
