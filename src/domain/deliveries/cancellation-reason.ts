import type { CancellationReason, DeliveryStatus } from '../../base/contract/vocabulary.ts'
import type { Wording } from '../../base/kernel/language.ts'
import { isFinal, isIn } from './delivery-status.ts'

/** Why cancelling a delivery costs what it costs, or why it is no longer possible (decision 22). */
export function cancellationReason(delivery: {
  status: DeliveryStatus
  arrivedAtPickupAt: Date | null
}): CancellationReason {
  const { status, arrivedAtPickupAt } = delivery
  if (isFinal(status)) return 'ENDED'
  if (isIn('failed', status)) return 'PARCEL_COMING_BACK'
  if (isIn('underWay', status)) return 'PARCEL_UNDER_WAY'
  return arrivedAtPickupAt === null ? 'COURIER_NOT_ARRIVED' : 'COURIER_ARRIVED'
}

/** The reasons in the words partners read. */
export const cancellationWording: Record<CancellationReason, Wording> = {
  COURIER_NOT_ARRIVED: {
    fr: 'Aucun livreur n’est encore arrivé à la boutique : l’annulation est gratuite.',
    en: 'No courier has arrived at the shop yet: cancelling is free.',
  },
  COURIER_ARRIVED: {
    fr: 'Le livreur est arrivé à la boutique : les frais d’annulation sont dus.',
    en: 'The courier has arrived at the shop: the cancellation fee is due.',
  },
  PARCEL_UNDER_WAY: {
    fr: 'Le colis est en route : les frais d’annulation sont dus, et ceux du retour à la boutique aussi.',
    en: 'The parcel is on its way: the cancellation fee is due, and so is the fee for bringing it back.',
  },
  PARCEL_COMING_BACK: {
    fr: 'Le colis n’a pas pu être remis et revient déjà à la boutique : il n’y a plus rien à annuler.',
    en: 'The parcel could not be handed over and is already coming back to the shop: there is nothing left to cancel.',
  },
  ENDED: {
    fr: 'Cette livraison est terminée : elle ne peut plus être annulée.',
    en: 'This delivery has ended: it can no longer be cancelled.',
  },
}
