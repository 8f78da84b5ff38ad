import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openBrowser, phone } from '../../test/support/browser.ts'

/**
 * What the page of a phone that lies open sends and receives in a minute once it is loaded, in bytes at the socket,
 * headers included. `cookie` is of who is signed in.
 */
export async function bytesAMinute(
  url: string,
  { path, cookie, seconds }: { path: string; cookie: string; seconds: number },
): Promise<number> {
  const counter = await countingProxy(new URL(url))
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({
      ...phone,
      permissions: ['geolocation'],
      geolocation: { latitude: 6.35, longitude: 2.375 },
    })
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    await context.addCookies([{ name, value, url: counter.url }])
    const page = await context.newPage()
    await page.goto(`${counter.url}${path}`, { waitUntil: 'networkidle' })
    if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}.`)
    // What it loads once for all, the worker included, is no part of a minute.
    await pause(5_000)
    const before = counter.bytes()
    await pause(seconds * 1_000)
    return ((counter.bytes() - before) * 60) / seconds
  } finally {
    await browser.close()
    counter.close()
  }
}

/** Passes on to a server what comes to an address of its own, and counts the bytes of both ways. */
async function countingProxy({ hostname, port }: URL) {
  let bytes = 0
  const open = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('data', (chunk) => {
      bytes += chunk.length
      to.write(chunk)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      to.end()
    })
  }
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    pass(client, service)
    pass(service, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
