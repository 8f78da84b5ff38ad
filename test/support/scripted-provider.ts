import type { ProviderAnswer } from '../../src/base/contract/vocabulary.ts'
import {
  type MobileMoneyProvider,
  ProviderAway,
  type RequestToPay,
} from '../../src/domain/mobile-money/mobile-money-provider.ts'

/** A provider that responds as the test sets, and records whom it asked to pay. */
export type ScriptedProvider = MobileMoneyProvider & {
  /** Every call that arrived, those that repeat a request included. */
  calls: RequestToPay[]
  /** What each customer was asked to pay: one entry for each request, however often it was made. */
  asked: Map<string, RequestToPay>
  /** What it says of every request from now on. */
  answers(answer: ProviderAnswer): void
  goAway(): void
  comeBack(): void
  /** Called when a request has arrived and before the provider answers. */
  onceAsked: () => Promise<void>
  /** Called when it was asked what became of a request, before it answers. */
  onceLooked: () => Promise<void>
}

export function scriptedProvider(): ScriptedProvider {
  let answer: ProviderAnswer = 'PENDING'
  let isAway = false
  const provider: ScriptedProvider = {
    name: 'scripted',
    calls: [],
    asked: new Map(),
    answers: (next) => {
      answer = next
    },
    goAway: () => {
      isAway = true
    },
    comeBack: () => {
      isAway = false
    },
    onceAsked: async () => {},
    onceLooked: async () => {},
    requestToPay: async (request) => {
      if (isAway) throw new ProviderAway('It is away.')
      provider.calls.push(request)
      provider.asked.set(request.requestId, request)
      await provider.onceAsked()
    },
    statusOf: async (requestId) => {
      if (isAway) throw new ProviderAway('It is away.')
      if (!provider.asked.has(requestId)) throw new ProviderAway('It was never asked for this payment.')
      await provider.onceLooked()
      return answer
    },
  }
  return provider
}
