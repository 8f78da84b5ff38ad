import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A span as it arrived, with its attributes by name. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  durationMs: number
  hasFailed: boolean
  attributes: Record<string, string | number>
}

/** A collector of OpenTelemetry that takes traces as JSON by OTLP over HTTP, as its specification has it. */
export type OtlpReceiver = {
  url: string
  spans: ReceivedSpan[]
  /** Every request, as text. */
  bodies: string[]
  headers: IncomingMessage['headers'][]
  /** The resource of the last request. */
  resource: Record<string, string | number>
  /** Answers requests in another way from now on, or never. */
  answerWith(answer: (response: ServerResponse) => void): void
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: it is whatever came over the wire
type Json = any

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  let answer = (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (request.url === '/v1/traces' && request.method === 'POST') {
      const isPacked = request.headers['content-encoding'] === 'gzip'
      take(isPacked ? gunzipSync(bytes).toString() : bytes.toString(), request)
    }
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: [],
    resource: {},
    answerWith: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function take(text: string, request: IncomingMessage): void {
    receiver.bodies.push(text)
    receiver.headers.push(request.headers)
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans as Json[]) {
      receiver.resource = valuesOf(resource.attributes)
      for (const { spans } of scopeSpans) receiver.spans.push(...spans.map(readSpan))
    }
  }
  return receiver
}

const readSpan = (span: Json): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  name: span.name,
  kind: span.kind,
  durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
  hasFailed: span.status.code === 2,
  attributes: valuesOf(span.attributes),
})

const valuesOf = (attributes: Json[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string | number]))
