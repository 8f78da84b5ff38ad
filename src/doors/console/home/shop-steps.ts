import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import type { FirstStep } from '../../../web/first-steps/first-steps-page.ts'
import { speak } from '../console-words.ts'

/** What the first steps of a shop follow from, for somebody of it. */
type ShopState = {
  /** The address of the shop's pages. */
  href: string
  isApproved: boolean
  /** What the main address is called; null for none, empty for one without a name. */
  address: string | null
  payoutPhone: string | null
  /** Whether whoever looks may say which number receives the sales. */
  managesPayouts: boolean
  hasOrdered: boolean
}

/** What a shop does before its first order, and how far each of it is. */
export function shopSteps(state: ShopState, language: Language): FirstStep[] {
  const approval = approvalStep(state, language)
  const others = [addressStep(state, language), payoutStep(state, language), orderStep(state, language)]
  return [approval, ...others]
}

function approvalStep({ isApproved }: ShopState, language: Language): FirstStep {
  const t = speak(language)
  return {
    title: t('Your shop'),
    isDone: isApproved,
    text: isApproved
      ? t('It is approved: it can order.')
      : t(
          'The courier company reads who you are, and writes to you once you can order. Prepare the rest meanwhile.',
        ),
    way: null,
  }
}

function addressStep({ href, address }: ShopState, language: Language): FirstStep {
  const t = speak(language)
  const isDone = address !== null
  return {
    title: t('Where the courier comes'),
    isDone,
    text: isDone
      ? address || t('The position is there.')
      : t('The address where your parcels are fetched: a point on the map, and words that help to find it.'),
    way: { href: `${href}/settings/addresses`, label: isDone ? t('Change') : t('Add the address') },
  }
}

function payoutStep({ href, payoutPhone, managesPayouts }: ShopState, language: Language): FirstStep {
  const t = speak(language)
  const isDone = payoutPhone !== null
  const todo = managesPayouts
    ? t('The mobile money number that receives your sales. A code shows that it is yours.')
    : t('The owner of the shop says which number receives its sales.')
  return {
    title: t('Where your money goes'),
    isDone,
    text: payoutPhone === null ? todo : t('To the number {number}.', { number: spacedPhone(payoutPhone) }),
    way: managesPayouts
      ? { href: `${href}/settings/payout`, label: isDone ? t('Change') : t('Give the number') }
      : null,
  }
}

function orderStep({ href, isApproved, address, hasOrdered }: ShopState, language: Language): FirstStep {
  const t = speak(language)
  const canOrder = isApproved && address !== null
  const todo = canOrder
    ? t(
        'Paste a customer’s message, and the fields fill in. Then share with them the link that the page of the delivery shows.',
      )
    : t('Opens once the shop is approved and has its address.')
  return {
    title: t('Your first delivery'),
    isDone: hasOrdered,
    text: hasOrdered ? t('It is ordered.') : todo,
    way: hasOrdered
      ? { href: `${href}/deliveries`, label: t('See') }
      : canOrder
        ? { href: `${href}/deliveries/new`, label: t('Order') }
        : null,
  }
}
