import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import type { MappingChoices } from '../columns/column-mapping.ts'
import { type BulkRow, type BulkTable, readBulkRows } from './bulk-rows.ts'

const center = { lat: 6.37, lng: 2.41 }

function read(table: string, choices?: MappingChoices): BulkTable {
  const rules = {
    shopId: 'a',
    pickupAddressId: 'b',
    country: 'BJ',
    isServed: () => true,
    clock: { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Africa/Porto-Novo' },
    pointInText: (text: string) => pointInText(text, center),
  }
  const reading = readBulkRows(table, rules, choices)
  assert.ok('rows' in reading, JSON.stringify(reading))
  return reading
}

/** What is collected, `paid` for nothing, or what is wrong; what is open instead, where the whole table waits. */
function said(table: BulkTable): string[] {
  if (table.mapping.reasons.length > 0) return table.mapping.reasons.map(({ reason }) => reason)
  return table.rows.map(moneyOf)
}

function moneyOf({ ready, faults }: BulkRow): string {
  if (!ready) return faults.map(({ code }) => code).join(' ')
  const { mode, goodsAmount, feePayer } = ready.input.payment
  const payer = feePayer ? ` ${feePayer}` : ''
  return mode === 'PREPAID' ? 'paid' : `${goodsAmount}${payer}`
}

/** The cells after a name and a phone. */
const table = (headings: string, ...rows: string[]) =>
  [`Nom;Téléphone;${headings}`, ...rows.map((cells) => `Ama Agbo;97000001;${cells}`)].join('\n')

describe('what is collected (decision 305)', () => {
  const cases: [headings: string, row: string, expected: string][] = [
    ['Montant', '15000', '15000'],
    ['Prix colis;Frais de livraison', '15000;1000', '15000'],
    ['Prix colis;Frais de livraison;Total à encaisser', '15000;1000;16000', '16000 MERCHANT'],
    ['Sous-total;Livraison;Total', '15000;1000;16000', '16000 MERCHANT'],
    ['Montant total à payer', '15000', '15000'],
    ['Order Total Amount', '15000.00', '15000'],
    ['MONTANT (FCFA) à payer', '15000', '15000'],
    ['Somme à récupérer', '15000', '15000'],
    ['Montant COD', '15000', '15000'],
    ['Montant dû', '15000', '15000'],
    ['Quantité;Prix unitaire', '3;5000', '15000'],
    ['Qté;P.U.;Total', '3;5000;15000', '15000'],
    ['Quantité;Prix', '1;5000', '5000'],
    ['Quantité;Prix', '3;5000', 'MONEY'],
    ['PU;Qté;Montant', '5000;3;5000', 'CONFLICT'],
    ['Total;Avance;Reste à payer', '20000;5000;15000', '15000'],
    ['Total;Avance;Reste à payer', '20000;5000;16000', 'CONFLICT'],
    ['Total;Avance', '20000;5000', '15000'],
    ['Total;Avance', '20000;', '20000'],
    ['Montant total;Déjà payé', '20000;20000', 'paid'],
    ['Prix total;Reste', '20000;15000', '15000'],
    ['Total;Acompte versé;Solde', '20000;5000;15000', '15000'],
    ['Order amount;Amount paid;Balance due', '20000;5000;15000', '15000'],
    ['Total;Reste', '20000;0', 'paid'],
    ['Avance', '5000', 'MONEY'],
    ['Montant à payer;Avance', '15000;5000', 'MONEY'],
    ['Montant à encaisser;Avance', '15000;5000', 'MONEY'],
    ['Montant à encaisser;Avance', '15000;0', '15000'],
    ['Total;Avance;À payer', '20000;5000;15000', '15000'],
    ['Total;Avance;À payer', '20000;5000;20000', 'CONFLICT'],
    ['Total;À payer', '20000;18000', '18000'],
    ['Total HT;Total TTC;Net à payer', '10000;11800;11000', '11000'],
    ['Prix;Montant', '15000;16000', 'MONEY'],
    ['Qté;Montant', '3;5000', 'MONEY'],
    ['Prix;Quantité;Montant', '5000;3;15000', '15000'],
    ['Prix d’achat', '5000', 'MONEY'],
    ['Prix d’achat;Prix de vente', '5000;9000', '9000'],
    ['Total hors livraison;Livraison', '15000;1000', '15000'],
    ['Total HT;TVA;Total TTC', '10000;1800;11800', '11800'],
    ['Prix barré;Prix', '20000;15000', '15000'],
    ['Montant;Remise', '15000;1500', 'MONEY'],
    ['Montant;Remise', '15000;0', '15000'],
    ['Sous-total;Remise;Total', '15000;1500;13500', '13500'],
    ['Montant;Commission', '15000;500', '15000'],
    ['Prix;Avance;Reste', '20000;5000;', '15000'],
    ['Prix;Avance;Reste', '20000;5000;20000', 'CONFLICT'],
    ['Prix;Reste', '20000;', 'LEFT_BLANK'],
    ['Prix;Reste', '20000;0', 'paid'],
    ['Prix;Total', '15000;', 'AMOUNT_LEFT_OUT'],
    ['Prix;Total', '15000;0', 'AMOUNT_LEFT_OUT'],
    ['Prix;Montant à payer', '15000;', 'AMOUNT_LEFT_OUT'],
    ['Sous-total;Total', '15000;', 'AMOUNT_LEFT_OUT'],
    ['Prix;À encaisser;Payé', '15000;;', 'LEFT_BLANK'],
    ['Total;Avance', ';5000', 'LEFT_BLANK'],
    ['Prix unitaire;Qté', ';2', 'LEFT_BLANK'],
    ['Prix livraison;Prix', '1000;', 'LEFT_BLANK'],
    ['Total;Réduction 10%', '15000;1500', 'MONEY'],
    ['Montant EUR', '15000', 'MONEY'],
    ['Amount (USD)', '15000', 'MONEY'],
    ['Prix €', '15000', 'MONEY'],
    ['Montant (k)', '15000', 'MONEY'],
    ['Prix (en milliers)', '15000', 'MONEY'],
    ['Total;Acompte (%)', '20000;30', 'MONEY'],
    ['Net à reverser', '15000', 'MONEY'],
    ['Montant assuré', '15000', 'MONEY'],
    ['Total;Reçu', '20000;5000', 'MONEY'],
    ['Prix;Devise', '15000;EUR', 'MONEY'],
    ['Prix;Devise', '15000;F CFA', '15000'],
    ['Total;Montant reversé', '15000;9000', '15000'],
    ['Montant;Cash;Momo', '15000;10000;5000', 'MONEY'],
    ["Total;Bon d'achat", '20000;5000', 'MONEY'],
    ['Montant;Avoir', '20000;5000', 'MONEY'],
    ['Montant;Momo', '20000;0', '20000'],
    ['Machin', '5 000 F', 'MONEY'],
    ['Machin;Montant', '5 000 F;', 'AMOUNT_LEFT_OUT'],
    ['Machin;Montant', '5 000 F;15000', '15000'],
    ['Montant', 'payé', 'paid'],
    ['Montant', 'beaucoup', 'AMOUNT'],
  ]
  for (const [headings, row, expected] of cases)
    test(`${headings}: ${row} is ${expected}`, () =>
      assert.deepEqual(said(read(table(headings, row))), [expected]))

  const written: [written: string, amount: string][] = [
    ['12 500 F', '12500'],
    ['12.500', '12500'],
    ['12,500.00', '12500'],
    ['1,25E+04', '12500'],
    ['1.5E+04', '15000'],
    ['12k', '12000'],
    ['15000.000000', '15000'],
    ['15 000,00 FCFA', '15000'],
    ['FCFA 15 000', '15000'],
    ['XOF 15000', '15000'],
    ['CFA 15,000.00', '15000'],
    ['1500.50', 'AMOUNT'],
    ['1500.000', 'AMOUNT'],
    ['1,234E+02', 'AMOUNT'],
    ['=SUM(A1:A2)', 'AMOUNT'],
    ['#REF!', 'AMOUNT'],
  ]
  for (const [text, amount] of written)
    test(`${text} is ${amount}`, () => assert.deepEqual(said(read(table('Montant', `"${text}"`))), [amount]))
})

describe('who has paid (decision 305)', () => {
  const cases: [headings: string, cells: string, expected: string][] = [
    ['Montant;Statut', '15000;Payé', 'paid'],
    ['Montant;Statut', '15000;Non payé', '15000'],
    ['Montant;Statut', '15000;Payé par Wave', 'paid'],
    ['Montant;Statut', '15000;À livrer', '15000'],
    ['Montant;Paiement', '15000;Wave, déjà payé', 'paid'],
    ['Montant;Statut', '15000;Livré', 'ORDER_DONE'],
    ['Montant;Statut', '15000;Annulé', 'ORDER_CANCELLED'],
    ['Montant;Etat du paiement', '15000;en attente de paiement', '15000'],
    ['Montant;Etat du paiement', '15000;partiellement payé', 'PARTLY_PAID'],
    ['Total;Reste;Etat du paiement', '15000;5000;partiellement payé', '5000'],
    ['Total;Reste;Etat du paiement', '15000;5000;payé', 'CONFLICT'],
    ['Montant;Payé', '15000;oui', 'paid'],
    ['Montant;Payé ?', '15000;non', '15000'],
    ['Montant;Paiement à la livraison', '15000;oui', '15000'],
    ['Montant;Paiement à la livraison', '15000;non', 'MODE'],
    ['Montant;Moyen de paiement', '15000;Mobile Money', 'MODE'],
    ['Montant;Moyen de paiement', '15000;Espèces à la livraison', '15000'],
    ['Montant;Mode de paiement', ';Paiement à la livraison', 'AMOUNT_MISSING'],
    ['Total;Financial Status', '15000;paid', 'paid'],
    ['Total;Financial Status', '15000;pending', '15000'],
    ['Total;Financial Status', '15000;refunded', 'ORDER_CANCELLED'],
    ['Total;Financial Status', '15000;authorized', 'MODE'],
    ['Total;Paid at', '15000;2026-11-20 10:00', 'paid'],
    ['Total;Date de paiement', '15000;', '15000'],
    ['Total;Cancelled at', '15000;2026-11-20', 'ORDER_CANCELLED'],
    ['order_total;status;payment_method', '15000;processing;cod', '15000'],
    ['order_total;status;payment_method', '15000;processing;fedapay', 'paid'],
    ['order_total;status', '15000;processing', 'MODE'],
    ['order_total;status;payment_method', '15000;on-hold;bacs', 'MODE'],
    ['order_total;status;payment_method', '15000;completed;cod', 'ORDER_DONE'],
    ['Machin', 'payé', 'PAYMENT'],
    ['Montant;Paiement', '15000;payé 5000', 'MODE'],
    ['Montant;Paiement', '15000;tout payé sauf 2000', 'MODE'],
    ['Montant;Paiement', '15000;payé sauf livraison', 'MODE'],
    ['Montant;Paiement', '15000;payé la livraison', 'MODE'],
    ['Montant;Paiement', '15000;payé à crédit', 'MODE'],
    ['Montant;Paiement', '15000;payé à 50%', 'MODE'],
    ['Montant;Paiement', '15000;Payé ?', 'MODE'],
    ['Montant;Paiement', '15000;paye cash', 'MODE'],
    ['Montant;Paiement', '15000;à payer 5000', 'MODE'],
    ['Montant;Paiement', '15000;prépayé en partie', 'MODE'],
    ['Montant;Paiement', '15000;payé le 12/11/2026', 'paid'],
    ['Montant;Paiement', '15000;payé par MTN Mobile Money', 'paid'],
    ['Montant;Paiement', '15000;Payée en ligne', 'paid'],
    ['Montant;Paiement', '15000;prépayé via Moov', 'paid'],
    ['Montant;Statut', '15000;annulé par la cliente', 'ORDER_CANCELLED'],
    ['Montant;Statut', '15000;Client a annulé', 'ORDER_CANCELLED'],
    ['Montant;Statut', '15000;Refusé par le client', 'ORDER_CANCELLED'],
    ['Montant;Statut', '15000;Retour client', 'ORDER_CANCELLED'],
    ['Montant;Statut', '15000;Échec de livraison', 'ORDER_CANCELLED'],
    ['Montant;Statut', '15000;livré, non payé', 'ORDER_DONE'],
    ['Montant;Statut', '15000;Livré mais pas payé', 'ORDER_DONE'],
    ['Montant;Statut', '15000;gratuit', 'MODE'],
    ['Montant;Statut', '15000;échange', 'MODE'],
    ['Montant;Statut;Paiement', '15000;Livré;Payé', 'ORDER_DONE'],
    ['Montant;Statut de livraison', '15000;Annulé par la cliente', 'ORDER_CANCELLED'],
    ['Montant;Paiement', '15000;Contre-remboursement', '15000'],
    ['Montant;Statut', '15000;ne veut plus', 'ORDER_CANCELLED'],
    ['Montant;Note', '15000;déjà payé', 'NOTE_PAID'],
    ['Montant;Note', '15000;encaisser 10 000 F', 'CONFLICT'],
    ['Montant;Note', '15000;encaisser 15.000', '15000'],
    ['Montant;Note', '15000;Prépayé', 'NOTE_PAID'],
    ['Montant;Note', '15000;tout est OK, elle a payé', 'NOTE_PAID'],
    ['Montant;Note', '15000;soldé par wave', 'NOTE_PAID'],
    ['Montant;Note', '15000;ne rien encaisser', 'NOTE_PAID'],
    ['Montant;Note', '15000;a versé 5000', 'NOTE_PAID'],
    ['Montant;Note', '15000;avance 5000', 'NOTE_PAID'],
    ['Montant;Note', '15000;reste 5000', 'NOTE_PAID'],
    ['Montant;Note', '15000;paye à la livraison', '15000'],
    ['Montant;Note', '15000;pas encore payé', '15000'],
    ['Montant;Note', '15000;venir en avance', '15000'],
    ['Montant;Note', '15000;reste au portail', '15000'],
    ['Montant;Paiement;Note', '15000;à la livraison;avance 5000', 'NOTE_PAID'],
    ['Total;Reste;Note', '15000;5000;avance 10000', '5000'],
  ]
  for (const [headings, cells, expected] of cases)
    test(`${headings}: ${cells} is ${expected}`, () =>
      assert.deepEqual(said(read(table(headings, cells))), [expected]))
})

describe('what a person says', () => {
  test('a column that they name, or leave out, is what they say', () => {
    const sheet = table('Quantité;Prix', '3;5000')
    const chosen = (column: 'amount' | 'unitPrice' | 'skip') =>
      said(read(sheet, { columns: { 3: column }, words: {} }))
    assert.deepEqual(chosen('amount'), ['5000'])
    assert.deepEqual(chosen('unitPrice'), ['15000'])
    assert.deepEqual(chosen('skip'), ['paid'])
  })

  test('a word of payment that may mean two things is asked about, and means what they say', () => {
    const sheet = table('Montant;Moyen de paiement', '5000;Mobile Money', '6000;Espèces')
    assert.deepEqual(read(sheet).words, ['Mobile Money'])
    assert.deepEqual(said(read(sheet)), ['MODE', '6000'])
    const chosen = (meaning: 'PAID' | 'COD') =>
      read(sheet, { columns: {}, words: { 'mobile money': meaning } })
    assert.deepEqual(said(chosen('PAID')), ['paid', '6000'])
    assert.deepEqual(said(chosen('COD')), ['5000', '6000'])
    assert.deepEqual(chosen('COD').words, ['Mobile Money'])
  })

  test('they say who pays the trip of a file in which it has a price', () => {
    const sheet = table('Sous-total;Livraison;Total', '15000;1000;16000')
    assert.equal(read(sheet).hasFees, true)
    assert.deepEqual(said(read(sheet, { columns: {}, words: {}, trip: 'CUSTOMER' })), ['16000 CUSTOMER'])
  })
})

describe('whose a column is', () => {
  const person = (source: string) => {
    const reading = read(source)
    if (reading.mapping.reasons.length > 0)
      return reading.mapping.reasons.map(({ reason }) => reason).join(' ')
    return reading.rows
      .map(({ ready, faults }) => {
        const { firstName, lastName, phone } = ready?.input.customer ?? {}
        return ready ? `${firstName} ${lastName} ${phone}` : faults.map(({ code }) => code).join(' ')
      })
      .join(', ')
  }
  const one = 'Ama Agbo +2290197000001'
  const cases: [what: string, source: string, expected: string][] = [
    ['plural and capitals', 'NOM & PRENOMS;CONTACTS\nAma Agbo;97000001', one],
    ['a preposition', 'Nom du client;N° de téléphone\nAma Agbo;97000001', one],
    ['an abbreviation', 'Nom;Numéro de tel\nAma Agbo;97000001', one],
    ['words written together', 'nomclient;numtelclient\nAma Agbo;97000001', one],
    ['camel case', 'customerName;customerPhone\nAma Agbo;97000001', one],
    ['a number that is a rank', 'Numéro;Nom;Contact\n1;Ama Agbo;97000001', one],
    ['a number that is a phone', 'Nom;Numéro\nAma Agbo;97000001', one],
    ['a contact that is a person', 'Contact;Téléphone\nAma Agbo;97000001', one],
    ['first and last name apart', 'Prénom du client;Nom du client;Tél\nAma;Agbo;97000001', one],
    ['the first of two phones', 'Nom;Contact 1;Contact 2\nAma Agbo;97000001;97000002', one],
    ['a phone before WhatsApp', 'Nom;WhatsApp;Téléphone\nAma Agbo;97000002;97000001', one],
    ['the same phone twice', 'Nom;Téléphone;Téléphone\nAma Agbo;97000001;97 00 00 01', one],
    ['two phones of one heading', 'Nom;Téléphone;Téléphone\nAma Agbo;97000001;97000002', 'TWICE'],
    [
      'sender and recipient',
      'Nom expéditeur;Tél expéditeur;Nom destinataire;Tél destinataire\nBoutique;97000009;Ama Agbo;97000001',
      one,
    ],
    ['a phone of nobody', 'Expéditeur;Destinataire;Téléphone\nBoutique;Ama Agbo;97000001', 'PARTY'],
    [
      'billing and shipping',
      'Billing Name,Billing Phone,Shipping Name,Shipping Phone\nKoffi Ato,97000009,Ama Agbo,97000001',
      one,
    ],
    [
      'a buyer who receives it',
      'billing_first_name,billing_last_name,billing_phone,shipping_first_name,shipping_last_name\n' +
        'Ama,Agbo,97000001,,\nAma,Agbo,97000001,AMA,Agbo',
      `${one}, AMA Agbo +2290197000001`,
    ],
    [
      'the phone of a buyer who is somebody else',
      'billing_first_name,billing_last_name,billing_phone,shipping_first_name,shipping_last_name\n' +
        'Koffi,Ato,97000009,Ama,Agbo',
      'PARTY',
    ],
    ['a date with the digits of a phone', 'Nom;Purchase Date;Tél\nAma Agbo;2026-11-20;97000001', one],
    ['bill-to and ship-to', 'Bill-to Name;Ship-to Name;Ship-to Phone\nKoffi Ato;Ama Agbo;97000001', one],
    ['no phone', 'Nom;Montant\nAma Agbo;5000', 'PHONE'],
    ['no name', 'Téléphone;Montant\n97000001;5000', 'NAME'],
    [
      'titles above, and a heading that only its cells explain',
      'Chez Ama\nCommandes du 12/11/2026\n\nNom;Joindre au\nAma Agbo;97000001',
      one,
    ],
    ['no headings, in another order', 'Ama Agbo\t97000001\tAgla\t15000', one],
    ['headings again, and a sum', 'Nom;Tél;Montant\nAma Agbo;97000001;500\nNom;Tél;Montant\nTOTAL;;500', one],
    ['Markdown', '| Nom | Tél |\n|---|:--|\n| Ama Agbo | 97000001 |', one],
    ['bars', 'Nom|Tél\nAma Agbo|97000001', one],
    ['blanks', 'Nom         Tél\nAma Agbo    97000001', one],
    ['a separator that is said', 'sep=^\nNom^Tél\nAma Agbo^97000001', one],
  ]
  for (const [what, source, expected] of cases)
    test(`${what}: ${expected}`, () => assert.equal(person(source), expected))

  test('nothing that says where the customer lives is dropped, the neighbourhood first', () => {
    const place = (source: string) =>
      Object.values(read(source).rows[0]?.ready?.input.expectedPlace ?? {}).join(', ')
    assert.equal(place('Nom;Tél;Ville;Quartier\nAma;97000001;Cotonou;Zogbo'), 'Zogbo, Cotonou')
    assert.equal(
      place(
        'Nom;Tél;Commune;Secteur;Quartier;Adresse;Repère\nAma;97000001;Cotonou;12;Zogbo;rue 12;pharmacie',
      ),
      'Zogbo, 12, Cotonou, rue 12, pharmacie',
    )
  })
})

describe('exports of shops as they are', () => {
  test('Shopify: its lines are one order, its number the reference', () => {
    const source = [
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,' +
        'Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,' +
        'Lineitem fulfillment status,Billing Name,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,' +
        'Shipping City,Shipping Country,Shipping Phone,Notes,Cancelled at,Payment Method,Refunded Amount,Vendor,' +
        'Outstanding Balance,Location,Id,Phone',
      `#1001,a@x.test,pending,,unfulfilled,XOF,15000,0,0,15000.00,BIENVENUE,0,2026-11-20,1,Robe,10000,,pending,` +
        `Koffi Ato,97000009,Ama Agbo,Rue 12,Rue 12,Cotonou,BJ,'+22997000001,Appeler,,Cash on Delivery (COD),0.00,` +
        'Chez Afi,15000.00,Boutique du centre,5123456789012,97000009',
      '#1001,a@x.test,,,,,,,,,,,2026-11-20,1,Sac,5000,,pending,,,,,,,,,,,,,,,,,',
      '#1002,b@x.test,paid,2026-11-20,unfulfilled,XOF,9000,0,0,9000.00,,0,2026-11-20,1,Robe,9000,,pending,' +
        'Ama Agbo,97000001,Ama Agbo,Rue 12,Rue 12,Cotonou,BJ,97000001,,,custom,0.00,Chez Afi,0.00,,5123456789013,',
    ].join('\n')
    const reading = read(source)
    assert.deepEqual(said(reading), ['15000', 'paid'])
    assert.deepEqual(
      reading.rows.map(({ lines }) => lines),
      [[2, 3], [4]],
    )
    assert.deepEqual(reading.rows[0]?.ready?.input, {
      pickupAddressId: 'b',
      customer: { firstName: 'Ama', lastName: 'Agbo', phone: '+2290197000001' },
      parcel: { category: 'FASHION', size: 'SMALL' },
      payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 },
      expectedPlace: { label: 'Cotonou', landmark: 'Rue 12' },
      instructions: 'Appeler',
      externalRef: '#1001',
    })
  })

  test('Jumia: the prices of its lines are the amount', () => {
    const source = [
      'Order Item Id;Order Number;Shipping Name;Shipping Address;Shipping Phone Number;Shipping City;Payment Method;' +
        'Paid Price;Unit Price;Shipping Fee;Item Name;Status',
      '1;300123;Ama Agbo;Rue 1;97000001;Cotonou;CashOnDelivery;9000;10000;0;Robe;ready_to_ship',
      '2;300123;Ama Agbo;Rue 1;97000001;Cotonou;CashOnDelivery;5000;5000;0;Sac;ready_to_ship',
    ].join('\n')
    assert.deepEqual(said(read(source)), ['14000'])
  })

  test('PrestaShop: an order list without phones says what is missing, one with them is read', () => {
    const list = '"ID";"Référence";"Livraison";"Client";"Total";"Paiement";"État";"Date"'
    const order = '"5";"XKBKNABJK";"Bénin";"A. AGBO";"15 000 CFA";"Paiement à la livraison (COD)"'
    const state = '"En attente de paiement à la livraison";"2026-11-20"'
    assert.deepEqual(said(read(`${list}\n${order};${state}`)), ['PHONE'])
    assert.deepEqual(said(read(`${list};"Mobile"\n${order};${state};"97000001"`)), ['15000'])
  })

  test('lines of one order whose amounts may be of each or of all are asked about', () => {
    const lines = (...cells: string[]) =>
      said(read(['Nom;Tél;Commande;Montant', ...cells.map((each) => `Ama;97000001;A-1;${each}`)].join('\n')))
    assert.deepEqual(lines('5000', '5000'), ['LINES'])
    assert.deepEqual(lines('5000', ''), ['5000'])
    const of = (headings: string, ...cells: string[]) =>
      said(read(table(`Commande;${headings}`, ...cells.map((each) => `A-1;${each}`))))
    assert.deepEqual(of('Total', '5000', '5000'), ['LINES'])
    assert.deepEqual(of('À encaisser', '5000', '5000'), ['LINES'])
    assert.deepEqual(of('Total commande', '5000', '5000'), ['5000'])
    assert.deepEqual(of('PU;Total', '2000;5000', '3000;5000'), ['5000'])
    assert.deepEqual(of('PU;Total', '2000;5000', '2000;5000'), ['LINES'])
  })

  test('our own export is read back as it was', () => {
    const source = [
      'Référence;Votre référence;Créée le;Statut;Motif de l’échec;Nom;Prénom;Téléphone;Zone;Lieu;Repère;Catégorie;' +
        'Marchandise (FCFA);Livraison (FCFA);Livraison payée par;À encaisser (FCFA);Paiement;Payée le;' +
        'Frais d’encaissement (FCFA);Frais d’annulation (FCFA);Frais de retour (FCFA);' +
        'Remise de code promo à la charge de la boutique (FCFA);Livreur;Terminée le;Créneau de remise',
      `COL-ABC123;A-1;2026-11-20 10:00;Position attendue;;Agbo;Ama;'+229 01 97 00 00 01;;;;FASHION;15000;1000;` +
        'Client;16000;À encaisser à la livraison;;150;300;300;0;;;2026-11-21 14:00 - 16:00',
      `COL-ABC124;;2026-11-20 10:00;Position attendue;;Agbo;Ama;'+229 01 97 00 00 01;;;;FASHION;15000;1000;` +
        'Boutique;15000;À encaisser à la livraison;;150;300;300;0;;;2026-11-21 14:00 - 2026-11-22 07:00',
      `COL-ABC125;;2026-11-20 10:00;Position attendue;;Agbo;Ama;'+229 01 97 00 00 01;;;;FASHION;15000;1000;` +
        'Client;0;Rien à encaisser;;150;300;300;0;;;',
    ].join('\n')
    const reading = read(source)
    assert.deepEqual(said(reading), ['15000 CUSTOMER', '15000 MERCHANT', 'paid'])
    assert.equal(reading.rows[0]?.ready?.input.externalRef, 'A-1')
    assert.deepEqual(
      reading.rows.map(({ ready }) => ready?.input.dropoffWindow),
      [
        { from: '2026-11-21T13:00:00.000Z', to: '2026-11-21T15:00:00.000Z' },
        { from: '2026-11-21T13:00:00.000Z', to: '2026-11-22T06:00:00.000Z' },
        undefined,
      ],
    )
  })
})

describe('the window of the drop-off', () => {
  const windowOf = (headings: string, row: string) =>
    read(table(`Montant;${headings}`, `15000;${row}`)).rows.map(({ ready, faults }) => {
      const { from, to } = ready?.input.dropoffWindow ?? {}
      return ready ? `${from?.slice(0, 16)} ${to?.slice(0, 16)}` : faults.map(({ code }) => code).join(' ')
    })
  const today = '2026-11-21T13:00 2026-11-21T15:00'
  const cases: [headings: string, row: string, expected: string][] = [
    ['Créneau', '14h-16h', today],
    ['Créneau de livraison', 'Entre 14h et 16h', today],
    ['Créneau horaire', 'aujourd’hui 14h-16h', today],
    ['Plage horaire', '14h à 16h', today],
    ['Time slot', '2pm-4pm', today],
    ['Delivery window', '2026-11-21T13:00:00Z/2026-11-21T15:00:00Z', today],
    ['Drop-off window', '14:00 - 16:00', today],
    ['Début du créneau;Fin du créneau', '14h;16h', today],
    ['Drop-off from;Drop-off until', '2026-11-21 14:00;2026-11-21 16:00', today],
    ['delivery_window_start;delivery_window_end', '14h;16h', today],
    ['Créneau', '', 'undefined undefined'],
    ['Créneau de retrait', '14h-16h', 'undefined undefined'],
    ['Créneau', 'matin', 'WINDOW'],
    ['Créneau', '8h-9h', 'WINDOW_PAST'],
    ['Créneau', '14h-14h15', 'WINDOW_TOO_SHORT'],
    ['Créneau', '21/12/2026 14h-16h', 'WINDOW_TOO_FAR'],
    ['Début du créneau;Fin du créneau', '14h;', 'WINDOW'],
    ['Début du créneau;Fin du créneau', '14h;demain 16h', 'WINDOW'],
    ['Début du créneau;Fin du créneau', 'aujourd’hui 14h;demain 16h', 'WINDOW_TOO_LONG'],
  ]
  for (const [headings, row, expected] of cases)
    test(`${headings}: “${row}” is ${expected}`, () => assert.deepEqual(windowOf(headings, row), [expected]))

  test('a file sent again with another window has the same keys, and rows that differ by it have their own', () => {
    const keys = (...windows: string[]) =>
      read(table('Montant;Créneau', ...windows.map((window) => `15000;${window}`))).rows.map(
        ({ ready }) => ready?.idempotencyKey,
      )
    assert.deepEqual(keys('14h-16h'), keys('demain 9h-12h'))
    assert.equal(new Set(keys('14h-16h', '17h-19h')).size, 2)
  })
})
