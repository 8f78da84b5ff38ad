import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The records of a name; a name without records does not exist. */
export type NameAnswer =
  | 'NXDOMAIN'
  | 'SERVFAIL'
  /** Says nothing at all. */
  | 'SILENCE'
  | {
      A?: readonly string[]
      AAAA?: readonly string[]
      /** The addresses are those of the last of these names, each an alias of the next. */
      aliases?: readonly string[]
      delayMs?: number
    }

export type DnsStub = {
  /** As the setting DNS_SERVERS takes it. */
  server: string
  /** The first question of a type gets the first answer, and so on; the last one stays. */
  says(name: string, ...answers: [NameAnswer, ...NameAnswer[]]): void
  /** How often the addresses of a name were asked for. */
  asked(name: string): number
  close(): Promise<void>
}

/** A name server on loopback with the records of a test, over UDP and, where that is too small, TCP. */
export async function startDnsStub(): Promise<DnsStub> {
  const names = new Map<string, NameAnswer[]>()
  const counts = new Map<string, number>()
  const delays = new Set<NodeJS.Timeout>()
  const connections = new Set<Socket>()

  function respond(query: Buffer, maxBytes: number, send: (answer: Buffer) => void): void {
    const question = readQuestion(query)
    if (!question) return
    const key = `${question.type} ${question.name}`
    const count = counts.get(key) ?? 0
    const answers = names.get(question.name) ?? ['NXDOMAIN']
    const answer = answers[Math.min(count, answers.length - 1)] ?? 'NXDOMAIN'
    const message = encodeAnswer(query, question, answer, maxBytes)
    if (!isTruncated(message)) counts.set(key, count + 1)
    if (answer === 'SILENCE') return
    const delay = setTimeout(
      () => {
        delays.delete(delay)
        send(message)
      },
      typeof answer === 'object' ? (answer.delayMs ?? 0) : 0,
    )
    delays.add(delay)
  }

  const tcp = createServer((socket) => {
    connections.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', () => {}).on('close', () => connections.delete(socket))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        respond(received.subarray(2, end), 65_535, (answer) => {
          socket.write(Buffer.concat([uint16(answer.length), answer]))
        })
        received = received.subarray(end)
      }
    })
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as { port: number }

  const udp = createSocket('udp4')
  udp.on('message', (query, { address, port: from }) =>
    respond(query, 512, (answer) => udp.send(answer, from, address)),
  )
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')

  return {
    server: `127.0.0.1:${port}`,
    says: (name, ...answers) => void names.set(name, answers),
    asked: (name) => Math.max(counts.get(`${A} ${name}`) ?? 0, counts.get(`${AAAA} ${name}`) ?? 0),
    close: async () => {
      for (const delay of delays) clearTimeout(delay)
      for (const socket of connections) socket.destroy()
      const closed = [once(udp, 'close'), once(tcp, 'close')]
      udp.close()
      tcp.close()
      await Promise.all(closed)
    },
  }
}

const [A, CNAME, AAAA] = [1, 5, 28]
/** Bits of the second word of a header (RFC 1035): a recursive answer, one that was cut, and the faults. */
const [answered, truncated] = [0x8180, 0x0200]
const faults = { SERVFAIL: 2, NXDOMAIN: 3 }

type Question = { name: string; type: number; end: number }

function readQuestion(query: Buffer): Question | undefined {
  if (query.length < 17) return undefined
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function encodeAnswer(query: Buffer, { name, type, end }: Question, answer: NameAnswer, maxBytes: number) {
  const records = typeof answer === 'object' ? recordsOf(name, type, answer) : []
  const fault = answer === 'SERVFAIL' || answer === 'NXDOMAIN' ? faults[answer] : 0
  const whole = message(query.subarray(0, end), answered | fault, records)
  return whole.length > maxBytes ? message(query.subarray(0, end), answered | truncated, []) : whole
}

const isTruncated = (answer: Buffer) => (answer.readUInt16BE(2) & truncated) !== 0

/** Identifier and question as they came, then the answers; nothing besides. */
function message(asked: Buffer, flags: number, records: Buffer[]): Buffer {
  const counts = [flags, 1, records.length, 0, 0].map(uint16)
  return Buffer.concat([asked.subarray(0, 2), ...counts, asked.subarray(12), ...records])
}

function recordsOf(name: string, type: number, answer: Exclude<NameAnswer, string>): Buffer[] {
  const chain = [name, ...(answer.aliases ?? [])]
  const aliases = chain.slice(1).map((to, i) => record(chain[i] ?? name, CNAME, encodeName(to)))
  const addresses = (type === A ? answer.A : type === AAAA ? answer.AAAA : undefined) ?? []
  const owner = chain.at(-1) ?? name
  return [
    ...aliases,
    ...addresses.map((text) => record(owner, type, Buffer.from(ipaddr.parse(text).toByteArray()))),
  ]
}

/** A resource record of class IN that lives no second, so that nobody keeps it. */
function record(owner: string, type: number, data: Buffer): Buffer {
  return Buffer.concat([
    encodeName(owner),
    uint16(type),
    uint16(1),
    Buffer.alloc(4),
    uint16(data.length),
    data,
  ])
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  return Buffer.concat([...labels, Buffer.alloc(1)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
