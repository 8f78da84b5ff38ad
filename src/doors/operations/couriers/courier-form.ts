import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { vehicleTypes } from '../../../contract/vocabulary.ts'
import { courierLengths, type NewCourier } from '../../../domain/couriers/add-courier.ts'
import { checkField, choiceField, textField } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import { couriersVehicles } from './courier-list.ts'

type Option = { value: string; label: string }

/** What somebody typed of a courier. */
export type TypedCourier = Omit<NewCourier, 'vehicleType'> & {
  vehicleType: NewCourier['vehicleType'] | undefined
}

/** Reads the form of a courier; each city is a box of its own. */
export const typedCourier = (fields: Record<string, string>, cities: readonly Option[]): TypedCourier => {
  const line = (name: string) => cleanedLine(fields[name] ?? '')
  return {
    firstName: line('firstName'),
    lastName: line('lastName'),
    phone: line('phone').slice(0, 30),
    vehicleType: vehicleTypes.find((each) => each === fields.vehicleType),
    plateNumber: line('plateNumber').slice(0, courierLengths.plate).toUpperCase() || null,
    cityIds: cities.map(({ value }) => value).filter((id) => fields[`city-${id}`] === 'on'),
  }
}

/** What is wrong with it, in words; undefined when nothing is. */
export function courierFault(typed: TypedCourier, language: Language): string | undefined {
  const t = speak(language)
  const names = [typed.firstName, typed.lastName].filter((name) => name !== '')
  if (names.length === 0 || names.some((name) => [...name].length > courierLengths.name))
    return t('A name is needed; each of its parts has 80 characters at most.')
  return typed.cityIds.length === 0 ? t('Choose at least one city.') : undefined
}

/** The fields of a courier; the number of one who is registered already does not change. */
export function courierFields(
  typed: TypedCourier,
  cities: readonly Option[],
  language: Language,
  { hasPhone }: { hasPhone: boolean },
): string {
  const t = speak(language)
  const text = (name: 'firstName' | 'lastName' | 'phone' | 'plateNumber', label: string, more = {}) =>
    textField({
      name,
      label,
      value: typed[name] ?? '',
      attributes: {
        autocomplete: 'off',
        maxlength: courierLengths.name,
        required: name === 'phone',
        ...more,
      },
    })
  const vehicle = choiceField({
    name: 'vehicleType',
    label: t('Vehicle'),
    value: typed.vehicleType ?? 'MOTO',
    options: vehicleTypes.map((value) => ({ value, label: t(couriersVehicles[value]) })),
  })
  const boxes = cities.map(({ value, label }) =>
    checkField({ name: `city-${value}`, label, isChecked: typed.cityIds.includes(value) }),
  )
  return html`
!${text('firstName', t('First name'), { required: true })}
!${text('lastName', t('Last name (optional)'))}
!${hasPhone ? text('phone', t('Phone'), { type: 'tel', maxlength: 30 }) : ''}
!${vehicle}
!${text('plateNumber', t('Plate'), { maxlength: courierLengths.plate })}
<fieldset class="field"><legend>${t('Cities')}</legend>!${boxes}</fieldset>`
}
