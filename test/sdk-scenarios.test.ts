import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import {
  type Outcome,
  openScriptedService,
  type ScriptedService,
  scenarios,
} from './support/client-scenarios.ts'
import { scenarioRuntimes } from './support/sdk-runtimes.ts'

/** Each client makes the calls of `vectors/clients` in a process of its own; the service is played here. */
for (const { name, skip, cannotKeep = {}, scenarioRunner } of scenarioRuntimes())
  describe(`the ${name}`, { skip }, () => {
    let service: ScriptedService
    let outcomes: Outcome[]

    before(async () => {
      service = await openScriptedService()
      outcomes = await run(scenarioRunner(), service.inputs)
    })
    after(() => service.close())

    for (const [which, { what }] of scenarios.entries())
      test(`${what} (${name})`, { skip: cannotKeep[what] ?? false }, () =>
        service.assertHappened(which, outcomes[which]),
      )
  })

async function run([program = '', ...args]: string[], inputs: object[]): Promise<Outcome[]> {
  const runner = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(runner, 'close')
  const printed = text(runner.stdout)
  runner.stdin.end(JSON.stringify(inputs))
  assert.deepEqual(await ended, [0, null])
  return JSON.parse(await printed)
}
