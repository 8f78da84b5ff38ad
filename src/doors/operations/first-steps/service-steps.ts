import type { Language } from '../../../base/kernel/language.ts'
import type { FirstStep } from '../../../web/first-steps/first-steps-page.ts'
import { cityHref } from '../cities/city-request.ts'
import { speak } from '../operations-words.ts'

/** What the first steps of a service follow from. */
export type ServiceState = {
  cities: readonly { id: string; name: string; zoneCount: number; hasTariff: boolean }[]
  /** The names of the channels that messages go out by. */
  channels: readonly string[]
  /** Whether no channel brings codes and links to phones. */
  lacksPhoneChannel: boolean
  hasProvider: boolean
  hasFirstCourier: boolean
  hasFirstShop: boolean
  /** Applications of couriers, and shops, that wait to be decided. */
  applications: number
  waitingShops: number
}

const channelNames: Readonly<Record<string, string>> = { WHATSAPP: 'WhatsApp', SMS: 'SMS', EMAIL: 'mail' }

/** What an operator does before the first order, and how far each of it is; `addCity` is where a city is added. */
export function serviceSteps(state: ServiceState, addCity: string, language: Language): FirstStep[] {
  return [
    cityStep(state, addCity, language),
    zoneStep(state, addCity, language),
    tariffStep(state, addCity, language),
    channelStep(state, language),
    providerStep(state, language),
    courierStep(state, language),
    shopStep(state, language),
  ]
}

function cityStep({ cities }: ServiceState, addCity: string, language: Language): FirstStep {
  const t = speak(language)
  const title = t('The city')
  if (cities.length > 0)
    return {
      title,
      isDone: true,
      text: cities.length > 3 ? t('{count} cities.', { count: cities.length }) : `${namesOf(cities)}.`,
      way: { href: '/operations/cities', label: t('Change') },
    }
  return {
    title,
    isDone: false,
    text: t('Choose it in a list: its place, its time zone and a draft of its prices come with it.'),
    way: { href: addCity, label: t('Choose the city') },
  }
}

const namesOf = (cities: ServiceState['cities']): string => cities.map(({ name }) => name).join(', ')

function zoneStep({ cities }: ServiceState, addCity: string, language: Language): FirstStep {
  const t = speak(language)
  const [first] = cities
  const drawn = cities.find(({ zoneCount }) => zoneCount > 0)
  const href = (drawn ?? first) ? cityHref((drawn ?? first)?.id ?? '', '/zones') : addCity
  if (drawn)
    return {
      title: t('Its zones'),
      isDone: true,
      text: t('{city}: {count, plural, one {1 zone} other {# zones}}.', {
        city: drawn.name,
        count: drawn.zoneCount,
      }),
      way: { href, label: t('See them on the map') },
    }
  return {
    title: t('Its zones'),
    isDone: false,
    text: t('Quarters that prices go by, and that couriers know. Draw them on a map, or import a file.'),
    way: { href, label: t('Draw the zones') },
  }
}

function tariffStep({ cities }: ServiceState, addCity: string, language: Language): FirstStep {
  const t = speak(language)
  const priced = cities.find(({ hasTariff }) => hasTariff)
  const without = cities.find(({ hasTariff }) => !hasTariff)
  const city = priced ?? without
  const href = city ? cityHref(city.id, '/tariff') : addCity
  if (priced)
    return {
      title: t('The prices'),
      isDone: true,
      text: without
        ? t('In force in {city}. {other} has none yet.', { city: priced.name, other: without.name })
        : t('In force in {city}.', { city: priced.name }),
      way: { href, label: t('Change') },
    }
  return {
    title: t('The prices'),
    isDone: false,
    text: t(
      'Without a tariff nobody gets a price. Look at the draft, change what you like, put it in force.',
    ),
    way: { href, label: t('Look at the prices') },
  }
}

function channelStep({ channels, lacksPhoneChannel }: ServiceState, language: Language): FirstStep {
  const t = speak(language)
  const names = channels.map((name) => channelNames[name] ?? name).join(', ')
  const isDone = channels.length > 0 && !lacksPhoneChannel
  const todo =
    channels.length === 0
      ? t('Nothing goes out: no code, no link. WhatsApp, SMS and mail are set on the machine; see how.')
      : t('Only by mail: customers and couriers get nothing on their phones before WhatsApp or SMS is set.')
  return {
    title: t('The messages'),
    isDone,
    text: isDone ? t('They go out by {names}.', { names }) : todo,
    way: {
      href: isDone ? '/operations/service/messages' : '/operations/service/settings#process',
      label: isDone ? t('See') : t('See the settings'),
    },
  }
}

function providerStep({ hasProvider }: ServiceState, language: Language): FirstStep {
  const t = speak(language)
  return {
    title: t('Mobile money'),
    isDone: hasProvider,
    text: hasProvider
      ? t('A provider is set: payments are collected and paid out.')
      : t(
          'Without a provider, shops sell what is paid already or collect by themselves. With one, you collect and pay out.',
        ),
    way: { href: '/operations/service/providers', label: hasProvider ? t('Try it') : t('See how') },
  }
}

function courierStep({ hasFirstCourier, applications }: ServiceState, language: Language): FirstStep {
  const t = speak(language)
  const waiting = t(
    '{count, plural, one {1 application waits for you.} other {# applications wait for you.}}',
    {
      count: applications,
    },
  )
  const todo =
    applications > 0
      ? waiting
      : t('A name and a phone are enough. Or share the address where couriers apply.')
  const read = { href: '/operations/couriers/applications', label: t('Read') }
  const add = { href: '/operations/couriers/new', label: t('Add a courier') }
  const see = { href: '/operations/couriers', label: t('See') }
  return {
    title: t('The first couriers'),
    isDone: hasFirstCourier,
    text: hasFirstCourier && applications === 0 ? t('They sign in with their phone.') : todo,
    way: applications > 0 ? read : hasFirstCourier ? see : add,
  }
}

function shopStep({ hasFirstShop, waitingShops }: ServiceState, language: Language): FirstStep {
  const t = speak(language)
  const waiting = t(
    '{count, plural, one {1 shop waits for your approval.} other {# shops wait for your approval.}}',
    {
      count: waitingShops,
    },
  )
  const todo = waitingShops > 0 ? waiting : t('Send shops the address where they open, or open one yourself.')
  const approve = { href: '/operations/shops?state=WAITING', label: t('See and approve') }
  const open = { href: '/operations/shops', label: t('See how') }
  const see = { href: '/operations/shops', label: t('See') }
  return {
    title: t('The first shop'),
    isDone: hasFirstShop,
    text: hasFirstShop && waitingShops === 0 ? t('It can order.') : todo,
    way: waitingShops > 0 ? approve : hasFirstShop ? see : open,
  }
}
