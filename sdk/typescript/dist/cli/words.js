import { french } from './french.js';
/** Speaks a language: a message with its values filled in. */
export const speak = (language) => (message, values = {}) => (language === 'fr' ? inFrench(message, values) : message).replace(/\{(\w{1,40})\}/g, (gap, name) => String(values[name] ?? gap));
function inFrench(message, { count = 0 }) {
    const said = french[message];
    if (typeof said === 'string')
        return said;
    return Number(count) < 2 ? said[0] : said[1];
}
/** A message, or what is made of messages, in every language. */
export function worded(text) {
    const inLanguage = (language) => {
        const t = speak(language);
        return typeof text === 'string' ? t(text) : text(t, language);
    };
    return { fr: inLanguage('fr'), en: inLanguage('en') };
}
/** The language of a locale such as `en_GB.UTF-8`: French unless English. */
export const languageOfLocale = (locale) => /^en(?![a-z])/i.test(locale ?? '') ? 'en' : 'fr';
