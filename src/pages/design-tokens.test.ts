import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from '../base/kernel/colour-contrast.ts'
import { colourOf, withTokens } from './design-tokens.ts'

const schemes = ['LIGHT', 'DARK'] as const
const words = ['ink', 'soft', 'accent', 'wait', 'go', 'bad'] as const
const papers = ['ground', 'card', 'tint', 'wait-tint', 'go-tint', 'bad-tint'] as const

for (const [place, least] of [
  ['DESK', 4.5],
  ['STREET', 7],
] as const)
  for (const scheme of schemes)
    test(`what is written has a contrast of ${least} on every ground (${place}, ${scheme})`, () => {
      for (const word of words)
        for (const paper of papers) {
          const found = contrast(colourOf(word, scheme, place), colourOf(paper, scheme, place))
          assert.ok(found >= least, `${word} on ${paper}: ${found.toFixed(2)}`)
        }
      for (const [word, paper] of [
        ['on-accent', 'accent'],
        ['on-brand', 'brand'],
      ] as const)
        assert.ok(contrast(colourOf(word, scheme, place), colourOf(paper, scheme, place)) >= least)
    })

test('what is written on a figure of heat has a contrast of 4.5', () => {
  for (const scheme of schemes)
    for (const [word, cell] of [
      ['ink', 'h0'],
      ['ink', 'h1'],
      ['ink', 'h2'],
      ['on-h3', 'h3'],
      ['on-accent', 'h4'],
    ] as const)
      assert.ok(contrast(colourOf(word, scheme), colourOf(cell, scheme)) >= 4.5, `${cell}, ${scheme}`)
})

test('what bounds a control has a contrast of 3 on ground and card', () => {
  for (const scheme of schemes)
    for (const paper of ['ground', 'card'] as const)
      assert.ok(contrast(colourOf('edge', scheme), colourOf(paper, scheme)) >= 3)
})

test('a sheet gets the tokens that it names, and the dark ones where they differ', () => {
  assert.equal(
    withTokens('a{color:var(--ink);padding:var(--r2);border-color:var(--on-brand)}', { place: 'STREET' }),
    `:root{color-scheme:light dark;--ink:#101a16;--on-brand:#ffffff;--r2:0.5rem;}
@media (prefers-color-scheme:dark){:root{--ink:#eef3f0;}}
a{color:var(--ink);padding:var(--r2);border-color:var(--on-brand)}`,
  )
})

test('where the reader chooses, pages are light until they do', () => {
  const sheet = withTokens('a{color:var(--ink)}', { place: 'STREET', dark: 'CHOSEN' })
  assert.equal(
    sheet,
    ':root{color-scheme:light;--ink:#101a16;}\n.dark{color-scheme:dark;--ink:#eef3f0;}\na{color:var(--ink)}',
  )
})

test('a drawing is given to the sheets that name it, and not to a whole page, which loads the sprite', () => {
  const named = withTokens('a{mask:var(--icon-phone)}')
  assert.match(named, /--icon-phone:url\('data:image\/svg\+xml,<svg [^']+<\/svg>'\);/)
  for (const sheet of [withTokens('a{color:var(--ink)}'), withTokens('', { isWhole: true })])
    assert.doesNotMatch(sheet, /--icon-phone/)
})

test('the tokens of a whole page are all of them', () => {
  const sheet = withTokens('', { isWhole: true })
  for (const name of ['h0', 'h4', 'bar2', 'go-tint', 'lift', 'r3', 't-figure', 'press-desk'])
    assert.match(sheet, new RegExp(`--${name}:`))
})
