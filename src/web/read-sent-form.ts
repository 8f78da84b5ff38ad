import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { whileArriving } from '../http/body-deadline.ts'
import { outsideDeadline } from '../http/response-deadline.ts'
import { fieldsOf } from '../pages/form-fields.ts'

/** What a form with a file sent: its fields, and the bytes of the file, if one was chosen. */
type SentForm = { fields: Record<string, string>; file: Uint8Array | undefined }

/** The same with several files, each under the name of its field. */
type SentFiles = { fields: Record<string, string>; files: Record<string, Uint8Array | undefined> }

/**
 * Accepts forms with a file on the routes of this plugin, which call `readSentForm` and are
 * `hasOwnBodyDeadline`.
 */
export async function acceptFiles(
  app: FastifyInstance,
  {
    fields,
    fieldBytes,
    fileBytes,
    files = 1,
  }: { fields: number; fieldBytes: number; fileBytes: number; files?: number },
): Promise<void> {
  await app.register(multipart, {
    // A file that is too large arrives one byte too large: whoever reads it says so beside its field.
    limits: { files, fields, fieldSize: fieldBytes, fileSize: fileBytes + 1, parts: fields + files + 1 },
    throwFileSizeLimit: false,
  })
}

/** Whether a request is a form with files, as its headers say. */
export const isMultipart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['content-type']?.trim().toLowerCase().startsWith('multipart/') ?? false

/**
 * A hook for routes that take a file: forms with files are read by a library that knows no limit for all of
 * it. What does not say how large it is, is refused as well; browsers always do. Throws BODY_TOO_LARGE.
 */
export const refuseLargerForms =
  (maxBytes: number) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bytes = Number(headers['content-length'] ?? Number.NaN)
    if (!isMultipart({ headers }) || bytes <= maxBytes) return
    // What is still being sent is not read.
    reply.header('connection', 'close')
    throw new ApiError('BODY_TOO_LARGE', { limitBytes: maxBytes })
  }

/**
 * Reads a form as browsers send it with a file in it, or without. A field sent twice was not typed by a
 * person. The time that a file takes to arrive does not count towards the deadline of the response. Throws
 * REQUEST_MALFORMED, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED.
 */
export async function readSentForm(
  request: FastifyRequest,
  reply: FastifyReply,
  fileField: string,
): Promise<SentForm> {
  const { fields, files } = await readSentFiles(request, reply, [fileField])
  return { fields, file: files[fileField] }
}

/** The same for several files. */
export async function readSentFiles(
  request: FastifyRequest,
  reply: FastifyReply,
  fileFields: readonly string[],
): Promise<SentFiles> {
  if (!request.isMultipart()) return { fields: fieldsOf(request.body), files: {} }
  try {
    return await outsideDeadline(request, () => whileArriving(request, () => readParts(request, fileFields)))
  } catch (error) {
    // What is still on its way is not read any more.
    reply.header('connection', 'close')
    throw refusalOf(error, request)
  }
}

async function readParts(request: FastifyRequest, fileFields: readonly string[]): Promise<SentFiles> {
  const values = new Map<string, unknown[]>()
  const files = new Map<string, Buffer>()
  for await (const part of request.parts()) {
    if (part.type === 'field') values.set(part.fieldname, [...(values.get(part.fieldname) ?? []), part.value])
    else if (fileFields.includes(part.fieldname)) files.set(part.fieldname, await part.toBuffer())
    else part.file.resume()
  }
  const once = [...values].flatMap(([name, sent]) => (sent.length === 1 ? [[name, sent[0]]] : []))
  return {
    fields: fieldsOf(Object.fromEntries(once)),
    files: Object.fromEntries([...files].filter(([, bytes]) => bytes.length > 0)),
  }
}

/** An error of the parser of a form is a fault of the form. */
function refusalOf(error: unknown, { routeOptions, log }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  log.info({ err: error }, 'a form could not be read')
  const isTooLarge = (error as { statusCode?: unknown }).statusCode === 413
  return isTooLarge
    ? new ApiError('BODY_TOO_LARGE', { limitBytes: routeOptions.bodyLimit ?? 0 })
    : new ApiError('REQUEST_MALFORMED')
}
