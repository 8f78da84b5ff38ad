import { applicationListPage } from './applications/application-list.ts'
import { oneApplicationPage } from './applications/one-application.ts'
import { courierAnnouncementsPage } from './courier-announcements.ts'
import { courierListPage } from './courier-list.ts'
import { courierPaperActs } from './courier-paper-acts.ts'
import { courierTripsPage } from './courier-trips.ts'
import { newCourierPage } from './new-courier.ts'
import { oneCourierPage } from './one-courier.ts'
import { payRulePage } from './pay/pay-rule.ts'
import { oneShiftPage } from './shifts/one-shift.ts'
import { shiftWeekPage } from './shifts/shift-week.ts'
import { staffingPage } from './shifts/staffing.ts'
import { courierStatementPage } from './statements/courier-week.ts'

/** The couriers: who applies, who works, what to do about them, how they are paid and what they earned. */
export const courierPages = [
  courierListPage,
  courierAnnouncementsPage,
  shiftWeekPage,
  oneShiftPage,
  staffingPage,
  newCourierPage,
  oneCourierPage,
  courierPaperActs,
  courierTripsPage,
  applicationListPage,
  oneApplicationPage,
  payRulePage,
  courierStatementPage,
]
