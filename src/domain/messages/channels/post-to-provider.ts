import { MessageRefused, providerDeadlineMs } from './message-channel.ts'

type Post = { headers: Record<string, string>; body: string; deadlineMs?: number | undefined }

/** An answer has a few kilobytes. */
const maxBytes = 256 * 1024

/**
 * Posts a message to a provider, with one deadline over connection, headers and body together; `answer` is
 * undefined where it sent no JSON. Throws MessageRefused where there is no whole answer.
 */
export async function postToProvider(
  url: string,
  { headers, body, deadlineMs = providerDeadlineMs }: Post,
): Promise<{ ok: boolean; status: number; answer: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    return { ok: response.ok, status: response.status, answer: jsonOf(await textOf(response)) }
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError'
    throw new MessageRefused(isTimeout ? 'TIMEOUT' : 'CONNECTION', { isPassing: true })
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('A provider sent more than an answer has.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
