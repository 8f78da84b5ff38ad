/** How long a password may be, in characters. */
export const passwordLength = { min: 10, max: 200 } as const

/** Why a password is refused. */
type PasswordFault = 'TOO_SHORT' | 'TOO_LONG' | 'IS_ABOUT_YOU' | 'TOO_COMMON'

/** The commonest passwords of ten characters and more, and what people of our cities write most. */
const commonest = new Set([
  '1234567890',
  '12345678910',
  '123456789a',
  '0123456789',
  '9876543210',
  '0987654321',
  '1111111111',
  '0000000000',
  '1122334455',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'qwertyuiop',
  'azertyuiop',
  'azerty1234',
  'azerty12345',
  'qwerty1234',
  'qwerty12345',
  'password12',
  'password123',
  'password1234',
  'motdepasse',
  'motdepasse1',
  'motdepasse123',
  'iloveyou12',
  'jetaime123',
  'jesuschrist',
  'jesus12345',
  'dieuestgrand',
  'dieuestbon',
  'bonjour123',
  'abcdefghij',
  'abcd123456',
  'abc1234567',
  'a123456789',
  'aa12345678',
  'q1w2e3r4t5',
  'zxcvbnm123',
  'football12',
  'princess12',
  'welcome123',
  'admin12345',
  'colis12345',
  'boutique123',
  'cotonou229',
  'lome228228',
  'abidjan225',
])

/** What somebody's password must not repeat. */
type AboutPerson = { name: string; phone: string | null; email: string | null }

/** What is wrong with a new password; undefined when it will do. */
export function passwordFault(password: string, person: AboutPerson): PasswordFault | undefined {
  const length = [...password].length
  if (length < passwordLength.min) return 'TOO_SHORT'
  if (length > passwordLength.max) return 'TOO_LONG'
  const plain = plainForm(password)
  if (new Set(plain).size < 3 || commonest.has(plain)) return 'TOO_COMMON'
  return isAbout(plain, person) ? 'IS_ABOUT_YOU' : undefined
}

function isAbout(plain: string, { name, phone, email }: AboutPerson): boolean {
  const digits = plain.replaceAll(/\D/g, '')
  const isPhone =
    phone !== null &&
    digits.length >= 8 &&
    digits.length >= plain.length - 1 &&
    phone.endsWith(digits.slice(-8))
  const names = [name, email ?? '', email?.split('@')[0] ?? ''].map(plainForm).filter((each) => each !== '')
  return isPhone || names.includes(plain)
}

const plainForm = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
