import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poolSizeOfEach, processCount } from './process-count.ts'

test('there are as many processes as cores, eight at most, unless it is said how many', () => {
  const cases: [number | 'auto', number, number][] = [
    ['auto', 1, 1],
    ['auto', 2, 2],
    ['auto', 8, 8],
    ['auto', 64, 8],
    [1, 4, 1],
    [3, 1, 3],
    [64, 2, 64],
  ]
  for (const [asked, cores, count] of cases) assert.equal(processCount(asked, cores), count)
})

test('processes share the connections that are set, five each at least where so many are set', () => {
  const cases: [number, number, number][] = [
    [10, 1, 10],
    [10, 2, 5],
    [10, 4, 5],
    [10, 8, 5],
    [40, 3, 14],
    [200, 4, 50],
    [3, 1, 3],
    [3, 4, 3],
  ]
  for (const [poolSize, count, each] of cases) assert.equal(poolSizeOfEach(poolSize, count), each)
})
