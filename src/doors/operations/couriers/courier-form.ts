import { html } from 'ghtml'
import { vehicleTypes } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { checkField, choiceField, textField } from '../../../base/pages/form-parts.ts'
import type { NewCourier } from '../../../domain/couriers/add-courier.ts'
import { couriersWording } from './couriers-wording.ts'

/** What somebody typed of a courier. */
export type TypedCourier = Omit<NewCourier, 'vehicleType'> & {
  vehicleType: NewCourier['vehicleType'] | undefined
}

/** Reads the form of a courier; each city is a box of its own. */
export const typedCourier = (
  fields: Record<string, string>,
  cities: readonly { value: string }[],
): TypedCourier => ({
  firstName: cleanedLine(fields.firstName ?? ''),
  lastName: cleanedLine(fields.lastName ?? ''),
  phone: cleanedLine(fields.phone ?? '').slice(0, 30),
  vehicleType: vehicleTypes.find((each) => each === fields.vehicleType),
  plateNumber:
    cleanedLine(fields.plateNumber ?? '')
      .slice(0, 20)
      .toUpperCase() || null,
  cityIds: cities.map(({ value }) => value).filter((id) => fields[`city-${id}`] === 'on'),
})

/** What is wrong with it, in words; undefined when nothing is. */
export function courierFault(typed: TypedCourier, language: Language): string | undefined {
  const words = couriersWording[language]
  const isName = (name: string) => name !== '' && [...name].length <= 80
  if (!isName(typed.firstName) || !isName(typed.lastName)) return words.nameMissing
  return typed.cityIds.length === 0 ? words.cityMissing : undefined
}

/** The fields of a courier; the number of one who is registered already does not change. */
export function courierFields(
  typed: TypedCourier,
  cities: readonly { value: string; label: string }[],
  language: Language,
  { hasPhone }: { hasPhone: boolean },
): string {
  const words = couriersWording[language]
  const text = (name: 'firstName' | 'lastName' | 'phone' | 'plateNumber', label: string, more = {}) =>
    textField({
      name,
      label,
      value: typed[name] ?? '',
      attributes: { autocomplete: 'off', maxlength: 80, required: name !== 'plateNumber', ...more },
    })
  return html`!${text('firstName', words.one.firstName)}!${text('lastName', words.one.lastName)}!${hasPhone ? text('phone', words.one.phone, { type: 'tel', maxlength: 30 }) : ''}!${choiceField(
    {
      name: 'vehicleType',
      label: words.one.vehicle,
      value: typed.vehicleType ?? 'MOTO',
      options: vehicleTypes.map((value) => ({ value, label: words.vehicles[value] })),
    },
  )}!${text('plateNumber', words.one.plate, { maxlength: 20 })}<fieldset class="field"><legend>${words.one.cities}</legend>!${cities.map(
    ({ value, label }) =>
      checkField({ name: `city-${value}`, label, isChecked: typed.cityIds.includes(value) }),
  )}</fieldset>`
}
