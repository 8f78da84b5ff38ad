import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { manualClock } from '../src/base/kernel/clock.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { enqueuePayoutMessages } from '../src/domain/messages/enqueue-payout-messages.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { applyDuePayoutChanges } from '../src/domain/shops/payout/apply-due-payout-changes.ts'
import { cancelPayoutChange } from '../src/domain/shops/payout/cancel-payout-change.ts'
import { confirmPayoutChange } from '../src/domain/shops/payout/confirm-payout-change.ts'
import { findOpenPayoutChange } from '../src/domain/shops/payout/payout-change-store.ts'
import type { PayoutDeps } from '../src/domain/shops/payout/payout-deps.ts'
import { purgePayoutChanges } from '../src/domain/shops/payout/purge-payout-changes.ts'
import { requestPayoutChange } from '../src/domain/shops/payout/request-payout-change.ts'
import { findShop } from '../src/domain/shops/shop-store.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { holdsCode } from './support/holds-code.ts'
import { messageWork } from './support/message-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { memberOf } from './support/shop-members.ts'

const [oldPhone, newPhone] = ['+2290197000099', '+2290197000042']
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A shop with an owner, on a clock of its own. */
type Scene = {
  shopId: string
  owner: Actor
  deps: PayoutDeps
  clock: ReturnType<typeof manualClock>
  request(phone?: string): Promise<unknown>
  confirm(code: string): Promise<unknown>
  /** The code that was sent last, as the message holds it. */
  lastCode(): Promise<string>
  phone(): Promise<string | null | undefined>
  messages(): Promise<{ kind: string; recipient: string | null; content: object | null }[]>
}

async function openScene(
  service: TestService,
  environment: 'sandbox' | 'production' = 'production',
  shop: { payoutPhone?: null; defaultCollection?: 'DIRECT'; ownerEmail?: string } = {
    ownerEmail: 'boutique@example.com',
  },
): Promise<Scene> {
  const { services } = service
  const { db } = services
  const { shopId } = await service.openShop(shop)
  const owner = await memberOf(service, shopId)
  const clock = manualClock(testStart)
  const sending = enqueuePayoutMessages({ ...services, clock })
  const deps: PayoutDeps = { ...services.payouts, ...sending, clock, environment, actor: owner }
  const messages: Scene['messages'] = () =>
    db
      .selectFrom('messages')
      .select(['messages.kind', 'messages.recipient', 'messages.content'])
      .where('messages.shop_id', '=', shopId)
      .orderBy('messages.created_at')
      .orderBy('messages.kind')
      .execute()
  return {
    shopId,
    owner,
    deps,
    clock,
    messages,
    request: (phone = '97 00 00 42') => requestPayoutChange(deps, { shopId, phone }),
    confirm: (code) => confirmPayoutChange(deps, { shopId, code }),
    lastCode: async () => {
      const sent = (await messages()).filter(({ kind }) => kind === 'PAYOUT_CODE')
      const { code = '' } = (sent.at(-1)?.content ?? {}) as { code?: string }
      return code
    },
    phone: async () => (await findShop(db, shopId))?.payout_phone,
  }
}

/** Another code than this one. */
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  const actionsOf = async ({ shopId }: Scene) => {
    const lines = await listAudit(service.services.db, { shopId, limit: 100 })
    const own = lines.filter(({ action }) => action.endsWith('-payout-change'))
    return own.map(({ action, actor }) => `${action} ${actor}`).reverse()
  }

  test('in production a change needs the code sent to the old number, and takes effect 24 hours later', async () => {
    const scene = await openScene(service)
    const { clock, deps } = scene
    await scene.request()
    const code = await scene.lastCode()
    assert.match(code, /^\d{6}$/)
    clock.forward(9 * minuteMs)
    await scene.confirm(code)
    assert.equal(await scene.phone(), oldPhone)

    clock.forward(24 * hourMs - 1)
    assert.equal(await applyDuePayoutChanges(deps), false)
    assert.equal(await scene.phone(), oldPhone)
    clock.forward(1)
    await applyDuePayoutChanges(deps)
    assert.equal(await scene.phone(), newPhone)
    await applyDuePayoutChanges(deps)

    const actor = `ACCOUNT:${(scene.owner as { id: string }).id}`
    const actions = ['request-payout-change', 'confirm-payout-change', 'apply-payout-change']
    assert.deepEqual(
      await actionsOf(scene),
      actions.map((action) => `${action} ${actor}`),
    )
    const content = { oldEnd: '0099', newEnd: '0042' }
    assert.deepEqual(await scene.messages(), [
      {
        kind: 'PAYOUT_CHANGE_REQUESTED',
        recipient: 'boutique@example.com',
        content: { ...content, heldHours: 24 },
      },
      { kind: 'PAYOUT_CODE', recipient: oldPhone, content: { ...content, heldHours: 24, code } },
      { kind: 'PAYOUT_CHANGED', recipient: 'boutique@example.com', content: { ...content, heldHours: null } },
    ])
  })

  test('in the sandbox a change takes effect as soon as it is confirmed', async () => {
    const scene = await openScene(service, 'sandbox')
    await scene.request()
    await scene.confirm(await scene.lastCode())
    assert.equal(await scene.phone(), newPhone)
  })

  test('the code of a first number goes to that number, which is taken at once in production too', async () => {
    const scene = await openScene(service, 'production', { payoutPhone: null, defaultCollection: 'DIRECT' })
    await scene.request()
    const [message, ...others] = await scene.messages()
    assert.equal(message?.recipient, newPhone)
    assert.deepEqual(others, [])
    await scene.confirm(await scene.lastCode())
    assert.equal(await scene.phone(), newPhone)
  })

  test('every owner with an address that they have shown to be theirs is written to, each address once', async () => {
    const scene = await openScene(service)
    const { shopId } = scene
    const other = await service.openShop()
    await memberOf(service, shopId, 'OWNER', `ama-${shopId}@example.com`)
    await memberOf(service, shopId, 'STAFF', `kofi-${shopId}@example.com`)
    await memberOf(service, other.shopId, 'OWNER', `afi-${shopId}@example.com`)
    await service.services.db
      .updateTable('shops')
      .set({ owner_email: `AMA-${shopId}@example.com` })
      .where('shops.id', '=', shopId)
      .execute()
    await scene.request()
    const mails = (await scene.messages()).filter(({ kind }) => kind === 'PAYOUT_CHANGE_REQUESTED')
    assert.deepEqual(
      mails.map(({ recipient }) => recipient?.toLowerCase()),
      [`ama-${shopId}@example.com`],
    )
  })

  test('a code is entered five times at most, and the right one after that changes nothing', async () => {
    const scene = await openScene(service)
    await scene.request()
    const code = await scene.lastCode()
    for (const triesLeft of [4, 3, 2, 1])
      await assert.rejects(scene.confirm(wrong(code)), { code: 'CODE_WRONG', params: { triesLeft } })
    for (const typed of [wrong(code), code])
      await assert.rejects(scene.confirm(typed), { code: 'PAYOUT_CODE_OVER' })
    assert.equal((await findOpenPayoutChange(service.services.db, scene.shopId))?.confirmed_at, null)
  })

  test('a code is valid for ten minutes', async () => {
    const scene = await openScene(service)
    await scene.request()
    const code = await scene.lastCode()
    scene.clock.forward(10 * minuteMs)
    await assert.rejects(scene.confirm(code), { code: 'PAYOUT_CODE_OVER' })
  })

  test('a code of another shop, or of the request before, confirms nothing', async () => {
    const [scene, other] = [await openScene(service), await openScene(service)]
    await scene.request()
    await other.request()
    const first = await scene.lastCode()
    await assert.rejects(confirmPayoutChange(scene.deps, { shopId: other.shopId, code: first }), {
      code: 'SHOP_NOT_FOUND',
    })
    scene.clock.forward(1)
    await scene.request('97000043')
    const second = await scene.lastCode()
    if (first !== second) await assert.rejects(scene.confirm(first), { code: 'CODE_WRONG' })
    await scene.confirm(second)
    const open = await findOpenPayoutChange(service.services.db, scene.shopId)
    assert.equal(open?.new_phone, '+2290197000043')
  })

  test('the database keeps no code in clear once it was sent, and the log never has one', async () => {
    const scene = await openScene(service)
    await scene.request()
    const code = await scene.lastCode()
    const row = await findOpenPayoutChange(service.services.db, scene.shopId)
    assert.equal(holdsCode(JSON.stringify(row), code), false)
    assert.match(row?.sealed_code ?? '', /^[0-9a-f]{64}$/)
    const work = messageWork(service, {
      routes: [
        {
          name: 'WHATSAPP',
          kinds: ['PAYOUT_CODE'],
          channel: { send: async ({ id }) => ({ providerMessageId: id }) },
        },
      ],
    })
    await work.once()
    const sent = (await scene.messages()).find(({ kind }) => kind === 'PAYOUT_CODE')
    assert.deepEqual(sent, { kind: 'PAYOUT_CODE', recipient: oldPhone, content: null })
    assert.equal(holdsCode(service.logged.join('\n'), code), false)
  })

  test('a change can be cancelled by another owner until it takes effect, and then takes none', async () => {
    const scene = await openScene(service)
    const { deps, shopId } = scene
    await scene.request()
    await scene.confirm(await scene.lastCode())
    const other = await memberOf(service, shopId)
    await cancelPayoutChange({ ...deps, actor: other }, shopId)
    scene.clock.forward(25 * hourMs)
    await applyDuePayoutChanges(deps)
    assert.equal(await scene.phone(), oldPhone)
    await assert.rejects(cancelPayoutChange(deps, shopId), { code: 'PAYOUT_CHANGE_NOT_FOUND' })
    await assert.rejects(scene.confirm(await scene.lastCode()), { code: 'PAYOUT_CODE_OVER' })
  })

  test('a change that has taken effect cannot be cancelled', async () => {
    const scene = await openScene(service, 'sandbox')
    await scene.request()
    await scene.confirm(await scene.lastCode())
    await assert.rejects(cancelPayoutChange(scene.deps, scene.shopId), { code: 'PAYOUT_CHANGE_NOT_FOUND' })
  })

  test('while a change is held no other can be requested', async () => {
    const scene = await openScene(service)
    await scene.request()
    await scene.confirm(await scene.lastCode())
    await assert.rejects(scene.request('97000043'), {
      code: 'PAYOUT_CHANGE_PENDING',
      params: { takesEffectAt: '2026-11-22T10:00:00.000Z' },
    })
  })

  test('at most five changes a day are requested for a shop', async () => {
    const scene = await openScene(service)
    for (let count = 0; count < 5; count += 1) {
      await scene.request()
      scene.clock.forward(hourMs)
    }
    await assert.rejects(scene.request(), { code: 'RATE_LIMITED', params: { retryAfterSeconds: 19 * 3600 } })
    assert.equal((await scene.messages()).filter(({ kind }) => kind === 'PAYOUT_CODE').length, 5)
    scene.clock.forward(19 * hourMs)
    await scene.request()
  })

  test('a number that is not possible, or receives the sales already, is refused', async () => {
    const scene = await openScene(service)
    await assert.rejects(scene.request('12'), { code: 'PAYOUT_PHONE_INVALID' })
    await assert.rejects(scene.request('97000099'), { code: 'PAYOUT_PHONE_UNCHANGED' })
    assert.deepEqual(await scene.messages(), [])
  })

  test('the operator at a terminal sets the number at once, which ends a change that was requested', async () => {
    const scene = await openScene(service)
    await scene.request()
    await scene.confirm(await scene.lastCode())
    await changeShop({ ...service.services, ...scene.deps, actor: { kind: 'CLI' } }, scene.shopId, {
      payoutPhone: '97000050',
    })
    scene.clock.forward(25 * hourMs)
    await applyDuePayoutChanges(scene.deps)
    assert.equal(await scene.phone(), '+2290197000050')
    assert.equal(await findOpenPayoutChange(service.services.db, scene.shopId), undefined)
  })

  describe('who may change a payout number', () => {
    const verbs = {
      request: (deps: PayoutDeps, shopId: string) => requestPayoutChange(deps, { shopId, phone: '97000042' }),
      confirm: (deps: PayoutDeps, shopId: string) => confirmPayoutChange(deps, { shopId, code: '000000' }),
      cancel: (deps: PayoutDeps, shopId: string) => cancelPayoutChange(deps, shopId),
    }
    for (const [name, verb] of Object.entries(verbs))
      test(`${name} is refused to staff, to owners of other shops, and to accounts without a shop`, async () => {
        const { deps, shopId } = await openScene(service)
        const other = await openScene(service)
        const staff = await memberOf(service, shopId, 'STAFF')
        const nobody = await memberOf(service, null)
        await assert.rejects(verb({ ...deps, actor: staff }, shopId), { code: 'ROLE_REQUIRED' })
        for (const actor of [other.owner, nobody])
          await assert.rejects(verb({ ...deps, actor }, shopId), { code: 'SHOP_NOT_FOUND' })
      })

    test('an owner does not change the payout number, the discount or the name by the verb of settings', async () => {
      const { deps, shopId, phone } = await openScene(service)
      for (const change of [{ payoutPhone: '97000042' }, { discountPercent: 50 }, { name: 'Autre' }])
        await assert.rejects(changeShop({ ...service.services, ...deps }, shopId, change), {
          code: 'ROLE_REQUIRED',
        })
      assert.equal(await phone(), oldPhone)
      await changeShop({ ...service.services, ...deps }, shopId, {
        displayName: 'Chez Ama',
        language: 'en',
        defaultCollection: 'DIRECT',
      })
    })
  })

  test('requests that had no effect are removed after 90 days; held and applied changes stay', async () => {
    const [vain, applied, held] = [
      await openScene(service),
      await openScene(service, 'sandbox'),
      await openScene(service),
    ]
    for (const scene of [vain, applied, held]) await scene.request()
    for (const scene of [applied, held]) await scene.confirm(await scene.lastCode())
    const clock = manualClock('2027-02-19T10:00:00.001Z')
    while (await purgePayoutChanges({ db: service.services.db, clock }));
    const left = await service.services.db
      .selectFrom('payout_phone_changes')
      .select('payout_phone_changes.shop_id')
      .where(
        'payout_phone_changes.shop_id',
        'in',
        [vain, applied, held].map(({ shopId }) => shopId),
      )
      .execute()
    assert.deepEqual(left.map(({ shop_id }) => shop_id).sort(), [applied.shopId, held.shopId].sort())
  })
})

onServer((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  const linesOf = async ({ shopId }: Scene, action: string) =>
    (await listAudit(service.services.db, { shopId, limit: 100 })).filter((line) => line.action === action)

  test('of two people who enter the right code at once both are told the same, and it counts once', async () => {
    for (const environment of ['sandbox', 'production'] as const) {
      const scene = await openScene(service, environment)
      await scene.request()
      const code = await scene.lastCode()
      const [one, other] = await Promise.all([scene.confirm(code), scene.confirm(code)])
      assert.deepEqual(one, other)
      assert.equal((await linesOf(scene, 'confirm-payout-change')).length, 1)
    }
  })

  test('wrong codes that are entered at once are all counted', async () => {
    const scene = await openScene(service)
    await scene.request()
    const code = await scene.lastCode()
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => scene.confirm(wrong(code))))
    const codes = tried.map((each) => (each as PromiseRejectedResult).reason.code)
    assert.deepEqual(codes.sort(), [...Array(4).fill('CODE_WRONG'), ...Array(4).fill('PAYOUT_CODE_OVER')])
    await assert.rejects(scene.confirm(code), { code: 'PAYOUT_CODE_OVER' })
  })

  test('a code entered while the change is cancelled leaves it cancelled', async () => {
    for (let time = 0; time < 5; time += 1) {
      const scene = await openScene(service, 'production')
      await scene.request()
      const code = await scene.lastCode()
      await Promise.allSettled([scene.confirm(code), cancelPayoutChange(scene.deps, scene.shopId)])
      scene.clock.forward(25 * hourMs)
      await applyDuePayoutChanges(scene.deps)
      assert.equal(await scene.phone(), oldPhone)
    }
  })

  test('two processes that apply a due change at once apply it once, and a cancellation at once wins or fails', async () => {
    for (let time = 0; time < 5; time += 1) {
      const scene = await openScene(service)
      await scene.request()
      await scene.confirm(await scene.lastCode())
      scene.clock.forward(24 * hourMs)
      const [cancelled] = await Promise.allSettled([
        cancelPayoutChange(scene.deps, scene.shopId),
        applyDuePayoutChanges(scene.deps),
        applyDuePayoutChanges(scene.deps),
      ])
      const isCancelled = cancelled.status === 'fulfilled'
      assert.equal(await scene.phone(), isCancelled ? oldPhone : newPhone)
      assert.equal((await linesOf(scene, 'apply-payout-change')).length, isCancelled ? 0 : 1)
    }
  })

  test('requests made at once leave one change open, and no more than five a day', async () => {
    const scene = await openScene(service)
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => scene.request(`9700001${at}`)),
    )
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 5)
    const { shopId } = scene
    const rows = await service.services.db
      .selectFrom('payout_phone_changes')
      .select('payout_phone_changes.cancelled_at')
      .where('payout_phone_changes.shop_id', '=', shopId)
      .execute()
    assert.equal(rows.filter(({ cancelled_at }) => cancelled_at === null).length, 1)
  })
})
