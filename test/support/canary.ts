import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { freePort } from './postgres-cluster.ts'

/** A server that nobody may reach: it keeps what each caller said first, and hangs up. */
export type Canary = {
  port: number
  /** One for each connection: where it arrived, and its first bytes. */
  hits: { address: string; hello: string }[]
  close(): Promise<void>
}

/** Listens at one port of several loopback addresses. */
export async function startCanary(addresses: readonly string[]): Promise<Canary> {
  const port = await freePort()
  const hits: Canary['hits'] = []
  const servers = addresses.map((address) =>
    createServer((socket) => {
      const hit = { address, hello: '' }
      hits.push(hit)
      socket.on('error', () => {})
      socket.once('data', (bytes) => {
        hit.hello = bytes.toString('latin1')
        socket.destroy()
      })
    }).listen(port, address),
  )
  await Promise.all(servers.map((server) => server.listening || once(server, 'listening')))
  return {
    port,
    hits,
    close: async () => {
      await Promise.all(servers.map((server) => once(server.close(), 'close')))
    },
  }
}

/** Where this process wanted to connect to. */
export type Wall = {
  /** `host:port` of every connection that was begun, within the machine or not; the database's are left out. */
  attempts: string[]
  takeDown(): void
}

/**
 * Lets no TCP connection of this process leave the machine, and notes every one that is begun: what is
 * under test may fail, but then no packet goes to a stranger.
 */
export function putUpWall(databaseUrl?: string): Wall {
  const attempts: string[] = []
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl).host
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const { host = 'localhost', port, path } = optionsOf(args)
    if (path !== undefined) return connect.apply(this, args as never)
    const target = `${host}:${port}`
    if (target !== database) attempts.push(target)
    if (isLoopback(host)) return connect.apply(this, args as never)
    process.nextTick(() =>
      this.destroy(Object.assign(new Error('The wall stands here.'), { code: 'EHOSTUNREACH' })),
    )
    return this
  }
  return {
    attempts,
    takeDown: () => {
      Socket.prototype.connect = connect
    },
  }
}

type ConnectOptions = { host?: string; port?: number | string; path?: string }

/** As `net` hands them on: options, options in an array, or a port and a host. */
function optionsOf([first, second]: unknown[]): ConnectOptions {
  if (Array.isArray(first)) return optionsOf(first)
  if (typeof first === 'object' && first !== null) return first
  return { port: Number(first), ...(typeof second === 'string' && { host: second }) }
}

const isLoopback = (host: string) =>
  /^(127(\.\d+){3}|::1|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}|localhost)$/.test(host)
