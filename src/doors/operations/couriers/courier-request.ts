import type { FastifyRequest } from 'fastify'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { type CourierRow, findCourier } from '../../../domain/couriers/courier-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { doneNotice } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { type OperationsText, speakEach } from '../operations-words.ts'

/** The addresses of this area. */
export const couriersPath = '/operations/couriers'
export const announcementsHref = `${couriersPath}/announcements`
export const papersToRenewHref = `${couriersPath}?standing=DOCUMENTS`

const done: Record<string, OperationsText> = {
  added: 'The courier is added.',
  changed: 'Saved.#done',
  suspended: 'The courier is suspended.',
  lifted: 'The suspension is lifted.',
  retired: 'The courier has left.',
  off: 'The courier is off duty.',
  paper: 'The paper is added.',
  dated: 'The date is saved.',
  removed: 'The paper is removed.',
  approved: 'Application approved: the courier is there and was told.',
  refused: 'Application refused: the person was told.',
  shifts: 'The shifts are planned.',
  'no-shifts': 'Nothing new to plan.',
  'shift-changed': 'The shift is changed, and whoever has taken it is told.',
  'shift-removed': 'The shift is removed.',
  'put-on': 'The courier is put on it, and told.',
  'taken-off': 'The courier is taken off it, and told.',
  announced: 'Written to all couriers of the city.',
  rule: 'The rule is saved. It counts for the next trips.',
  'no-rule': 'The rule is removed.',
}

/** What the redirect after an act of this area says: an act may lead to the page of another. */
export const couriersNotice = (request: FastifyRequest) =>
  doneNotice(request, speakEach(languageOf(request), done))

type WithIds = { courierId?: string; applicationId?: string; documentId?: string }

/** The courier that an address names. Throws COURIER_NOT_FOUND. */
export async function courierOf({ db }: OperationsDeps, request: FastifyRequest): Promise<CourierRow> {
  const { courierId = '' } = request.params as WithIds
  const courier = isUuid(courierId) ? await findCourier(db, courierId) : undefined
  if (!courier) throw new ApiError('COURIER_NOT_FOUND')
  return courier
}

/** The application that an address names. Throws APPLICATION_NOT_FOUND. */
export function applicationIdOf({ params }: FastifyRequest): string {
  const { applicationId = '' } = params as WithIds
  if (!isUuid(applicationId)) throw new ApiError('APPLICATION_NOT_FOUND')
  return applicationId
}

/** The document that an address names. Throws DOCUMENT_NOT_FOUND. */
export function documentIdOf({ params }: FastifyRequest): string {
  const { documentId = '' } = params as WithIds
  if (!isUuid(documentId)) throw new ApiError('DOCUMENT_NOT_FOUND')
  return documentId
}

/** A value of the address as one short line; undefined where it is missing. */
export function queryLine({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Record<string, unknown>)[name]
  const line = typeof value === 'string' ? cleanedLine(value).slice(0, 80) : ''
  return line === '' ? undefined : line
}

/** The identifier that a value of the address is; undefined for any other text. */
export function queryId(request: FastifyRequest, name: string): string | undefined {
  const line = queryLine(request, name)
  return line && isUuid(line) ? line : undefined
}

/** The cities as a form offers them. */
export const cityOptions = ({ pricing }: OperationsDeps): { value: string; label: string }[] =>
  pricing.map.current().cities.map(({ id, name }) => ({ value: id, label: name }))

/** Whether whoever asks may do more than read. */
export const mayManage = ({ operator }: FastifyRequest): boolean => operator?.role === 'OPERATOR'
