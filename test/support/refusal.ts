import assert from 'node:assert/strict'
import { fieldName } from '../../src/contract/field-name.ts'
import { partnerErrors } from '../../src/contract/partner-errors.ts'
import type { Answer } from './open-service.ts'

/**
 * The body of an answer without the link that every partner's error carries, after checking it: it leads to the entry
 * of its code in the language of the answer. Other bodies are returned as they are.
 */
export function withoutDocs(
  body: Answer['body'],
  headers: { 'content-language'?: unknown },
  publicUrl = 'http://colis.test',
): Answer['body'] {
  const isError =
    typeof body === 'object' && body !== null && body.code in partnerErrors && 'statusCode' in body
  if (!isError) return body
  const { docs, ...details } = body.details
  assert.equal(docs, `${publicUrl}/docs/${headers['content-language']}/errors#${body.code}`)
  const { details: _, ...rest } = body
  return Object.keys(details).length > 0 ? { ...rest, details } : rest
}

/** A refusal as partners read it (spec section 7), in both languages; without `details` there are none. */
export type Refusal = {
  status: number
  code: string
  en: string
  fr: string
  details?: Record<string, unknown>
}

/**
 * Sends a request in English and in French and holds both answers whole against `refusal`. A refused
 * request changes nothing, so it may be sent twice.
 */
export async function assertRefused(
  send: (headers: Record<string, string>) => Promise<Answer>,
  { status, code, details, ...wording }: Refusal,
): Promise<void> {
  for (const language of ['en', 'fr'] as const) {
    const answer = await send({ 'accept-language': language })
    assert.deepEqual(
      { status: answer.status, body: answer.body, language: answer.headers['content-language'] },
      {
        status,
        body: { statusCode: status, code, message: wording[language], ...(details && { details }) },
        language,
      },
    )
  }
}

/** One thing wrong with what was sent, in both languages. */
export type ExpectedIssue = { field: string; rule: string; en: string; fr: string }

/** Sends a request in both languages and holds the whole list of its faults against `issues` (decision 6). */
export async function assertInvalid(
  send: (headers: Record<string, string>) => Promise<Answer>,
  issues: ExpectedIssue[],
): Promise<void> {
  for (const language of ['en', 'fr'] as const) {
    const { status, body } = await send({ 'accept-language': language })
    assert.deepEqual(
      { status, body },
      {
        status: 400,
        body: {
          statusCode: 400,
          code: 'VALIDATION_FAILED',
          message: faultsMessage(issues, language),
          details: {
            issues: issues.map(({ field, rule, ...wording }) => ({
              field,
              rule,
              message: wording[language],
            })),
          },
        },
      },
    )
  }
}

/** The first fault by its field as in code, and how many more there are. */
function faultsMessage(issues: ExpectedIssue[], language: 'en' | 'fr'): string {
  const [first] = issues
  const sentence = `${fieldName(first?.field ?? '') || { en: 'The body', fr: 'Le corps de la requête' }[language]} ${first?.[language]}`
  const more = issues.length - 1
  return [
    sentence.endsWith('?') ? sentence : `${sentence}.`,
    ...(more > 0 ? [moreFaults[language](more)] : []),
  ].join(' ')
}

const moreFaults = {
  en: (more: number) =>
    `There ${more === 1 ? 'is 1 more fault' : `are ${more} more faults`}: see details.issues.`,
  fr: (more: number) =>
    `Il y a ${more === 1 ? '1 autre erreur' : `${more} autres erreurs`} : voyez details.issues.`,
}
