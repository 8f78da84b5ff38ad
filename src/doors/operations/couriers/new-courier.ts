import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { addCourier } from '../../../domain/couriers/add-courier.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../pages/form-parts.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { courierFault, courierFields, type TypedCourier, typedCourier } from './courier-form.ts'
import { cityOptions, couriersPath } from './courier-request.ts'

/** `/operations/couriers/new`: a courier whom the operator registers without an application. */
export async function newCourierPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${couriersPath}/new`
  const options = { config: { operates: 'MANAGE' }, bodyLimit: 32_768 } as const

  app.get(path, options, (request, reply) => {
    const cityIds = cityOptions(deps).map(({ value }) => value)
    return show(request, reply, 200, {
      firstName: '',
      lastName: '',
      phone: '',
      vehicleType: 'MOTO',
      plateNumber: null,
      cityIds: cityIds.length === 1 ? cityIds : [],
    })
  })

  app.post(path, options, async (request, reply) => {
    const typed = typedCourier(fieldsOf(request.body), cityOptions(deps))
    const { vehicleType } = typed
    const fault = courierFault(typed, languageOf(request))
    if (fault || !vehicleType) return show(request, reply, 422, typed, fault)
    return attempt(
      request,
      async () => {
        const { id } = await addCourier({ ...deps, actor: actorOf(request) }, { ...typed, vehicleType })
        return redirectAfter(reply, `${couriersPath}/${id}`, 'added')
      },
      ({ status, notice }) => show(request, reply, status, typed, notice.text),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: TypedCourier,
    fault?: string,
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const fields = courierFields(typed, cityOptions(deps), language, { hasPhone: true })
    return deps.sendPage(request, reply, status, {
      section: 'couriers',
      title: t('New courier'),
      back: { href: couriersPath, label: t('Couriers') },
      notice: fault === undefined ? undefined : { kind: 'refused', text: fault },
      main: html`
<p>${t('For somebody you know already. They sign in with this number, without a password.')}</p>
<section class="card">!${postForm(path, html`!${fields}!${submitButton(t('Add'))}`)}</section>`,
    })
  }
}
