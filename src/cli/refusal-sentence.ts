import { type ApiError, type ErrorCode, errorBody } from '../base/contract/errors.ts'

/** Which option or command helps at the command line, which the error itself cannot know. */
const hints: Partial<Record<ErrorCode, string>> = {
  SECURE_NEEDS_PAYOUT_PHONE: 'Use --payout-phone.',
  CITY_NOT_FOUND: 'colis cities list names them.',
  CITY_AMBIGUOUS: 'Use --country.',
  CITY_COUNTRY_REQUIRED: 'Use --country.',
  PICKUP_ADDRESS_NOT_FOUND: 'colis pickup-addresses list names them.',
  PICKUP_ADDRESS_IS_MAIN: 'Use colis pickup-addresses change --main.',
  CANCELLATION_FEE_CHANGED: 'Agree to that amount with --fee.',
  SIGNING_SECRET_SEALED: 'It was sealed with another SECRETS_KEY.',
  SECRETS_KEY_DIFFERS:
    'Use the same SECRETS_KEY (or the DATA_FOLDER with its secrets.key), since the service could not open what would be sealed with this one; where the key is to change, start the service with the new one first.',
  PROMO_CODE_NOT_FOUND: 'colis promo-codes list names them.',
}

/** What a verb refused, in one sentence of the catalogue, and the option or command that helps. */
export const refusalSentence = (error: ApiError): string =>
  [errorBody(error, 'en').message, hints[error.code]].filter(Boolean).join(' ')
