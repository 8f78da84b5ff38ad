import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { runCommandLine } from '../src/cli/command-line.ts'
import type { ErrorCode } from '../src/contract/errors.ts'
import { type AccountName, emailName, phoneName } from '../src/domain/accounts/account-name.ts'
import { acceptInvitation } from '../src/domain/accounts/team/accept-invitation.ts'
import { changeMemberRole } from '../src/domain/accounts/team/change-member-role.ts'
import { inviteMember } from '../src/domain/accounts/team/invite-member.ts'
import { removeMember } from '../src/domain/accounts/team/remove-member.ts'
import { withdrawInvitation } from '../src/domain/accounts/team/withdraw-invitation.ts'
import { consoleAccounts } from '../src/doors/console/sign-in/console-accounts.ts'
import { addPerson, newEmail, newPhone, newVisitor, signIn } from './support/console-sign-in.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { textOf } from './support/visitor.ts'

const day = 24 * 60 * 60_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: string

  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  /** A shop with one owner, so that no test sees what another did. */
  async function newShop(name = 'Boutique Ganhi'): Promise<void> {
    shop = await service.openShop({ name })
    owner = await addPerson(service, shop.shopId, newPhone())
  }

  const as = (accountId: string) => ({
    ...consoleAccounts(service.services),
    actor: { kind: 'ACCOUNT' as const, id: accountId },
  })

  const invite = (to: AccountName, by = owner, role: 'OWNER' | 'STAFF' = 'STAFF') =>
    inviteMember(as(by), { shopId: shop.shopId, to, role })

  const refusedWith = (code: ErrorCode) => (error: unknown) => {
    assert.equal((error as { code?: string }).code, code)
    return true
  }

  const rolesOf = async () =>
    (
      await sql<{ role: string }>`
        select role from memberships where shop_id = ${shop.shopId} order by role`.execute(
        service.services.db,
      )
    ).rows.map(({ role }) => role)

  const auditOf = async () =>
    (
      await sql<{ action: string; before: unknown; after: unknown }>`
        select action, before, after from audit_lines
        where shop_id = ${shop.shopId} and action like '%-%' order by id`.execute(service.services.db)
    ).rows

  test('somebody invited by phone signs in with it, sees the invitation and accepts it', async () => {
    await newShop('Chez <Afi>')
    const phone = newPhone()
    await invite(phoneName(phone))
    const visitor = newVisitor(service)
    const page = await signIn(service, visitor, phone)
    assert.equal(page.path, '/console')
    assert.match(page.html, /Chez &#60;Afi&#62; vous invite dans son équipe/)
    const action = /action="(\/console\/invitations\/[^"]+)"/.exec(page.html)?.[1] ?? ''
    assert.equal((await visitor.post(action, {})).path, `/console/shops/${shop.shopId}`)
    assert.deepEqual(await rolesOf(), ['OWNER', 'STAFF'])
    assert.equal((await visitor.post(action, {})).status, 404, 'an invitation is accepted once')
  })

  test('somebody invited by mail accepts with a link, and the mail names the shop', async () => {
    await newShop('Boutique Ganhi')
    const email = newEmail()
    await invite(emailName(email), owner, 'OWNER')
    const { rows } = await sql<{ kind: string; shop_id: string }>`
      select kind, shop_id from messages where recipient = ${email}`.execute(service.services.db)
    assert.deepEqual(rows, [{ kind: 'TEAM_INVITATION_MAIL', shop_id: shop.shopId }])
    const visitor = newVisitor(service)
    const page = await signIn(service, visitor, email)
    const action = /action="(\/console\/invitations\/[^"]+)"/.exec(page.html)?.[1] ?? ''
    await visitor.post(action, {})
    assert.deepEqual(await rolesOf(), ['OWNER', 'OWNER'])
  })

  test('an invitation is nobody else’s, whoever knows its address', async () => {
    await newShop()
    const invitation = await invite(phoneName(newPhone()))
    const other = await addPerson(service, (await service.openShop()).shopId, newPhone())
    const key = { shopId: shop.shopId, id: invitation.id }
    await assert.rejects(
      acceptInvitation(as(other), { ...key, accountId: other }),
      refusedWith('INVITATION_NOT_FOUND'),
    )
    const byMail = await addPerson(service, (await service.openShop()).shopId, newEmail())
    await assert.rejects(
      acceptInvitation(as(byMail), { ...key, accountId: byMail }),
      refusedWith('INVITATION_NOT_FOUND'),
    )
    assert.deepEqual(await rolesOf(), ['OWNER'])
  })

  test('an invitation that was withdrawn, or is seven days old, is accepted no more', async () => {
    await newShop()
    const person = { phone: newPhone() }
    const account = await addPerson(service, (await service.openShop()).shopId, person.phone)
    const first = await invite(phoneName(person.phone))
    await withdrawInvitation(as(owner), { shopId: shop.shopId, id: first.id })
    const accept = (id: string) =>
      acceptInvitation(as(account), { shopId: shop.shopId, id, accountId: account })
    await assert.rejects(accept(first.id), refusedWith('INVITATION_NOT_FOUND'))
    const second = await invite(phoneName(person.phone))
    service.clock.forward(7 * day)
    await assert.rejects(accept(second.id), refusedWith('INVITATION_NOT_FOUND'))
    await assert.rejects(
      withdrawInvitation(as(owner), { shopId: shop.shopId, id: second.id }),
      refusedWith('INVITATION_NOT_FOUND'),
    )
  })

  test('of two browsers that accept an invitation at the same time one does, and of accepting and withdrawing one', async () => {
    await newShop()
    const phone = newPhone()
    const account = await addPerson(service, (await service.openShop()).shopId, phone)
    const { id } = await invite(phoneName(phone))
    const key = { shopId: shop.shopId, id }
    const settled = await Promise.allSettled([
      acceptInvitation(as(account), { ...key, accountId: account }),
      acceptInvitation(as(account), { ...key, accountId: account }),
      withdrawInvitation(as(owner), key),
    ])
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('a person is invited once at a time, and a member not at all', async () => {
    await newShop()
    const phone = newPhone()
    await invite(phoneName(phone))
    await assert.rejects(invite(phoneName(phone)), refusedWith('ALREADY_INVITED'))
    const member = newEmail()
    await addPerson(service, shop.shopId, member, 'STAFF')
    await assert.rejects(invite(emailName(member)), refusedWith('ALREADY_MEMBER'))
  })

  test('a shop has at most twenty open invitations, even when they are made at the same time', async () => {
    await newShop()
    for (let n = 0; n < 18; n++) await invite(phoneName(newPhone()))
    const settled = await Promise.allSettled([1, 2, 3, 4].map(() => invite(phoneName(newPhone()))))
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 2)
    for (const each of settled)
      if (each.status === 'rejected') assert.equal(each.reason.code, 'TOO_MANY_INVITATIONS')
  })

  test('inviting and withdrawing again and again sends at most forty messages a day', async () => {
    await newShop()
    for (let n = 0; n < 40; n++) {
      const { id } = await invite(phoneName(newPhone()))
      await withdrawInvitation(as(owner), { shopId: shop.shopId, id })
    }
    await assert.rejects(invite(phoneName(newPhone())), refusedWith('TOO_MANY_INVITATIONS'))
    service.clock.forward(day)
    await invite(phoneName(newPhone()))
  })

  test('only owners and operators manage a team', async () => {
    await newShop()
    const staff = await addPerson(service, shop.shopId, newPhone(), 'STAFF')
    const stranger = await addPerson(service, (await service.openShop()).shopId, newPhone())
    const { id } = await invite(phoneName(newPhone()))
    const acts = (by: string) => [
      () => invite(phoneName(newPhone()), by),
      () => withdrawInvitation(as(by), { shopId: shop.shopId, id }),
      () => changeMemberRole(as(by), { shopId: shop.shopId, accountId: owner, role: 'STAFF' }),
      () => removeMember(as(by), { shopId: shop.shopId, accountId: owner }),
    ]
    for (const act of acts(staff)) await assert.rejects(act(), refusedWith('ROLE_REQUIRED'))
    for (const act of acts(stranger)) await assert.rejects(act(), refusedWith('SHOP_NOT_FOUND'))
    assert.deepEqual(await rolesOf(), ['OWNER', 'STAFF'])
  })

  test('a shop keeps its last owner, also when two owners remove each other at the same time', async () => {
    await newShop()
    const key = { shopId: shop.shopId, accountId: owner }
    await assert.rejects(removeMember(as(owner), key), refusedWith('LAST_OWNER'))
    await assert.rejects(changeMemberRole(as(owner), { ...key, role: 'STAFF' }), refusedWith('LAST_OWNER'))
    const second = await addPerson(service, shop.shopId, newPhone())
    const settled = await Promise.allSettled([
      removeMember(as(owner), { shopId: shop.shopId, accountId: second }),
      removeMember(as(second), { shopId: shop.shopId, accountId: owner }),
    ])
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual(await rolesOf(), ['OWNER'])
  })

  test('a member who is removed loses access at once, with the session they have', async () => {
    await newShop()
    const phone = newPhone()
    const staff = await addPerson(service, shop.shopId, phone, 'STAFF')
    const visitor = newVisitor(service)
    const home = `/console/shops/${shop.shopId}`
    assert.equal((await signIn(service, visitor, phone)).path, home)
    await removeMember(as(owner), { shopId: shop.shopId, accountId: staff })
    assert.equal((await visitor.open(home)).status, 404)
    await assert.rejects(
      removeMember(as(owner), { shopId: shop.shopId, accountId: staff }),
      refusedWith('MEMBER_NOT_FOUND'),
    )
  })

  test('every act on a team leaves a line of the audit, without whole phones and addresses', async () => {
    await newShop()
    const email = newEmail()
    const staff = await addPerson(service, shop.shopId, email, 'STAFF')
    await changeMemberRole(as(owner), { shopId: shop.shopId, accountId: staff, role: 'OWNER' })
    await changeMemberRole(as(owner), { shopId: shop.shopId, accountId: staff, role: 'OWNER' })
    await removeMember(as(owner), { shopId: shop.shopId, accountId: staff })
    const { id } = await invite(emailName(email))
    await acceptInvitation(as(staff), { shopId: shop.shopId, id, accountId: staff })
    const lines = (await auditOf()).filter(({ action }) => /-(member|member-role|invitation)$/.test(action))
    assert.deepEqual(
      lines.map(({ action, after }) => `${action} ${(after as { role?: string } | null)?.role}`).sort(),
      [
        'accept-invitation STAFF',
        'change-member-role OWNER',
        'invite-member STAFF',
        'remove-member undefined',
      ],
    )
    assert.equal(JSON.stringify(lines).includes(email), false)
  })

  test('an invitation changes nothing for whoever is a member meanwhile', async () => {
    await newShop()
    const phone = newPhone()
    const { id } = await invite(phoneName(phone))
    const account = await addPerson(service, shop.shopId, phone, 'OWNER')
    await acceptInvitation(as(account), { shopId: shop.shopId, id, accountId: account })
    assert.deepEqual(await rolesOf(), ['OWNER', 'OWNER'])
  })

  test('the command line adds operators and members, approves shops and lifts second factors', async () => {
    await newShop()
    const run = async (line: string[]) => {
      const { stdout, stderr, exitCode } = await runCommandLine([...line, '--json'], {
        services: async () => service.services,
        folder: '/',
      })
      return { exitCode, stderr, value: stdout === '' ? null : JSON.parse(stdout) }
    }
    const [phone, mail] = [newPhone(), newEmail()]
    const added = await run(['operators', 'create', '--phone', phone])
    assert.equal(added.exitCode, 0, added.stderr)
    assert.deepEqual(await run(['operators', 'create', '--phone', phone.replace('+229', '')]), added)
    const { value } = await run(['operators', 'list'])
    assert.deepEqual(
      value.operators.map((each: { phone: string }) => each.phone),
      [phone],
    )
    assert.match(textOf(await signIn(service, newVisitor(service), phone)), /Sans livreur/)
    assert.equal((await run(['operators', 'remove', '--phone', phone])).exitCode, 0)
    assert.equal((await run(['operators', 'remove', '--phone', phone])).exitCode, 1)
    const team = ['team', 'add', '--shop', shop.shopId, '--role', 'STAFF']
    assert.equal((await run([...team, '--mail', mail])).exitCode, 0)
    assert.match((await run([...team, '--mail', mail])).stderr, /on the team already/)
    for (const wrong of [team, [...team, '--mail', mail, '--phone', phone], [...team, '--phone', '12']])
      assert.equal((await run(wrong)).exitCode, 1)
    assert.deepEqual(
      (await run(['team', 'list', '--shop', shop.shopId])).value.members.map(
        (each: { role: string }) => each.role,
      ),
      ['OWNER', 'STAFF'],
    )
    await sql`update shops set approved_at = null where id = ${shop.shopId}`.execute(service.services.db)
    assert.notEqual((await run(['shops', 'approve', shop.shopId])).value.approvedAt, null)
    assert.match((await run(['accounts', 'reset-second-factor', '--mail', mail])).stderr, /not switched on/)
    assert.equal((await run(['accounts', 'reset-second-factor', '--mail', newEmail()])).exitCode, 1)
  })
})
