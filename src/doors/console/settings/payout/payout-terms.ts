import { html } from 'ghtml'
import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { amountText, dayOfWeekText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { readFcfa } from '../../../../base/kernel/written-number.ts'
import { collections, payoutRhythms, weekdayNames } from '../../../../contract/vocabulary.ts'
import type { PayoutTimes } from '../../../../domain/money/transfers/payout-schedule.ts'
import { changeShop } from '../../../../domain/shops/change-shop.ts'
import type { ShopRow } from '../../../../domain/shops/shop-store.ts'
import { checkbox, choice, filledForm, numberField } from '../../../../pages/form.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { choiceField, postForm, submitButton } from '../../../../pages/form-parts.ts'
import { speak } from '../../console-words.ts'
import type { PayoutAct } from './payout-number.ts'

type Screen = {
  language: Language
  /** The address of the page. */
  href: string
  shop: ShopRow
  typed: Readonly<Record<string, string>>
  faults: { minimum?: string; collection?: string }
}

/** What the forms of the terms do, by their paths. */
export const payoutTermsActs: Record<string, PayoutAct> = {
  '/terms': ({ rhythm, minimum = '', nets }, { deps, actor, shop }) => {
    const change = {
      payoutRhythm: chosenOf('rhythm', rhythm, payoutRhythms) ?? shop.payout_rhythm,
      // An amount that cannot be read is refused like one that is too small.
      payoutMinimumFcfa: readFcfa(minimum) ?? 0,
      payoutNetsFees: nets === 'on',
    }
    return async () => {
      await changeShop({ ...deps, actor }, shop.id, change)
      return 'terms'
    }
  },
  '/collection': ({ collection }, { deps, actor, shop }) => {
    const defaultCollection = chosenOf('collection', collection, collections) ?? shop.default_collection
    return async () => {
      await changeShop({ ...deps, actor }, shop.id, { defaultCollection })
      return 'collection'
    }
  },
}

/**
 * When sales are paid out, and from which amount on; `leastFcfa` is the smallest payout that the company
 * makes.
 */
export function payoutTermsCard(
  { language, href, shop, typed, faults }: Screen,
  { leastFcfa, times }: { leastFcfa: Fcfa; times: PayoutTimes },
): string {
  const t = speak(language)
  const weekday = dayOfWeekText(weekdayNames.indexOf(times.weekday), language)
  const least = { amount: amountText(leastFcfa, language) }
  const form = {
    rhythm: choice(
      {
        AT_ONCE: t('After each hand-over'),
        DAILY: t('Once a day, from {hour}:00 on', { hour: times.hour }),
        WEEKLY: t('Once a week, on {weekday} from {hour}:00 on', { weekday, hour: times.hour }),
      },
      { label: t('Rhythm') },
    ),
    minimum: numberField({
      label: t('From (FCFA)'),
      hint:
        leastFcfa > 1
          ? t(
              'What is less waits, and goes out with what follows. The service pays out nothing below {amount}.',
              least,
            )
          : t('What is less waits, and goes out with what follows.'),
      attributes: { autocomplete: undefined, required: true },
      read: (text) => readFcfa(text),
    }),
    nets: checkbox({
      label: t('Take the trips and fees that I owe off my sales'),
      hint: t('Otherwise they are invoiced to you separately.'),
    }),
  }
  const kept = {
    rhythm: shop.payout_rhythm,
    minimum: String(shop.payout_minimum_fcfa),
    nets: shop.payout_nets_fees ? 'on' : '',
  }
  const filled = 'minimum' in typed ? { nets: '', ...typed } : kept
  return html`<section class="card" id="terms"><h2>${t('When your sales are paid out to you')}</h2>
!${filledForm(`${href}/terms`, form, { typed: filled, faults }, t('Save'), 'plain')}</section>`
}

/** How customers pay by default, where a provider of mobile money serves the country of the shop. */
export function collectionCard(
  { language, href, shop, typed, faults }: Screen,
  { isServed }: { isServed: boolean },
): string {
  const t = speak(language)
  const directly = t(
    'Directly: the customer pays you themselves, and you confirm that the money has arrived.',
  )
  const unserved = t(
    'In your country this service does not collect by mobile money yet: your customers pay you directly, to your number.',
  )
  if (!isServed)
    return html`<section class="card" id="collection"><h2>${t('How your customers pay')}</h2>
<p>${unserved}</p><p class="hint">${directly}</p></section>`
  const names = { SECURE: t('Mobile money, through the service'), DIRECT: t('Directly to my number') }
  const choice = choiceField({
    name: 'collection',
    label: t('By default'),
    value: typed.collection ?? shop.default_collection,
    error: faults.collection,
    options: (['SECURE', 'DIRECT'] as const).map((value) => ({ value, label: names[value] })),
  })
  const through = t(
    'Through the service: the customer pays before they get the parcel, and the sale is paid out to you.',
  )
  const fields = html`!${choice}<p class="hint">${through}<br>${directly}</p>
!${submitButton(t('Save'), 'plain')}`
  return html`<section class="card" id="collection"><h2>${t('How your customers pay')}</h2>
<p>${t('This is suggested first for each delivery; you can choose otherwise for any of them.')}</p>
!${postForm(`${href}/collection`, fields)}</section>`
}
