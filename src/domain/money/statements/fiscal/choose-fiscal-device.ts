import type { Clock } from '../../../../base/kernel/clock.ts'
import type { FiscalTerms } from './fiscal-device.ts'
import { signByEmecef } from './sign-by-emecef.ts'
import { signByFne } from './sign-by-fne.ts'

/** The settings of the fiscal device. */
type FiscalSettings = {
  FISCAL_DEVICE: 'NONE' | 'EMECEF' | 'FNE'
  FISCAL_URL: string | undefined
  FISCAL_TOKEN: string | undefined
  FISCAL_RECEIPTS: boolean | undefined
  FISCAL_TAX_GROUP: string | undefined
  FISCAL_POINT_OF_SALE: string | undefined
  FISCAL_ESTABLISHMENT: string | undefined
  FISCAL_EMAIL: string | undefined
}

/** The device that the settings name; none where they are not whole, which the settings themselves refuse. */
export function chooseFiscalDevice(config: FiscalSettings, clock: Clock): FiscalTerms {
  const { FISCAL_DEVICE, FISCAL_URL: url, FISCAL_TOKEN: token, FISCAL_TAX_GROUP: taxGroup } = config
  const signsReceipts = config.FISCAL_RECEIPTS ?? true
  if (FISCAL_DEVICE === 'NONE' || !url || !token) return { device: null, signsReceipts: false }
  if (FISCAL_DEVICE === 'EMECEF')
    return { device: signByEmecef({ url, token, taxGroup }, clock), signsReceipts }
  const account = {
    ...{ url, token, taxGroup },
    pointOfSale: config.FISCAL_POINT_OF_SALE ?? '',
    establishment: config.FISCAL_ESTABLISHMENT ?? '',
    email: config.FISCAL_EMAIL ?? '',
  }
  return { device: signByFne(account, clock), signsReceipts }
}
