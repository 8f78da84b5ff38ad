/** Whether an address may be shown to a customer as the page on which they pay. */
export function isPayLink(text: string): boolean {
  if (text.length > 2_000 || !URL.canParse(text)) return false
  const { protocol, username } = new URL(text)
  return protocol === 'https:' && username === ''
}
