import assert from 'node:assert/strict'
import type { Answer } from './open-service.ts'

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
          message: faultCount[language](issues.length),
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

const faultCount = {
  en: (count: number) =>
    `The request has ${count === 1 ? 'one fault' : `${count} faults`}: see details.issues.`,
  fr: (count: number) =>
    `La requête contient ${count === 1 ? 'une erreur' : `${count} erreurs`} : voyez details.issues.`,
}
