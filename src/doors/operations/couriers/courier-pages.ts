import { applicationListPage } from './applications/application-list.ts'
import { oneApplicationPage } from './applications/one-application.ts'
import { courierListPage } from './courier-list.ts'
import { courierPaperActs } from './courier-paper-acts.ts'
import { courierTripsPage } from './courier-trips.ts'
import { newCourierPage } from './new-courier.ts'
import { oneCourierPage } from './one-courier.ts'
import { payRulePage } from './pay/pay-rule.ts'
import { courierStatementPage } from './statements/courier-week.ts'

/** The couriers: who applies, who works, what to do about them, how they are paid and what they earned. */
export const courierPages = [
  courierListPage,
  newCourierPage,
  oneCourierPage,
  courierPaperActs,
  courierTripsPage,
  applicationListPage,
  oneApplicationPage,
  payRulePage,
  courierStatementPage,
]
