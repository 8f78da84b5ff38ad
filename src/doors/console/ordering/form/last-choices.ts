import type { TypedOrder } from './order-form.ts'

/**
 * A seller mostly sells the same things in the same way: what was chosen for the last order is kept in a cookie and
 * chosen again for the next one. Nothing of a customer is in it.
 */
const name = 'colis.last-order'
const keptSeconds = 180 * 24 * 60 * 60
const kept = ['category', 'size', 'mode', 'feePayer', 'collection'] as const

/** The choices that a `Cookie` header keeps. */
export function lastChoices(cookie = ''): TypedOrder {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${RegExp.escape(name)}=([\\w.]{0,200})`).exec(cookie) ?? []
  const values = value.split('.')
  return Object.fromEntries(kept.flatMap((field, at) => (values[at] ? [[field, values[at]]] : [])))
}

/** The `Set-Cookie` header that keeps the choices of an order; a category of the shop's own is not kept. */
export function keptChoices(typed: TypedOrder, isSecure: boolean): string {
  const values = kept.map((field) => (/^\w{0,40}$/.test(typed[field] ?? '') ? typed[field] : ''))
  return `${name}=${values.join('.')}; Max-Age=${keptSeconds}; Path=/console; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
