/** What one touch does with a phone number: call it, or write to it by WhatsApp. */
type PhoneLinks = { call: string; whatsApp: string }

/** The links to a number in international form; `text` is what WhatsApp offers to send. */
export function phoneLinks(number: string, text?: string): PhoneLinks {
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`
  return { call: `tel:${number}`, whatsApp: `https://wa.me/${number.replace(/^\+/, '')}${query}` }
}
