import { html } from 'ghtml'
import { type Collection, collections } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { readFcfa, readPercent } from '../../../base/kernel/written-number.ts'
import { chosenOf } from '../../../base/pages/form-fields.ts'
import { choiceField, textField } from '../../../base/pages/form-parts.ts'
import { readEmailAddress } from '../../../domain/accounts/account-name.ts'
import { speak } from '../operations-words.ts'

const collectionNames = {
  SECURE: 'By the service, then paid out',
  DIRECT: 'By the shop itself',
} as const

/** On what terms a shop orders, as those who run the service agree on it with the shop. */
export type ShopTerms = {
  name: string
  discountPercent: number
  /** What it may owe, where that is agreed with it alone. */
  maxOwedFcfa: number | null
  ownerEmail: string | null
  taxId: string | null
  payoutPhone: string | null
  defaultCollection: Collection
}

type FieldName = keyof ShopTerms
export type TermsFaults = Partial<Record<FieldName, string>>
export type TypedTerms = Partial<Record<FieldName, string>>

/** The fields of a form as they were typed, cut to what each may hold. Throws CHOICE_UNKNOWN. */
export const typedTerms = (fields: Record<string, string>): TypedTerms => ({
  name: cleanedLine(fields.name ?? '').slice(0, 80),
  discountPercent: (fields.discountPercent ?? '').trim().slice(0, 8),
  maxOwedFcfa: (fields.maxOwedFcfa ?? '').trim().slice(0, 20),
  ownerEmail: (fields.ownerEmail ?? '').trim().slice(0, 254),
  taxId: cleanedLine(fields.taxId ?? '').slice(0, 60),
  payoutPhone: cleanedLine(fields.payoutPhone ?? '').slice(0, 30),
  defaultCollection: chosenOf('defaultCollection', fields.defaultCollection, collections) ?? 'DIRECT',
})

/** Reads what was typed; the number that receives the sales is read by the verb, in the country of the shop. */
export function readTerms(typed: TypedTerms, language: Language): ShopTerms | { faults: TermsFaults } {
  const t = speak(language)
  const { name = '', discountPercent: discount = '', ownerEmail: email = '', payoutPhone: phone = '' } = typed
  const discountPercent = readPercent(discount) ?? 101
  const ownerEmail = email === '' ? null : readEmailAddress(email)
  const maxOwedFcfa = typed.maxOwedFcfa ? (readFcfa(typed.maxOwedFcfa) ?? Number.NaN) : null
  const faults: TermsFaults = {
    ...(name === '' && { name: t('Give the name of the shop.') }),
    ...(discountPercent > 100 && { discountPercent: t('A whole number from 0 to 100.') }),
    ...(ownerEmail === undefined && { ownerEmail: t('This is not an e-mail address.') }),
  }
  if (Object.keys(faults).length > 0 || ownerEmail === undefined) return { faults }
  const defaultCollection = typed.defaultCollection === 'SECURE' ? 'SECURE' : 'DIRECT'
  const { taxId = null } = typed
  const payoutPhone = phone || null
  return { name, discountPercent, maxOwedFcfa, ownerEmail, taxId, payoutPhone, defaultCollection }
}

/** The fault of a field that a verb refused with. */
export function termsFaultOf(code: string, text: string): TermsFaults | undefined {
  if (code === 'SHOP_TERM_INVALID') return { maxOwedFcfa: text }
  if (code === 'TAX_ID_INVALID') return { taxId: text }
  if (code === 'COLLECTION_UNAVAILABLE') return { defaultCollection: text }
  const isOfPhone = code === 'PAYOUT_PHONE_INVALID' || code === 'SECURE_NEEDS_PAYOUT_PHONE'
  return isOfPhone ? { payoutPhone: text } : undefined
}

/**
 * The fields of the terms of a shop, as they are or as they were typed. SECURE is offered where a provider serves the
 * shop's country, and to a shop that has it.
 */
export function termsFields(
  { language, isServed }: { language: Language; isServed: boolean },
  typed: TypedTerms,
  faults: TermsFaults = {},
): string {
  const t = speak(language)
  const { defaultCollection = 'DIRECT' } = typed
  const offered = collections.filter((value) => value === 'DIRECT' || isServed || defaultCollection === value)
  const text = (name: FieldName, label: string, more: { hint?: string; attributes?: object } = {}) =>
    textField({
      name,
      label,
      value: typed[name],
      error: faults[name],
      ...(more.hint !== undefined && { hint: more.hint }),
      attributes: { autocomplete: 'off', ...more.attributes },
    })
  return html`!${text('name', t('Name of the shop'), { attributes: { maxlength: 80, required: true } })}
!${text('discountPercent', t('Discount on every trip, in %'), { attributes: { inputmode: 'numeric', maxlength: 8 } })}
!${text('maxOwedFcfa', t('May owe up to (FCFA)'), { hint: t('Beyond that it pays its trips first. Empty: as all shops.'), attributes: { inputmode: 'numeric', maxlength: 20 } })}
!${text('ownerEmail', t('E-mail of the shop'), { hint: t('The service writes to it there.'), attributes: { type: 'email', maxlength: 254 } })}
!${text('taxId', t('Its tax number (IFU, NCC, NIF…)'), { hint: t('Its invoices print it, as the law asks for a buyer that trades.'), attributes: { maxlength: 60, autocapitalize: 'characters' } })}
!${text('payoutPhone', t('Mobile money number that receives its sales'), { hint: t('Its customers see it too when they pay the shop itself. Empty: the shop has to tell them.'), attributes: { type: 'tel', maxlength: 30 } })}
!${choiceField({
    name: 'defaultCollection',
    label: t('Usual collection'),
    hint: isServed
      ? t('What holds for an order that says nothing else.')
      : t('No mobile-money provider serves this country: customers pay the shop itself.'),
    value: defaultCollection,
    error: faults.defaultCollection,
    options: offered.map((value) => ({ value, label: t(collectionNames[value]) })),
  })}`
}
