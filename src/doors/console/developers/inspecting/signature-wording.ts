import type { Language } from '../../../../base/kernel/language.ts'
import type { BodyChange } from '../../../../domain/webhooks/inspecting/body-change.ts'
import type {
  SignatureFinding,
  SigningSecret,
} from '../../../../domain/webhooks/inspecting/received-signature.ts'

/** What was found, and how to mend it. */
type Mistake = { what: string; mend: string }
type Finding<Code> = Extract<SignatureFinding, { code: Code }>
type Naming = { hostOf: (endpointId: string) => string; when: (at: Date) => string }

/** A sentence or two for each finding. */
type FindingWords = {
  [Code in SignatureFinding['code']]: (finding: Finding<Code>, naming: Naming) => Mistake
}

const changesFr: Record<BodyChange, Mistake> = {
  BYTE_ORDER_MARK: {
    what: 'Un signe invisible (BOM) s’est ajouté au début du contenu.',
    mend: 'Vérifiez les octets reçus, avant tout décodage.',
  },
  TRAILING_NEWLINE: {
    what: 'Un retour à la ligne s’est ajouté à la fin du contenu.',
    mend: 'Vérifiez le contenu tel qu’il arrive, sans rien y ajouter.',
  },
  SURROUNDING_BLANKS: {
    what: 'Des espaces se sont ajoutés autour du contenu.',
    mend: 'Vérifiez le contenu tel qu’il arrive, sans rien y ajouter.',
  },
  WRONG_ENCODING: {
    what: 'Le contenu a été lu dans un autre encodage : les accents sont abîmés.',
    mend: 'Lisez-le en UTF-8, ou mieux : vérifiez les octets avant de les lire.',
  },
  TRUNCATED: {
    what: 'La fin du contenu manque.',
    mend: 'Augmentez la taille de contenu que votre serveur accepte, et attendez la fin de la lecture.',
  },
  PRETTY_PRINTED: {
    what: 'Le contenu a été mis en forme, avec des retours à la ligne.',
    mend: 'Vérifiez le texte tel qu’il arrive, avant de le lire comme du JSON.',
  },
  RESERIALISED: {
    what: 'Le contenu a été lu comme du JSON, puis écrit à nouveau.',
    mend: 'Vérifiez le texte tel qu’il arrive : avec Express, express.raw() avant express.json().',
  },
  KEYS_REORDERED: {
    what: 'Le contenu a été écrit à nouveau, dans un autre ordre.',
    mend: 'Vérifiez le texte tel qu’il arrive, avant de le lire comme du JSON.',
  },
  OTHER_CONTENT: {
    what: 'Ce contenu n’est pas celui que nous avons envoyé sous cet identifiant.',
    mend: 'Collez les en-têtes et le contenu d’un même envoi.',
  },
}

const findingsFr: FindingWords = {
  HEADER_MISSING: ({ hasStandardHeader }) => ({
    what: 'L’en-tête Svc-Signature manque.',
    mend: hasStandardHeader
      ? 'Il y a webhook-signature, qui suit une autre règle : vérifiez Svc-Signature, ou prenez une bibliothèque Standard Webhooks.'
      : 'Un proxy l’a peut-être retiré : laissez passer les en-têtes qui commencent par Svc-.',
  }),
  HEADER_MALFORMED: () => ({
    what: 'L’en-tête Svc-Signature n’a pas la forme t=…,v1=….',
    mend: 'Lisez-le en entier, sans le couper à la virgule.',
  }),
  T_MISSING: () => ({
    what: 'Il n’y a pas de t= dans Svc-Signature.',
    mend: 'Lisez l’en-tête en entier : l’heure t fait partie de ce qui est signé.',
  }),
  T_MALFORMED: () => ({
    what: 't n’est pas un nombre de secondes.',
    mend: 'Gardez t tel qu’il arrive : des chiffres, sans date ni espaces.',
  }),
  T_IN_MILLISECONDS: () => ({
    what: 't est en millisecondes.',
    mend: 'Nous l’envoyons en secondes : ne le multipliez pas par mille.',
  }),
  TIMESTAMP_TOO_OLD: ({ seconds }) => ({
    what: `L’envoi a été signé il y a ${seconds} secondes, plus que les 300 admises.`,
    mend: 'C’est normal pour un envoi gardé un moment. S’il venait d’arriver, mettez l’horloge de votre serveur à l’heure.',
  }),
  TIMESTAMP_TOO_NEW: ({ seconds }) => ({
    what: `L’envoi serait signé dans ${seconds} secondes.`,
    mend: 'L’heure t a été changée, ou elle n’est pas la nôtre : gardez-la telle qu’elle arrive.',
  }),
  V1_MISSING: () => ({
    what: 'Il n’y a pas de v1= dans Svc-Signature.',
    mend: 'Lisez l’en-tête en entier, jusqu’à la dernière virgule.',
  }),
  V1_MALFORMED: ({ length }) => ({
    what: `v1 a ${length} signes, au lieu de 64.`,
    mend: 'Il est peut-être coupé : gardez les 64 chiffres hexadécimaux.',
  }),
  V1_IN_CAPITALS: () => ({
    what: 'v1 est en majuscules.',
    mend: 'Nous l’envoyons en minuscules : comparez sans changer la casse, ou mettez les deux en minuscules.',
  }),
  V1_IN_BASE64: () => ({
    what: 'v1 est en base64.',
    mend: 'Svc-Signature est en hexadécimal : calculez votre HMAC en « hex ».',
  }),
  BODY_MISSING: () => ({
    what: 'Il n’y a pas de contenu.',
    mend: 'Collez aussi ce qui suit les en-têtes. S’il est vide chez vous, un autre programme l’a lu avant le vôtre.',
  }),
  BODY_CHANGED: ({ change }) => changesFr[change],
  BODY_NOT_AS_SENT: ({ change }) => ({
    what: `La signature va avec ce contenu, mais nous en avons envoyé un autre. ${changesFr[change].what}`,
    mend: 'Quelqu’un d’autre connaît-il votre secret ? Dans le doute, changez-le.',
  }),
  SECRET_OF_OTHER_ENDPOINT: ({ endpointId }, { hostOf }) => ({
    what: `Cet envoi est signé avec le secret d’un autre de vos webhooks (${hostOf(endpointId)}).`,
    mend: 'Chaque webhook a son secret : prenez celui du webhook choisi, ou choisissez l’autre.',
  }),
  SECRET_ENDED: ({ until }, { when }) => ({
    what: `Cet envoi est signé avec l’ancien secret, qui ne vaut plus depuis le ${when(until)}.`,
    mend: 'Mettez le nouveau secret sur votre serveur.',
  }),
  SECRET_WITHOUT_PREFIX: () => ({
    what: 'La signature est calculée avec le secret sans whsec_.',
    mend: 'Prenez le secret tout entier, avec whsec_.',
  }),
  SECRET_DECODED: () => ({
    what: 'La signature est calculée avec le secret décodé de base64.',
    mend: 'Prenez le secret comme un texte, tout entier, avec whsec_. (Le décoder ne vaut que pour webhook-signature.)',
  }),
  SIGNED_BODY_ALONE: () => ({
    what: 'La signature est calculée sur le contenu seul.',
    mend: 'Signez t, un point, puis le contenu : « t.contenu ».',
  }),
  SIGNED_WITH_ID: () => ({
    what: 'La signature est calculée avec l’identifiant devant.',
    mend: 'Pour Svc-Signature, signez « t.contenu ». (L’identifiant ne vaut que pour webhook-signature.)',
  }),
  V1_MATCHES_NOTHING: ({ isBodyAsSent }) => ({
    what: 'Aucun secret de votre boutique ne donne cette signature.',
    mend: isBodyAsSent
      ? 'Le contenu est bien le nôtre : v1 ou t a donc été changé, ou bien l’envoi ne vient pas de nous.'
      : 'Vérifiez que tout vient du même envoi. S’il n’est pas dans le journal du webhook, il ne vient pas de nous : refusez-le.',
  }),
}

const changesEn: Record<BodyChange, Mistake> = {
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

const findingsEn: FindingWords = {
  HEADER_MISSING: ({ hasStandardHeader }) => ({
    what: 'The header Svc-Signature is missing.',
    mend: hasStandardHeader
      ? 'There is webhook-signature, which follows another rule: verify Svc-Signature, or use a library for Standard Webhooks.'
      : 'A proxy may have removed it: let headers through that begin with Svc-.',
  }),
  HEADER_MALFORMED: () => ({
    what: 'The header Svc-Signature does not have the form t=…,v1=….',
    mend: 'Read the whole of it, without cutting it at the comma.',
  }),
  T_MISSING: () => ({
    what: 'There is no t= in Svc-Signature.',
    mend: 'Read the whole header: the time t is part of what is signed.',
  }),
  T_MALFORMED: () => ({
    what: 't is not a number of seconds.',
    mend: 'Keep t as it arrives: digits, neither a date nor blanks.',
  }),
  T_IN_MILLISECONDS: () => ({
    what: 't is in milliseconds.',
    mend: 'We send it in seconds: do not multiply it by a thousand.',
  }),
  TIMESTAMP_TOO_OLD: ({ seconds }) => ({
    what: `The request was signed ${seconds} seconds ago, more than the 300 that are allowed.`,
    mend: 'That is normal for one that was kept for a while. If it had just arrived, set the clock of your server right.',
  }),
  TIMESTAMP_TOO_NEW: ({ seconds }) => ({
    what: `The request would be signed ${seconds} seconds from now.`,
    mend: 'The time t was changed, or it is not ours: keep it as it arrives.',
  }),
  V1_MISSING: () => ({
    what: 'There is no v1= in Svc-Signature.',
    mend: 'Read the whole header, up to what follows the last comma.',
  }),
  V1_MALFORMED: ({ length }) => ({
    what: `v1 has ${length} signs instead of 64.`,
    mend: 'It may have been cut: keep all 64 hexadecimal digits.',
  }),
  V1_IN_CAPITALS: () => ({
    what: 'v1 is in capitals.',
    mend: 'We send it in lower case: compare it as it is, or both in lower case.',
  }),
  V1_IN_BASE64: () => ({
    what: 'v1 is in base64.',
    mend: 'Svc-Signature is hexadecimal: compute your HMAC as “hex”.',
  }),
  BODY_MISSING: () => ({
    what: 'There is no body.',
    mend: 'Paste what follows the headers too. If it is empty on your side, another program read it before yours.',
  }),
  BODY_CHANGED: ({ change }) => changesEn[change],
  BODY_NOT_AS_SENT: ({ change }) => ({
    what: `The signature belongs to this body, but we sent another one. ${changesEn[change].what}`,
    mend: 'Does somebody else know your secret? When in doubt, change it.',
  }),
  SECRET_OF_OTHER_ENDPOINT: ({ endpointId }, { hostOf }) => ({
    what: `This request is signed with the secret of another of your webhooks (${hostOf(endpointId)}).`,
    mend: 'Each webhook has its own secret: use that of the webhook you chose, or choose the other.',
  }),
  SECRET_ENDED: ({ until }, { when }) => ({
    what: `This request is signed with the old secret, which ended on ${when(until)}.`,
    mend: 'Put the new secret on your server.',
  }),
  SECRET_WITHOUT_PREFIX: () => ({
    what: 'The signature is computed with the secret without whsec_.',
    mend: 'Use the whole secret, with whsec_.',
  }),
  SECRET_DECODED: () => ({
    what: 'The signature is computed with the secret decoded from base64.',
    mend: 'Use the secret as text, the whole of it, with whsec_. (Decoding is for webhook-signature only.)',
  }),
  SIGNED_BODY_ALONE: () => ({
    what: 'The signature is computed over the body alone.',
    mend: 'Sign t, a dot, then the body: “t.body”.',
  }),
  SIGNED_WITH_ID: () => ({
    what: 'The signature is computed with the id in front.',
    mend: 'For Svc-Signature, sign “t.body”. (The id is for webhook-signature only.)',
  }),
  V1_MATCHES_NOTHING: ({ isBodyAsSent }) => ({
    what: 'No secret of your shop makes this signature.',
    mend: isBodyAsSent
      ? 'The body is ours: so v1 or t was changed, or else the request does not come from us.'
      : 'Check that all of it comes from one request. If it is not in the log of the webhook, it does not come from us: refuse it.',
  }),
}

const fr = {
  title: 'Testeur de signature',
  lead: 'Votre serveur refuse un webhook ? Collez ici ce qu’il a reçu : nous vous dirons ce qui cloche, et comment le corriger.',
  noEndpoint: 'Il n’y a pas encore de webhook à vérifier.',
  toEndpoints: 'Ajouter un webhook',
  endpoint: 'Webhook',
  request: 'L’envoi reçu',
  requestHint:
    'En-têtes et contenu, comme dans votre journal. L’en-tête Svc-Signature et le contenu suffisent.',
  apart: 'Ou coller en-têtes et contenu à part',
  headers: 'En-têtes',
  body: 'Contenu',
  empty: 'Collez d’abord un envoi.',
  submit: 'Vérifier',
  safe: 'Ne collez pas votre secret : nous n’en avons pas besoin. Rien de ce que vous collez n’est gardé.',
  well: 'Tout va bien : cet envoi vient de nous, et sa signature est juste.',
  wrong: (count: number) => (count === 1 ? 'Une chose ne va pas.' : `${count} choses ne vont pas.`),
  signedAt: 'Signé le',
  secret: 'Secret utilisé',
  secrets: {
    CURRENT: 'celui du webhook',
    PREVIOUS: 'l’ancien',
    OTHER_ENDPOINT: 'celui d’un autre webhook',
  } as Record<SigningSecret['of'], string>,
  eventId: 'Événement',
  compared: 'Contenu d’origine',
  isCompared: 'comparé',
  notCompared: 'inconnu, donc pas comparé',
  docs: 'Comment vérifier une signature',
}

const en: typeof fr = {
  title: 'Signature tester',
  lead: 'Does your server refuse a webhook? Paste here what it received: we tell you what is wrong, and how to mend it.',
  noEndpoint: 'There is no webhook to check yet.',
  toEndpoints: 'Add a webhook',
  endpoint: 'Webhook',
  request: 'The request as received',
  requestHint: 'Headers and body, as in your log. The header Svc-Signature and the body are enough.',
  apart: 'Or paste headers and body apart',
  headers: 'Headers',
  body: 'Body',
  empty: 'Paste a request first.',
  submit: 'Check',
  safe: 'Do not paste your secret: we do not need it. Nothing of what you paste is kept.',
  well: 'All is well: this request comes from us, and its signature is right.',
  wrong: (count) => (count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`),
  signedAt: 'Signed on',
  secret: 'Secret used',
  secrets: {
    CURRENT: 'that of the webhook',
    PREVIOUS: 'the old one',
    OTHER_ENDPOINT: 'that of another webhook',
  },
  eventId: 'Event',
  compared: 'Original body',
  isCompared: 'compared',
  notCompared: 'unknown, so not compared',
  docs: 'How to verify a signature',
}

export const signatureWording: Record<Language, typeof fr> = { fr, en }

/** A finding in plain words, with how to mend it. */
export function findingText(finding: SignatureFinding, language: Language, naming: Naming): Mistake {
  const words: FindingWords = language === 'fr' ? findingsFr : findingsEn
  return (words[finding.code] as (finding: SignatureFinding, naming: Naming) => Mistake)(finding, naming)
}
