import type { Language } from '../../base/kernel/language.ts'

const names: Record<string, string> = { mtn: 'MTN', fedapay: 'FedaPay', wave: 'Wave' }

const words: Record<Language, Record<string, string>> = {
  fr: { simulated: 'Opérateur simulé', disbursements: 'envois' },
  en: { simulated: 'Simulated provider', disbursements: 'disbursements' },
}

/** An account with a provider as people read it: `mtn-disbursements` as `MTN (disbursements)`. */
export function providerAccountText(account: string, language: Language): string {
  const [provider = '', part] = account.split('-')
  const word = (text: string) => words[language][text] ?? text
  const name = names[provider] ?? word(provider)
  return part === undefined ? name : `${name} (${word(part)})`
}
