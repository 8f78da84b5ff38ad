import type { Language } from '../../base/kernel/language.ts'
import type { PickupReason } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { ProblemFault } from './problem-form.ts'

/** What couriers read about a parcel that they cannot take. */

const french = {
  open: 'Un problème',
  legend: 'Qu’est-ce qui vous empêche de prendre le colis ?',
  reasons: {
    SHOP_CLOSED: 'La boutique est fermée',
    PARCEL_NOT_READY: 'Le colis n’est pas prêt',
    BREAKDOWN: 'Je suis en panne, je passe hors service',
    PARCEL_TOO_LARGE: 'Le colis est trop grand pour moi',
  } satisfies Record<PickupReason, string>,
  words: 'Précisez si besoin',
  course: 'Que faites-vous ?',
  wait: (minutes: number) => `J’attends ${minutes} minutes`,
  waitFor: (minutes: number, fee: string) =>
    `J’attends ${minutes} minutes : ${fee} pour vous si l’attente va au bout`,
  free: 'Je laisse la course à un autre',
  submit: 'Envoyer',
  giveUp: 'Laisser la course à un autre',
  arriveFirst:
    'Boutique fermée ou colis pas prêt ? Touchez d’abord « Je suis à la boutique » : vous pourrez attendre.',
  waiting: {
    heading: 'Vous attendez à la boutique',
    left: (time: string) => `Encore ${time}`,
    fee: (fee: string) => `Si l’attente va au bout, ${fee} vous reviennent en plus.`,
    over: 'L’attente est finie.',
    earned: (fee: string) =>
      `${fee} vous reviennent en plus, que vous preniez le colis ou laissiez la course.`,
    next: 'Prenez le colis s’il est prêt, ou laissez la course à un autre.',
  },
  faults: {
    PROBLEM_MISSING: 'Choisissez ce qui vous en empêche.',
    COURSE_MISSING: 'Dites si vous attendez ou si vous laissez la course.',
    PROBLEM_TOO_LONG: 'C’est trop long : 200 caractères au plus.',
    NOT_WORTH_WAITING:
      'On attend seulement si la boutique est fermée ou le colis pas prêt. Choisissez une de ces raisons, ou laissez la course.',
  } satisfies Record<ProblemFault, string>,
}

type ProblemWording = typeof french

const english: ProblemWording = {
  open: 'A problem',
  legend: 'What keeps you from taking the parcel?',
  reasons: {
    SHOP_CLOSED: 'The shop is closed',
    PARCEL_NOT_READY: 'The parcel is not ready',
    BREAKDOWN: 'I have a breakdown, I go off duty',
    PARCEL_TOO_LARGE: 'The parcel is too large for me',
  },
  words: 'More about it, if needed',
  course: 'What do you do?',
  wait: (minutes) => `I wait ${minutes} minutes`,
  waitFor: (minutes, fee) => `I wait ${minutes} minutes: ${fee} for you if you wait all of them`,
  free: 'I leave the trip to another',
  submit: 'Send',
  giveUp: 'Leave the trip to another',
  arriveFirst: 'Shop closed or parcel not ready? Tap “I am at the shop” first: then you can wait.',
  waiting: {
    heading: 'You are waiting at the shop',
    left: (time) => `${time} left`,
    fee: (fee) => `If you wait until the end, you get ${fee} more.`,
    over: 'The wait is over.',
    earned: (fee) => `You get ${fee} more, whether you take the parcel or leave the trip.`,
    next: 'Take the parcel if it is ready, or leave the trip to another.',
  },
  faults: {
    PROBLEM_MISSING: 'Choose what keeps you from it.',
    COURSE_MISSING: 'Say whether you wait or leave the trip.',
    PROBLEM_TOO_LONG: 'This is too long: 200 characters at most.',
    NOT_WORTH_WAITING:
      'One waits only if the shop is closed or the parcel not ready. Choose one of these reasons, or leave the trip.',
  },
}

export const problemWording: Record<Language, ProblemWording> = { fr: french, en: english }
