import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryStatuses } from '../contract/vocabulary.ts'
import { spriteFile } from '../pages/icon-sprite.ts'
import { statusMark } from './status-mark.ts'

const shapeOf = (mark: string) => /#(s-[a-z-]+)"/.exec(mark)?.[1] ?? ''

test('each status has a shape of its own, which the sprite draws', () => {
  const shapes = [
    ...deliveryStatuses.map((status) => shapeOf(statusMark(status, ''))),
    shapeOf(statusMark('ASSIGNED', '', true)),
  ]
  assert.equal(new Set(shapes).size, shapes.length)
  for (const shape of shapes) assert.ok(spriteFile.includes(`<symbol id="${shape}"`), shape)
})

test('a status is read as its words, which are escaped', () => {
  const mark = statusMark('IN_TRANSIT', 'On <b>')
  assert.match(mark, /^<span class="st way"><svg [^>]*aria-hidden="true">.*On &#60;b&#62;<\/span>$/)
})
