import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Point } from '../../../../base/kernel/point.ts'
import { positionInText } from '../../../../base/kernel/position-text.ts'
import { maxMessageLength, readChatMessage } from './chat-message.ts'

const zones = [
  'Akpakpa',
  'Akpakpa Centre',
  'Cadjèhoun',
  'Fidjrossè',
  'Ganhi',
  'Gbégamey',
  'Godomey',
  'Haie Vive',
  'Marché Dantokpa',
  'Sainte-Rita',
  'Zogbohouè',
  'Agla',
  'Centre',
  'PK10',
  'Bè',
  'Vossa–Kpota Nord',
]

/**
 * Reads only the form that these messages have; the console passes the reader of positions that customers
 * use.
 */
function pointInText(text: string): Point | undefined {
  const [, lat, lng] = /(-?\d{1,3}\.\d{3,12}),\s?(-?\d{1,3}\.\d{3,12})/.exec(text) ?? []
  return lat && lng ? { lat: Number(lat), lng: Number(lng) } : undefined
}

const read = (text: string, country = 'BJ') => readChatMessage(text, { country, zones, pointInText })

/**
 * What is read, without the spans: `first last`, phone without +22901, amount, and so on. Absent: not found.
 */
type Expected = {
  country?: string
  name?: [first: string | undefined, last: string | undefined]
  phone?: string | string[]
  amount?: number | number[]
  zone?: string | string[]
  landmark?: string
  category?: string
  mode?: string
  fragile?: boolean
  position?: Point
  left?: string[]
}

const afi = { name: ['Afi', 'Dossou'] as [string, string], phone: '+2290197000001' }
const dress = { ...afi, amount: 15_000, category: 'FASHION' }
const whole = { ...dress, zone: 'Cadjèhoun', landmark: 'près de la pharmacie' }

const messages: { [group: string]: [text: string, expected: Expected][] } = {
  'an order in one line': [
    ['Afi Dossou 97 00 00 01, robe, 15000, Cadjèhoun près de la pharmacie', whole],
    [
      'afi dossou 97000001 robe 15000 cadjehoun pres de la pharmacie',
      {
        ...whole,
        name: ['afi', 'dossou'],
        landmark: 'pres de la pharmacie',
      },
    ],
    [
      'AFI DOSSOU, 0197000001, ROBE, 15000 F, CADJEHOUN, PRÈS DE LA PHARMACIE',
      {
        ...whole,
        name: ['AFI', 'DOSSOU'],
        landmark: 'PRÈS DE LA PHARMACIE',
      },
    ],
    [
      'Afi Dossou 97 00 00 01, robe, 15000, kpota nord près de la pharmacie',
      { ...dress, zone: 'Vossa–Kpota Nord', landmark: 'près de la pharmacie' },
    ],
    [
      'Afi Dossou 97 00 00 01, robe, 15000, Vèdoko près de la pharmacie',
      { ...dress, landmark: 'Vèdoko près de la pharmacie' },
    ],
    ['Robe 15000 Cadjèhoun près de la pharmacie, Afi Dossou +229 01 97 00 00 01', whole],
    ['Afi Dossou / 97.00.00.01 / robe / 15.000 F / Cadjèhoun / près de la pharmacie', whole],
    ['97-00-00-01 Afi Dossou robe 15 000 FCFA Cadjèhoun', { ...dress, zone: 'Cadjèhoun' }],
    ['Afi Dossou 97 00 00 01 15 000 robe Cadjèhoun', { ...dress, zone: 'Cadjèhoun' }],
    ['Afi Dossou 01 97 00 00 01 15000 robe à Godomey', { ...dress, zone: 'Godomey' }],
    ['15000 97000001 Afi Dossou', { ...afi, amount: 15_000 }],
    ['Afi Dossou 97000001/15000/robe/Agla', { ...dress, zone: 'Agla' }],
    ['👗 robe 15000 📍Cadjèhoun 📞97 00 00 01 👤Afi Dossou', { ...dress, zone: 'Cadjèhoun' }],
    ['Afi Dossou - 97 00 00 01 - robe - 15000 - Fidjrossè', { ...dress, zone: 'Fidjrossè' }],
    ['*Afi Dossou* _97 00 00 01_ ~robe~ 15000', dress],
    ['Afi Dossou \u202a+229 97 00 00 01\u202c robe 15\u202f000 F', dress],
    ['', {}],
    ['Bonjour, merci beaucoup', {}],
    ['👍🏾', {}],
  ],
  phones: [
    ['Appelle le 97 00 00 01', { phone: '+2290197000001' }],
    ['(+229) 97000001', { phone: '+2290197000001' }],
    ['+(229) 97 00 00 01', { phone: '+2290197000001' }],
    ['00229 97 00 00 01', { phone: '+2290197000001' }],
    ['22997000001', { phone: '+2290197000001' }],
    ['2290197000001', { phone: '+2290197000001' }],
    ['97 000 001', { phone: '+2290197000001' }],
    ['90 11 22 33', { country: 'TG', phone: '+22890112233' }],
    ['Koffi +228 90 11 22 33', { name: ['Koffi', undefined], phone: '+22890112233' }],
    [
      'Yao 07 07 07 07 07 12 500 F',
      {
        country: 'CI',
        name: ['Yao', undefined],
        phone: '+2250707070707',
        amount: 12_500,
      },
    ],
    [
      'Fatou Ndiaye 77 123 45 67 8000 F',
      {
        country: 'SN',
        name: ['Fatou', 'Ndiaye'],
        phone: '+221771234567',
        amount: 8_000,
      },
    ],
    [
      'Ngono 6 99 11 22 33 robe 9000',
      {
        country: 'CM',
        name: ['Ngono', undefined],
        phone: '+237699112233',
        amount: 9_000,
        category: 'FASHION',
      },
    ],
    [
      'Afi Dossou 97 00 00 01 / 96 00 00 02',
      {
        name: ['Afi', 'Dossou'],
        phone: ['+2290197000001', '+2290196000002'],
      },
    ],
    [
      'Afi Dossou 97 00 00 01 ou 01 96 00 00 02',
      {
        name: ['Afi', 'Dossou'],
        phone: ['+2290197000001', '+2290196000002'],
      },
    ],
    ['97000001 (whatsapp 0197000001)', { phone: '+2290197000001' }],
    ['Commande du 21/11/2026, robe 15000', { amount: 15_000, category: 'FASHION' }],
    ['chaussures 40 41 42 43, 15000', { country: 'CI', amount: 15_000, category: 'FASHION' }],
    ['sandales 36 38 40 42, 15000', { country: 'TG', amount: 15_000, category: 'FASHION' }],
    ['Commande n° 94561234', {}],
    ['CNI 98451236', { country: 'CM' }],
    ['77123456/57', { country: 'CI' }],
    ['+225 49 12 34 56', { country: 'CI', phone: '+2250749123456' }],
    ['Mon n° 97000001', { phone: '+2290197000001' }],
    ['2 robes 97 00 00 01', { phone: '+2290197000001', category: 'FASHION', left: ['2'] }],
  ],
  amounts: [
    ['robe 15k', { amount: 15_000, category: 'FASHION' }],
    ['robe 15 mille', { amount: 15_000, category: 'FASHION' }],
    ['robe 15 mille 500', { amount: 15_500, category: 'FASHION' }],
    ['robe 15.000F', { amount: 15_000, category: 'FASHION' }],
    ['robe 15,000 frs cfa', { amount: 15_000, category: 'FASHION' }],
    ['téléphone 1.250.000 FCFA', { amount: 1_250_000, category: 'ELECTRONICS' }],
    ['laptop 1,5 million', { amount: 1_500_000, category: 'ELECTRONICS' }],
    ['robe 7.5k', { amount: 7_500, category: 'FASHION' }],
    ['savon 300f', { amount: 300, category: 'BEAUTY' }],
    ['Prix : 200, pain', { amount: 200, category: 'FOOD' }],
    ['robe 5000 et sac 7500', { amount: [12_500, 5_000, 7_500], category: 'FASHION', left: ['et sac'] }],
    ['robe 15000, livraison 1000', { amount: 15_000, category: 'FASHION', left: ['livraison 1000'] }],
    [
      'robe 15000 + 1000 F de livraison',
      {
        amount: 15_000,
        category: 'FASHION',
        left: ['1000 F de livraison'],
      },
    ],
    [
      'robe 20000, avance 5000, reste 15000',
      {
        amount: 15_000,
        category: 'FASHION',
        left: ['20000', 'avance 5000'],
      },
    ],
    [
      'robe 5000 + sac 7500 = 12500 au total',
      {
        amount: 12_500,
        category: 'FASHION',
        left: ['5000', 'sac 7500'],
      },
    ],
    ['2 x 7500 robe', { amount: [7_500, 15_000], category: 'FASHION' }],
    ['robe taille 42, 15000', { amount: 15_000, category: 'FASHION', left: ['taille 42'] }],
    ['livrer à 15h30 robe 15000', { amount: 15_000, category: 'FASHION' }],
    ['Quantité : 2\nPrix : 7500', { amount: [7_500, 15_000] }],
    ['Prix: 5000\nQté: 3\nFrais: 1000', { amount: [5_000, 15_000] }],
    ['Nombre: 3, prix: 7500', { amount: [7_500, 22_500] }],
    ['Quantité : 1\nPrix : 7500', { amount: 7_500 }],
    ['Robe 15000. Haut 5000. Total : 22 000f', { amount: [22_000, 20_000], category: 'FASHION' }],
    ['Robe 15000. Haut 5000. Livraison 2000. Total : 20 000f', { amount: 20_000, category: 'FASHION' }],
    ['Payer 20000 en deux fois, 10000 aujourd’hui', { amount: [20_000, 10_000] }],
    ['robe 99000000 F', { category: 'FASHION', left: ['99000000 F'] }],
  ],
  places: [
    [
      'Cadjèhoun derrière l’école, 97000001',
      {
        phone: '+2290197000001',
        zone: 'Cadjèhoun',
        landmark: 'derrière l’école',
      },
    ],
    ['Kadjehoun en face de la mosquée', { zone: 'Cadjèhoun', landmark: 'en face de la mosquée' }],
    ['Fidjrosse à côté du marché', { zone: 'Fidjrossè', landmark: 'à côté du marché' }],
    ['Akpapa vers le stade', { zone: 'Akpakpa', landmark: 'vers le stade' }],
    ['akpakpa-centre au niveau du feu', { zone: 'Akpakpa Centre', landmark: 'au niveau du feu' }],
    ['haievive', { zone: 'Haie Vive' }],
    ['à Ste Rita, carrefour St-Michel', { zone: 'Sainte-Rita', landmark: 'carrefour St-Michel' }],
    ['sainte rita carrefour des 3 banques', { zone: 'Sainte-Rita', landmark: 'carrefour des 3 banques' }],
    ['Godomey, carré 1425, maison Zinsou', { zone: 'Godomey', landmark: 'carré 1425, maison Zinsou' }],
    ['Agla rue 12.345 portail bleu', { zone: 'Agla', landmark: 'rue 12.345 portail bleu' }],
    ['pk10 juste après le pont', { zone: 'PK10', landmark: 'juste après le pont' }],
    [
      'Godomey togoudo, 2ème von après la pharmacie',
      {
        zone: 'Godomey',
        landmark: 'togoudo, 2ème von après la pharmacie',
      },
    ],
    ['bè kpota', { zone: 'Bè', landmark: 'kpota' }],
    ['Fidjrosse plage avant 13h svp', { zone: 'Fidjrossè', landmark: 'plage' }],
    ['ce sera be', {}],
    ['marché dantokpa', { zone: 'Marché Dantokpa' }],
    ['en face du marché Dantokpa', { zone: 'Marché Dantokpa', landmark: 'en face du marché Dantokpa' }],
    ['près de la pharmacie de Gbegamey', { zone: 'Gbégamey', landmark: 'près de la pharmacie de Gbegamey' }],
    [
      'Cadjèhoun, derrière la pharmacie Ganhi',
      { zone: 'Cadjèhoun', landmark: 'derrière la pharmacie Ganhi' },
    ],
    ['de Ganhi à Agla', { zone: ['Ganhi', 'Agla'] }],
    ['elle est au centre', {}],
    ['Quartier : Centre', { zone: 'Centre' }],
    ['livrer vers 15h avant demain', {}],
    [
      'entre la banque et la pharmacie, Ganhi',
      { zone: 'Ganhi', landmark: 'entre la banque et la pharmacie' },
    ],
  ],
  names: [
    ['Robe pour Afi Dossou, 97000001', { ...afi, category: 'FASHION' }],
    ['DOSSOU Afi 97000001', { ...afi, name: ['Afi', 'DOSSOU'] }],
    [
      'Rose Adjovi 97000001, robe rose',
      {
        name: ['Rose', 'Adjovi'],
        phone: '+2290197000001',
        category: 'FASHION',
      },
    ],
    ['Afi, 97000001', { name: ['Afi', undefined], phone: '+2290197000001' }],
    ['livrer chez tata Rose 97000001', { name: ['tata', 'Rose'], phone: '+2290197000001' }],
    ['Mme Dossou 97000001', { name: [undefined, 'Dossou'], phone: '+2290197000001' }],
    ['Mme Afi Dossou 97000001', afi],
    ['Marie-Josée Ahouansou 97000001', { name: ['Marie-Josée', 'Ahouansou'], phone: '+2290197000001' }],
    ['Jean Marie Kouassi 97000001', { name: ['Jean Marie', 'Kouassi'], phone: '+2290197000001' }],
    ['Rosine de Souza 97000001', { name: ['Rosine', 'de Souza'], phone: '+2290197000001' }],
    ['Paul d’Almeida 97000001', { name: ['Paul', 'd’Almeida'], phone: '+2290197000001' }],
    ['Ahou N’Guessan 97000001', { name: ['Ahou', 'N’Guessan'], phone: '+2290197000001' }],
    ['Aïcha El Hadj 97000001', { name: ['Aïcha', 'El Hadj'], phone: '+2290197000001' }],
    [
      'Bonjour je veux une robe rouge taille M pour Afi Dossou au 97 00 00 01 à Cadjèhoun merci',
      {
        ...afi,
        category: 'FASHION',
        zone: 'Cadjèhoun',
      },
    ],
    ['Mon nom c’est Afi Dossou, mon numéro 97000001', afi],
  ],
  'labels and chats': [
    [
      'Nom: Afi Dossou\nTel: 97 00 00 01\nLieu: Cadjèhoun, près de la pharmacie\nPrix: 15000',
      {
        ...afi,
        amount: 15_000,
        zone: 'Cadjèhoun',
        landmark: 'près de la pharmacie',
      },
    ],
    [
      'Nom: Afi Dossou Tel: 97 00 00 01 Lieu: Cadjèhoun près de la pharmacie Article: robe Prix: 15000',
      whole,
    ],
    [
      'Nom : Dossou\nPrénom : Afi\nContact : 0197000001\nQuartier : Agla\nRepère : portail bleu',
      {
        ...afi,
        zone: 'Agla',
        landmark: 'portail bleu',
      },
    ],
    ['Client(e) : Afi Dossou\nTéléphone : 97000001\nMontant à payer : 15.000', { ...afi, amount: 15_000 }],
    ['Lieu : Womey, 97000001', { phone: '+2290197000001', landmark: 'Womey' }],
    [
      '[12:03, 21/11/2026] +229 97 00 00 01: Bonjour, robe 15000 à Cadjèhoun',
      {
        phone: '+2290197000001',
        amount: 15_000,
        category: 'FASHION',
        zone: 'Cadjèhoun',
      },
    ],
    [
      '[12:03, 21/11/2026] +229 97 00 00 01: Livrez à Agla\n[12:05, 21/11/2026] +229 97 00 00 01: Afi Dossou',
      {
        ...afi,
        zone: 'Agla',
      },
    ],
    ['[12:03, 21/11/2026] Afi Dossou: robe 15000, 97000001', dress],
    ['21/11/2026, 12:03 - Boutique Ayo: Afi Dossou 97000001', afi],
    ['[12:03, 21/11/2026] +229 96 00 00 02: pour Afi Dossou 97 00 00 01', afi],
  ],
  terms: [
    ['robe 15000 déjà payé', { amount: 15_000, category: 'FASHION', mode: 'PREPAID' }],
    ['robe 15000 payée', { amount: 15_000, category: 'FASHION', mode: 'PREPAID' }],
    ['robe 15000, rien à encaisser', { amount: 15_000, category: 'FASHION', mode: 'PREPAID' }],
    ['robe, pas encore payé', { category: 'FASHION', mode: 'CASH_ON_DELIVERY' }],
    ['robe 15000 à payer à la livraison', { amount: 15_000, category: 'FASHION', mode: 'CASH_ON_DELIVERY' }],
    ['il paye 15000', { amount: 15_000 }],
    ['perruque fragile', { category: 'BEAUTY', fragile: true }],
    ['perruque, pas fragile', { category: 'BEAUTY', fragile: false }],
    ['chaussures', { category: 'FASHION' }],
    ['2 repas chauds', { category: 'FOOD', left: ['2', 'chauds'] }],
    ['avance payée 5000, reste 10000', { amount: 10_000 }],
    ['documents à déposer', { category: 'DOCUMENTS', left: ['à déposer'] }],
    ['Téléphone 97000001', { phone: '+2290197000001' }],
    ['un téléphone à 45000', { amount: 45_000, category: 'ELECTRONICS' }],
  ],
  positions: [
    [
      'Afi Dossou 97000001 https://maps.google.com/?q=6.3654,2.4183',
      {
        ...afi,
        position: { lat: 6.3654, lng: 2.4183 },
      },
    ],
    [
      'Ma position 6.3654, 2.4183 robe 15000',
      {
        amount: 15_000,
        category: 'FASHION',
        position: { lat: 6.3654, lng: 2.4183 },
      },
    ],
  ],
  'English and mixed speech': [
    [
      'Afi Dossou, phone: 97000001, dress, 15k, Cadjehoun near the pharmacy, already paid',
      {
        ...dress,
        zone: 'Cadjèhoun',
        landmark: 'near the pharmacy',
        mode: 'PREPAID',
      },
    ],
    [
      'Please deliver to Afi Dossou 97000001, behind the church in Agla',
      {
        ...afi,
        zone: 'Agla',
        landmark: 'behind the church in Agla',
      },
    ],
    [
      'Boss y’a la go Afi là, 97000001, sape 15 krika, Akpakpa côté du maquis',
      {
        name: ['Afi', undefined],
        phone: '+2290197000001',
        amount: 15_000,
        category: 'FASHION',
        zone: 'Akpakpa',
        landmark: 'côté du maquis',
      },
    ],
    [
      'Slt le gars, basket 15 mil pour Yao 0707070707 dja c’est payé',
      {
        country: 'CI',
        name: ['Yao', undefined],
        phone: '+2250707070707',
        amount: 15_000,
        category: 'FASHION',
        mode: 'PREPAID',
      },
    ],
    ['Robe 15000\nLivraison: 1000\nAfi Dossou 97000001', { ...dress }],
    [
      'Robe 15000\nTransport 1000\n97000001 Cadjèhoun',
      { phone: dress.phone, amount: 15_000, zone: 'Cadjèhoun', category: 'FASHION' },
    ],
    [
      'Abeg send am to Afi Dossou 97000001, wig 25k, fragile o',
      {
        ...afi,
        amount: 25_000,
        category: 'BEAUTY',
        fragile: true,
      },
    ],
  ],
}

for (const [group, cases] of Object.entries(messages))
  describe(`a pasted message: ${group} (decision 134)`, () => {
    for (const [text, { country, left, ...expected }] of cases)
      test(JSON.stringify(text), () => {
        const reading = read(text, country)
        assert.deepEqual(plain(reading), JSON.parse(JSON.stringify(expected)))
        if (left)
          assert.deepEqual(
            reading.leftOver.map(({ value }) => value),
            left,
          )
        assertSpans(text, reading)
      })
  })

describe('a message that may be meant as paid, and as to be collected, asks (decision 304)', () => {
  for (const text of [
    'Robe 15000. Payé: non',
    'Robe 15000. Déjà payé : non',
    'Dress 15000 Paid: no',
    'Robe 15000. Livraison déjà payée',
    'Robe 15000. Elle a payé la livraison',
    'Dress 15000. Delivery paid',
    'Robe 15000. Frais de livraison payés',
    'Robe 15000. Elle n’a rien payé',
    'Dress 15000, she hasn’t paid',
    'Dress 15000 not fully paid',
    'Dress 15000 must be paid',
    'Dress 15000 partly paid',
    'Robe 15000. Il a payé une partie',
    'Robe 15000. Avance déjà payée',
    'Robe 15000 payé 1/2',
    'Elle a tout payé sauf la livraison. Robe 15000',
    'Robe 15000, pas besoin de payer',
    'Robe soldée à 15000',
    'Robe soldée 15000',
    'Robe 15000. Paiement en attente',
    'Dress 15000, payment pending',
    'Robe 15000 pas de paiement à la livraison',
    'Robe 15000 une fois payé tu livres',
    'Robe 15000. À encaisser : 0',
    'Robe 15000. Ne pas encaisser.',
    'Robe 15000. No payment needed',
    'Robe 15000, gratuit',
    'Robe 15000 Paiement ok',
  ])
    test(text, () => {
      const { fields, choices } = read(text)
      assert.deepEqual(
        choices.money?.map(({ value }) => value.amountFcfa ?? value.mode),
        [15_000, 'PREPAID'],
      )
      assert.equal(fields.mode, undefined)
      assert.equal(fields.goodsAmountFcfa, undefined)
    })
})

/** A reading as the table writes it. */
function plain({ fields, choices }: ReturnType<typeof read>) {
  const one = (field: 'phone' | 'zone') => fields[field]?.value ?? choices[field]?.map(({ value }) => value)
  const asked = choices.money?.map(({ value: { amountFcfa, mode } }) => amountFcfa ?? mode)
  const { firstName, lastName } = fields
  return JSON.parse(
    JSON.stringify({
      name: firstName || lastName ? [firstName?.value, lastName?.value] : undefined,
      phone: one('phone'),
      amount: fields.goodsAmountFcfa?.value ?? asked,
      zone: one('zone'),
      landmark: fields.landmark?.value,
      category: fields.category?.value,
      mode: fields.mode?.value,
      fragile: fields.fragile?.value,
      position: fields.position?.value,
    }),
  )
}

/** Every span is within the text, and what was read stands in it. */
function assertSpans(text: string, { fields, choices, leftOver }: ReturnType<typeof read>): void {
  for (const { start, end } of [...Object.values(fields), ...Object.values(choices).flat(), ...leftOver])
    assert.ok(start >= 0 && start < end && end <= text.length)
  const digits = (part: string) => part.replace(/\D/g, '')
  for (const { start, end, value } of [fields.phone ?? [], choices.phone ?? []].flat())
    assert.equal(digits(value).slice(-7), digits(text.slice(start, end)).slice(-7))
}

test('each field says from which words it was read', () => {
  const text =
    'Robe 15 000 F pour Afi Dossou (+229 97 00 00 01), kadjehoun, près de la pharmacie, déjà payé, fragile'
  const { fields } = read(text)
  const words = Object.entries(fields).map(([name, { start, end }]) => [name, text.slice(start, end)])
  assert.deepEqual(Object.fromEntries(words), {
    firstName: 'Afi',
    lastName: 'Dossou',
    phone: '+229 97 00 00 01',
    goodsAmountFcfa: '15 000 F',
    zone: 'kadjehoun',
    landmark: 'près de la pharmacie',
    category: 'Robe',
    mode: 'déjà payé',
    fragile: 'fragile',
  })
})

test('a link in which no position is read is named, and no part of it is taken for anything else', () => {
  const { fields, unreadLinks, leftOver } = read('Agla https://maps.app.goo.gl/97000001/robe')
  assert.deepEqual(Object.keys(fields), ['zone'])
  assert.deepEqual(unreadLinks, [{ start: 5, end: 42, value: 'https://maps.app.goo.gl/97000001/robe' }])
  assert.deepEqual(leftOver, [])
})

test('a Plus Code is read as a position, and no part of it is taken for anything else', () => {
  const beside = (text: string) => positionInText(text, { lat: 6.37, lng: 2.42 })?.point
  const { fields, leftOver } = readChatMessage('Afi Dossou 97000001 je suis au 9C89+58', {
    country: 'BJ',
    zones,
    pointInText: beside,
  })
  assert.deepEqual(fields.position?.value, { lat: 6.365438, lng: 2.418313 })
  assert.equal(fields.goodsAmountFcfa, undefined)
  assert.doesNotMatch(JSON.stringify(leftOver), /9C89/)
})

test('a name in decomposed letters is returned composed', () => {
  assert.equal(read('Josue\u0301 Dossou 97000001').fields.firstName?.value, 'Josué')
})

test('nothing is read beyond 2,000 characters', () => {
  const text = `${'. '.repeat(maxMessageLength / 2)}97000001`
  assert.deepEqual(read(text).fields, {})
})

test('no message of repetitions takes long to read', () => {
  const piece = fc.constantFrom(
    ...'0 9 97 +229 1 . , / - ( x F k mille Afi Cadjèhoun kadjehou près à la : \n * é ° https:// [ ]'.split(
      ' ',
    ),
    ' ',
  )
  const repeated = fc.tuple(
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 1, max: 1_000 }),
  )
  fc.assert(
    fc.property(fc.array(repeated, { minLength: 1, maxLength: 5 }), (parts) => {
      const text = parts
        .map(([pieces, times]) => pieces.join('').repeat(times))
        .join('')
        .slice(0, 3_000)
      read(text)
    }),
    { numRuns: 200 },
  )
})

test('any text is read without an error, and every span lies within it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => assertSpans(text, read(text))),
  )
})
