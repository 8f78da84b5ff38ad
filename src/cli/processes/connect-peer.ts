/** The other end of a channel between two processes of this machine. */
type Peer = {
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
  send?(message: unknown, sent: (error: Error | null) => void): unknown
}

/** What one end may be asked, each by its name. */
type Calls = { [name: string]: (asked: never) => unknown }

/** Asks the other end; undefined once it is gone. */
export type Call<Theirs extends Calls> = <Name extends keyof Theirs & string>(
  name: Name,
  asked: Parameters<Theirs[Name]>[0],
) => Promise<Awaited<ReturnType<Theirs[Name]>> | undefined>

type Message = { asks: string; id: number; asked: unknown } | { answers: number; answer: unknown }

/** Answers the other end by `own`, and asks it in turn. */
export function connectPeer<Theirs extends Calls>(peer: Peer, own: Calls): Call<Theirs> {
  const awaited = new Map<number, (answer: never) => void>()
  let lastId = 0
  // An end that is gone is told of by `disconnect`.
  const send = (message: Message) => peer.send?.(message, () => {})

  peer.on('message', async (received) => {
    const message = received as Message
    if ('answers' in message) {
      awaited.get(message.answers)?.(message.answer as never)
      awaited.delete(message.answers)
      return
    }
    const answer = await own[message.asks]?.(message.asked as never)
    send({ answers: message.id, answer })
  })
  peer.once('disconnect', () => {
    for (const resolve of awaited.values()) resolve(undefined as never)
    awaited.clear()
  })

  return (asks, asked) =>
    new Promise((resolve) => {
      lastId += 1
      awaited.set(lastId, resolve)
      send({ asks, id: lastId, asked })
    })
}
