import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid } from './uuid.ts'

const cases: [text: string, is: boolean][] = [
  ['019aa5e2-7c40-7000-8000-000000000000', true],
  ['9b9e0f4e-5d5c-4f0a-8a5e-0d6f6f4f9a11', true],
  ['9B9E0F4E-5D5C-4F0A-8A5E-0D6F6F4F9A11', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['', false],
  ['9b9e0f4e5d5c4f0a8a5e0d6f6f4f9a11', false],
  ['{9b9e0f4e-5d5c-4f0a-8a5e-0d6f6f4f9a11}', false],
  ['9b9e0f4e-5d5c-4f0a-8a5e-0d6f6f4f9a1g', false],
  [' 9b9e0f4e-5d5c-4f0a-8a5e-0d6f6f4f9a11', false],
  ['9b9e0f4e-5d5c-4f0a-8a5e-0d6f6f4f9a11\n', false],
  ['COL-7K2M9Q', false],
]

test('a UUID is distinguished from any other text', () => {
  for (const [text, is] of cases) assert.equal(isUuid(text), is, JSON.stringify(text))
})
