import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { hangsAfterMs } from './until.ts'

/** What Debian installs: its headless shell takes half of the processor's time, and shows no notifications. */
const shellPath = '/usr/bin/chromium-headless-shell'
const wholePath = '/usr/bin/chromium'
const installed = [shellPath, wholePath].find((path) => existsSync(path))

/** The browser of the tests; another one is named in CHROMIUM_PATH. */
const executablePath = process.env.CHROMIUM_PATH ?? installed ?? wholePath

/** Why tests in a browser are skipped here; false where they run. */
export const skipBrowser: string | false = skipUnless(executablePath)

/** The same of tests that need notifications. */
export const skipNotifications: string | false = skipUnless(process.env.CHROMIUM_PATH ?? wholePath)

function skipUnless(path: string): string | false {
  return existsSync(path)
    ? false
    : 'Chromium is not installed here (apt-get install chromium chromium-headless-shell); CI always runs these tests'
}

/**
 * A browser without a window that asks nothing of the network by itself, and is waited for as long as anything else;
 * `besides` are more of its flags, `notifies` opens one that shows notifications.
 */
export async function openBrowser({
  besides = [],
  notifies = false,
}: {
  besides?: readonly string[]
  notifies?: boolean
} = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: notifies ? (process.env.CHROMIUM_PATH ?? wholePath) : executablePath,
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
