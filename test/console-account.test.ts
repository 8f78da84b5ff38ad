import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { phoneName } from '../src/domain/accounts/account-name.ts'
import { passwordFault } from '../src/domain/accounts/passwords/password-rules.ts'
import { matchTotp } from '../src/domain/accounts/second-factor/match-totp.ts'
import { resetSecondFactor } from '../src/domain/accounts/second-factor/reset-second-factor.ts'
import {
  addPerson,
  isSignedIn,
  newEmail,
  newPhone,
  newVisitor,
  prove,
  signIn,
  switchFactorOn,
  totpAt,
} from './support/console-sign-in.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { textOf, type Visitor } from './support/visitor.ts'

const password = 'marché de dantokpa'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  async function newPerson(name = newPhone()): Promise<{ visitor: Visitor; name: string; id: string }> {
    const id = await addPerson(service, shop.shopId, name, 'STAFF')
    const visitor = newVisitor(service)
    await signIn(service, visitor, name)
    await prove(service, visitor)
    return { visitor, name, id }
  }

  const auditOf = async (id: string) =>
    (
      await sql<{ action: string; actor: string; before: unknown; after: unknown }>`
        select action, actor, before, after from audit_lines where subject_id = ${id} order by id`.execute(
        service.services.db,
      )
    ).rows

  test('a person changes their name and language, which the next pages use and the audit keeps', async () => {
    const { visitor, id } = await newPerson()
    const saved = await visitor.post('/console/account', { name: ' Sèna <b>Ahouansou ', language: 'en' })
    assert.equal(saved.path, '/console/account?done=saved')
    assert.match(saved.html, /<html lang="en">/)
    assert.match(saved.html, /Sèna &#60;b&#62;Ahouansou/)
    assert.deepEqual((await auditOf(id)).at(-1), {
      action: 'change-account',
      actor: `ACCOUNT:${id}`,
      before: { name: '', language: null },
      after: { name: 'Sèna <b>Ahouansou', language: 'en' },
    })
    for (const name of ['', ' \u200b ', 'x'.repeat(81), 'a\u202eb']) {
      const refused = await visitor.post('/console/account', { name, language: 'en' })
      assert.equal(refused.status, 422, name)
      assert.match(refused.html, /id="name-error"/)
    }
  })

  test('the language of an account is that of a new browser once its person has signed in there', async () => {
    const { visitor, name } = await newPerson()
    await visitor.post('/console/account', { name: 'Sena', language: 'en' })
    const other = newVisitor(service)
    assert.match((await signIn(service, other, name)).html, /<html lang="en">/)
  })

  test('a password is changed with the current one alone, and the other sessions end', async () => {
    const { visitor, name } = await newPerson()
    const other = newVisitor(service)
    await signIn(service, other, name)
    assert.equal(
      (await visitor.post('/console/account/password', { password })).path,
      '/console/account?done=password',
    )
    assert.equal(await isSignedIn(other), false)
    assert.equal(await isSignedIn(visitor), true)
    await signIn(service, other, name)
    for (const current of ['', 'not the current one']) {
      const refused = await visitor.post('/console/account/password', {
        current,
        password: 'another good one',
      })
      assert.equal(refused.status, 422)
      assert.match(refused.html, /id="current-error"[^>]*>Le mot de passe actuel est faux/)
    }
    assert.equal(await isSignedIn(other), true)
    await visitor.post('/console/account/password', { current: password, password: 'another good one' })
    assert.equal(await isSignedIn(other), false)
  })

  test('of two first passwords that are set at the same time one counts', async () => {
    const { visitor } = await newPerson()
    const pages = await Promise.all(
      ['le premier des deux', 'le second des deux'].map((each) =>
        visitor.post('/console/account/password', { password: each }),
      ),
    )
    assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 422])
  })

  test('passwords are kept as scrypt hashes, and neither they nor codes are logged or audited', async () => {
    const { visitor, id } = await newPerson()
    await visitor.post('/console/account/password', { password })
    const { secret, backupCodes } = await switchFactorOn(service, visitor)
    const { rows } = await sql<{ row: string }>`
      select account_passwords.hash || second_factors.sealed_secret || backup_codes.code_hmac as row
      from account_passwords join second_factors using (account_id) join backup_codes using (account_id)
      where account_id = ${id}`.execute(service.services.db)
    assert.equal(rows.length, 8)
    const secrets = [password, secret.toString('hex'), ...backupCodes]
    const audited = JSON.stringify(await auditOf(id))
    for (const each of secrets) {
      for (const { row } of rows) assert.equal(row.includes(each), false)
      for (const line of [...service.logged, audited]) assert.equal(line.includes(each), false, line)
    }
  })

  for (const [what, refused, fault] of [
    ['nine characters', 'neuf-neuf', 'TOO_SHORT'],
    ['two hundred and one characters', 'ab3'.repeat(67), 'TOO_LONG'],
    ['one character repeated', 'aaaaaaaaaaaa', 'TOO_COMMON'],
    ['one of the commonest passwords', 'Azerty12345', 'TOO_COMMON'],
    ['a common one written with blanks', 'mot de passe 123', 'TOO_COMMON'],
    ['the person’s name', 'Akouvi  MENSAH', 'IS_ABOUT_YOU'],
    ['the person’s phone as they write it', '01 97 00 00 42', 'IS_ABOUT_YOU'],
    ['the person’s phone with its country', '+2290197000042', 'IS_ABOUT_YOU'],
    ['the person’s address', 'akouvi.mensah@boutique.test', 'IS_ABOUT_YOU'],
    ['the person’s address before its domain', 'akouvi.mensah', 'IS_ABOUT_YOU'],
    ['four words', 'pagne igname zem dantokpa', undefined],
    ['ten characters of all kinds', 'xK7-mpQ2!r', undefined],
  ] as const) {
    test(`a password of ${what} is ${fault ? `refused as ${fault}` : 'taken'}`, () => {
      const person = {
        name: 'Akouvi Mensah',
        phone: '+2290197000042',
        email: 'akouvi.mensah@boutique.test',
      }
      assert.equal(passwordFault(refused, person), fault)
    })
  }

  test('the codes of an app are those of RFC 6238', async () => {
    const secret = Buffer.from('12345678901234567890')
    // Appendix B, its last six digits.
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const)
      assert.equal(await matchTotp(secret, code, new Date(seconds * 1000)), Math.floor(seconds / 30))
    assert.equal(await matchTotp(secret, '287083', new Date(59_000)), undefined)
  })

  test('a secret counts only once a code of it was entered', async () => {
    const { visitor, name } = await newPerson()
    const shown = await visitor.post('/console/account/second-factor', {})
    assert.match(shown.html, /<svg viewBox="0 0 \d+ \d+" width="232" height="232" role="img"/)
    assert.doesNotMatch(shown.html, /<script(?! src)|style=|onclick/)
    const wrong = await visitor.post('/console/account/second-factor/confirm', { code: '000000' })
    assert.equal(wrong.status, 422)
    const other = newVisitor(service)
    assert.equal((await signIn(service, other, name)).path, `/console/shops/${shop.shopId}`)
  })

  test('switching a second factor on ends the other sessions, and keeps the backup codes to one page', async () => {
    const { visitor, name } = await newPerson()
    const other = newVisitor(service)
    await signIn(service, other, name)
    const { backupCodes } = await switchFactorOn(service, visitor)
    assert.equal(backupCodes.length, 8)
    assert.equal(await isSignedIn(other), false)
    const page = await visitor.open('/console/account/second-factor')
    assert.match(textOf(page), /Codes de secours qui restent\s*: 8/)
    for (const code of backupCodes) assert.equal(page.html.includes(code), false)
    assert.equal((await visitor.post('/console/account/second-factor', {})).status, 409)
    assert.equal(
      (await visitor.post('/console/account/second-factor/confirm', { code: '123456' })).path,
      '/console/account/second-factor',
    )
  })

  test('a second factor is switched off with a code of it alone', async () => {
    const { visitor, name } = await newPerson()
    const { secret } = await switchFactorOn(service, visitor)
    const off = (code: string) => visitor.post('/console/account/second-factor/remove', { code })
    assert.equal((await off('000000')).status, 422)
    assert.equal((await off(totpAt(secret, service.clock.now()))).status, 422, 'used to switch it on')
    service.clock.forward(30_000)
    assert.equal((await off(totpAt(secret, service.clock.now()))).path, '/console/account?done=factor-off')
    assert.equal((await signIn(service, newVisitor(service), name)).path, `/console/shops/${shop.shopId}`)
  })

  test('the operator lifts a lost second factor, and every session of the account ends', async () => {
    const { visitor, name, id } = await newPerson()
    await switchFactorOn(service, visitor)
    service.clock.forward(1_000)
    await resetSecondFactor({ ...service.services, actor: { kind: 'CLI' } }, phoneName(name))
    assert.equal(await isSignedIn(visitor), false)
    assert.equal((await signIn(service, newVisitor(service), name)).path, `/console/shops/${shop.shopId}`)
    assert.deepEqual((await auditOf(id)).at(-1), {
      action: 'reset-second-factor',
      actor: 'CLI',
      before: { hasSecondFactor: true },
      after: { hasSecondFactor: false },
    })
  })

  test('a person sees their sessions with their browsers, and ends one or all others', async () => {
    const { visitor, name } = await newPerson(newEmail())
    const phone = newVisitor(service)
    await signIn(service, phone, name)
    const tablet = newVisitor(service)
    await signIn(service, tablet, name)
    const page = await visitor.open('/console/account')
    const ends = [...page.html.matchAll(/action="(\/console\/account\/sessions\/[0-9a-f-]{36}\/end)"/g)]
    assert.equal(ends.length, 2)
    assert.match(textOf(page), /Cet appareil/)
    await visitor.post(ends[0]?.[1] ?? '', {})
    assert.deepEqual([await isSignedIn(phone), await isSignedIn(tablet)].sort(), [false, true])
    assert.equal(
      (await visitor.post('/console/account/sessions/end-others', {})).path,
      '/console/account?done=ended',
    )
    assert.deepEqual(
      [await isSignedIn(phone), await isSignedIn(tablet), await isSignedIn(visitor)],
      [false, false, true],
    )
  })

  test('nobody ends the session of somebody else', async () => {
    const { visitor } = await newPerson()
    const other = await newPerson()
    const { rows } = await sql<{
      id: string
    }>`select id from sessions where account_id = ${other.id}`.execute(service.services.db)
    for (const id of [rows[0]?.id ?? '', 'x', '%00'])
      assert.equal((await visitor.post(`/console/account/sessions/${id}/end`, {})).status, 404)
    assert.equal(await isSignedIn(other.visitor), true)
  })

  test('the pages of an account are for whoever is signed in, whatever the method', async () => {
    const stranger = newVisitor(service)
    for (const path of ['/console/account', '/console/account/second-factor'])
      assert.equal((await stranger.open(path)).path, '/console/sign-in')
    for (const path of [
      '/console/account',
      '/console/account/password',
      '/console/account/second-factor',
      '/console/account/second-factor/confirm',
      '/console/account/second-factor/remove',
      '/console/account/sessions/end-others',
    ])
      assert.equal(
        (await stranger.post(path, { password, name: 'x', code: '1' })).path,
        '/console/sign-in',
        path,
      )
  })
})
