import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, submitButton } from '../../../base/pages/form-parts.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { courierFields, type TypedCourier } from './courier-form.ts'
import { couriersPath } from './courier-request.ts'

/** The form for a courier whom the operator registers without an application. */
export function newCourierPage({
  language,
  cities,
  typed,
  fault,
}: {
  language: Language
  cities: readonly { value: string; label: string }[]
  typed?: TypedCourier
  fault?: string | undefined
}): OperationsContent {
  const t = speak(language)
  const empty: TypedCourier = {
    firstName: '',
    lastName: '',
    phone: '',
    vehicleType: 'MOTO',
    plateNumber: null,
    cityIds: cities.length === 1 ? cities.map(({ value }) => value) : [],
  }
  const fields = courierFields(typed ?? empty, cities, language, { hasPhone: true })
  return {
    section: 'couriers',
    title: t('New courier'),
    back: { href: couriersPath, label: t('Couriers') },
    notice: fault === undefined ? undefined : { kind: 'refused', text: fault },
    main: html`<p>${t('For somebody you know already. They sign in with this number, without a password.')}</p><section class="card">!${postForm(`${couriersPath}/new`, html`!${fields}!${submitButton(t('Add'))}`)}</section>`,
  }
}
