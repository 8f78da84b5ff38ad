import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { buildApp } from '../../src/app.ts'
import { phoneName, readEmailAddress } from '../../src/domain/accounts/account-name.ts'
import { addMember } from '../../src/domain/accounts/team/add-member.ts'
import type { TestService } from './open-service.ts'
import { codeSentTo } from './sign-in.ts'
import { recordStatements } from './statements.ts'
import { openVisitor, type Page, type Visitor } from './visitor.ts'

let people = 0

/** A visitor with an address of their own, whose limits no other test has used up. */
export function newVisitor(service: Pick<TestService, 'app'>): Visitor {
  people += 1
  return openVisitor(service, `10.5.${Math.floor(people / 250)}.${people % 250}`)
}

/** A phone of Benin that nobody has. */
export const newPhone = (): string => `+22901660${String(++people).padStart(5, '0')}`

/** An address that nobody has. */
export const newEmail = (): string => `personne-${++people}@boutique.test`

/** Makes somebody a member of a shop, without their having signed in. */
export async function addPerson(
  { services }: TestService,
  shopId: string,
  name: string,
  role: 'OWNER' | 'STAFF' = 'OWNER',
): Promise<string> {
  const email = readEmailAddress(name)
  return addMember(services, {
    shopId,
    name: email === undefined ? phoneName(name) : { phone: null, email },
    role,
  })
}

/** The end of the address in the last link that was mailed; undefined when none was. */
export async function linkSentTo({ services }: TestService, email: string): Promise<string | undefined> {
  const sent = await services.db
    .selectFrom('messages')
    .select('messages.content')
    .where('messages.kind', '=', 'SIGN_IN_LINK')
    .where('messages.recipient', '=', email)
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .executeTakeFirst()
  return sent && `/console/sign-in/link/${(sent.content as { token: string }).token}`
}

/** Asks for a code or a link, as the page does. */
export async function askToSignIn(service: TestService, visitor: Visitor, name: string): Promise<Page> {
  service.clock.forward(1_000)
  return visitor.post('/console/sign-in', { name, way: 'message' })
}

/** Signs somebody in through the pages; returns where they arrive. */
export async function signIn(service: TestService, visitor: Visitor, name: string): Promise<Page> {
  const asked = await askToSignIn(service, visitor, name)
  if (readEmailAddress(name) === undefined) {
    assert.equal(asked.path, '/console/sign-in/code', asked.html)
    return visitor.post('/console/sign-in/code', { code: (await codeSentTo(service, name)) ?? '' })
  }
  assert.equal(asked.path, '/console/sign-in/link', asked.html)
  return visitor.post((await linkSentTo(service, name)) ?? '', {})
}

/** Whether a visitor is let into the console. */
export async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const page = await visitor.open('/console/account')
  return page.path === '/console/account'
}

/** A second app on the same services, which records its statements. */
export async function openRecordedApp({ services }: TestService) {
  const { db, texts } = recordStatements(services.db)
  const app = await buildApp({ ...services, db })
  await app.ready()
  return { app, texts }
}

/** Enters the code that the page of an account sends to its phone; whoever has none has shown their link. */
export async function prove(service: TestService, visitor: Visitor): Promise<void> {
  service.clock.forward(1_000)
  const asked = await visitor.post('/console/account/proof', {})
  if (asked.status === 422) return
  const { content } = await service.services.db
    .selectFrom('messages')
    .select('messages.content')
    .where('messages.kind', '=', 'SIGN_IN_CODE')
    .orderBy('messages.created_at', 'desc')
    .executeTakeFirstOrThrow()
  const { code = '' } = content as { code?: string }
  const proven = await visitor.post('/console/account/proof/code', { code })
  assert.equal(proven.path, '/console/account?done=proven', proven.html)
}

/** Switches the second factor on through the pages; returns its secret and the backup codes. */
export async function switchFactorOn(
  service: TestService,
  visitor: Visitor,
): Promise<{ secret: Buffer; backupCodes: string[] }> {
  await prove(service, visitor)
  const shown = await visitor.post('/console/account/second-factor', {})
  const secret = secretIn(shown)
  const code = totpAt(secret, service.clock.now())
  const saved = await visitor.post('/console/account/second-factor/confirm', { code })
  assert.equal(saved.status, 200, saved.html)
  const backupCodes = [...saved.html.matchAll(/<code>([a-z2-9]{5}-[a-z2-9]{5})<\/code>/g)].map(
    ([, each]) => each ?? '',
  )
  return { secret, backupCodes }
}

export const secretIn = ({ html }: Page): Buffer =>
  base32Bytes(/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? '')

/** The secret in the address of a QR code. */
export const secretOf = (address: string): Buffer =>
  base32Bytes(new URL(address).searchParams.get('secret') ?? '')

/** Text decoded by hand (RFC 4648). */
function base32Bytes(text: string): Buffer {
  const bits = [...text].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app shows at a moment (RFC 6238). */
export function totpAt(secret: Buffer, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
