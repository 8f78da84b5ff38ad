import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/kernel/clock.ts'
import { loadOnce } from '../../base/kernel/load-once.ts'
import { spokenLanguageOf } from '../../http/response-language.ts'
import { themeColour } from '../../pages/company-colour.ts'
import { colourOf, withTokens } from '../../pages/design-tokens.ts'
import { leanText } from '../../pages/lean-text.ts'
import { type PageAsset, servePageAssets } from '../../pages/page-assets.ts'
import type { RulesDeps } from '../../rules.ts'
import { plainPage } from './courier-page.ts'
import type { CourierAssets, PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { courierSheetPdf } from './sheet/courier-sheet-pdf.ts'

/** Serves what the pages load, without the hooks of the pages; returns the addresses. */
export async function serveCourierAssets(app: FastifyInstance): Promise<CourierAssets> {
  const style = String((await asset('text/css', 'courier.css')).content)
  return servePageAssets(app, 'courier', {
    'courier.css': {
      type: 'text/css',
      content: leanText(withTokens(style, { place: 'STREET', dark: 'CHOSEN' })),
    },
    'courier-client.js': {
      type: 'text/javascript',
      content: Buffer.concat([
        (await asset('text/javascript', '../../pages/small-photo.js')).content as Buffer,
        (await asset('text/javascript', 'courier-client.js')).content as Buffer,
        (await asset('text/javascript', 'courier-aside.js')).content as Buffer,
        (await asset('text/javascript', 'alerts/courier-alerts.js')).content as Buffer,
        (await asset('text/javascript', 'alerts/courier-push.js')).content as Buffer,
        (await asset('text/javascript', 'alerts/courier-wake.js')).content as Buffer,
        (await asset('text/javascript', 'courier-wait.js')).content as Buffer,
        (await asset('text/javascript', 'courier-proof.js')).content as Buffer,
        (await asset('text/javascript', 'courier-scan.js')).content as Buffer,
      ]),
    },
    'courier-portrait.js': await asset('text/javascript', 'own/courier-portrait.js'),
    'icon.svg': await asset('image/svg+xml', '../../pages/icons/colis.svg'),
    'icon-192.png': await asset('image/png', '../../pages/icons/colis-192.png'),
    'icon-512.png': await asset('image/png', '../../pages/icons/colis-512.png'),
  })
}

const asset = async (type: PageAsset['type'], name: string): Promise<PageAsset> => ({
  type,
  content: await readFile(new URL(name, import.meta.url)),
})

type Installable = {
  assets: CourierAssets
  frameOf: (request: FastifyRequest) => PageFrame
  supportPhone: () => string | null
  clock: Clock
} & RulesDeps

/** Where the courier's sheet is, for anybody. */
const sheetPath = '/courier/sheet.pdf'

/**
 * What makes the pages an app on the phone: the manifest, the worker, and the page without a connection; and
 * the sheet to print.
 */
export async function courierAppRoutes(
  app: FastifyInstance,
  { assets, frameOf, supportPhone, clock, rules }: Installable,
): Promise<void> {
  const worker = await workerScript(assets)

  app.get('/courier/manifest.webmanifest', (request, reply) => {
    const language = spokenLanguageOf(request)
    const t = speak(language)
    return reply.type('application/manifest+json; charset=utf-8').send({
      id: '/courier',
      start_url: '/courier',
      scope: '/courier',
      display: 'standalone',
      lang: language,
      name: t('Colis – courier'),
      short_name: t('Colis courier'),
      description: t('The courier’s trips and parcels.'),
      theme_color: themeColour(rules.current()),
      background_color: colourOf('ground'),
      icons: [
        { src: assets['icon-192.png'], sizes: '192x192', type: 'image/png' },
        { src: assets['icon-512.png'], sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: assets['icon-512.png'], sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: assets['icon.svg'], sizes: 'any', type: 'image/svg+xml' },
      ],
    })
  })

  app.get('/courier/worker.js', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'service-worker-allowed': '/courier' })
      .type('text/javascript; charset=utf-8')
      .send(worker),
  )

  app.get('/courier/offline', (request, reply) => {
    const frame = frameOf(request)
    const t = speak(frame.language)
    return reply.type('text/html; charset=utf-8').send(
      plainPage(frame, {
        heading: t('No connection'),
        lead: t('Check your phone’s network, then try again. Nothing is lost.'),
        back: t('Try again'),
      }),
    )
  })

  // Drawn once for a number, however many ask at the same time.
  const draw = (phone: string | null) => ({
    phone,
    sheet: loadOnce(() => courierSheetPdf({ supportPhone: phone, madeAt: clock.now() })),
  })
  let drawn = draw(supportPhone())
  app.get(sheetPath, async (_request, reply) => {
    if (drawn.phone !== supportPhone()) drawn = draw(supportPhone())
    return reply
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-disposition': 'attachment; filename="fiche-du-livreur.pdf"',
        'content-language': 'fr',
      })
      .removeHeader('vary')
      .type('application/pdf')
      .send(await drawn.sheet())
  })
}

/** The worker; its text changes whenever what it keeps does, because browsers compare its bytes. */
async function workerScript(assets: CourierAssets): Promise<string> {
  const script = await readFile(new URL('courier-worker.js', import.meta.url), 'utf8')
  const version = createHash('sha256').update(JSON.stringify(assets)).digest('hex').slice(0, 12)
  return script.replace('VERSION', version).replaceAll('ICON', assets['icon-192.png'])
}
