import { eventTypes } from '../../contract/vocabulary.ts'
import { exampleDelivery, exampleLifecycles } from '../../domain/deliveries/example-delivery.ts'
import { noShop } from '../../events/event-body.ts'

const id = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
const reference = 'COL-000000'
const at = new Date('2026-01-01T00:00:00.000Z')

/**
 * `sdk/typescript/src/cli/grading/example-events.ts`: a delivery that nobody ordered as each of its events
 * carries it, by the rules that real ones follow, so that a receiver is graded without a service.
 */
export function exampleEventsModule(): string {
  const deliveries = eventTypes.map((type) => [
    type,
    exampleDelivery(type, { id, reference, shopId: noShop }, () => at),
  ])
  return `// Written by \`npm run docs\` from the deliveries of the service; a test holds it true.

/** What stands for the delivery, and for the moment at which everything happened. */
export const exampleId = '${id}'
export const exampleReference = '${reference}'
export const exampleTime = '${at.toISOString()}'

export type ExampleType = keyof typeof exampleData

/** Events in the order in which they happen to a delivery, for every way in which one ends. */
export const exampleLifecycles: ExampleType[][] = ${JSON.stringify(exampleLifecycles, null, 2)}

/** The delivery in the event of each type. */
export const exampleData = ${JSON.stringify(Object.fromEntries(deliveries), null, 2)}
`
}
