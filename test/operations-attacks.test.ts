import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { emailName } from '../src/domain/accounts/account-name.ts'
import { addOperator } from '../src/domain/accounts/team/add-operator.ts'
import { removeOperator } from '../src/domain/accounts/team/remove-operator.ts'
import { confirmZones } from '../src/domain/pricing/zone-changes/confirm-zones.ts'
import { proposeZones } from '../src/domain/zones/changing/propose-zones.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../src/domain/zones/zone-shape.ts'
import { readZones } from '../src/domain/zones/zone-store.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { courierAt, eastOfShop, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import {
  center,
  openService,
  productionSettings,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { openSecondService } from './support/second-service.ts'

const origin = 'http://colis.test'
const cookieOf = ({ cookies }: ConsoleVisitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const script = '<script>alert(1)</script>'
const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** What no form sends by itself, each as it travels in a form. */
const hostileValues: Record<string, string> = {
  'a NUL': '%00',
  'half of a character': '%ED%A0%BD',
  'a script': encodeURIComponent(script),
  'a text without end': 'x'.repeat(20_000),
  'a number that is none': '1e400',
  'a negative number': '-1',
  'a word that every object knows': 'constructor',
  'a date that no year has': '2026-02-31',
  nothing: '',
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** What addresses are given besides what pages put there. */
const hostileQueries = [
  'done=constructor&error=__proto__&problem=toString',
  'page=-1&before=%00&after=%00&at=%00&id=%00',
  `q=${'%F0%9F%98%80'.repeat(500)}`,
  'q=%00&q=%00&status=IN_TRANSIT&status=x&city=x&city=y',
  'from=2026-02-31&to=9999-99-99&week=2026-W99&month=0000-00',
  'from=0000-01-01&to=9999-12-31&week=9999-12-31&at=0000-01-01T00:00',
  `at=%2B275760-09-13T00:00:00.000Z&id=${nobody}&before=8640000000000000.${nobody}`,
  `at=-271821-04-20T00:00:00Z&id=${nobody}&before=-62167219200000.${nobody}`,
  `beforeId=${encodeURIComponent(script)}&before=${encodeURIComponent(script)}&cursor=${encodeURIComponent(script)}`,
  '__proto__[x]=1&constructor[prototype][x]=1',
]

type Form = { page: string; action: string; isMultipart: boolean; fields: string[] }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let pages: string[]
  let forms: Form[]

  before(async () => {
    // Every form is sent many times.
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    operator = await openOperations(service)
    await courierAt(service, eastOfShop(300), { firstName: 'Afi' })
    await bringTo(service, shop, 'SEARCHING_COURIER')
    await searchOnce(service)
    await bringTo(service, shop, 'IN_TRANSIT', {
      payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'DIRECT' },
    })
    await service.openShop({ name: 'Boutique Dantokpa', approvedAt: null })
    pages = await pagesOf('/operations')
    forms = await formsOf(pages)
  })
  beforeEach(() => {
    service.logged.length = 0
  })
  after(() => service.close())

  const ask = (url: string) =>
    service.app.inject({ url, headers: { host: 'colis.test', cookie: cookieOf(operator) } })
  const send = (url: string, payload: string, type = 'application/x-www-form-urlencoded') =>
    service.app.inject({
      method: 'POST',
      url,
      headers: { host: 'colis.test', origin, cookie: cookieOf(operator), 'content-type': type },
      payload,
    })
  const failures = () => service.logged.filter((line) => line.includes('a request failed'))
  const unescaped = (text: string) => text.replaceAll('&amp;', '&')

  /** Every page below the door that links lead to, one of each kind. */
  async function pagesOf(start: string): Promise<string[]> {
    const kindOf = (path: string) =>
      path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id')
    const found = new Map([[kindOf(start), start]])
    for (const path of found.values()) {
      const { body, headers } = await ask(path)
      if (!String(headers['content-type']).startsWith('text/html')) continue
      for (const [, link = ''] of body.matchAll(/href="(\/operations[^"#]*)/g))
        if (!/\/live$/.test(link) && !found.has(kindOf(unescaped(link))))
          found.set(kindOf(unescaped(link)), unescaped(link))
    }
    return [...found.values()]
  }

  async function formsOf(paths: readonly string[]): Promise<Form[]> {
    const found = new Map<string, Form>()
    for (const page of paths) {
      const { body } = await ask(page)
      for (const [form] of body.matchAll(/<form[^>]*method="post".*?<\/form>/gs)) {
        const action = unescaped(/action="([^"]*)"/.exec(form)?.[1] ?? page)
        const fields = [...form.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name)
        const isMultipart = form.includes('multipart/form-data')
        if (action.startsWith('/operations')) found.set(action, { page, action, isMultipart, fields })
      }
    }
    return [...found.values()]
  }

  test('the attack reaches the forms of every area', () => {
    assert.ok(pages.length >= 35, `${pages.length} pages: ${pages.join(' ')}`)
    assert.ok(forms.length >= 25, `${forms.length} forms: ${forms.map(({ action }) => action).join(' ')}`)
  })

  test('no address fails or shows a script, whatever its query says', async () => {
    const faults: string[] = []
    for (const path of pages)
      for (const query of hostileQueries) {
        const { statusCode, body } = await ask(`${path.replace(/\?.*$/, '')}?${query}`)
        if (statusCode >= 500 || body.includes(script) || /native code|\[object /.test(body))
          faults.push(`${path}?${query.slice(0, 80)}: ${statusCode}`)
      }
    assert.deepEqual([...faults, ...failures()], [])
    assert.equal(({} as { x?: string }).x, undefined)
  })

  test('no address fails, whatever stands in the place of an identifier', async () => {
    const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
    const faults: string[] = []
    for (const path of pages.filter((each) => uuid.test(each)))
      for (const id of ['%00', '..%2f..%2fetc%2fpasswd', 'constructor', '%ED%A0%BD', "'", 'x'.repeat(300)]) {
        const { statusCode } = await ask(path.replace(uuid, id))
        if (statusCode < 400 || statusCode >= 500)
          faults.push(`${path} with ${id.slice(0, 30)}: ${statusCode}`)
      }
    assert.deepEqual([...faults, ...failures()], [])
  })

  for (const [what, value] of Object.entries(hostileValues))
    test(`no form fails or shows a script, sent with ${what} in every field`, async () => {
      const faults: string[] = []
      for (const { action, isMultipart, fields } of forms) {
        const { statusCode, body } = isMultipart
          ? await send(action, multipart(fields, decodedOf(value)), 'multipart/form-data; boundary=XX')
          : await send(action, fields.map((name) => `${encodeURIComponent(name)}=${value}`).join('&'))
        if (statusCode >= 500 || body.includes(script)) faults.push(`${action}: ${statusCode}`)
      }
      assert.deepEqual([...faults, ...failures()], [])
    })

  test('no form fails that says everything twice, or what no form has', async () => {
    const faults: string[] = []
    for (const { action, fields } of forms) {
      const twice = fields.flatMap((name) => [
        `${encodeURIComponent(name)}=a`,
        `${encodeURIComponent(name)}=b`,
      ])
      for (const payload of [
        twice.join('&'),
        '__proto__=x&constructor=x&toString=x',
        '%',
        'a'.repeat(3_000),
      ]) {
        const { statusCode } = await send(action, payload)
        if (statusCode >= 500) faults.push(`${action}, ${payload.slice(0, 40)}: ${statusCode}`)
      }
    }
    assert.deepEqual([...faults, ...failures()], [])
    assert.equal(({} as { x?: string }).x, undefined)
  })

  const part = (name: string, text: string, more = '') =>
    `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
  const multipart = (fields: readonly string[], text: string) =>
    `${fields.map((name) => part(name, text)).join('')}--XX--\r\n`
  const decodedOf = (value: string) => (value === '%ED%A0%BD' ? '\ud83d' : decodeURIComponent(value))

  test('broken forms with files are refused, and are no failure of ours', async () => {
    const file = '; filename="a.csv"\r\nContent-Type: text/csv'
    const broken: [string, string?][] = [
      [part('act', '')],
      [`${part('act', '')}--XX--\r\n`, 'multipart/form-data'],
      [' '.repeat(100_000)],
      [`${part('__proto__', 'x')}--XX--\r\n`],
      [`${part('a', 'x').repeat(200)}--XX--\r\n`],
      [`${part('file', 'x', file).repeat(5)}--XX--\r\n`],
      [`${part('file', `${'a;'.repeat(100_000)}\n`, file)}--XX--\r\n`],
      [`${part('file', '\0'.repeat(10_000), file)}--XX--\r\n`],
      ['{}', 'application/json'],
      ['<x/>', 'text/xml'],
    ]
    const faults: string[] = []
    const uploads = forms.filter(({ isMultipart }) => isMultipart)
    assert.ok(uploads.length >= 2, 'forms with files are found')
    for (const { action } of uploads)
      for (const [payload, type = 'multipart/form-data; boundary=XX'] of broken) {
        const { statusCode, body } = await send(action, payload, type)
        if (statusCode < 400 || statusCode >= 500 || !body.includes('<main'))
          faults.push(`${action}: ${statusCode} to ${payload.slice(0, 60)}`)
      }
    assert.deepEqual([...faults, ...failures()], [])
  })

  test('an outline drawn in depth is refused in words', async () => {
    const outlines = forms.filter(({ fields }) => fields.includes('shape'))
    assert.ok(outlines.length >= 2, 'the forms of an outline are found')
    for (const { action } of outlines)
      for (const depth of [1_000, 5_000, 100_000]) {
        const shape = `{"type":"Polygon","coordinates":${'['.repeat(depth)}${']'.repeat(depth)}}`
        const { statusCode } = await send(action, `name=A&priority=0&shape=${shape}`)
        assert.equal(statusCode, 422, `${action}: ${depth}`)
      }
    assert.deepEqual(failures(), [])
  })

  test('an identifier of another kind names nothing', async () => {
    const found = [...new Set(pages.flatMap((each) => each.match(uuids) ?? []))]
    const others = [...found, shop.keyId, shop.pickupAddressId, operator.accountId]
    const faults: string[] = []
    for (const path of pages.filter((each) => each.search(uuids) >= 0 && !each.includes('?')))
      for (const id of others.filter((each) => !path.includes(each))) {
        const { statusCode } = await ask(path.replace(uuids, id))
        if (statusCode !== 404) faults.push(`${path} with ${id}: ${statusCode}`)
      }
    for (const { action } of forms.filter((each) => each.action.search(uuids) >= 0))
      for (const id of others.filter((each) => !action.includes(each))) {
        const { statusCode } = await send(action.replace(uuids, id), 'reason=Un+essai&sure=on')
        if (statusCode < 400 || statusCode >= 500) faults.push(`${action} with ${id}: ${statusCode}`)
      }
    assert.deepEqual([...faults, ...failures()], [])
  })

  test('looking changes nothing', async () => {
    const { db } = service.services
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'write_tries'`.execute(db)
    const stateOf = async () =>
      Promise.all(
        tables.rows.map(async ({ name }) => {
          const { rows } = await sql<{ state: string }>`
            select count(*) || ' ' || coalesce(md5(string_agg(each::text, ',' order by each::text)), '') as state
            from ${sql.table(name)} as each`.execute(db)
          return `${name}: ${rows[0]?.state}`
        }),
      )
    const before = await stateOf()
    for (const path of pages) await ask(path)
    const after = await stateOf()
    // Files of deliveries that are taken away leave a line of the audit; that the database takes writes was left out.
    assert.deepEqual(
      after.filter((each) => !before.includes(each)).map((each) => each.split(':')[0]),
      ['audit_lines'],
    )
  })

  test('a form that is larger than any is refused before it is read', async () => {
    for (const { action } of forms) {
      const { statusCode } = await send(
        action,
        `a=${'x'.repeat((action.endsWith('/map') ? 34 : 12) * 1024 * 1024)}`,
      )
      assert.equal(statusCode, 413, action)
    }
  })

  test('pages are neither kept, framed, nor able to run what a stranger wrote', async () => {
    for (const path of pages) {
      const { headers } = await ask(path)
      assert.match(String(headers['cache-control']), /no-store/, path)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      if (!String(headers['content-type']).startsWith('text/html')) continue
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /frame-ancestors 'none'/, path)
      assert.doesNotMatch(policy, /script-src[^;]*'unsafe-inline'|script-src[^;]*\*/, path)
    }
  })
})

onServer((open) => {
  test('of two imports of zones that two processes make at once one is made, and the other is told so', async () => {
    const database = await open()
    const service = await openService(database)
    const second = await openSecondService(database.url)
    try {
      const operator = await openOperations(service)
      const actor = { kind: 'OPERATOR' as const, id: operator.accountId }
      const cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
      for (let round = 0; round < 5; round += 1) {
        const outcomes = await Promise.allSettled(
          [service.services, second.services].map(async (services, index) => {
            const deps = { ...services, actor }
            const shape: ZoneShape = boxAt(6.34 + 0.002 * round + 0.001 * index)
            const drafts = [
              {
                name: `Zone ${round}`,
                shape,
                areaSquareMeters: areaSquareMeters(shape),
                center: centerOf(shape),
              },
            ]
            const change = { kind: 'IMPORT' as const, drafts, priority: 0, replaceOthers: false }
            return confirmZones(deps, { cityId, proposalId: await proposeZones(deps, { cityId, change }) })
          }),
        )
        const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
        const made = (await readZones(service.services.db, cityId)).filter(
          ({ name }) => name === `Zone ${round}`,
        )
        assert.equal(made.length, 1)
        // Whoever proposed after the other had confirmed changes that zone's outline instead.
        assert.ok(refused.length <= 1 && refused.every((code) => code === 'ZONES_CHANGED'), String(refused))
      }
    } finally {
      await second.close()
      await service.close()
    }
  })

  test('two operators who remove or demote each other at once leave one', async () => {
    const service = await openService(await open())
    const { db } = service.services
    const operators = async () =>
      (await db.selectFrom('operators').select('operators.role').execute()).filter(
        ({ role }) => role === 'OPERATOR',
      ).length
    try {
      for (let round = 0; round < 10; round += 1) {
        await db.deleteFrom('operators').execute()
        const pair = [await openOperations(service), await openOperations(service)] as const
        const { rows } = await sql<{ id: string; email: string }>`
          select id, email from accounts where id in (${pair[0].accountId}, ${pair[1].accountId})`.execute(db)
        const nameOf = (id: string) => emailName(rows.find((row) => row.id === id)?.email ?? '')
        const outcomes = await Promise.allSettled(
          [pair, [pair[1], pair[0]] as const].map(([by, whom]) => {
            const deps = { ...service.services, actor: { kind: 'OPERATOR' as const, id: by.accountId } }
            return round % 2
              ? removeOperator(deps, nameOf(whom.accountId))
              : addOperator(deps, { name: nameOf(whom.accountId), role: 'DISPATCHER' })
          }),
        )
        assert.equal(await operators(), 1)
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      }
    } finally {
      await service.close()
    }
  })

  test('money given back is noted once, however many processes note it at once', async () => {
    const database = await open()
    const { SECRETS_KEY } = productionSettings
    const service = await openService(database, { SECRETS_KEY })
    const second = await openSecondService(database.url, { SECRETS_KEY })
    try {
      const shop = await service.openShop()
      const operator = await openOperations(service)
      const { db, clock } = service.services
      const key = await bringTo(service, shop, 'FAILED')
      const requestId = newId(clock.now())
      const now = clock.now()
      await db
        .insertInto('payment_requests')
        .values({
          shop_id: key.shopId,
          id: requestId,
          delivery_id: key.id,
          number: 1,
          amount_fcfa: 5600,
          provider: 'scripted',
          state: 'PAID',
          due_at: null,
          deadline_at: now,
          lease_owner: null,
          created_at: now,
          ended_at: now,
          refund_due_at: now,
        })
        .execute()
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, async (_, at) => {
          const { app } = at % 2 ? service : second
          const answer = await app.inject({
            method: 'POST',
            url: `/operations/service/refunds/${requestId}`,
            headers: {
              host: 'colis.test',
              origin,
              cookie: cookieOf(operator),
              'content-type': 'application/x-www-form-urlencoded',
            },
            payload: `shopId=${key.shopId}&note=Virement+${at}`,
          })
          return answer.statusCode
        }),
      )
      assert.deepEqual(outcomes.toSorted(), [303, ...Array(11).fill(404)])
      const lines = await db
        .selectFrom('audit_lines')
        .select('audit_lines.id')
        .where('audit_lines.action', '=', 'record-refund')
        .execute()
      assert.equal(lines.length, 1)
    } finally {
      await second.close()
      await service.close()
    }
  })
})

const boxAt = (south: number): ZoneShape => [
  [
    [
      [2.4, south],
      [2.41, south],
      [2.41, south + 0.01],
      [2.4, south + 0.01],
      [2.4, south],
    ],
  ],
]
