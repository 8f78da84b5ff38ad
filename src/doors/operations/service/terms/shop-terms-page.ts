import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { choiceField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { BoundedTerm } from '../../../../domain/shops/terms/shop-terms.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import type { TypedShopTerms } from './shop-terms-form.ts'

type ShopTermsScreen = {
  language: Language
  typed: TypedShopTerms
  /** The field that was refused, and why. */
  fault?: { term: BoundedTerm; text: string } | undefined
  notice?: WorkspaceNotice | undefined
}

const leastPayout = {
  label: 'Least payout (FCFA)',
  hint: 'A shop can choose a larger amount, not a smaller one.',
} as const

const minutesField = {
  label: 'Minutes to pay a trip',
  hint: '5 to 1,440.',
} as const

const newShop = {
  label: 'Parcels handed over before a new shop no longer pays first',
  hint: '0: a new shop does not pay first.',
} as const

const maxOwed = {
  label: 'A shop may owe up to (FCFA)',
  hint: 'Empty: no limit. 0: all pay first. A shop can have a limit of its own, on its page.',
} as const

/** What was agreed with all shops: what they may owe, and how they are paid. */
export function shopTermsPage({ language, typed, fault, notice }: ShopTermsScreen): OperationsContent {
  const t = speak(language)
  const field = (term: BoundedTerm, { label, hint }: { label: string; hint: string }) =>
    textField({
      name: term,
      label,
      hint,
      value: typed[term],
      error: fault?.term === term ? fault.text : undefined,
      attributes: { inputmode: 'numeric', maxlength: 20, autocomplete: 'off' },
    })
  return servicePage(language, 'terms', {
    notice,
    isFormPage: fault !== undefined,
    main: postForm(
      serviceHref('terms'),
      html`<section class="card"><h2>${t('Trips paid first')}</h2><p>${t('A shop that owes too much, or is new, pays each trip before the parcel is picked up. Its number is asked; unpaid, the delivery is cancelled free of charge.')}</p>
!${field('maxOwedFcfa', speakEach(language, maxOwed))}!${field('newShopTrips', speakEach(language, newShop))}!${field('tripMinutes', speakEach(language, minutesField))}</section>
<section class="card"><h2>${t('Payouts to shops')}</h2>!${field('leastPayoutFcfa', speakEach(language, leastPayout))}
!${choiceField({
        name: 'payoutFeesBy',
        label: t('What the provider takes for a payout is borne by'),
        hint: t('For payouts that begin from now on.'),
        value: typed.payoutFeesBy,
        options: [
          { value: 'COMPANY', label: t('the company') },
          { value: 'SHOP', label: t('the shop') },
        ],
      })}</section>!${submitButton(t('Save'))}`,
    ),
  })
}
