import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findRole } from '../src/domain/accounts/membership-store.ts'
import { changeMemberRole } from '../src/domain/accounts/team/change-member-role.ts'
import { listOpenInvitations } from '../src/domain/accounts/team/invitation-store.ts'
import { inviteMember } from '../src/domain/accounts/team/invite-member.ts'
import { removeMember } from '../src/domain/accounts/team/remove-member.ts'
import { withdrawInvitation } from '../src/domain/accounts/team/withdraw-invitation.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: ConsoleVisitor
  let team: string

  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  async function openTeam(): Promise<void> {
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    owner = await openConsole(service, { shopId: shop.shopId })
    team = `/console/shops/${shop.shopId}/settings/team`
  }
  const staffOf = (name = 'Kossi Agbo') => openConsole(service, { shopId: shop.shopId, role: 'STAFF', name })
  const roleOf = ({ accountId }: ConsoleVisitor) =>
    findRole(service.services.db, { shopId: shop.shopId, accountId })
  const openInvitations = () => listOpenInvitations(service.services.db, shop.shopId, service.clock.now())

  test('the page names every member with their role, and says what each role may do', async () => {
    await openTeam()
    await staffOf('Kossi <b>Agbo</b>')
    const page = await owner.open(team)
    const text = textOf(page)
    for (const shown of [
      'Akouvi Mensah (vous)',
      'Kossi &#60;b&#62;Agbo',
      'depuis le 21 nov. 2026',
      'Vendeur : commander',
      'Propriétaire : tout',
    ])
      assert.ok(page.html.includes(shown) || text.includes(shown), `${shown} is missing in ${text}`)
    assert.ok(!page.html.includes('<b>Agbo'))
    assert.match(textOf(await owner.open(`${team}?lang=en`)), /Team.*\(you\).*Seller: order and follow/)
    await owner.open(`${team}?lang=fr`)
  })

  test('somebody is invited by phone or by mail, with a message, and the invitation can be withdrawn', async () => {
    await openTeam()
    const form = await owner.open(team)
    const first = await owner.submit(form, `${team}/invite`, { to: '97 00 00 55', role: 'STAFF' })
    assert.match(
      textOf(first),
      /L’invitation est partie.*\+229 01 97 00 00 55.*Vendeur · jusqu’au 28 nov\. 2026/,
    )
    const second = await owner.submit(first, `${team}/invite`, { to: ' Ama@Exemple.com ', role: 'OWNER' })
    assert.match(textOf(second), /ama@exemple\.com Propriétaire/)
    const messages = await service.services.db
      .selectFrom('messages')
      .select(['messages.kind', 'messages.recipient'])
      .where('messages.shop_id', '=', shop.shopId)
      .orderBy('messages.kind')
      .execute()
    assert.deepEqual(messages, [
      { kind: 'TEAM_INVITATION', recipient: '+2290197000055' },
      { kind: 'TEAM_INVITATION_MAIL', recipient: 'ama@exemple.com' },
    ])
    const [mail, phone] = await openInvitations()
    const left = await owner.submit(second, `${team}/invitations/${mail?.id}/withdraw`)
    assert.match(textOf(left), /L’invitation est retirée/)
    assert.deepEqual(
      (await openInvitations()).map(({ id }) => id),
      [phone?.id],
    )
    const again = await owner.post(`${team}/invitations/${mail?.id}/withdraw`, {})
    assert.equal(again.status, 404)
    assert.match(textOf(again), /terminée ou retirée.*Inviter quelqu’un/)
  })

  test('a name that nobody can have, or somebody has who is here, is said beside its field and kept', async () => {
    await openTeam()
    const { services } = service
    const account = await services.db
      .selectFrom('accounts')
      .select('accounts.email')
      .where('accounts.id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    await owner.post(`${team}/invite`, { to: '97000056', role: 'STAFF' })
    for (const [to, status, says] of [
      ['12', 422, /ni un numéro ni une adresse/],
      ['', 422, /ni un numéro ni une adresse/],
      ['97000056', 409, /déjà invitée/],
      [account.email ?? '', 409, /déjà dans l’équipe/],
    ] as const) {
      const refused = await owner.post(`${team}/invite`, { to, role: 'OWNER' })
      assert.equal(refused.status, status, to)
      assert.match(refused.html, /id="to-error"/)
      assert.match(textOf(refused), says)
      assert.ok(refused.html.includes(`value="${to}"`), to)
      assert.match(refused.html, /value="OWNER" checked/)
    }
    assert.equal((await openInvitations()).length, 1)
  })

  test('a role is changed, and whoever gives up their own is led out of the pages of owners', async () => {
    await openTeam()
    const staff = await staffOf()
    const path = `${team}/${staff.accountId}`
    const page = await owner.open(path)
    const changed = await owner.submit(page, `${path}/role`, { role: 'OWNER' })
    assert.match(textOf(changed), /Le rôle est changé.*Kossi Agbo.*Propriétaire/)
    assert.equal(await roleOf(staff), 'OWNER')
    const own = await owner.post(`${team}/${owner.accountId}/role`, { role: 'STAFF' })
    assert.deepEqual([own.status, own.path], [200, `/console/shops/${shop.shopId}/settings`])
    assert.equal(await roleOf(owner), 'STAFF')
    assert.equal((await owner.open(team)).status, 403)
    const unsaid = await staff.post(`${team}/${owner.accountId}/role`, {})
    assert.equal(unsaid.status, 422)
  })

  test('a member is removed after a question, at once and for good; their name stays in the audit', async () => {
    await openTeam()
    const staff = await staffOf()
    const path = `${team}/${staff.accountId}`
    const page = await owner.open(path)
    assert.match(textOf(page), /Kossi Agbo ne pourra plus ouvrir cette boutique.*Oui, retirer Kossi Agbo/)
    const left = await owner.submit(page, `${path}/remove`)
    assert.match(textOf(left), /Cette personne n’est plus dans l’équipe/)
    assert.equal((await staff.open(`/console/shops/${shop.shopId}`)).status, 404)
    assert.equal((await owner.post(`${path}/remove`, {})).status, 404)
    const audit = textOf(await owner.open(`/console/shops/${shop.shopId}/settings/audit?about=team`))
    assert.match(
      audit,
      /Personne retirée de l’équipe Kossi Agbo .*par Akouvi Mensah, sur la console Rôle Vendeur/,
    )
  })

  test('the last owner keeps their role and stays, whatever is sent', async () => {
    await openTeam()
    await staffOf()
    const path = `${team}/${owner.accountId}`
    const page = await owner.open(path)
    assert.match(textOf(page), /C’est le seul propriétaire/)
    assert.ok(!page.html.includes(`action="${path}/remove"`))
    for (const [act, fields] of [
      ['role', { role: 'STAFF' }],
      ['remove', {}],
    ] as const) {
      const refused = await owner.post(`${path}/${act}`, fields)
      assert.equal(refused.status, 409)
      assert.match(textOf(refused), /Une boutique garde au moins un propriétaire/)
    }
    assert.equal(await roleOf(owner), 'OWNER')
  })

  test('of two owners one can leave, and finds their other shops', async () => {
    await openTeam()
    const other = await openConsole(service, { shopId: shop.shopId, name: 'Ama Dossou' })
    const path = `${team}/${other.accountId}`
    const page = await other.open(path)
    assert.match(textOf(page), /Oui, quitter cette boutique/)
    const left = await other.submit(page, `${path}/remove`)
    assert.deepEqual([left.status, left.path], [200, '/console'])
    assert.equal(await roleOf(other), undefined)
  })

  test('staff are refused by the pages and by each verb; members of other shops are unknown', async () => {
    await openTeam()
    const [staff, stranger] = [await staffOf(), await openConsole(service, {})]
    const member = { shopId: shop.shopId, accountId: owner.accountId }
    await owner.post(`${team}/invite`, { to: '97000057', role: 'STAFF' })
    const [invitation] = await openInvitations()
    for (const path of ['', `/${owner.accountId}`])
      assert.equal((await staff.open(`${team}${path}`)).status, 403, path)
    const invited = `/invitations/${invitation?.id}/withdraw`
    for (const path of ['/invite', invited, `/${owner.accountId}/role`, `/${owner.accountId}/remove`])
      assert.equal((await staff.post(`${team}${path}`, { role: 'STAFF' })).status, 403, path)
    for (const [{ accountId: id }, code] of [
      [staff, 'ROLE_REQUIRED'],
      [stranger, 'SHOP_NOT_FOUND'],
    ] as const) {
      const deps = { ...service.services, actor: { kind: 'ACCOUNT', id } as const }
      const to = { phone: '+2290197000058', email: null }
      const invite = { ...deps, sendInvitation: async () => assert.fail('a message was sent') }
      const { shopId } = shop
      await assert.rejects(inviteMember(invite, { shopId, to, role: 'STAFF' }), { code })
      await assert.rejects(withdrawInvitation(deps, { shopId, id: invitation?.id ?? '' }), { code })
      await assert.rejects(changeMemberRole(deps, { ...member, role: 'STAFF' }), { code })
      await assert.rejects(removeMember(deps, member), { code })
    }
    for (const id of [stranger.accountId, 'no-id']) {
      assert.equal((await owner.open(`${team}/${id}`)).status, 404)
      for (const act of ['role', 'remove'])
        assert.equal((await owner.post(`${team}/${id}/${act}`, { role: 'STAFF' })).status, 404)
    }
    const foreign = (await service.openShop()).shopId
    const path = `/console/shops/${foreign}/settings/team`
    assert.equal((await owner.open(path)).status, 404)
    assert.equal((await owner.post(`${path}/invite`, { to: '97000059', role: 'STAFF' })).status, 404)
  })
})
