import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../../base/contract/limits.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { languages } from '../../../../base/kernel/language.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { chosenOf, fieldsOf } from '../../../../base/pages/form-fields.ts'
import { removeShopLogo, setShopLogo } from '../../../../domain/shops/appearance/set-shop-logo.ts'
import { changeShop } from '../../../../domain/shops/change-shop.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak, speakEach } from '../../console-words.ts'
import { type AppearanceScreen, appearancePage } from './appearance-page.ts'
import { appearanceDone } from './appearance-wording.ts'

/** A photo as phones take them is received, so that it can be refused in words; little of it is kept in memory. */
const uploadBytes = 12 * 1024 * 1024
const keptBytes = 8 * limits.logoBytes

type Filled = Partial<Pick<AppearanceScreen, 'typedName' | 'faults' | 'notice'>>

/** What customers call a shop and see of it, and the language in which the service writes to it. */
export async function appearanceRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/settings/appearance`
  const config = { needs: 'MANAGE_SHOP' } as const
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  await acceptFiles(app, { fields: 1, fieldBytes: 1_024, fileBytes: keptBytes })

  app.get(path, { config }, async (request, reply) =>
    sendAppearance(request, reply, 200, {
      notice: doneNotice(request, speakEach(languageOf(request), appearanceDone)),
    }),
  )

  app.post(path, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const displayName = cleanedLine(sent.displayName ?? '')
    const language = chosenOf('language', sent.language, languages)
    if ([...displayName].length > limits.shopName.max) {
      const fault = speak(languageOf(request))('This name is too long: 80 characters at most.')
      return sendAppearance(request, reply, 422, { typedName: displayName, faults: { displayName: fault } })
    }
    return attempt(request, reply, 'saved', { typedName: displayName }, (shopId) =>
      changeShop(acting(request), shopId, {
        displayName: displayName || null,
        ...(language && { language }),
      }),
    )
  })

  const upload = {
    config: { ...config, hasOwnBodyDeadline: true },
    bodyLimit: uploadBytes,
    onRequest: refuseLargerForms(uploadBytes),
  }
  app.post(`${path}/logo`, upload, async (request, reply) => {
    const { file } = await readSentForm(request, reply, 'logo')
    if (!file) {
      const fault = speak(languageOf(request))('Choose a picture first.')
      return sendAppearance(request, reply, 422, { faults: { logo: fault } })
    }
    return attempt(request, reply, 'logo', {}, (shopId) => setShopLogo(acting(request), shopId, file))
  })

  app.post(`${path}/logo/remove`, { config, bodyLimit: 1_024 }, async (request, reply) =>
    attempt(request, reply, 'removed', {}, (shopId) => removeShopLogo(acting(request), shopId)),
  )

  /** Calls the verb and redirects; a refusal shows the page again as it was filled in. */
  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    done: string,
    filled: Filled,
    act: (shopId: string) => Promise<unknown>,
  ) {
    const shopId = memberOf(request).shop.id
    try {
      await act(shopId)
      return redirectAfter(reply, shopHref(shopId, '/settings/appearance'), done)
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      const outcome = code === 'LOGO_REFUSED' ? { faults: { logo: notice.text } } : { notice }
      return sendAppearance(request, reply, status, { ...filled, ...outcome })
    }
  }

  function sendAppearance(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { typedName, faults = {}, notice }: Filled,
  ) {
    const { shop } = memberOf(request)
    const page = appearancePage({
      language: languageOf(request),
      href: shopHref(shop.id, '/settings'),
      shop,
      messageLanguage: shop.language ?? deps.language,
      typedName,
      faults,
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}
