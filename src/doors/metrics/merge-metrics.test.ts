import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeMetrics } from './merge-metrics.ts'

test('the samples of a metric stand together under one heading, each series once', () => {
  const first = `# HELP requests Requests.
# TYPE requests counter
requests{route="/a b",process="1"} 3

# HELP waiting What waits.
# TYPE waiting gauge
waiting 7
`
  const second = `# HELP requests Requests.
# TYPE requests counter
requests{route="/a b",process="2"} 4
requests{route="/c",process="2"} 1

# HELP waiting What waits.
# TYPE waiting gauge
waiting 8

# HELP own Of the second alone.
# TYPE own gauge
own 1
`
  assert.equal(
    mergeMetrics([first, second]),
    `# HELP requests Requests.
# TYPE requests counter
requests{route="/a b",process="1"} 3
requests{route="/a b",process="2"} 4
requests{route="/c",process="2"} 1

# HELP waiting What waits.
# TYPE waiting gauge
waiting 7

# HELP own Of the second alone.
# TYPE own gauge
own 1
`,
  )
})

test('nothing is told where no process answers', () => {
  assert.equal(mergeMetrics([]), '')
})
