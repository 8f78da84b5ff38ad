import type { Actor } from '../../../base/kernel/actor.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { readFcfa, readPercent } from '../../../base/kernel/written-number.ts'
import { limits } from '../../../contract/limits.ts'
import { type Collection, collections } from '../../../contract/vocabulary.ts'
import { readEmailAddress } from '../../../domain/accounts/account-name.ts'
import { choice, numberField, optional, typedField } from '../../../pages/form.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'

/** A form of a shop as it was typed, and what is wrong with which of its fields. */
export type TypedShop = Record<string, string>
type ShopFaults = Record<string, string | undefined>
/** A form that is shown again. */
export type RefusedShop = { typed: TypedShop; faults: ShopFaults }

/** What a form of the page of a shop does. */
export type ShopAct = {
  /** Does it and returns what the page says then, or what is wrong with what was sent. */
  act: (
    sent: TypedShop,
    as: { acting: OperationsDeps & { actor: Actor }; shopId: string; language: Language },
  ) => Promise<string | ShopFaults>
  /** The fault of a field that a verb refused with; undefined where the refusal is of none. */
  faultsOf?: (code: string, text: string) => ShopFaults | undefined
  /** What is shown again of what was sent; all of it unless said. */
  typedOf?: (sent: TypedShop) => TypedShop
  bodyLimit?: number
}

/**
 * On what terms a shop orders, as those who run the service agree on it with the shop. SECURE is offered
 * where a provider serves the shop's country, and to a shop that has it.
 */
export const shopForm = (language: Language, isServed: boolean, { defaultCollection }: TypedShop) => {
  const t = speak(language)
  const secure = t('By the service, then paid out')
  const names: Record<Collection, string> = {
    ...((isServed || defaultCollection === 'SECURE') && { SECURE: secure }),
    DIRECT: t('By the shop itself'),
  } as Record<Collection, string>
  return {
    name: typedField({
      label: t('Name of the shop'),
      wrong: t('Give the name of the shop.'),
      attributes: { maxlength: limits.shopName.max, required: true },
      read: (text) => text || undefined,
    }),
    discountPercent: numberField({
      label: t('Discount on every trip, in %'),
      wrong: t('A whole number from 0 to 100.'),
      attributes: { maxlength: 8 },
      read: (text) => readPercent(text),
    }),
    maxOwedFcfa: optional(
      numberField({
        label: t('May owe up to (FCFA)'),
        hint: t('Beyond that it pays its trips first. Empty: as all shops.'),
        attributes: { maxlength: 20 },
        read: (text) => readFcfa(text) ?? Number.NaN,
      }),
    ),
    ownerEmail: optional(
      typedField({
        label: t('E-mail of the shop'),
        hint: t('The service writes to it there.'),
        wrong: t('This is not an e-mail address.'),
        attributes: { type: 'email', maxlength: 254 },
        read: readEmailAddress,
      }),
    ),
    taxId: optional(
      typedField({
        label: t('Its tax number (IFU, NCC, NIF…)'),
        hint: t('Its invoices print it, as the law asks for a buyer that trades.'),
        attributes: { maxlength: 60, autocapitalize: 'characters' },
        read: (text) => text,
      }),
    ),
    payoutPhone: optional(
      typedField({
        label: t('Mobile money number that receives its sales'),
        hint: t('Its customers see it too when they pay the shop itself. Empty: the shop has to tell them.'),
        attributes: { type: 'tel', maxlength: 30 },
        read: (text) => text,
      }),
    ),
    defaultCollection: choice(names, {
      label: t('Usual collection'),
      hint: isServed
        ? t('What holds for an order that says nothing else.')
        : t('No mobile-money provider serves this country: customers pay the shop itself.'),
    }),
  }
}

/** The fields of the form as they were sent, cut to what each may hold. Throws CHOICE_UNKNOWN. */
export const typedShop = (fields: TypedShop): TypedShop => ({
  name: cleanedLine(fields.name ?? '').slice(0, limits.shopName.max),
  discountPercent: (fields.discountPercent ?? '').trim().slice(0, 8),
  maxOwedFcfa: (fields.maxOwedFcfa ?? '').trim().slice(0, 20),
  ownerEmail: (fields.ownerEmail ?? '').trim().slice(0, 254),
  taxId: cleanedLine(fields.taxId ?? '').slice(0, 60),
  payoutPhone: cleanedLine(fields.payoutPhone ?? '').slice(0, 30),
  defaultCollection: chosenOf('defaultCollection', fields.defaultCollection, collections) ?? 'DIRECT',
})

/** The fault of a field that a verb refused with; undefined where the refusal is of none. */
export function shopFaultOf(code: string, text: string): ShopFaults | undefined {
  if (code === 'SHOP_TERM_INVALID') return { maxOwedFcfa: text }
  if (code === 'TAX_ID_INVALID') return { taxId: text }
  if (code === 'COLLECTION_UNAVAILABLE') return { defaultCollection: text }
  const isOfPhone = code === 'PAYOUT_PHONE_INVALID' || code === 'SECURE_NEEDS_PAYOUT_PHONE'
  return isOfPhone ? { payoutPhone: text } : undefined
}
