import { type ApiRequest, type ApiResponse, type ApiServer, openApiServer } from './api-server.ts'

/** A server of a tax office on this machine, of the documented shape; `signed` is what it signed. */
export type FiscalServer = ApiServer & {
  env: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: bodies are whatever a tax office documents
  signed: any[]
  /** From now on it computes this much more of each document. */
  addsFcfa: number
}

const unauthorized: ApiResponse = {
  status: 401,
  json: { message: 'Invalid API Key', error: 'unauthorized_exception', statusCode: 401 },
}

/** e-MECeF of Bénin: documents are posted, then confirmed or cancelled. */
export async function openEmecefServer(): Promise<FiscalServer> {
  // biome-ignore lint/suspicious/noExplicitAny: bodies are whatever a tax office documents
  const pending = new Map<string, any>()
  const counts = { FV: 0, FA: 0 }
  let number = 0

  const server = await openApiServer((request) => {
    if (request.headers.authorization !== 'Bearer token-of-emecef') return unauthorized
    if (request.call === 'POST /api/invoice') return post(request)
    const [, uid = '', act = ''] = /^PUT \/api\/invoice\/([\w-]+)\/(confirm|cancel)$/.exec(request.call) ?? []
    const document = pending.get(uid)
    if (!document) return error('20', 'La facture est déjà finalisée ou n’existe pas')
    pending.delete(uid)
    if (act === 'cancel') return { status: 200, json: {} }
    return confirm(document)
  })
  const opened: FiscalServer = Object.assign(server, {
    signed: [],
    addsFcfa: 0,
    env: {
      FISCAL_DEVICE: 'EMECEF',
      FISCAL_URL: `${server.url}/api`,
      FISCAL_TOKEN: 'token-of-emecef',
    },
  })
  return opened

  function post({ json }: ApiRequest): ApiResponse {
    const { ifu, type, items, client, payment, reference, operator } = json
    if (!/^\d{13}$/.test(ifu ?? '')) return error('3', 'IFU invalide')
    if ((type !== 'FV' && type !== 'FA') || !operator?.name) return error('4', 'Type de facture invalide')
    if (type === 'FA' && !opened.signed.some((each) => each.code.replaceAll('-', '') === reference))
      return error('11', 'Référence de la facture d’origine invalide')
    if (client?.ifu !== undefined && !/^\d{13}$/.test(client.ifu)) return error('6', 'IFU du client invalide')
    const sum = (list: { price?: number; quantity?: number; amount?: number }[]) =>
      list.reduce((all, { price, quantity = 1, amount }) => all + (amount ?? (price ?? 0) * quantity), 0)
    if (!items.every((item: { taxGroup: string }) => /^[A-F]$/.test(item.taxGroup))) return error('9', 'Taxe')
    if (sum(items) !== sum(payment)) return error('10', 'Le total des paiements diffère')
    number += 1
    const uid = `0192f0c1-7a3e-7c11-9d5b-${String(number).padStart(12, '0')}`
    pending.set(uid, json)
    return { status: 200, json: { uid, total: sum(items) + opened.addsFcfa, ta: 0, tb: 18 } }
  }

  function confirm(document: { type: 'FV' | 'FA' }): ApiResponse {
    counts[document.type] += 1
    const code = `TEST-E64H-2J6I-LT3E-B5TH-${String(opened.signed.length).padStart(4, '0')}`
    opened.signed.push({ ...document, code })
    return {
      status: 200,
      json: {
        dateTime: '02/12/2026 11:00:00',
        qrCode: `F;TS01000001;${code.replaceAll('-', '')};3202612345678;20261202110000`,
        codeMECeFDGI: code,
        counters: `${counts[document.type]}/${opened.signed.length} ${document.type}`,
        nim: 'TS01000001',
      },
    }
  }
}

const error = (errorCode: string, errorDesc: string): ApiResponse => ({
  status: 400,
  json: { errorCode, errorDesc },
})

/** FNE of Côte d’Ivoire: one request signs a sale, another takes parts of it back. */
export async function openFneServer(): Promise<FiscalServer> {
  let stickers = 180
  const server = await openApiServer((request) => {
    if (request.headers.authorization !== 'Bearer key-of-fne') return unauthorized
    if (request.call === 'POST /ws/external/invoices/sign') return sign(request)
    const [, id] = /^POST \/ws\/external\/invoices\/([\w-]+)\/refund$/.exec(request.call) ?? []
    const sale = opened.signed.find((each) => each.id === id)
    const items: { id: string; quantity: number }[] = request.json?.items ?? []
    const isKnown = (item: { id: string; quantity: number }) =>
      sale?.items.some((each: { id: string }) => each.id === item.id) &&
      item.quantity > 0 &&
      item.quantity <= 1
    if (!sale || items.length === 0 || !items.every(isKnown)) return refused('Item is not valid')
    return stamped('A', { items, refunds: sale.id })
  })
  const opened: FiscalServer = Object.assign(server, {
    signed: [],
    addsFcfa: 0,
    env: {
      FISCAL_DEVICE: 'FNE',
      FISCAL_URL: `${server.url}/ws`,
      FISCAL_TOKEN: 'key-of-fne',
      FISCAL_POINT_OF_SALE: 'CAISSE_1',
      FISCAL_ESTABLISHMENT: 'SIEGE',
      FISCAL_EMAIL: 'compta@colis.example',
    },
  })
  return opened

  function sign({ json }: ApiRequest): ApiResponse {
    if (json.invoiceType !== 'sale' || !['B2B', 'B2C'].includes(json.template))
      return refused('Template is not valid')
    if (json.template === 'B2B' && !json.clientNcc) return refused('Client NCC is required')
    if (json.pointOfSale !== 'CAISSE_1') return refused('Point of sale is not valid')
    if (!json.clientEmail || !json.clientCompanyName) return refused('Client is not valid')
    const isItem = (item: { taxes: string[]; amount: number }) =>
      item.amount > 0 && item.taxes.every((tax) => ['TVA', 'TVAB', 'TVAC', 'TVAD'].includes(tax))
    if (!json.items?.every(isItem)) return refused('Items are not valid')
    return stamped('', json)
  }

  function stamped(prefix: string, document: { items: object[]; refunds?: string }): ApiResponse {
    stickers -= 1
    const number = String(opened.signed.length + 1)
    const id = `e2b2d8da-a532-4c08-9182-${number.padStart(12, '0')}`
    const items = document.items.map((item, at) => ({
      ...item,
      id: `bf9cc241-9b5f-4d26-a570-${number}${at}`,
    }))
    const reference = `${prefix}9606123E26${number.padStart(9, '0')}`
    opened.signed.push({ ...document, items, id, reference })
    return {
      status: prefix === '' ? 200 : 201,
      json: {
        ncc: '9606123E',
        reference,
        token: `http://54.247.95.108/fr/verification/${id}`,
        warning: false,
        balance_sticker: stickers,
        ...(prefix === '' && { invoice: { id, items } }),
      },
    }
  }
}

const refused = (message: string): ApiResponse => ({
  status: 400,
  json: { message, error: 'bad_request', statusCode: 400 },
})
