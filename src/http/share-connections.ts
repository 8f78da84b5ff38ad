import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetwork, siteBits } from './client-network.ts'

/** How often refused connections are logged. */
const logRefusedEveryMs = 60_000

/**
 * Bounds the open connections; more are closed at once. When the last one is taken, the network that has most
 * gives one up, so that no network shuts out the others; where a proxy brings everybody there is but one.
 */
export function shareConnections(app: FastifyInstance, maxConnections: number): void {
  const { server } = app
  /** The connections of each network, the oldest first. */
  const open = new Map<string, Set<Socket>>()
  let openInAll = 0
  let loggedAt = -logRefusedEveryMs
  server.maxConnections = maxConnections

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress)
    const own = open.get(network) ?? new Set()
    open.set(network, own.add(socket))
    openInAll += 1
    socket.once('close', () => {
      openInAll -= 1
      own.delete(socket)
      if (own.size === 0) open.delete(network)
    })
    if (openInAll >= maxConnections) makeRoom(own.size)
  })
  server.on('drop', (refused) => {
    makeRoom((open.get(networkOf(refused?.remoteAddress))?.size ?? 0) + 1)
    if (performance.now() - loggedAt < logRefusedEveryMs) return
    loggedAt = performance.now()
    app.log.warn('Connections are refused: as many are open as MAX_CONNECTIONS allows.')
  })

  /** Closes the oldest connection of the network that has most, if that is more than `ownCount`. */
  function makeRoom(ownCount: number): void {
    let most = new Set<Socket>()
    for (const sockets of open.values()) if (sockets.size > most.size) most = sockets
    const [oldest] = most
    if (most.size > ownCount) oldest?.destroy()
  }
}

const networkOf = (address: string | undefined): string => clientNetwork(address ?? '', siteBits)
