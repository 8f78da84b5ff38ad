import type { Clock } from '../../../../base/kernel/clock.ts'
import { callDeadline, callProviderApi } from '../../mobile-money/providers/call-provider-api.ts'
import { answerIn, textIn } from '../../mobile-money/providers/provider-answer.ts'
import type { FiscalAnswer, FiscalDevice, FiscalDocument } from './fiscal-device.ts'

type EmecefAccount = { url: string; token: string; taxGroup: string | undefined }

/**
 * e-MECeF of Bénin, as its manual of the API describes it: a document is posted and has a `uid`, and is
 * signed once it is confirmed; one that is not confirmed within two minutes is dropped, so that posting again
 * does no harm. What the machine computes of it is compared before it is confirmed. After a confirmation
 * without an answer nobody knows.
 */
export function signByEmecef({ url, token, taxGroup }: EmecefAccount, clock: Clock): FiscalDevice {
  const call = callProviderApi({ label: 'e-MECeF', baseUrl: url, clock })
  const headers = { authorization: `Bearer ${token}` }

  return {
    name: 'EMECEF',
    sign: async (document, keepPending) => {
      const signal = callDeadline()
      let uid: string | undefined
      try {
        const json = emecefBody(document, taxGroup)
        const { status, body } = await call({ method: 'POST', path: '/invoice', headers, json, signal })
        const posted = answerIn(body)
        uid = textIn(posted, 'uid')
        if (uid === undefined) return refusal(status, posted)
        if (posted.total !== document.totalFcfa) {
          const path = `/invoice/${encodeURIComponent(uid)}/cancel`
          await call({ method: 'PUT', path, headers, signal })
          return {
            state: 'REFUSED',
            fault: `The machine computes ${String(posted.total).slice(0, 20)} FCFA.`,
          }
        }
      } catch (error) {
        return { state: 'DUE', fault: (error as Error).message }
      }
      await keepPending(uid)
      try {
        const path = `/invoice/${encodeURIComponent(uid)}/confirm`
        const { status, body } = await call({ method: 'PUT', path, headers, signal })
        const answer = answerIn(body)
        const [code, qr] = [textIn(answer, 'codeMECeFDGI'), textIn(answer, 'qrCode')]
        if (code === undefined || qr === undefined)
          return status < 400 && textIn(answer, 'errorCode') === undefined
            ? { state: 'UNCERTAIN', fault: 'The answer to the confirmation holds no code.' }
            : refusal(status, answer)
        const [nim, counters, signedAt] = ['nim', 'counters', 'dateTime'].map((name) => textIn(answer, name))
        return {
          state: 'SIGNED',
          stamp: {
            ...{ device: 'EMECEF', code, qr },
            ...(nim && { nim }),
            ...(counters && { counters }),
            ...(signedAt && { signedAt }),
          },
        }
      } catch (error) {
        return { state: 'UNCERTAIN', fault: (error as Error).message }
      }
    },
  }
}

/**
 * What is posted. Prices include the tax; a credit note names the code of what it takes from, without
 * hyphens.
 */
const emecefBody = (document: FiscalDocument, taxGroup: string | undefined): object => ({
  ifu: document.sellerTaxId,
  type: document.kind === 'CREDIT_NOTE' ? 'FA' : 'FV',
  items: document.lines.map(({ name, amountFcfa }) => ({
    name: `${name} (${document.number})`.slice(0, 120),
    price: amountFcfa,
    quantity: 1,
    // A is exempt and B is 18 %.
    taxGroup: taxGroup ?? (document.vatRate === null ? 'A' : 'B'),
  })),
  client: {
    name: document.buyer.name,
    ...(/^\d{13}$/.test(document.buyer.taxId ?? '') && { ifu: document.buyer.taxId }),
    ...(document.buyer.phone !== null && { contact: document.buyer.phone }),
  },
  operator: { id: '1', name: 'Colis' },
  payment: [
    { name: 'MOBILEMONEY', amount: document.paidFcfa },
    { name: 'CREDIT', amount: document.totalFcfa - document.paidFcfa },
  ].filter(({ amount }) => amount !== 0),
  ...(document.original && { reference: document.original.stamp.code.replaceAll('-', '') }),
})

/**
 * The errors of the machine have a code and a sentence. A token that is not accepted is mended in the
 * settings.
 */
function refusal(status: number, answer: ReturnType<typeof answerIn>): FiscalAnswer {
  const code = answer.errorCode === undefined ? '' : ` ${String(answer.errorCode).slice(0, 10)}`
  const said = textIn(answer, 'errorDesc') ?? ''
  const fault = `e-MECeF ${status}${code} ${said}`.trim().slice(0, 300)
  return { state: status === 401 || status === 403 ? 'DUE' : 'REFUSED', fault }
}
