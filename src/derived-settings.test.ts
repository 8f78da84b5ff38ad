import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { missingSettingsOf } from './derived-settings.ts'

const production = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://colis.test',
  SECRETS_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64'),
}
const sms = { SMS_PROVIDER: 'africastalking', AFRICASTALKING_USERNAME: 'colis', AFRICASTALKING_API_KEY: 'k' }
const mtn = {
  MTN_TARGET_ENVIRONMENT: 'mtnbenin',
  MTN_COLLECTION_SUBSCRIPTION_KEY: 's',
  MTN_COLLECTION_API_USER: 'u',
  MTN_COLLECTION_API_KEY: 'k',
}
const mail = { SMTP_URL: 'smtps://mail.test:465', MAIL_FROM: 'colis@example.com' }

for (const [title, env, expected] of [
  ['a sandbox on one’s own machine', {}, []],
  ['a sandbox that listens to others', { HOST: '0.0.0.0' }, ['PUBLIC_URL!']],
  ['the same with its address', { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:8080' }, []],
  [
    'production with nothing set up',
    production,
    ['WHATSAPP_TOKEN, SMS_PROVIDER!', 'MOBILE_MONEY_PROVIDER', 'SMTP_URL'],
  ],
  ['production with SMS', { ...production, ...sms }, ['MOBILE_MONEY_PROVIDER', 'SMTP_URL']],
  ['production with SMS, mobile money and mail', { ...production, ...sms, ...mtn, ...mail }, []],
  [
    'production at an address of this machine alone',
    { ...production, ...sms, ...mtn, ...mail, PUBLIC_URL: 'http://127.0.0.1:8080' },
    ['PUBLIC_URL!'],
  ],
] as const)
  test(`${title} lacks ${expected.join(' and ') || 'nothing'} (decision 252)`, () => {
    const missing = missingSettingsOf(readConfig(env))
    assert.deepEqual(
      missing.map(({ name, isNeeded }) => `${name}${isNeeded ? '!' : ''}`),
      expected,
    )
  })
