import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { clockFaults } from './faults/clock-faults.ts'
import { databaseFaults } from './faults/database-faults.ts'
import { embeddedFaults } from './faults/embedded-faults.ts'
import { killedProcesses } from './faults/killed-processes.ts'
import { serverFaults } from './faults/server-faults.ts'
import { standingStill } from './faults/standing-still.ts'
import { upgradeFaults } from './faults/upgrade-faults.ts'
import type { Fault } from './support/fault.ts'
import { type FaultScene, openFaultScene } from './support/fault-scene.ts'
import { faultRow, withRows } from './support/fault-table.ts'
import { tidyUp } from './support/processes.ts'

/**
 * Makes one fault after the other while clients order, and prints what was lost, what was doubled and what clients saw, as
 * rows of the table in docs/proof.md; `--write` puts them there, `--only WORDS` takes those faults alone whose name has the
 * words, `--before FOLDER` is an earlier version to upgrade from. Fails when anything was lost, an order made twice,
 * or a refusal is not what is promised. A new fault is an entry of one of the lists in bench/faults/.
 */
const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, before: { type: 'string' }, write: { type: 'boolean' } },
})
const faults: Fault[] = [
  ...clockFaults,
  ...standingStill,
  ...killedProcesses,
  ...serverFaults,
  ...databaseFaults,
  ...embeddedFaults,
  ...upgradeFaults(options.before),
]
for (const fault of faults.filter(({ name }) => name.includes(options.only))) {
  if (fault.skip) console.log(`${fault.name}: ${fault.skip}`)
  else
    await prove(fault).catch((error) => {
      console.error(`${fault.name}:`, error)
      process.exitCode = 1
    })
}
await tidyUp()

async function prove(fault: Fault): Promise<void> {
  const server = await fault.open()
  let scene: FaultScene | undefined
  try {
    scene = await openFaultScene(server.url)
    const run = await scene.settle(await fault.make(scene))
    const row = faultRow(fault.name, run)
    console.log(row)
    if (options.write) writeFileSync('docs/proof.md', withRows(readFileSync('docs/proof.md', 'utf8'), [row]))
    const wrong =
      run.lostOrders + run.lostEvents + run.refusedSignatures + run.doubledOrders + run.brokenPromises
    if (wrong > 0) process.exitCode = 1
  } finally {
    await scene?.close()
    await server.close()
  }
}
