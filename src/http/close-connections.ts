import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long requests under way may take once the server is closing, in ms: no more than any may wait for the
 * database.
 */
const graceMs = 5_000

/**
 * Closes what would keep a server from ending: at once the connections on which no request is under way, also
 * those that never sent one, then each as its response ends, and after `withinMs` the rest, whatever their
 * clients do.
 */
export function useQuickClose(app: FastifyInstance, withinMs = graceMs): void {
  const underWay = new Map<Socket, number>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
    if (isClosing) socket.destroy()
  })
  app.server.on('request', ({ socket }: { socket: Socket }, response: ServerResponse) => {
    count(socket, 1)
    response.once('close', () => {
      count(socket, -1)
      if (isClosing && underWay.get(socket) === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
    setTimeout(closeRest, withinMs).unref()
  })

  function count(socket: Socket, more: number): void {
    const requests = underWay.get(socket)
    if (requests !== undefined) underWay.set(socket, requests + more)
  }

  function closeRest(): void {
    if (underWay.size === 0) return
    app.log.warn({ status: underWay.size }, 'connections were closed before their requests had ended')
    for (const socket of underWay.keys()) socket.destroy()
  }
}
