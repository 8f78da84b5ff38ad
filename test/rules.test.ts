import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { html } from 'ghtml'
import { cliActor } from '../src/base/kernel/actor.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { changeRule } from '../src/domain/rules/change-rule.ts'
import { listRuleChanges } from '../src/domain/rules/rule-store.ts'
import { takeOverRules } from '../src/domain/rules/take-over-rules.ts'
import { type RuleName, ruleNames, rules } from '../src/rules.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'
import { textOf } from './support/visitor.ts'

const page = '/operations/service/settings'

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  let dispatcher: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  after(() => service.close())

  const changesOf = async (name: RuleName) =>
    (await listRuleChanges(service.services.db, 100))
      .filter(({ rule }) => rule === name)
      .map(({ value, changedBy }) => [value, changedBy])
  const auditOf = (name: RuleName) => listAudit(service.services.db, { subjectId: name, limit: 10 })
  const reaches = (name: RuleName, value: unknown) =>
    until(async () => service.services.rules.current()[name] === value, `${name} is ${value}`)

  test('an operator changes a rule on the page of settings, and this process goes by it at once', async () => {
    const sent = await operator.post(page, { COURIER_DEADLINE_MINUTES: ' 1 200 ' })
    assert.deepEqual([sent.status, sent.path], [200, `${page}?done=changed#COURIER_DEADLINE_MINUTES-rule`])
    assert.match(textOf(sent), /La règle est changée/)
    assert.match(textOf(sent), /1 200 21 nov\., 11:00, Rachidatou Bello/)
    await reaches('COURIER_DEADLINE_MINUTES', 1_200)
    const actor = `OPERATOR:${operator.accountId}`
    assert.deepEqual(await changesOf('COURIER_DEADLINE_MINUTES'), [['1200', actor]])
    const [line, ...others] = await auditOf('COURIER_DEADLINE_MINUTES')
    assert.deepEqual(
      [line?.action, line?.actor, line?.before, line?.after, others],
      ['change-rule', actor, { COURIER_DEADLINE_MINUTES: '45' }, { COURIER_DEADLINE_MINUTES: '1200' }, []],
    )
    assert.match(textOf(await operator.open('/operations/service/audit')), /Règle changée/)
  })

  test('the value that a rule has already writes nothing', async () => {
    const sent = await operator.post(page, { PAYOUT_HOUR: '19' })
    assert.match(textOf(sent), /La règle avait déjà cette valeur\./)
    assert.deepEqual([await changesOf('PAYOUT_HOUR'), await auditOf('PAYOUT_HOUR')], [[], []])
  })

  test('what a rule does not take stays typed with what is wrong, and changes nothing', async () => {
    for (const [name, typed, fault] of [
      ['PAYOUT_HOUR', '24', 'Un nombre entier de 0 à 23.'],
      ['PAYOUT_WEEKDAY', 'Friday', 'Choisissez dans la liste.'],
      ['HANDOVER_PROOF', 'CALL,CALL', 'Choisissez dans la liste.'],
      ['SUPPORT_PHONE', '97000000', 'Un numéro avec l’indicatif, comme +2290197000000.'],
      ['COMPANY_NAME', 'x'.repeat(201), 'Une ligne de 200 caractères au plus.'],
      ['COMPANY_BRAND', 'x'.repeat(41), 'Une ligne de 40 caractères au plus.'],
      ['COMPANY_COLOUR', 'vert', 'Une couleur comme #0b3b2e.'],
      ['COMPANY_COLOUR', '#f2a900', 'On n’y lit pas de blanc. Prenez plus foncé, comme #9b6c00.'],
    ] as const) {
      const sent = await operator.post(page, { [name]: typed })
      assert.equal(sent.status, 422)
      assert.ok(sent.html.includes(html`${fault}`), fault)
      assert.deepEqual(await changesOf(name), [])
    }
    assert.equal((await operator.post(page, { NOTHING: '1' })).status, 404)
    await assert.rejects(changeRule({ ...service.services, actor: cliActor }, 'PAYOUT_HOUR', '24'), {
      code: 'RULE_INVALID',
    })
  })

  test('only those who may manage the service change a rule', async () => {
    assert.equal((await dispatcher.post(page, { PAYOUT_HOUR: '8' })).status, 403)
    for (const actor of [
      { kind: 'OPERATOR', id: dispatcher.accountId },
      { kind: 'ACCOUNT', id: operator.accountId },
      { kind: 'CUSTOMER' },
    ] as const)
      await assert.rejects(changeRule({ ...service.services, actor }, 'PAYOUT_HOUR', '8'), {
        code: 'ROLE_REQUIRED',
      })
    assert.deepEqual(await changesOf('PAYOUT_HOUR'), [])
  })

  test('every rule stands once on the page, in both languages, with its name, its default and a form of its own', async () => {
    const french = (await operator.open(page)).html
    const english = (await operator.open(`${page}?lang=en`)).html
    await operator.open(`${page}?lang=fr`)
    for (const name of ruleNames) {
      const description = html`${rules[name].description}`
      for (const body of [french, english]) assert.equal(body.split(`name="${name}"`).length, 2, name)
      assert.ok(english.includes(`>${description}<`) && !french.includes(`>${description}<`), name)
    }
    assert.match(english, /each week/)
    assert.match(french, /<option value="FRIDAY" selected>vendredi<\/option>/)
    assert.match(french, /<option value="CALL,WAIT">un appel et cinq minutes d’attente<\/option>/)
  })

  test('the line of a rule shows its history without a script, the newest first, and an empty field is no value', async () => {
    await operator.post(page, { COMPANY_NAME: 'Zém & Fils' })
    const isNamed = async () => (await operator.open('/')).html.includes('Zém &#38; Fils')
    await until(isNamed, 'the name of the company to be read again')
    const sent = await operator.post(page, { COMPANY_NAME: '' })
    const [, row = ''] = /id="COMPANY_NAME-rule"(.*?)<\/details>/s.exec(sent.html) ?? []
    assert.deepEqual(
      [...row.matchAll(/<li>(.*?) <span/g)].map(([, value]) => value),
      ['rien', 'Zém &#38; Fils'],
    )
    await until(async () => !(await isNamed()), 'the name to be gone')
  })

  test('what was promised before a change keeps what held then', async () => {
    const shop = await service.openShop()
    await setRules(service.services, { COURIER_DEADLINE_MINUTES: 45 })
    const before = await bringTo(service, shop, 'SEARCHING_COURIER')
    await setRules(service.services, { COURIER_DEADLINE_MINUTES: 60 })
    const later = await bringTo(service, shop, 'SEARCHING_COURIER')
    const minutes = async (key: typeof before) => {
      const { due_at, created_at } = await rowOf(service, key)
      return ((due_at?.getTime() ?? 0) - created_at.getTime()) / 60_000
    }
    assert.deepEqual([await minutes(before), await minutes(later)], [45, 60])
  })

  test('the command line lists the rules and sets one', async () => {
    const run = (...argv: string[]) =>
      runCommandLine(argv, {
        services: async () => ({ ...service.services, actor: cliActor }),
        folder: process.cwd(),
      })
    assert.deepEqual(await run('rules', 'set', '--rule', 'LATE_RETURN_MINUTES', '--value', '90'), {
      stdout: 'LATE_RETURN_MINUTES is now 90.\n',
      stderr: '',
      exitCode: 0,
    })
    const again = await run('rules', 'set', '--rule', 'LATE_RETURN_MINUTES', '--value', '90', '--json')
    assert.deepEqual(JSON.parse(again.stdout), { rule: 'LATE_RETURN_MINUTES', value: 90, isChanged: false })
    assert.match((await run('rules', 'list')).stdout, /^LATE_RETURN_MINUTES=90\n {4}After how many minutes/m)
    assert.equal(JSON.parse((await run('rules', 'list', '--json')).stdout).rules.LATE_RETURN_MINUTES, 90)
    const refused = await run('rules', 'set', '--rule', 'LATE_RETURN_MINUTES', '--value', '0')
    assert.deepEqual(
      [refused.exitCode, refused.stderr],
      [1, 'LATE_RETURN_MINUTES must be a whole number from 1 to 10080; it stays as it is.\n'],
    )
    assert.equal((await run('rules', 'set', '--rule', 'PORT', '--value', '1')).exitCode, 1)
  })
})

onEachDatabase((open) => {
  test('rules that the environment names are taken over once; from then on what was set holds, and a warning says so', async () => {
    const service = await openService(await open(), {
      LATE_RETURN_MINUTES: '30',
      HANDOVER_PROOF: 'PHOTO,CALL',
    })
    try {
      const { db, rules: held, config } = service.services
      assert.equal(held.current().LATE_RETURN_MINUTES, 30)
      assert.deepEqual(held.current().HANDOVER_PROOF, ['CALL', 'PHOTO'])
      const [line] = await listAudit(db, { subjectId: 'LATE_RETURN_MINUTES', limit: 1 })
      assert.deepEqual([line?.actor, line?.after], ['SYSTEM', { LATE_RETURN_MINUTES: '30' }])
      const told = service.logged.filter((text) => text.includes('were taken over'))
      assert.equal(told.length, 1)
      assert.match(told[0] ?? '', /"rules":\["LATE_RETURN_MINUTES","HANDOVER_PROOF"\]/)

      const said: [string, unknown][] = []
      const log = {
        info: (about: object) => void said.push(['info', about]),
        warn: (about: object) => void said.push(['warn', about]),
      }
      const startAgain = () => takeOverRules({ db, clock: service.clock, log }, config.rulesGiven)
      await startAgain()
      assert.deepEqual(said, [])
      await setRules(service.services, { LATE_RETURN_MINUTES: 45 })
      await startAgain()
      assert.deepEqual(said, [['warn', { rules: ['LATE_RETURN_MINUTES'] }]])
      await held.reload()
      assert.equal(held.current().LATE_RETURN_MINUTES, 45)
    } finally {
      await service.close()
    }
  })
})

onServer((open) => {
  test('another process goes by a change without a restart, and of two that take over one does', async () => {
    const database = await open()
    const given = { PAYOUT_HOUR: '8' }
    const service = await openService(database, given)
    const [second, third] = await Promise.all([
      openSecondService(database.url, given),
      openSecondService(database.url, { ARRIVAL_NOTICE_MINUTES: '7' }),
    ])
    try {
      const { db } = service.services
      const held = async () => (await listRuleChanges(db, 10)).map(({ rule, value }) => `${rule}=${value}`)
      assert.deepEqual((await held()).sort(), ['ARRIVAL_NOTICE_MINUTES=7', 'PAYOUT_HOUR=8'])
      await until(
        async () => service.services.rules.current().ARRIVAL_NOTICE_MINUTES === 7,
        'the first process knows what the third took over',
      )
      await changeRule({ ...service.services, actor: cliActor }, 'PAYOUT_HOUR', '6')
      for (const { services } of [service, second, third])
        await until(async () => services.rules.current().PAYOUT_HOUR === 6, 'every process goes by it')
      const both = ['5', '4'].map((hour) =>
        changeRule({ ...second.services, actor: cliActor }, 'PAYOUT_HOUR', hour),
      )
      assert.deepEqual(await Promise.all(both), [true, true])
      // Each change begins at the one before it.
      const lines = await listAudit(db, { subjectId: 'PAYOUT_HOUR', limit: 10 })
      const [was, is] = [
        lines.map(({ before }) => before?.PAYOUT_HOUR),
        lines.map(({ after }) => after?.PAYOUT_HOUR),
      ]
      const newest = (await listRuleChanges(db, 1)).find(({ rule }) => rule === 'PAYOUT_HOUR')?.value
      assert.deepEqual([...is, '19'].sort(), [...was, newest].sort())
    } finally {
      await third.close()
      await second.close()
      await service.close()
    }
  })
})
