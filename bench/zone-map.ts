import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { cityOutline } from '../src/domain/zones/city-outline.ts'
import { type City, serviceMap, type Zone } from '../src/domain/zones/service-map.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../src/domain/zones/zone-shape.ts'
import { withTokens } from '../src/pages/design-tokens.ts'
import { readMapAssets } from '../src/pages/map-assets.ts'
import { cityMap } from '../src/pages/place-map.ts'
import { openBrowser, phone } from '../test/support/browser.ts'
import type { Finding } from './support/finding.ts'
import { percentile } from './support/percentile.ts'
import { printReport } from './support/report.ts'
import { runBench } from './support/run-bench.ts'

/**
 * What a map of 150 zones costs the main thread of a phone: Chromium slowed down six times, the library already there,
 * from the call that draws to the moment when nothing is left to do. Beside it the same map without
 * zones, and the plain way, a tooltip for each zone.
 */
const zoneCount = 150
const slowdown = 6
const rounds = 7

async function main(): Promise<boolean> {
  const { address, about, close } = await servePage()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage(phone)
    const drawn = { ours: [] as number[], tooltips: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      drawn.tooltips.push(await drawMs(page, address, `tooltipMap(place, about)`, about))
      await requireDrawn(page, '.leaflet-tooltip', zoneCount)
      drawn.bare.push(
        await drawMs(
          page,
          address,
          `placeMap.draw(place, { ...about, outline: null }, () => {}, () => {})`,
          about,
        ),
      )
      drawn.ours.push(await drawMs(page, address, `placeMap.draw(place, about, () => {}, () => {})`, about))
      await requireDrawn(page, 'path.outlines:not([d="M0 0"])', 1)
      await requireDrawn(page, '.names text', 10)
    }
    return printReport(findingsOf(drawn), { zones: zoneCount, slowdown, rounds, browser: browser.version() })
  } finally {
    await browser.close()
    await close()
  }
}

const findingsOf = ({ ours, tooltips, bare }: Record<'ours' | 'tooltips' | 'bare', number[]>): Finding[] => [
  {
    name: 'The map without zones, p50',
    value: percentile(Float64Array.from(bare).sort(), 0.5),
    unit: 'ms',
  },
  {
    name: 'A tooltip for each zone, p50',
    value: percentile(Float64Array.from(tooltips).sort(), 0.5),
    unit: 'ms',
  },
  {
    name: 'All zones, p50',
    value: percentile(Float64Array.from(ours).sort(), 0.5),
    unit: 'ms',
    goal: { atMost: 200 },
  },
  { name: 'All zones, slowest', value: Math.max(...ours), unit: 'ms' },
]

/** The time of the main thread that `call` takes, until it has drawn everything. */
async function drawMs(page: Page, address: string, call: string, about: unknown): Promise<number> {
  await page.goto(address)
  while (!(await page.evaluate('Boolean(window.L)'))) await page.waitForTimeout(20)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const busyMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  await pause(300)
  const before = await busyMs()
  await page.evaluate(`{
    const place = document.getElementById('map')
    const about = ${JSON.stringify(about)}
    ${call}
  }`)
  await pause(200)
  let after = await busyMs()
  // Polling costs a little itself, which is counted.
  for (let last = 0; after - last > 2; await pause(300)) {
    last = after
    after = await busyMs()
  }
  await devtools.detach()
  return after - before
}

/** Throws where a way has drawn nothing, which would be fast. */
async function requireDrawn(page: Page, selector: string, atLeast: number): Promise<void> {
  const count = await page.locator(selector).count()
  if (count < atLeast) throw new Error(`Only ${count} of at least ${atLeast} ${selector} were drawn.`)
}

async function servePage() {
  const { library, script, style } = await readMapAssets()
  const baseline = await readFile(new URL('support/tooltip-map.js', import.meta.url), 'utf8')
  const map = serviceMap([city], zonesOfCity())
  const served = map.city(city.id) ?? city
  const files: Record<string, [type: string, content: string]> = {
    '/': ['text/html', page(style)],
    '/leaflet.js': ['text/javascript', library],
    '/maps.js': ['text/javascript', `${script}\n${baseline}`],
    '/outline': ['application/json', JSON.stringify(cityOutline(map, served))],
  }
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    about: cityMap(served, {
      library: '/leaflet.js',
      tiles: null,
      outline: '/outline',
      streetsOf: () => null,
    }),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const page = (style: string) => `<!doctype html><html lang="fr"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${withTokens(style)}</style>
<script src="/leaflet.js" defer></script><script src="/maps.js" defer></script><div id="map" class="map"></div>`

const city: City = {
  id: 'cotonou',
  name: 'Cotonou',
  country: 'BJ',
  center: { lat: 6.37, lng: 2.42 },
  serviceRadiusMeters: 15_000,
  timeZone: 'Africa/Porto-Novo',
  currency: 'XOF',
  raining: false,
  highDemand: false,
  opening: null,
}

/** Neighbours of a kilometre and more with sixty corners each, as neighbourhoods have. */
function zonesOfCity(): Zone[] {
  const across = 15
  return Array.from({ length: zoneCount }, (_, index) => {
    const middle = { lat: 6.3 + 0.012 * Math.floor(index / across), lng: 2.33 + 0.012 * (index % across) }
    const ring = Array.from({ length: 60 }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / 60
      const reach = 0.0055 + 0.0012 * Math.sin(5 * angle + index)
      return [middle.lng + reach * Math.cos(angle), middle.lat + reach * Math.sin(angle)]
    })
    const shape: ZoneShape = [[[...ring, ring[0] as number[]]]]
    return {
      id: `zone-${index}`,
      cityId: city.id,
      name: `${(index % 13) + 1}e arrondissement, ${['Ganhi', 'Akpakpa', 'Cadjèhoun', 'Fidjrossè'][index % 4]} ${index}`,
      shape,
      areaSquareMeters: areaSquareMeters(shape),
      center: centerOf(shape),
      priority: 0,
    }
  })
}

await runBench(main)
