import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryStatuses } from '../../../contract/vocabulary.ts'
import { sharingAddresses } from './sharing-addresses.ts'

const shared = {
  status: 'AWAITING_LOCATION',
  phone: '+2290197000001',
  firstName: 'Afi',
  shopName: 'Chez Ama & Fils',
  link: 'https://colis.example/p/abc-_123',
} as const

const texts = {
  fr: {
    place:
      'Bonjour Afi, c’est Chez Ama & Fils. Pour recevoir votre colis, touchez ce lien et montrez l’endroit où vous livrer :\nhttps://colis.example/p/abc-_123',
    follow:
      'Bonjour Afi, c’est Chez Ama & Fils. Suivez votre colis avec ce lien :\nhttps://colis.example/p/abc-_123',
  },
  en: {
    place:
      'Hello Afi, this is Chez Ama & Fils. To receive your parcel, tap this link and show us where to deliver:\nhttps://colis.example/p/abc-_123',
    follow:
      'Hello Afi, this is Chez Ama & Fils. Follow your parcel with this link:\nhttps://colis.example/p/abc-_123',
  },
}

for (const language of ['fr', 'en'] as const)
  for (const status of deliveryStatuses)
    test(`the text to share in ${language} for a delivery that is ${status} says what to do`, () => {
      const expected = texts[language][status === 'AWAITING_LOCATION' ? 'place' : 'follow']
      assert.equal(sharingAddresses({ ...shared, status }, language).text, expected)
    })

test('the address for WhatsApp names the phone without its plus and holds the whole text', () => {
  const { whatsApp, text } = sharingAddresses(shared, 'fr')
  const address = new URL(whatsApp)
  assert.equal(address.origin + address.pathname, 'https://wa.me/2290197000001')
  assert.deepEqual([...address.searchParams], [['text', text]])
  assert.doesNotMatch(whatsApp, /[^\x21-\x7e]/)
})

test('the address for text messages names the phone and holds the whole text', () => {
  const { sms, text } = sharingAddresses(shared, 'fr')
  assert.ok(sms.startsWith('sms:+2290197000001?&body='))
  assert.equal(decodeURIComponent(sms.slice('sms:+2290197000001?&body='.length)), text)
})

for (const firstName of ['Afi&phone=1', 'A?b#c%26', 'Afi\r\nBcc: x', '\ud800Afi', '<b>Afi</b>', 'Ñandé 🎁'])
  test(`the first name ${JSON.stringify(firstName)} changes nothing but its own place`, () => {
    const { whatsApp, sms, text } = sharingAddresses({ ...shared, firstName }, 'fr')
    assert.deepEqual([...new URL(whatsApp).searchParams], [['text', text]])
    assert.equal(sms.split('&').length, 2)
    assert.equal(text.split('\n').length, 2)
    assert.match(text, /^Bonjour [^\n]+, c’est Chez Ama & Fils\. /)
  })
