import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facedRuns, lineWidth, scaleOf, typefaces } from './typefaces.ts'

const lines = [
  'Afi Codjo  Yawa ',
  'سوق دانتوكبا خلف المسجد الكبير',
  'ߞߊ߲ ߡߊߙߌ ߓߊ߯',
  'Akpakpa (محمد عبد) 12 rue, الله',
  '',
]
for (const line of lines)
  test(`"${line}" is as wide as its words and blanks`, async () => {
    const faces = await typefaces()
    const whole = facedRuns(line, 'bold', faces).reduce((sum, { text, face, script }) => {
      const { unitsPerEm } = faces.fonts[face]
      return sum + (faces.fonts[face].layout(text).advanceWidth * scaleOf(script)) / unitsPerEm
    }, 0)
    for (const _ of [1, 2]) assert.ok(Math.abs(lineWidth(line, 'bold', faces) - whole) < 0.01)
  })
