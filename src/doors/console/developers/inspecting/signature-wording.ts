import type { Language } from '../../../../base/kernel/language.ts'
import type { BodyChange } from '../../../../domain/webhooks/inspecting/body-change.ts'
import type {
  SignatureFinding,
  SigningSecret,
} from '../../../../domain/webhooks/inspecting/received-signature.ts'
import { type ConsoleText, speak, speakEach } from '../../console-words.ts'

/** What was found, and how to mend it. */
type Mistake<Text> = { what: Text; mend: Text }
type Naming = { hostOf: (endpointId: string) => string; when: (at: Date) => string }

const changes: Record<BodyChange, Mistake<ConsoleText>> = {
  BYTE_ORDER_MARK: {
    what: 'An invisible sign (BOM) was put before the body.',
    mend: 'Verify the bytes that arrive, before decoding them.',
  },
  TRAILING_NEWLINE: {
    what: 'A line break was added to the end of the body.',
    mend: 'Verify the body as it arrives, without adding anything.',
  },
  SURROUNDING_BLANKS: {
    what: 'Blanks were added around the body.',
    mend: 'Verify the body as it arrives, without adding anything.',
  },
  WRONG_ENCODING: {
    what: 'The body was read in another encoding: accents are broken.',
    mend: 'Read it as UTF-8, or better: verify the bytes before reading them.',
  },
  TRUNCATED: {
    what: 'The end of the body is missing.',
    mend: 'Let your server take larger bodies, and wait until all is read.',
  },
  PRETTY_PRINTED: {
    what: 'The body was laid out, with line breaks.',
    mend: 'Verify the text as it arrives, before reading it as JSON.',
  },
  RESERIALISED: {
    what: 'The body was read as JSON and written again.',
    mend: 'Verify the text as it arrives: with Express, express.raw() before express.json().',
  },
  KEYS_REORDERED: {
    what: 'The body was written again, in another order.',
    mend: 'Verify the text as it arrives, before reading it as JSON.',
  },
  OTHER_CONTENT: {
    what: 'This body is not the one that we sent under this id.',
    mend: 'Paste the headers and the body of one and the same request.',
  },
}

/** The findings that always read the same. */
const findings = {
  HEADER_MALFORMED: {
    what: 'The header Svc-Signature does not have the form t=…,v1=….',
    mend: 'Read the whole of it, without cutting it at the comma.',
  },
  T_MISSING: {
    what: 'There is no t= in Svc-Signature.',
    mend: 'Read the whole header: the time t is part of what is signed.',
  },
  T_MALFORMED: {
    what: 't is not a number of seconds.',
    mend: 'Keep t as it arrives: digits, neither a date nor blanks.',
  },
  T_IN_MILLISECONDS: {
    what: 't is in milliseconds.',
    mend: 'We send it in seconds: do not multiply it by a thousand.',
  },
  V1_MISSING: {
    what: 'There is no v1= in Svc-Signature.',
    mend: 'Read the whole header, up to what follows the last comma.',
  },
  V1_IN_CAPITALS: {
    what: 'v1 is in capitals.',
    mend: 'We send it in lower case: compare it as it is, or both in lower case.',
  },
  V1_IN_BASE64: {
    what: 'v1 is in base64.',
    mend: 'Svc-Signature is hexadecimal: compute your HMAC as “hex”.',
  },
  BODY_MISSING: {
    what: 'There is no body.',
    mend: 'Paste what follows the headers too. If it is empty on your side, another program read it before yours.',
  },
  SECRET_WITHOUT_PREFIX: {
    what: 'The signature is computed with the secret without whsec_.',
    mend: 'Use the whole secret, with whsec_.',
  },
  SECRET_DECODED: {
    what: 'The signature is computed with the secret decoded from base64.',
    mend: 'Use the secret as text, the whole of it, with whsec_. (Decoding is for webhook-signature only.)',
  },
  SIGNED_BODY_ALONE: {
    what: 'The signature is computed over the body alone.',
    mend: 'Sign t, a dot, then the body: “t.body”.',
  },
  SIGNED_WITH_ID: {
    what: 'The signature is computed with the id in front.',
    mend: 'For Svc-Signature, sign “t.body”. (The id is for webhook-signature only.)',
  },
} as const

/** A finding in plain words, with how to mend it. */
export function findingText(finding: SignatureFinding, language: Language, naming: Naming): Mistake<string> {
  const t = speak(language)
  switch (finding.code) {
    case 'HEADER_MISSING':
      return {
        what: t('The header Svc-Signature is missing.'),
        mend: finding.hasStandardHeader
          ? t(
              'There is webhook-signature, which follows another rule: verify Svc-Signature, or use a library for Standard Webhooks.',
            )
          : t('A proxy may have removed it: let headers through that begin with Svc-.'),
      }
    case 'TIMESTAMP_TOO_OLD':
      return {
        what: t('The request was signed {seconds} seconds ago, more than the 300 that are allowed.', finding),
        mend: t(
          'That is normal for one that was kept for a while. If it had just arrived, set the clock of your server right.',
        ),
      }
    case 'TIMESTAMP_TOO_NEW':
      return {
        what: t('The request would be signed {seconds} seconds from now.', finding),
        mend: t('The time t was changed, or it is not ours: keep it as it arrives.'),
      }
    case 'V1_MALFORMED':
      return {
        what: t('v1 has {length} signs instead of 64.', finding),
        mend: t('It may have been cut: keep all 64 hexadecimal digits.'),
      }
    case 'BODY_CHANGED':
      return speakEach(language, changes[finding.change])
    case 'BODY_NOT_AS_SENT':
      return {
        what: t('The signature belongs to this body, but we sent another one. {change}', {
          change: t(changes[finding.change].what),
        }),
        mend: t('Does somebody else know your secret? When in doubt, change it.'),
      }
    case 'SECRET_OF_OTHER_ENDPOINT':
      return {
        what: t('This request is signed with the secret of another of your webhooks ({host}).', {
          host: naming.hostOf(finding.endpointId),
        }),
        mend: t('Each webhook has its own secret: use that of the webhook you chose, or choose the other.'),
      }
    case 'SECRET_ENDED':
      return {
        what: t('This request is signed with the old secret, which ended on {when}.', {
          when: naming.when(finding.until),
        }),
        mend: t('Put the new secret on your server.'),
      }
    case 'V1_MATCHES_NOTHING':
      return {
        what: t('No secret of your shop makes this signature.'),
        mend: finding.isBodyAsSent
          ? t('The body is ours: so v1 or t was changed, or else the request does not come from us.')
          : t(
              'Check that all of it comes from one request. If it is not in the log of the webhook, it does not come from us: refuse it.',
            ),
      }
    default:
      return speakEach(language, findings[finding.code])
  }
}

export const signatureSecrets: Record<SigningSecret['of'], ConsoleText> = {
  CURRENT: 'that of the webhook',
  PREVIOUS: 'the old one',
  OTHER_ENDPOINT: 'that of another webhook',
}
