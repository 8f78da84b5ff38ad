import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { choiceField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { BoundedTerm } from '../../../../domain/shops/terms/shop-terms.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import type { TypedShopTerms } from './shop-terms-form.ts'
import {
  shopTermsLeastPayout,
  shopTermsMaxOwed,
  shopTermsMinutes,
  shopTermsNewShop,
} from './shop-terms-wording.ts'

export type ShopTermsScreen = {
  language: Language
  typed: TypedShopTerms
  /** The field that was refused, and why. */
  fault?: { term: BoundedTerm; text: string } | undefined
  notice?: WorkspaceNotice | undefined
}

import { speak, speakEach } from '../../operations-words.ts'
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
!${field('maxOwedFcfa', speakEach(language, shopTermsMaxOwed))}!${field('newShopTrips', speakEach(language, shopTermsNewShop))}!${field('tripMinutes', speakEach(language, shopTermsMinutes))}</section>
<section class="card"><h2>${t('Payouts to shops')}</h2>!${field('leastPayoutFcfa', speakEach(language, shopTermsLeastPayout))}
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
