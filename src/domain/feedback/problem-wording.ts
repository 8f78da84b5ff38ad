import type { Wording } from '../../base/kernel/language.ts'
import type { ProblemReason } from './problem-report.ts'

/** What a customer reports, as those who run the service read it. */
export const problemWording: Record<ProblemReason, Wording> = {
  NOT_RECEIVED: { fr: 'colis non reçu', en: 'parcel not received' },
  DAMAGED: { fr: 'colis abîmé', en: 'parcel damaged' },
  WRONG_PARCEL: { fr: 'mauvais colis', en: 'wrong parcel' },
  ASKED_FOR_CASH: { fr: 'le livreur a demandé de l’argent', en: 'the courier asked for money' },
  COURIER_BEHAVIOUR: { fr: 'comportement du livreur', en: 'behaviour of the courier' },
  OTHER: { fr: 'autre problème', en: 'another problem' },
}
