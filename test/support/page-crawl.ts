import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { isWholeSuite } from './databases.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds wrong with a page as it is shown, by its rules for WCAG A and AA and by these of AAA. */
export async function axeFaults(page: Page, besides: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe)
  const rules = Object.fromEntries(besides.map((rule) => [rule, { enabled: true }]))
  return page.evaluate<string[]>(
    `axe.run(document, { rules: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html + ' ' + (any[0]?.message ?? ''))))`,
  )
}

/** Files, and streams: no pages. */
const noPage = /\/(labels|file|shapes|export|live)(\/|\?|$)|\.(csv|pdf|xlsx|json)(\?|$)/

/**
 * Every page below `prefix` that links lead to from these, one of each kind: identifiers and queries make no other kind.
 * Returns their addresses.
 */
export async function pagesFrom(
  page: Page,
  { origin, prefix }: { origin: string; prefix: string },
  starts: readonly string[],
): Promise<string[]> {
  const kindOf = (path: string) =>
    path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id')
  const found = new Map(starts.map((path) => [kindOf(path), path]))
  for (const path of found.values()) {
    await page.goto(`${origin}${path}`)
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="${prefix}"]')].map((link) => link.getAttribute('href').replace(/#.*$/, ''))`,
    )
    for (const link of links)
      if (!noPage.test(link) && !found.has(kindOf(link))) found.set(kindOf(link), link)
  }
  return [...found.values()]
}

/**
 * Fails where a page has a fault that axe calls serious or is wider than its screen: on a phone by day, and in the whole
 * suite in dark colours and on a wide screen too.
 */
export async function assertSound(page: Page, origin: string, paths: readonly string[]): Promise<void> {
  const faults: string[] = []
  const phone = [360, 'light'] as const
  const screens = isWholeSuite ? ([phone, [360, 'dark'], [1440, 'light']] as const) : [phone]
  for (const [width, colorScheme] of screens) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    for (const path of paths) {
      await page.goto(`${origin}${path}`)
      await page.evaluate(axe)
      const found = await page.evaluate<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => id + ': ' + nodes[0].html))`)
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      const wide = overflow > 0 ? [`${overflow} px too wide`] : []
      faults.push(...[...found, ...wide].map((fault) => `${path} at ${width} px, ${colorScheme}: ${fault}`))
    }
  }
  assert.deepEqual(faults, [])
}

/** Of these pages, those that `npm test` looks at again: a third. The whole suite looks at all of them. */
export const someOf = (paths: readonly string[]): string[] =>
  paths.filter((_, nth) => isWholeSuite || nth % 3 === 0)

/** 200 % of 1,440 and of 1,280 px are what a browser shows of a page on 720 and on 640. */
const halvedScreens = [
  { width: 720, height: 450 },
  { width: 640, height: 512 },
] as const

/** Fails where a page is wider than its screen at 200 %; leaves the smallest of these screens. */
export async function assertZoomHolds(page: Page, origin: string, paths: readonly string[]): Promise<void> {
  const faults: string[] = []
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of paths) {
    await page.goto(`${origin}${path}`)
    for (const screen of halvedScreens) {
      await page.setViewportSize(screen)
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (overflow > 0) faults.push(`${path} is ${overflow} px too wide on ${screen.width} px`)
    }
  }
  assert.deepEqual(faults, [])
}

/**
 * Doubles the type, shows a code of six digits, and names what does not fit: whatever reaches beyond the screen, and
 * codes, numbers and sums that stand on two lines.
 */
export const brokenAtDoubleSize = `(() => {
  document.documentElement.style.fontSize = '200%'
  const code = document.querySelector('.digits')
  if (code) code.textContent = '482913'
  const faults = []
  const overflow = document.documentElement.scrollWidth - 360
  if (overflow > 0) faults.push('the page is ' + overflow + ' px too wide')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (!parentElement.checkVisibility() || parentElement.closest('.unseen, #map, script')) continue
    const isWhole = parentElement.closest('.digits, .exact')
    const found = isWhole && data.trim() ? [[data.trim(), data.indexOf(data.trim())]]
      : [...data.matchAll(/[\\d\\u202f,]+\\u00a0FCFA/g)].map((match) => [match[0], match.index])
    for (const [text, at] of found) {
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + text.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const box = range.getBoundingClientRect()
      if (lines.size > 1) faults.push(text + ' stands on ' + lines.size + ' lines')
      if (box.left < 0 || box.right > 360) faults.push(text + ' reaches beyond the screen')
    }
  }
  return faults
})()`
