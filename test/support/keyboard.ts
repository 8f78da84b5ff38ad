import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** What has the focus, and what is wrong with how that is shown; null when nothing of the page has it. */
type FocusStop = { element: string; matches: boolean; isNew: boolean; fault: string | null } | null

/** More stops than any page has: who is not through by then never will be. */
const maxStops = 400

/** Reads where the focus is. A field for a date or a time has a stop for each of its parts. */
const readStop = (selector: string): string => `(() => {
  const it = document.activeElement
  if (!it || it === document.body || it === document.documentElement) return null
  const reached = (window.reached ??= new Set())
  const isNew = !reached.has(it) || /^(date|time|datetime-local)$/.test(it.type ?? '')
  reached.add(it)
  const box = it.getBoundingClientRect()
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const { outlineStyle, outlineWidth } = getComputedStyle(it)
  const fault = right - left < 1 || bottom - top < 1 ? 'is out of sight'
    : !above || !(it.contains(above) || above.contains(it)) ? 'is covered by ' + above?.outerHTML.slice(0, 80)
    : outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? 'has no ring' : null
  return { element: it.outerHTML.slice(0, 120), matches: it.matches(${JSON.stringify(selector)}), isNew, fault }
})()`

async function pressTab(page: Page, selector: string): Promise<FocusStop> {
  await page.keyboard.press('Tab')
  return page.evaluate<FocusStop>(readStop(selector))
}

/** Presses Tab until something that `selector` names has the focus; fails where the focus is not seen on the way. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    const focus = await pressTab(page, selector)
    assert.ok(!focus?.fault, `${page.url()}: ${focus?.element} ${focus?.fault}`)
    if (focus?.matches) return
  }
  assert.fail(`${selector} is not reached with the keyboard on ${page.url()}`)
}

/** The same, then presses Enter there. */
export async function enterAt(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Enter')
}

/** The same for a link or the button of a form; returns once the page is there to which it leads. */
export async function followAt(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector)
  await sendWith(page, 'Enter')
}

/** Presses a key that follows or sends what has the focus; returns once the next page is there. */
export async function sendWith(page: Page, key: 'Enter' | 'Space'): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)])
}

/** Tabs to a field and types in place of what stands there. */
export async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.type(text)
}

/**
 * Goes once through each page with the Tab key, everything unfolded that can be. Fails where the first stop does not lead
 * past the navigation, where the focus is not seen, is covered or held somewhere, and where it does not reach every link,
 * button and field that is shown.
 */
export async function assertKeyboardSuffices(
  page: Page,
  origin: string,
  paths: readonly string[],
): Promise<void> {
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(`${origin}${path}`)
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
    // A board that follows what happens takes its link to refresh away: that has happened before the walk begins.
    await page.locator('#board-reload').waitFor({ state: 'hidden' })
    await page.evaluate(
      `window.wanted = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((each) =>
        each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0 && each.type !== 'hidden')`,
    )
    const found = [...(await faultsOfWalk(page)), ...(await page.evaluate<string[]>(readMissed))]
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
  assert.deepEqual(faults, [])
}

async function faultsOfWalk(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (let stop = 0; stop < maxStops; stop += 1) {
    const focus = await pressTab(page, '.skip')
    if (stop === 0 && !focus?.matches) faults.push(`the first stop is ${focus?.element}`)
    if (!focus || (stop > 0 && focus.matches)) return faults
    if (focus.fault) faults.push(`${focus.element} ${focus.fault}`)
    if (!focus.isNew) return [...faults, `the focus is held at ${focus.element}`]
  }
  return [...faults, 'the focus never leaves the page']
}

/** Of a group of radio buttons the Tab key reaches one. */
const readMissed = `wanted.filter((each) => each.isConnected && each.checkVisibility() && !reached.has(each)
  && !(each.type === 'radio' && [...reached].some((other) => other.name === each.name)))
  .map((each) => 'not reached: ' + each.outerHTML.slice(0, 120))`
