import type { FastifyReply, FastifyRequest } from 'fastify'
import { byteRangeOf } from '../http/byte-range.ts'

/**
 * Sends a file of somebody: nowhere kept, shown or played as what its content is and as nothing else, and
 * nothing in it runs (decision 168). Players ask for parts of a sound, and some play nothing that comes
 * whole.
 */
export function sendPrivateFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { contentType, bytes }: { contentType: string; bytes: Uint8Array },
  /** Whether pages of other sites may show it too. */
  mayBeEmbedded = false,
) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const part = byteRangeOf(headers.range, file.length)
  reply.headers({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': mayBeEmbedded ? 'cross-origin' : 'same-origin',
    'accept-ranges': 'bytes',
    'content-disposition':
      contentType === 'application/pdf' ? 'attachment; filename="document.pdf"' : 'inline',
  })
  if (part === 'OUTSIDE') return reply.code(416).header('content-range', `bytes */${file.length}`).send('')
  reply.type(contentType)
  if (!part) return reply.send(file)
  return reply
    .code(206)
    .header('content-range', `bytes ${part.from}-${part.to}/${file.length}`)
    .send(file.subarray(part.from, part.to + 1))
}
