/**
 * A vowel is elided before, except where it is said as a consonant: d’Abidjan, but de Ouidah and de Yaoundé.
 */
const elided = /^(?!ou[aeiouyàâéèêëîïôûù])[aeiouàâäéèêëîïôöûùü]/i

/** `de` before a name, as French says it: `de Cotonou`, `d’Abidjan`. */
export const frenchOf = (name: string): string => (elided.test(name) ? `d’${name}` : `de ${name}`)
