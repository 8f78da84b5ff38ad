import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { choiceField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { BoundedTerm } from '../../../../domain/shops/terms/shop-terms.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import type { TypedShopTerms } from './shop-terms-form.ts'
import { shopTermsWording } from './shop-terms-wording.ts'

export type ShopTermsScreen = {
  language: Language
  typed: TypedShopTerms
  /** The field that was refused, and why. */
  fault?: { term: BoundedTerm; text: string } | undefined
  notice?: WorkspaceNotice | undefined
}

/** What was agreed with all shops: what they may owe, and how they are paid. */
export function shopTermsPage({ language, typed, fault, notice }: ShopTermsScreen): OperationsContent {
  const words = shopTermsWording[language]
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
      html`<section class="card"><h2>${words.first.heading}</h2><p>${words.first.lead}</p>
!${field('maxOwedFcfa', words.maxOwed)}!${field('newShopTrips', words.newShop)}!${field('tripMinutes', words.minutes)}</section>
<section class="card"><h2>${words.payouts.heading}</h2>!${field('leastPayoutFcfa', words.leastPayout)}
!${choiceField({
        name: 'payoutFeesBy',
        label: words.fees.label,
        hint: words.fees.hint,
        value: typed.payoutFeesBy,
        options: [
          { value: 'COMPANY', label: words.fees.company },
          { value: 'SHOP', label: words.fees.shop },
        ],
      })}</section>!${submitButton(words.save)}`,
    ),
  })
}
