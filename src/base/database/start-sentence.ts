import { inspect } from 'node:util'
import { StartRefused } from './start-refused.ts'

type Fault = { code?: unknown; path?: unknown; message?: unknown; stack?: unknown; cause?: unknown }

/**
 * Why a start or a command failed: one sentence where the database, its server or its folder is the reason,
 * and what is known of any other error, which may be anything that was thrown.
 */
export function startSentence(error: unknown): string {
  const { stack, message, cause } = faultOf(error)
  if (!(error instanceof StartRefused))
    return knownSentence(faultOf(error)) ?? String(stack || message || `It failed: ${inspect(error)}`)
  // What only quotes another error is followed by what that one means.
  const reason = error.message.endsWith('.') ? undefined : knownSentence(faultOf(cause))
  return [error.message, reason].filter(Boolean).join('. ')
}

/** A thrown value may be no object at all. */
const faultOf = (error: unknown): Fault => (typeof error === 'object' && error !== null ? error : {})

function knownSentence(fault: Fault): string | undefined {
  const code = String(fault.code ?? '')
  const what = String(fault.message || code).replace(/\.$/, '')
  if (typeof fault.path === 'string') return pathSentence(fault.path, code)
  return sentences.find(({ codes, messages }) => codes.test(code) || messages?.test(what))?.say(what)
}

/** Of a file or folder that the system refuses. */
function pathSentence(path: string, code: string): string | undefined {
  if (/^(ENOSPC|EDQUOT)$/.test(code))
    return `The disk that holds ${path} is full. Free some space, and start again.`
  if (!/^(EEXIST|ENOTDIR|EISDIR|EACCES|EPERM|EROFS|ELOOP|ENAMETOOLONG|EIO)$/.test(code)) return undefined
  return `${path} cannot be used as a folder for data (${code}). Check DATABASE_URL and DATA_FOLDER.`
}

const unreachable = (what: string) => `The database cannot be reached: ${what}. Check DATABASE_URL.`

/** By the SQLSTATE of PostgreSQL or the code of the system, or by the driver's words, which have no code. */
const sentences: { codes: RegExp; messages?: RegExp; say: (what: string) => string }[] = [
  {
    codes: /^(08...|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT))$/,
    messages: /^(Connection terminated|timeout e(xceeded|xpired)|received invalid)/,
    say: unreachable,
  },
  {
    codes: /^(E(HOSTUNREACH|NETUNREACH|HOSTDOWN|ADDRNOTAVAIL|NOTFOUND)|EAI_\w+)$/,
    messages: /^(No server of DATABASE_URL|The server .* read-only)/,
    say: unreachable,
  },
  {
    codes: /^28...$/,
    messages: /client password must be a string|no pg_hba\.conf entry/,
    say: (what) => `The database server refuses the user or the password: ${what}. Check DATABASE_URL.`,
  },
  {
    codes: /^3D000$/,
    say: (what) => `The database server has no such database: ${what}. Create it, or check DATABASE_URL.`,
  },
  {
    codes: /^53300$/,
    say: (what) =>
      `The database server has no connection left: ${what}. Close others, lower DATABASE_POOL_SIZE, or ` +
      'raise max_connections of the server.',
  },
  {
    codes: /^(53100|ENOSPC|EDQUOT)$/,
    messages: /no space left on device/i,
    say: (what) => `The disk of the database is full: ${what}. Free some space, and start again.`,
  },
  {
    codes: /^57P0[1-3]$/,
    messages: /the database system is (starting|shutting)/,
    say: (what) => `The database server is starting or stopping: ${what}. Try again in a minute.`,
  },
  {
    codes: /^42501$/,
    say: (what) => `The user of DATABASE_URL lacks a right: ${what}. Make it the owner of the database.`,
  },
  {
    codes: /^25006$/,
    say: (what) =>
      `The database takes no changes: ${what}. Give DATABASE_URL the primary server, not a copy of it.`,
  },
  {
    codes: /^(XX00[12]|58P01|58030)$/,
    say: (what) => `The database is damaged: ${what}. Restore a backup of it.`,
  },
  {
    codes: /CERT|TLS|SSL/,
    messages: /does not support SSL/,
    say: (what) =>
      `The database server cannot be reached with TLS: ${what}. Check its certificate, and sslmode in DATABASE_URL.`,
  },
]
