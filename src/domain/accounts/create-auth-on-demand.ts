import { loadOnce } from '../../base/kernel/load-once.ts'
import type { Auth, AuthDeps } from './create-auth.ts'

/**
 * The Auth of this process, whose library is loaded by the first call: it is a third of the code that a start
 * would load.
 */
export function createAuthOnDemand(deps: AuthDeps): Auth {
  const auth = loadOnce(async () => (await import('./create-auth.ts')).createAuth(deps))
  return {
    makeCode: async (...about) => (await auth()).makeCode(...about),
    useCode: async (...about) => (await auth()).useCode(...about),
    beginSession: async (...about) => (await auth()).beginSession(...about),
    findSession: async (...about) => (await auth()).findSession(...about),
    hashPassword: async (...about) => (await auth()).hashPassword(...about),
    verifyPassword: async (...about) => (await auth()).verifyPassword(...about),
    endSession: async (...about) => (await auth()).endSession(...about),
  }
}
