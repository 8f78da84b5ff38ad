import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { hangsAfterMs } from './until.ts'

/** Debian's browser; another one is named in CHROMIUM_PATH. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why tests in a browser are skipped here; false where they run. */
export const skipBrowser: string | false = existsSync(executablePath)
  ? false
  : 'Chromium is not installed here (apt-get install chromium); CI always runs these tests'

/**
 * A browser without a window that asks nothing of the network by itself, and is waited for as long as anything else;
 * `besides` are more of its flags.
 */
export async function openBrowser(besides: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...besides],
    timeout: hangsAfterMs,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(hangsAfterMs)
    return context
  }
  return browser
}

/** A cheap Android phone, 360 pixels wide and held upright. */
export const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'fr-FR',
} as const
