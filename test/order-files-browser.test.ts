import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { axeFaults } from './support/page-crawl.ts'

test('a file is chosen, its columns are said and it is ordered on a phone of 360 px', {
  skip: skipBrowser,
}, async (suite) => {
  let service: TestService
  let browser: Browser
  let page: Page
  let address: string
  let many: string

  before(async () => {
    service = await openService(await openAny())
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    const shop = await service.openShop({ name: 'Boutique Ganhi', payoutPhone: '97000009' })
    const seller = await openConsole(service, { shopId: shop.shopId })
    browser = await openBrowser()
    const context = await browser.newContext(phone)
    await context.addCookies([...seller.cookies].map(([name, value]) => ({ name, value, url: address })))
    page = await context.newPage()
    many = `${address}/console/shops/${shop.shopId}/deliveries/new/many`
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  /** Nothing is wider than the screen, and nothing that axe calls serious. */
  const assertFits = async () => {
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.ok(tooWide <= 0, `${page.url()} is ${tooWide} px too wide`)
    assert.deepEqual(await axeFaults(page), [])
  }

  await suite.test('the file is read, and asks what its amounts are', async () => {
    await page.goto(many)
    await assertFits()
    const rows = [
      ['Commandes de novembre'],
      [
        'Nom et prénoms de la cliente',
        'Contacts',
        'Quartier',
        'Article',
        'Quantité',
        'Prix',
        'Moyen de paiement',
      ],
      ['Ama Agbo', 97000001, 'Zogbo, derrière la grande pharmacie', 'Robe', 2, 5000, 'Mobile Money'],
      ['Afi Dossou', '0197000002', 'Agla', 'Sac', 1, 12500, 'À la livraison'],
      ['Aya Ato', '12', 'Agla', 'Sac', 1, 12500, 'À la livraison'],
    ]
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Novembre', rows }] }))
    await page.locator('#file').setInputFiles({ name: 'novembre.xlsx', mimeType: 'application/zip', buffer })
    await page.getByRole('button', { name: 'Voir avant de commander' }).click()
    await page.getByText('Avant de commander').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Commander/ }).count(), 0)
    await assertFits()
  })

  await suite.test('what is said of a column and of a word is taken, and shown in the sums', async () => {
    await page.getByLabel('Prix', { exact: true }).selectOption('unitPrice')
    await page.getByRole('button', { name: 'Lire le tableau ainsi' }).click()
    await page.getByText(/1 colis, 12\s500\sFCFA à encaisser/).waitFor()
    await page.getByLabel(/Mobile Money/).selectOption('COD')
    await page.getByRole('button', { name: 'Lire le tableau ainsi' }).click()
    await page.getByText(/2 colis, 22\s500\sFCFA à encaisser/).waitFor()
    await assertFits()
  })

  await suite.test('the rows to correct are downloaded, and the others ordered', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger les lignes à corriger' }).click()
    assert.equal((await download).suggestedFilename(), 'lignes-a-corriger.csv')
    await page.getByRole('button', { name: 'Commander ces 2 livraisons' }).click()
    await page.getByText('2 livraisons sont commandées.').waitFor()
    await assertFits()
  })
})
