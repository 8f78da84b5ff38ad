import type { Clock } from '../../../../base/kernel/clock.ts'
import { callDeadline, callProviderApi } from '../../mobile-money/providers/call-provider-api.ts'
import { answerIn, textIn } from '../../mobile-money/providers/provider-answer.ts'
import type { FiscalAnswer, FiscalDevice, FiscalDocument, FiscalLine } from './fiscal-device.ts'

type FneAccount = {
  url: string
  token: string
  pointOfSale: string
  establishment: string
  /** The address of the company, where a buyer has none. */
  email: string
  taxGroup: string | undefined
}

/** What shows that the platform did not take a request. */
const isNotTaken = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|answered (429|500|502|503)\b|asked to be called/

/**
 * FNE of Côte d'Ivoire, as the procedure of its tax office (May 2025) describes it: one request signs, uses
 * up a sticker, and can neither be repeated nor asked for. So a request without an answer is left to a
 * person. Documented are 400, 401 and 500, which says that the platform is not there.
 */
export function signByFne(account: FneAccount, clock: Clock): FiscalDevice {
  const call = callProviderApi({ label: 'FNE', baseUrl: account.url, clock })
  const headers = { authorization: `Bearer ${account.token}` }

  return {
    name: 'FNE',
    sign: async (document, keepPending) => {
      const { original } = document
      if (document.kind === 'CREDIT_NOTE' && original?.stamp.remoteId === undefined)
        return {
          state: 'REFUSED',
          fault: 'The invoice was not signed through this API: credit it on the platform.',
        }
      const path = original
        ? `/external/invoices/${encodeURIComponent(original.stamp.remoteId ?? '')}/refund`
        : '/external/invoices/sign'
      const json = original ? refundBody(document) : saleBody(document, account)
      await keepPending(path)
      try {
        const { status, body } = await call({ method: 'POST', path, headers, json, signal: callDeadline() })
        return read(document, status, answerIn(body))
      } catch (error) {
        const fault = (error as Error).message
        return { state: isNotTaken.test(fault) ? 'DUE' : 'UNCERTAIN', fault }
      }
    },
  }
}

function read(document: FiscalDocument, status: number, answer: ReturnType<typeof answerIn>): FiscalAnswer {
  const [code, qr] = [textIn(answer, 'reference'), textIn(answer, 'token')]
  if (status >= 400) {
    const fault = `FNE ${status} ${textIn(answer, 'message') ?? ''}`.trim().slice(0, 300)
    return { state: status === 401 ? 'DUE' : 'REFUSED', fault }
  }
  if (code === undefined || qr === undefined)
    return { state: 'UNCERTAIN', fault: 'The answer holds no number.' }
  const invoice = answerIn(answer.invoice)
  const items = Array.isArray(invoice.items) ? invoice.items.map(answerIn) : []
  const remoteLines = document.lines.flatMap(({ key }, at) => {
    const id = textIn(items[at] ?? {}, 'id')
    return id === undefined ? [] : [{ key, id }]
  })
  const remoteId = textIn(invoice, 'id')
  const { balance_sticker: left } = answer
  return {
    state: 'SIGNED',
    stamp: {
      ...{ device: 'FNE', code, qr, remoteLines },
      ...(typeof left === 'number' && { stickersLeft: left }),
      ...(remoteId && { remoteId }),
    },
  }
}

/**
 * A sale: to a business that has a number at the tax office (B2B), else to a person. Prices are without the
 * tax.
 */
const saleBody = (document: FiscalDocument, account: FneAccount): object => ({
  invoiceType: 'sale',
  paymentMethod: document.paidFcfa === document.totalFcfa ? 'mobile-money' : 'deferred',
  template: document.buyer.taxId === null ? 'B2C' : 'B2B',
  isRne: false,
  ...(document.buyer.taxId !== null && { clientNcc: document.buyer.taxId }),
  clientCompanyName: document.buyer.name,
  clientPhone: document.buyer.phone ?? '',
  clientEmail: document.buyer.email ?? account.email,
  pointOfSale: account.pointOfSale,
  establishment: account.establishment,
  commercialMessage: document.number,
  items: document.lines.map(({ key, name, amountFcfa }) => ({
    taxes: [account.taxGroup ?? (document.vatRate === null ? 'TVAD' : 'TVA')],
    reference: key,
    description: name,
    quantity: 1,
    amount: Number(((amountFcfa * 10_000) / (10_000 + (document.vatRate ?? 0))).toFixed(4)),
  })),
})

/**
 * A credit note: what part of each line of the sale is taken back, since the platform takes quantities alone.
 */
const refundBody = ({ lines, original }: FiscalDocument): object => ({
  items: lines.map(({ key, amountFcfa }) => {
    const sold = original?.lines.find((line: FiscalLine) => line.key === key)?.amountFcfa ?? amountFcfa
    const id = original?.stamp.remoteLines?.find((line) => line.key === key)?.id ?? key
    return { id, quantity: Number((amountFcfa / sold).toFixed(6)) }
  }),
})
