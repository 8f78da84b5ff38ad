import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages, type SpokenLanguage, spokenLanguages } from '../../base/kernel/language.ts'
import { maxSmsUrlLength } from '../../config.ts'
import { shortCustomerPath, shortCustomerToken } from '../deliveries/sharing/customer-link.ts'
import {
  consolePath,
  courierEarningsPath,
  courierPath,
  courierShiftsPath,
  servicePath,
} from './message-composition.ts'
import { isToCustomer, kindsBySms, messageKinds, type SmsKind } from './message-kinds.ts'
import { gsmText, isGsmText, septetsIn, smsText, smsWording } from './sms-text.ts'

/** The longest address that the settings take with SMS. */
const publicUrl = `https://${'x'.repeat(maxSmsUrlLength - 'https://'.length)}`
const customerLink = `${publicUrl}${shortCustomerPath}${shortCustomerToken(
  { reference: 'COL-ZZZZZZ', linkVersion: 2 },
  [Buffer.alloc(32, 9)],
)}`

function longestLink(kind: SmsKind): string | null {
  if (!smsWording(kind, 'fr').includes('{link}')) return null
  if (kind === 'COURIER_PAYOUT_HELD') return `${publicUrl}${courierEarningsPath}`
  if (/^COURIER_SHIFT_(GIVEN|TAKEN|CHANGED)$/.test(kind)) return `${publicUrl}${courierShiftsPath}`
  if (kind.startsWith('OPERATOR_ALERT')) return `${publicUrl}${servicePath}`
  if (kind === 'COURIER_APPROVED' || messageKinds[kind].audience === 'COURIER')
    return `${publicUrl}${courierPath}`
  return messageKinds[kind].audience === 'CUSTOMER' ? customerLink : `${publicUrl}${consolePath}`
}

const wordsWith = (name: string) => ({
  customer: name,
  shop: name,
  courier: name,
  reason: name,
  what: name,
  advice: name,
  vehicle: 'à moto',
  span: 'quarta-feira, 23 de setembro, 12:30 – 14:30',
  code: '482913',
  phone: '+229019700000123',
  amount: '100\u202f000\u202f000\u00a0FCFA',
  reference: 'COL-ZZZZZZ',
  minutes: '10',
  hours: '24',
  old: '0000',
  new: '0042',
  end: '0042',
  order: name,
  since: name,
  until: '12\u00a0h\u00a030',
  begins: 'mercredi 23 septembre à 12:30',
  ends: '12\u00a0h\u00a030',
})

const names: [string, string][] = [
  [
    'a name of a hundred characters',
    'Établissements Àyìdé & Fils, Grande Rue de Cotonou '.repeat(2).slice(0, 100),
  ],
  ['names with characters of two septets', '{Chez Ama} [1] ~ €'.repeat(6)],
  ['names in other letters and signs', 'Ọlọ́run’s «çà et là» œuvre 😀 بوتيك'],
  ['names without a letter of GSM 03.38', '😀 بوتيك'],
  ['short names', 'Afi'],
]
for (const kind of kindsBySms)
  for (const language of isToCustomer(kind) ? spokenLanguages : languages)
    test(`${kind} in ${language} is one SMS in the letters of GSM 03.38, whatever the names`, () => {
      assert.ok(isGsmText(smsWording(kind, language)), smsWording(kind, language))
      const link = longestLink(kind)
      for (const [what, name] of names) {
        const text = smsText(kind, language, wordsWith(name), link)
        assert.ok(isGsmText(text), `${what}: ${text}`)
        assert.ok(septetsIn(text) <= 160, `${what}: ${septetsIn(text)} septets: ${text}`)
        assert.doesNotMatch(text, /\{\w+\}/, text)
        if (link !== null) assert.ok(text.endsWith(link), text)
        for (const place of ['code', 'phone', 'reference'] as const)
          if (smsWording(kind, language).includes(`{${place}}`))
            assert.ok(text.includes(wordsWith(name)[place]), `${place}: ${text}`)
        if (smsWording(kind, language).includes('{amount}'))
          assert.ok(text.includes('100 000 000 FCFA'), text)
      }
    })

describe('what an SMS says', () => {
  const words = {
    ...wordsWith('Afi'),
    shop: 'Boutique Ganhi',
    courier: 'Koffi',
    code: '0471',
    phone: '+2290197000002',
    span: '—',
    amount: '15\u202f600\u00a0FCFA',
  }
  const link = 'https://colis.bj/s/7K2M9Qabcdefghijkl'
  const said: [SmsKind, SpokenLanguage, string][] = [
    [
      'POSITION_LINK',
      'fr',
      `Bonjour Afi, Boutique Ganhi vous envoie un colis. Dites-nous où vous livrer : ${link}`,
    ],
    [
      'COURIER_ON_THE_WAY',
      'fr',
      `Boutique Ganhi : colis en route. Code de remise 0471, à donner colis en main. Livreur Koffi +2290197000002 ${link}`,
    ],
    [
      'COURIER_ON_THE_WAY',
      'en',
      `Boutique Ganhi: parcel on its way. Code 0471, give it once you hold it. Courier Koffi +2290197000002 ${link}`,
    ],
    [
      'COURIER_ON_THE_WAY',
      'pt',
      `Boutique Ganhi: encomenda a caminho. Codigo 0471, a dar so com ela na mao. Estafeta Koffi +2290197000002 ${link}`,
    ],
    [
      'POSITION_LINK',
      'es',
      `Hola Afi, Boutique Ganhi le envia un paquete. Diganos donde entregarlo: ${link}`,
    ],
    [
      'COURIER_WAITS_OWNER_PHONE',
      'fr',
      `Colis COL-ZZZZZZ : Koffi vous attend, Afi. Jusqu'à 12 h 30, frais ensuite : 15 600 FCFA. +2290197000002 ${link}`,
    ],
    [
      'PAYMENT_DUE',
      'fr',
      `Colis de Boutique Ganhi : 15 600 FCFA à payer avant la remise. Le livreur ne prend pas d'argent. ${link}`,
    ],
  ]
  for (const [kind, language, text] of said)
    test(`${kind} in ${language} reads as it was written`, () =>
      assert.equal(smsText(kind, language, words, link), text))

  const withSpan: [SmsKind, SpokenLanguage, string, string][] = [
    [
      'POSITION_LINK',
      'fr',
      'samedi 21 novembre, 14:00 – 16:00',
      `Bonjour Afi, Boutique Ganhi vous envoie un colis (samedi 21 novembre, 14:00 - 16:00). Dites-nous où vous livrer : ${link}`,
    ],
    [
      'COURIER_ON_THE_WAY',
      'fr',
      'entre 14\u00a0h et 16\u00a0h',
      `Boutique Ganhi : colis en route, prévu entre 14 h et 16 h. Code de remise 0471, à donner colis en main. +2290197000002 ${link}`,
    ],
    [
      'COURIER_ON_THE_WAY',
      'es',
      'de 14:00 a 16:00',
      `Boutique Ganhi: paquete en camino, llega de 14:00 a 16:00. Codigo 0471, delo solo con el paquete en mano. +2290197000002 ${link}`,
    ],
  ]
  for (const [kind, language, span, text] of withSpan)
    test(`${kind} in ${language} says the window of the drop-off before the courier’s name`, () =>
      assert.equal(smsText(kind, language, { ...words, span }, link), text))

  test('names are shortened, the customer’s first; then that is left out, and the shop’s is cut most', () => {
    const long = {
      ...words,
      customer: 'Marie-Madeleine Houngbédji',
      shop: 'Les Merveilles du Marché de Dantokpa',
    }
    const withLink = (length: number) => smsText('POSITION_LINK', 'fr', long, 'x'.repeat(length))
    assert.match(withLink(45), /^Bonjour Marie-Madeleine H\., Les Merveilles du Marché de Dantokpa vous/)
    assert.match(withLink(55), /^Bonjour Marie-Mad\., Les Merveilles du Marché de Danto\. vous/)
    assert.match(withLink(80), /^Bonjour, Les Merveilles du M\. vous/)
    assert.match(withLink(95), /^Bonjour, Les\. vous/)
  })
})

test('a text keeps the letters that GSM 03.38 has, and loses the marks of the others', () => {
  for (const [text, expected] of [
    ['éèàùìòÇñöüäåÅØß', 'éèàùìòÇñöüäåÅØß'],
    ['êâîôûëïç ÀÉ', 'eaiouei'.concat('c AÉ')],
    ['Cœur d’or «vif» – 2 500\u202fFCFA', 'Coeur d\'or "vif" - 2 500 FCFA'],
    ['Ḿọ̀ 😀!', 'Mo !'],
    ['e\u0301', 'é'],
  ] as const)
    assert.equal(gsmText(text), expected)
})

test('septets are counted as networks count them: two for a sign of the extension', () => {
  for (const [text, septets] of [
    ['', 0],
    ['abc', 3],
    ['é€', 3],
    ['[]{}~\\|^', 16],
  ] as const)
    assert.equal(septetsIn(text), septets)
})
