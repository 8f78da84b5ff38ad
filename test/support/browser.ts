import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's browser; another one is named in CHROMIUM_PATH. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why tests in a browser are skipped here; false where they run. */
export const skipBrowser: string | false = existsSync(executablePath)
  ? false
  : 'Chromium is not installed here (apt-get install chromium); CI always runs these tests'

/** A browser without a window that asks nothing of the network by itself; `besides` are more of its flags. */
export const openBrowser = (besides: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...besides],
  })

/** A cheap Android phone, 360 pixels wide and held upright. */
export const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'fr-FR',
} as const
