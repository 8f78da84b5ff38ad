import type { OutgoingHttpHeaders } from 'node:http'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { customerToken } from '../../src/domain/deliveries/sharing/customer-link.ts'
import type { Answer, TestService } from './open-service.ts'

/** The address of a delivery's page. */
export const pagePath = ({ services }: Pick<TestService, 'services'>, key: DeliveryKey): string =>
  `/p/${customerToken({ ...key, linkVersion: 1 }, services.customerLinks)}`

/** Opens a customer's page, in French unless `headers` say otherwise. */
export const openPage = (
  service: TestService,
  key: DeliveryKey,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> => service.call({ url: `/${pagePath(service, key)}`, headers })

/** Sends a form of the page as a browser without JavaScript does. */
export const sendForm = (
  service: TestService,
  key: DeliveryKey,
  fields: Record<string, string>,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> =>
  service.call({
    method: 'POST',
    url: `/${pagePath(service, key)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

/** The text of a page's main part as it is read without JavaScript, on one line. */
export function textOf(page: string): string {
  const main = page
    .slice(page.indexOf('<main>'), page.indexOf('</main>'))
    .replace(/<(\w+)[^>]* hidden>[^<]*<\/\1>/g, '')
  return decoded(main.replace(/<[^>]*>/g, ' '))
    .replace(/[ \n\u00a0]+/g, ' ')
    .trim()
}

/** The fields of the last form of a page that has the button `step`, as they would be sent with it. */
export function fieldsOf(page: string, step: string): Record<string, string> {
  const forms = page.split('<form').slice(1)
  const form = forms.findLast((each) => each.includes(`value="${step}"`)) ?? forms.at(-1) ?? ''
  const inputs = [...form.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)]
  const areas = [...form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>\n?([^<]*)</g)]
  const lists = [...form.matchAll(/<select[^>]* name="([^"]*)".*?(?:<option selected>([^<]*)|<\/select>)/g)]
  const fields = [...inputs, ...lists, ...areas].map(([, name = '', value = '']) => [name, decoded(value)])
  return { ...Object.fromEntries(fields), step }
}

const decoded = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
