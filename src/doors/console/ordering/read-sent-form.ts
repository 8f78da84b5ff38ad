import type { FastifyRequest } from 'fastify'
import { fieldsOf } from '../../../base/pages/form-fields.ts'

/** What a form with a file sent: its fields, and the bytes of the file, if one was chosen. */
export type SentForm = { fields: Record<string, string>; file: Uint8Array | undefined }

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
