import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import { type AuditedDeps, maskedPhone } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { addCourier } from '../add-courier.ts'
import { passDocuments } from '../documents/document-store.ts'
import { openCourierAccount } from '../open-courier-account.ts'
import { type ApplicationRow, lockApplication, setDecision } from './application-store.ts'

/** What an applicant is told; `reason` only of a refusal. */
type ApplicantNotice = { phone: string; firstName: string; language: Language } & (
  | { kind: 'COURIER_APPROVED'; courierId: string }
  | { kind: 'COURIER_REFUSED'; reason: string }
)

/** What deciding an application works with: the room of messages stands above this one. */
export type DecisionDeps = AuditedDeps & {
  notifyApplicant: (trx: Trx, notice: ApplicantNotice) => Promise<void>
}

/**
 * Approves an application: makes the courier, who works in the city that they named, and the account that
 * they sign in with, gives them what they have shown, and writes to them. Of two operators at once the second
 * is told that it is decided. Throws ROLE_REQUIRED, APPLICATION_NOT_FOUND, APPLICATION_DECIDED,
 * COURIER_PHONE_TAKEN.
 */
export async function approveApplication(deps: DecisionDeps, id: string): Promise<{ courierId: string }> {
  return decide(deps, id, async (trx, application) => {
    const { id: courierId } = await addCourier(
      { ...deps, db: trx },
      {
        firstName: application.first_name,
        lastName: application.last_name,
        phone: application.phone,
        vehicleType: application.vehicle_type,
        plateNumber: application.plate_number,
        cityIds: [application.city_id],
      },
    )
    await openCourierAccount({ clock: deps.clock, db: trx }, { id: courierId, phone: application.phone })
    await passDocuments(trx, id, courierId)
    await setDecision(trx, id, decided(deps, { status: 'APPROVED', reason: null, courier_id: courierId }))
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'approve-application',
        subject: { type: 'COURIER_APPLICATION', id },
        before: applicationValues(application),
        after: { ...applicationValues(application), status: 'APPROVED', courierId },
      },
    )
    await deps.notifyApplicant(trx, { ...toApplicant(application), kind: 'COURIER_APPROVED', courierId })
    return { courierId }
  })
}

/**
 * Refuses an application for a reason, which the applicant is told. Throws ROLE_REQUIRED, REASON_REQUIRED,
 * APPLICATION_NOT_FOUND, APPLICATION_DECIDED.
 */
export async function refuseApplication(deps: DecisionDeps, id: string, typedReason: string): Promise<void> {
  return decide(deps, id, async (trx, application) => {
    const reason = actReason(typedReason)
    await setDecision(trx, id, decided(deps, { status: 'REFUSED', reason, courier_id: null }))
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'refuse-application',
        subject: { type: 'COURIER_APPLICATION', id },
        before: applicationValues(application),
        after: { ...applicationValues(application), status: 'REFUSED', reason },
      },
    )
    await deps.notifyApplicant(trx, { ...toApplicant(application), kind: 'COURIER_REFUSED', reason })
  })
}

/** Decides an application that waits, under its lock. */
function decide<T>(
  { db, actor }: DecisionDeps,
  id: string,
  how: (trx: Trx, application: ApplicationRow) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'MANAGE')
    const application = await lockApplication(trx, id)
    if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
    if (application.status !== 'WAITING')
      throw new ApiError('APPLICATION_DECIDED', { status: application.status })
    return how(trx, application)
  })
}

const decided = (
  { clock, actor }: DecisionDeps,
  outcome: Pick<ApplicationRow, 'status' | 'reason' | 'courier_id'>,
) => ({ ...outcome, decided_at: clock.now(), decided_by: actorText(actor) })

/** What the audit keeps of an application: neither their name nor all of their number. */
const applicationValues = ({ phone, vehicle_type, city_id, status }: ApplicationRow) => ({
  phone: maskedPhone(phone),
  vehicleType: vehicle_type,
  cityId: city_id,
  status,
})

const toApplicant = ({ phone, first_name: firstName, language }: ApplicationRow) => ({
  phone,
  firstName,
  language,
})
