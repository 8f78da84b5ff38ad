import type { Trx } from '../../src/base/database/open-database.ts'
import { emailName, phoneName } from '../../src/domain/accounts/account-name.ts'
import { changeAccount } from '../../src/domain/accounts/change-account.ts'
import { setPassword } from '../../src/domain/accounts/passwords/set-password.ts'
import {
  beginningOfSecondFactor,
  beginSecondFactor,
} from '../../src/domain/accounts/second-factor/begin-second-factor.ts'
import { confirmSecondFactor } from '../../src/domain/accounts/second-factor/confirm-second-factor.ts'
import { removeSecondFactor } from '../../src/domain/accounts/second-factor/remove-second-factor.ts'
import { resetSecondFactor } from '../../src/domain/accounts/second-factor/reset-second-factor.ts'
import { endOtherSessions } from '../../src/domain/accounts/sessions/end-sessions.ts'
import { acceptInvitation } from '../../src/domain/accounts/team/accept-invitation.ts'
import { addMember } from '../../src/domain/accounts/team/add-member.ts'
import { addOperator } from '../../src/domain/accounts/team/add-operator.ts'
import { changeMemberRole } from '../../src/domain/accounts/team/change-member-role.ts'
import type { InvitationRow } from '../../src/domain/accounts/team/invitation-store.ts'
import { inviteMember } from '../../src/domain/accounts/team/invite-member.ts'
import { removeMember } from '../../src/domain/accounts/team/remove-member.ts'
import { removeOperator } from '../../src/domain/accounts/team/remove-operator.ts'
import { withdrawInvitation } from '../../src/domain/accounts/team/withdraw-invitation.ts'
import { enqueueAccountMessages } from '../../src/domain/messages/enqueue-account-messages.ts'
import { changeAlertPreference } from '../../src/domain/monitoring/alerts/change-alert-preference.ts'
import { approveShop } from '../../src/domain/shops/approve-shop.ts'
import { recordOperatorVisit } from '../../src/domain/shops/record-operator-visit.ts'
import { liftSuspension, suspendShop } from '../../src/domain/shops/suspend-shop.ts'
import { newEmail, newPhone, secretOf, totpAt } from './console-sign-in.ts'
import type { TestService, TestShop } from './open-service.ts'
import { memberOf } from './shop-members.ts'

type Scene = { shop: TestShop; as: TestService['services'] }

const deps = ({ as }: Scene) => ({
  ...as,
  secrets: as.sessionKeys,
  ...enqueueAccountMessages(as),
  sendInvitation: async (_: Trx, invitation: InvitationRow) => void invitation,
})

const personOf = async (scene: Scene, role: 'OWNER' | 'STAFF' = 'STAFF'): Promise<string> =>
  (await memberOf({ services: scene.as }, scene.shop.shopId, role, newEmail())).id

/** The session of somebody who has just signed in with a code. */
async function provenSession({ as }: Scene, accountId: string) {
  const cookies = await as.auth.beginSession(accountId, 'Firefox', { provenAt: as.clock.now() })
  const session = await as.auth.findSession(cookies.map((each) => each.split(';')[0]).join('; '))
  return { accountId, token: session?.token ?? '' }
}

/** Somebody with a second factor, whose last code was that of half a minute ago. */
async function personWithFactor(scene: Scene): Promise<{ id: string; backupCode: string; email: string }> {
  const email = newEmail()
  const { id } = await memberOf({ services: scene.as }, null, 'STAFF', email)
  const session = await provenSession(scene, id)
  await beginSecondFactor(scene.as, session)
  const address = (await beginningOfSecondFactor(scene.as, { accountId: id, called: email })) ?? ''
  const code = totpAt(secretOf(address), scene.as.clock.now())
  const [backupCode = ''] = await confirmSecondFactor(deps(scene), { ...session, code })
  return { id, backupCode, email }
}

const invited = (scene: Scene, email: string): Promise<InvitationRow> =>
  inviteMember(deps(scene), { shopId: scene.shop.shopId, to: emailName(email), role: 'STAFF' })

/** What the verbs on people, their ways of signing in and their teams write to the audit. */
export const accountTrials = {
  'change-account': {
    subjectType: 'ACCOUNT',
    prepare: personOf,
    act: async ({ as }: Scene, id: string) => {
      await changeAccount(as, id, { name: 'Akouvi Mensah' })
      return id
    },
    before: { name: 'STAFF' },
    after: { name: 'Akouvi Mensah' },
  },
  'set-password': {
    subjectType: 'ACCOUNT',
    prepare: personOf,
    act: async (scene: Scene, accountId: string) => {
      const password = 'marché de dantokpa'
      const session = await provenSession(scene, accountId)
      await setPassword(deps(scene), { ...session, current: '', password })
      return accountId
    },
    before: { hasPassword: false },
    after: { hasPassword: true },
  },
  'end-sessions': {
    subjectType: 'ACCOUNT',
    prepare: async (scene: Scene) => {
      const id = await personOf(scene)
      await scene.as.auth.beginSession(id, 'Firefox')
      return id
    },
    act: async ({ as }: Scene, accountId: string) => {
      await endOtherSessions(as, { accountId, token: '' })
      return accountId
    },
    before: { sessions: 1 },
    after: null,
  },
  'confirm-second-factor': {
    subjectType: 'ACCOUNT',
    act: async (scene: Scene) => (await personWithFactor(scene)).id,
    before: { hasSecondFactor: false },
    after: { hasSecondFactor: true },
  },
  'remove-second-factor': {
    subjectType: 'ACCOUNT',
    prepare: personWithFactor,
    act: async (scene: Scene, { id, backupCode: code }: { id: string; backupCode: string }) => {
      await removeSecondFactor(deps(scene), { accountId: id, code })
      return id
    },
    before: { hasSecondFactor: true },
    after: { hasSecondFactor: false },
  },
  'reset-second-factor': {
    subjectType: 'ACCOUNT',
    prepare: personWithFactor,
    act: ({ as }: Scene, { email }: { email: string }) => resetSecondFactor(as, emailName(email)),
    before: { hasSecondFactor: true },
    after: { hasSecondFactor: false },
  },
  'change-alert-preference': {
    subjectType: 'ACCOUNT',
    prepare: ({ as }: Scene) => addOperator(as, { name: emailName(newEmail()), role: 'OPERATOR' }),
    act: async ({ as }: Scene, accountId: string) => {
      await changeAlertPreference(as, accountId, { channel: 'NONE', kinds: ['DISK_LOW'] })
      return accountId
    },
    before: { alertChannel: null, alertKinds: null },
    after: { alertChannel: 'NONE', alertKinds: ['DISK_LOW'] },
  },
  'add-member': {
    subjectType: 'ACCOUNT',
    ofShop: true as const,
    act: ({ as, shop }: Scene) =>
      addMember(as, { shopId: shop.shopId, name: phoneName(newPhone()), role: 'OWNER' }),
    before: null,
    after: { role: 'OWNER' },
  },
  'change-member-role': {
    subjectType: 'ACCOUNT',
    ofShop: true as const,
    prepare: personOf,
    act: async ({ as, shop }: Scene, accountId: string) => {
      await changeMemberRole(as, { shopId: shop.shopId, accountId, role: 'OWNER' })
      return accountId
    },
    before: { role: 'STAFF' },
    after: { role: 'OWNER' },
  },
  'remove-member': {
    subjectType: 'ACCOUNT',
    ofShop: true as const,
    prepare: async (scene: Scene) => {
      await personOf(scene, 'OWNER')
      return personOf(scene)
    },
    act: async ({ as, shop }: Scene, accountId: string) => {
      await removeMember(as, { shopId: shop.shopId, accountId })
      return accountId
    },
    before: { role: 'STAFF' },
    after: null,
  },
  'invite-member': {
    subjectType: 'INVITATION',
    ofShop: true as const,
    act: async (scene: Scene) => (await invited(scene, newEmail())).id,
    before: null,
    after: { to: 'p…@boutique.test', role: 'STAFF', acceptedAt: null, withdrawnAt: null },
  },
  'withdraw-invitation': {
    subjectType: 'INVITATION',
    ofShop: true as const,
    prepare: async (scene: Scene) => (await invited(scene, newEmail())).id,
    act: async ({ as, shop }: Scene, id: string) => {
      await withdrawInvitation(as, { shopId: shop.shopId, id })
      return id
    },
    before: { withdrawnAt: null },
    after: { withdrawnAt: '2026-11-21T10:00:00.000Z' },
  },
  'accept-invitation': {
    subjectType: 'ACCOUNT',
    ofShop: true as const,
    prepare: async (scene: Scene) => {
      const email = newEmail()
      const { id: accountId } = await memberOf({ services: scene.as }, null, 'STAFF', email)
      return { accountId, id: (await invited(scene, email)).id }
    },
    act: async ({ as, shop }: Scene, key: { accountId: string; id: string }) => {
      await acceptInvitation(as, { shopId: shop.shopId, ...key })
      return key.accountId
    },
    before: null,
    after: { role: 'STAFF' },
  },
  'add-operator': {
    subjectType: 'ACCOUNT',
    act: ({ as }: Scene) => addOperator(as, { name: phoneName(newPhone()), role: 'DISPATCHER' }),
    before: null,
    after: { role: 'DISPATCHER' },
  },
  'remove-operator': {
    subjectType: 'ACCOUNT',
    prepare: async ({ as }: Scene) => {
      const phone = newPhone()
      await addOperator(as, { name: phoneName(phone), role: 'OPERATOR' })
      return phone
    },
    act: ({ as }: Scene, phone: string) => removeOperator(as, phoneName(phone)),
    before: { role: 'OPERATOR' },
    after: null,
  },
  'suspend-shop': {
    subjectType: 'SHOP',
    ofShop: true as const,
    act: async ({ as, shop }: Scene) => (await suspendShop(as, shop.shopId, 'Factures impayées.')).id,
    before: { suspendedAt: null, reason: null },
    after: { suspendedAt: '2026-11-21T10:00:00.000Z', reason: 'Factures impayées.' },
  },
  'lift-suspension': {
    subjectType: 'SHOP',
    ofShop: true as const,
    prepare: ({ as, shop }: Scene) => suspendShop(as, shop.shopId, 'Factures impayées.'),
    act: async ({ as, shop }: Scene) => (await liftSuspension(as, shop.shopId)).id,
    before: { suspendedAt: '2026-11-21T10:00:00.000Z', reason: 'Factures impayées.' },
    after: { suspendedAt: null, reason: null },
  },
  'record-operator-visit': {
    subjectType: 'SHOP',
    ofShop: true as const,
    act: async ({ as, shop }: Scene) => {
      await recordOperatorVisit(as, shop.shopId)
      return shop.shopId
    },
    before: null,
    after: {},
  },
  'approve-shop': {
    subjectType: 'SHOP',
    ofShop: true as const,
    prepare: ({ as, shop }: Scene) =>
      as.db.updateTable('shops').set({ approved_at: null }).where('shops.id', '=', shop.shopId).execute(),
    act: async ({ as, shop }: Scene) => (await approveShop(as, shop.shopId)).id,
    before: { approvedAt: null },
    after: { approvedAt: '2026-11-21T10:00:00.000Z' },
  },
}
