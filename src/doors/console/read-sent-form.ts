import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import { fieldsOf } from '../../base/pages/form-fields.ts'

/** What a form with a file sent: its fields, and the bytes of the file, if one was chosen. */
export type SentForm = { fields: Record<string, string>; file: Uint8Array | undefined }

/**
 * A hook for routes that take a file: forms with files are read by a library that knows no limit for all of it. What
 * does not say how large it is, is refused as well; browsers always do. Throws BODY_TOO_LARGE.
 */
export const refuseLargerForms =
  (maxBytes: number) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isMultipart = headers['content-type']?.trim().toLowerCase().startsWith('multipart/') ?? false
    const bytes = Number(headers['content-length'] ?? Number.NaN)
    if (!isMultipart || bytes <= maxBytes) return
    // What is still being sent is not read.
    reply.header('connection', 'close')
    throw new ApiError('BODY_TOO_LARGE', { limitBytes: maxBytes })
  }

/** Reads a form as browsers send it with a file in it, or without. A field sent twice was not typed by a person. */
export async function readSentForm(request: FastifyRequest, fileField: string): Promise<SentForm> {
  if (!request.isMultipart()) return { fields: fieldsOf(request.body), file: undefined }
  const parts = Object.entries((request.body ?? {}) as Record<string, unknown>)
  const file = parts.find(([name]) => name === fileField)?.[1]
  const values = Object.fromEntries(parts.filter(([, value]) => typeof value === 'string'))
  return {
    fields: fieldsOf(values),
    file: Buffer.isBuffer(file) && file.length > 0 ? file : undefined,
  }
}
