import assert from 'node:assert/strict'
import { findCities } from '../../src/domain/zones/zone-store.ts'
import type { TestService } from './open-service.ts'
import { plainPng } from './pictures.ts'
import { type SentFile, sendFiles } from './send-file.ts'
import { codeSentTo } from './sign-in.ts'
import { openVisitor, type Page, type Visitor } from './visitor.ts'

let applied = 0

/** A small PDF, as far as its beginning and its end say. */
export const plainPdf = (inside = ''): Buffer => Buffer.from(`%PDF-1.4\n${inside}\ntrailer\n%%EOF\n`)

export const portrait: SentFile = { name: 'moi.png', type: 'image/png', bytes: plainPng() }
export const identity: SentFile = { name: 'cip.pdf', type: 'application/pdf', bytes: plainPdf() }

export const plainApplicant = {
  firstName: 'Codjo',
  lastName: 'Hounsou',
  vehicleType: 'MOTO',
  plateNumber: 'ab 1234 rb',
}

/** Somebody who has shown that a phone of Cotonou is theirs, at the form. */
export async function verifiedApplicant(
  service: TestService,
  phone?: string,
): Promise<{ visitor: Visitor; phone: string; form: Page; address: string }> {
  applied += 1
  const typed = phone ?? `+22901${String(55_000_000 + applied)}`
  // A second later than any code before, so that the last one can be recognised.
  service.clock.forward(1_000)
  const address = `10.8.${Math.floor(applied / 250)}.${applied % 250}`
  const visitor = openVisitor(service, address)
  const [city] = await findCities(service.services.db, 'Cotonou')
  const asked = await visitor.post('/courier/apply', { phone: typed, cityId: city?.id ?? '' })
  assert.equal(asked.path, '/courier/apply/code', asked.html)
  const code = await codeSentTo(service, typed)
  assert.ok(code)
  const form = await visitor.post('/courier/apply/code', { code })
  assert.equal(form.path, '/courier/apply/form', form.html)
  return { visitor, phone: typed, form, address }
}

/** Sends the form of somebody who has shown that their phone is theirs. */
export const sendApplication = (
  service: TestService,
  { visitor, address }: { visitor: Visitor; address: string },
  fields: Record<string, string> = plainApplicant,
  files: Record<string, SentFile> = { photo: portrait, identity },
): Promise<Page> => sendFiles(service, visitor, '/courier/apply/form', { fields, files }, address)

/** Somebody applies; returns their phone and the application. */
export async function applicationOf(service: TestService, phone?: string) {
  const applicant = await verifiedApplicant(service, phone)
  const sent = await sendApplication(service, applicant)
  assert.equal(sent.path, '/courier/apply/sent', sent.html)
  const application = await service.services.db
    .selectFrom('courier_applications')
    .selectAll()
    .where('courier_applications.phone', '=', applicant.phone)
    .orderBy('courier_applications.id', 'desc')
    .executeTakeFirstOrThrow()
  const documents = await service.services.db
    .selectFrom('courier_documents')
    .selectAll()
    .where('courier_documents.application_id', '=', application.id)
    .orderBy('courier_documents.id')
    .execute()
  return { ...applicant, id: application.id, application, documents }
}
