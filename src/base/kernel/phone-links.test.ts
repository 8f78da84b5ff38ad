import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneLinks } from './phone-links.ts'

test('a number is called as it is, and written to without its plus sign', () => {
  assert.deepEqual(phoneLinks('+2290197000001'), {
    call: 'tel:+2290197000001',
    whatsApp: 'https://wa.me/2290197000001',
  })
})

test('a text to send keeps every character of its own', () => {
  assert.equal(
    phoneLinks('+2290197000001', 'COL-1 & « prêt » ?').whatsApp,
    'https://wa.me/2290197000001?text=COL-1%20%26%20%C2%AB%20pr%C3%AAt%20%C2%BB%20%3F',
  )
})
