import type { Language } from '../../base/kernel/language.ts'
import type { OperationsSection } from './operations-deps.ts'

/** The words of the frame of the operator’s pages. */
type OperationsWords = { brand: string; sections: Record<OperationsSection, string> }

export const operationsWording: Record<Language, OperationsWords> = {
  fr: {
    brand: 'Exploitation',
    sections: {
      board: 'En cours',
      deliveries: 'Courses',
      couriers: 'Livreurs',
      cities: 'Villes',
      shops: 'Boutiques',
      service: 'Service',
    },
  },
  en: {
    brand: 'Operations',
    sections: {
      board: 'Under way',
      deliveries: 'Deliveries',
      couriers: 'Couriers',
      cities: 'Cities',
      shops: 'Shops',
      service: 'Service',
    },
  },
}
