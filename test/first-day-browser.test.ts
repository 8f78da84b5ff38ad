import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Language } from '../src/base/kernel/language.ts'
import { speak as speakConsole } from '../src/doors/console/console-words.ts'
import { speak as speakOperations } from '../src/doors/operations/operations-words.ts'
import { speak as speakWeb } from '../src/web/web-words.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { startColis } from './support/colis-process.ts'
import { openOnServer, skipServer } from './support/databases.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { productionSettings } from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

/** As many forms as the first day may have, of the operator and the seller together. */
const maxSubmits = 25

const screens: [language: Language, screen: BrowserContextOptions][] = [
  ['fr', phone],
  ['en', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }],
]

/** Somebody in a browser of their own, who reads the pages and the mail that comes, and nothing else. */
type Person = { page: Page; address: string; tooWide: string[]; submits: () => number }

const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]'

async function openPerson(
  browser: Browser,
  screen: BrowserContextOptions,
  { front, address }: { front: string; address: string },
): Promise<Person> {
  const page = await (await browser.newContext(screen)).newPage()
  let submits = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') submits += 1
  })
  const tooWide: string[] = []
  page.on('load', async () => {
    const url = page.url()
    // A page that is left at once is not looked at.
    const [width, shown] = await page.evaluate<[number, number]>(widths).catch(() => [0, 0])
    if (width > shown) tooWide.push(`${url} is ${width} px wide on ${shown} px`)
  })
  await page.goto(front)
  return { page, address, tooWide, submits: () => submits }
}

/** The last link in the mail that somebody was sent with words in its subject. */
async function linkMailedTo(mail: MailServer, address: string, subject: RegExp): Promise<string> {
  const found = () =>
    mail.received.findLast(({ to, subject: said }) => to.includes(address) && subject.test(said))
  await until(() => found() !== undefined, `a mail to ${address}`)
  const link = /https?:\/\/\S+/.exec(found()?.text ?? '')?.[0]
  assert.ok(link, found()?.text)
  return link
}

/**
 * From an empty database of production to the first order: a real server, a real browser and a real mail server. The
 * one command before is that which names the operator.
 */
describe('the first day', { skip: skipBrowser || skipServer }, () => {
  for (const [language, screen] of screens)
    test(`an operator and a seller open a service and order the first delivery in at most ${maxSubmits} forms, in ${language}`, async () => {
      const [say, web, own] = [speakOperations(language), speakWeb(language), speakConsole(language)]
      const { database, url: databaseUrl } = await openOnServer()
      await database.close()
      const mail = await openMailServer()
      const folder = mkdtempSync(join(tmpdir(), 'colis-first-day-'))
      const port = String(await freePort())
      const env = {
        ...productionSettings,
        DATABASE_URL: databaseUrl,
        DATA_FOLDER: folder,
        PORT: port,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Colis <colis@example.com>',
        DEFAULT_LANGUAGE: language,
      }
      const named = await startColis(env, [
        'src/cli/colis.ts',
        'operators',
        'create',
        '--mail',
        'nadege@example.com',
      ])
      assert.equal(await named.ended, 0, named.stderr())
      const service = await startColis(env)
      await service.ready
      const browser = await openBrowser()
      try {
        const front = `${service.url}/?lang=${language}`
        const operator = await openPerson(browser, screen, { front, address: 'nadege@example.com' })
        const seller = await openPerson(browser, screen, { front, address: 'afi@example.com' })

        await operator.page.locator('a[href="/operations"]').click()
        await operator.page.getByLabel(own('Phone or e-mail')).fill(operator.address)
        await operator.page.getByRole('button', { name: own('Send me a code or a link') }).click()
        await operator.page.goto(await linkMailedTo(mail, operator.address, /./))
        await operator.page.getByRole('button', { name: own('Sign in') }).click()
        await operator.page.getByText(web('{done} of {total} steps', { done: 0, total: 7 })).waitFor()

        // The city, its zones and its prices.
        await operator.page.getByRole('link', { name: say('Choose the city') }).click()
        await operator.page.getByRole('link', { name: /^Cotonou/ }).click()
        await operator.page.getByRole('button', { name: say('Serve {city}', { city: 'Cotonou' }) }).click()
        await operator.page.getByRole('button', { name: say('Put in force now') }).click()
        await home(operator)
        await operator.page.getByText(web('{done} of {total} steps', { done: 3, total: 7 })).waitFor()

        // A courier who has one name alone.
        await operator.page.getByRole('link', { name: say('Add a courier') }).click()
        await operator.page.getByLabel(say('First name')).fill('Moussa')
        await operator.page.getByLabel(say('Phone'), { exact: true }).fill('01 97 00 00 02')
        await operator.page.getByRole('button', { name: say('Add'), exact: true }).click()
        await operator.page.getByRole('heading', { name: 'Moussa', exact: true, level: 1 }).waitFor()
        await home(operator)
        await operator.page.getByText(web('{done} of {total} steps', { done: 4, total: 7 })).waitFor()

        // The seller opens a shop, and prepares it while it waits.
        await seller.page.locator('a[href="/console/open-shop"]').click()
        await seller.page.getByLabel(own('Name of the shop')).fill('Chez Afi')
        await seller.page.getByLabel(own('Your name')).fill('Afi')
        await seller.page.getByLabel(own('Your phone or e-mail')).fill(seller.address)
        await seller.page.getByRole('button', { name: own('Open my shop') }).click()
        await seller.page.goto(await linkMailedTo(mail, seller.address, /./))
        await seller.page.getByRole('button', { name: own('Sign in') }).click()
        await seller.page.getByRole('link', { name: own('Add the address') }).click()
        await seller.page.getByRole('link', { name: web('Add an address') }).click()
        await seller.page.getByLabel(web('Name of the place')).fill('Boutique')
        await seller.page.locator('[name=position]').fill('6.3654, 2.4183')
        await seller.page.getByRole('button', { name: web('Save') }).click()

        // The operator sees that a shop waits, and approves it.
        await home(operator)
        const waits =
          '{count, plural, one {1 shop waits for your approval} other {# shops wait for your approval}}'
        await operator.page
          .getByRole('navigation')
          .getByText(say(waits, { count: 1 }))
          .waitFor()
        await operator.page
          .locator('#board-notices li')
          .filter({ hasText: say(waits, { count: 1 }) })
          .getByRole('link', { name: say('Decide') })
          .click()
        await operator.page.getByRole('link', { name: 'Chez Afi' }).click()
        await operator.page.getByRole('button', { name: say('Approve the shop') }).click()
        await home(operator)
        await operator.page.getByText(web('{done} of {total} steps', { done: 5, total: 7 })).waitFor()

        // The seller is told by mail, and orders.
        await seller.page.goto(await linkMailedTo(mail, seller.address, /Chez Afi/))
        await seller.page.getByRole('link', { name: own('Order'), exact: true }).click()
        await seller.page.locator('[name=message]').fill('Sèna 01 97 00 00 01, robe, déjà payé, Cadjèhoun')
        await seller.page.getByRole('button', { name: own('Fill in from this message') }).click()
        await until(
          async () => (await seller.page.locator('[name=firstName]').inputValue()) === 'Sèna',
          'the message to be read',
        )
        await seller.page.getByRole('button', { name: own('Order'), exact: true }).click()
        await seller.page.waitForURL(/\/deliveries\/[0-9a-f-]{36}/)
        await home(seller)
        await seller.page.getByText(own('To do'), { exact: true }).waitFor()
        assert.equal(await seller.page.locator('.first-steps').count(), 0)

        // The operator puts away what they do not do today.
        await home(operator)
        await operator.page.locator('#board-list tr').filter({ hasText: 'Chez Afi' }).waitFor()
        // One line of the board leads to them once a delivery was under way as the page was opened.
        await home(operator)
        await operator.page.getByRole('link', { name: say('Open the service') }).click()
        await operator.page.getByRole('button', { name: web('Put these steps away') }).click()
        await operator.page.getByText(say('The first steps are put away.')).waitFor()
        assert.equal(await operator.page.locator('.first-steps').count(), 0)

        assert.deepEqual([...operator.tooWide, ...seller.tooWide], [])
        const submits = operator.submits() + seller.submits()
        assert.ok(submits <= maxSubmits, `${submits} forms were sent`)
        assert.equal(submits, 12)
      } finally {
        await browser.close()
        service.child.kill('SIGTERM')
        await service.ended
        await mail.close()
        rmSync(folder, { recursive: true, force: true })
      }
    })

  /** To the first page, by the name at the top. */
  const home = ({ page }: Person) => page.locator('.brand').click()
})
