import type { Language } from '../../base/kernel/language.ts'
import { type OperationsText, speak } from './operations-words.ts'

const names: Record<string, string> = { mtn: 'MTN', fedapay: 'FedaPay', wave: 'Wave' }

const words: Record<string, OperationsText> = {
  simulated: 'Simulated provider',
  disbursements: 'disbursements',
}

/** An account with a provider as people read it: `mtn-disbursements` as `MTN (disbursements)`. */
export function providerAccountText(account: string, language: Language): string {
  const [provider = '', part] = account.split('-')
  const word = (text: string) => {
    const own = words[text]
    return own ? speak(language)(own) : text
  }
  const name = names[provider] ?? word(provider)
  return part === undefined ? name : `${name} (${word(part)})`
}
