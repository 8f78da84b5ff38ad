import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { readFcfa, readWhole } from '../../../base/kernel/written-number.ts'
import { setShopTerms } from '../../../domain/shops/terms/set-shop-terms.ts'
import { type ShopTerms, shopTermFault } from '../../../domain/shops/terms/shop-terms.ts'
import { findShopTerms } from '../../../domain/shops/terms/shop-terms-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { choice, type FormFaults, formFields, numberField, optional, readForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { serviceHref, servicePage } from './service-page.ts'

/** A number as it was typed; one that is none is left to the verb, which refuses it. */
const figure = (label: string, hint: string, read: (text: string) => number | undefined) =>
  numberField({ label, hint, attributes: { maxlength: 20 }, read: (text) => read(text) ?? Number.NaN })

const termsForm = (language: Language) => {
  const t = speak(language)
  return {
    maxOwedFcfa: optional(
      figure(
        t('A shop may owe up to (FCFA)'),
        t('Empty: no limit. 0: all pay first. A shop can have a limit of its own, on its page.'),
        (text) => readFcfa(text),
      ),
    ),
    newShopTrips: figure(
      t('Parcels handed over before a new shop no longer pays first'),
      t('0: a new shop does not pay first.'),
      (text) => readWhole(text || '0'),
    ),
    tripMinutes: figure(t('Minutes to pay a trip'), t('5 to 1,440.'), (text) => readWhole(text)),
    leastPayoutFcfa: figure(
      t('Least payout (FCFA)'),
      t('A shop can choose a larger amount, not a smaller one.'),
      (text) => readFcfa(text),
    ),
    payoutFeesBy: choice(
      { COMPANY: t('the company'), SHOP: t('the shop') },
      {
        label: t('What the provider takes for a payout is borne by'),
        hint: t('For payouts that begin from now on.'),
      },
    ),
  }
}

type Typed = Record<string, string>
type Filled = {
  typed: Typed
  faults: FormFaults<ReturnType<typeof termsForm>>
  notice?: WorkspaceNotice | undefined
}

const typedFrom = (terms: ShopTerms): Typed =>
  Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value ?? '')]))

/** `/operations/service/terms`: what was agreed with all shops: what they may owe, and how they are paid. */
export async function termsForShopsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = serviceHref('terms')
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    const typed = typedFrom(await findShopTerms(deps.db))
    const notice = doneNotice(request, { saved: speak(languageOf(request))('Saved.') })
    return show(request, reply, 200, { typed, faults: {}, notice })
  })

  app.post(path, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const sent = Object.entries(fieldsOf(request.body)).map(([name, text]) => [
      name,
      text.trim().slice(0, 20),
    ])
    const typed: Typed = Object.fromEntries(sent)
    const { values, faults } = readForm(termsForm(languageOf(request)), typed)
    if (!values) return show(request, reply, 422, { typed, faults })
    return attempt(
      request,
      async () => {
        await setShopTerms({ ...deps, actor: actorOf(request) }, values)
        return redirectAfter(reply, path, 'saved')
      },
      ({ status, notice }) => {
        const term = shopTermFault(values)
        return show(request, reply, status, { typed, faults: term ? { [term]: notice.text } : {}, notice })
      },
    )
  })

  function show(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const { typed, faults, notice } = filled
    const language = languageOf(request)
    const t = speak(language)
    const { leastPayoutFcfa, payoutFeesBy, ...first } = termsForm(language)
    const about = t(
      'A shop that owes too much, or is new, pays each trip before the parcel is picked up. Its number is asked; unpaid, the delivery is cancelled free of charge.',
    )
    const fields = html`<section class="card"><h2>${t('Trips paid first')}</h2><p>${about}</p>
!${formFields(first, typed, faults)}</section>
<section class="card"><h2>${t('Payouts to shops')}</h2>
!${formFields({ leastPayoutFcfa, payoutFeesBy }, typed, faults)}</section>!${submitButton(t('Save'))}`
    return deps.sendPage(
      request,
      reply,
      status,
      servicePage(language, 'terms', { notice, main: postForm(path, fields) }),
    )
  }
}
