import type { FastifyRequest } from 'fastify'
import type { SignedInCourier } from '../../domain/couriers/courier-account-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    courier: SignedInCourier | null
    /** The token of the session that the request belongs to. */
    courierSession: string | null
  }
}

/** Who is signed in, on a route behind a session. */
export function courierOf({ courier }: FastifyRequest): SignedInCourier {
  if (!courier) throw new Error('This route is not behind a session.')
  return courier
}

/** The session of whoever is signed in, on a route behind one. */
export function courierSessionOf({ courierSession }: FastifyRequest): string {
  if (!courierSession) throw new Error('This route is not behind a session.')
  return courierSession
}
