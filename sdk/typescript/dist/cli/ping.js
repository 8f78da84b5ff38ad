import { Colis } from '../colis.js';
import { ColisError } from '../colis-error.js';
import { CommandRefused } from './command-refused.js';
import { speak } from './words.js';
/**
 * Asks the service whose key this is, and prints it: the shop, sandbox or the real thing, the rights of the key and how
 * often it may call. Throws CommandRefused with what the service said, or that it could not be reached.
 */
export async function ping({ key, url, language, json = false }, print) {
    const t = speak(language);
    const colis = new Colis({ apiKey: key, baseUrl: url, language, maxRetries: 0 });
    const shop = await colis.getShop().catch((error) => {
        if (!(error instanceof ColisError))
            throw error;
        throw new CommandRefused(error.code === 'ROUTE_NOT_FOUND'
            ? t('The key works, but this service is of an older version and cannot say whose it is.')
            : error.message);
    });
    if (json)
        return print(JSON.stringify({ url, ...shop }));
    const { name, environment, scopes, rateLimit } = shop;
    print(t('The address and the key work: {url}', { url }));
    print(t('Shop: {name}', { name }));
    print(environment === 'sandbox'
        ? t('Environment: sandbox. No courier is sent, and no money moves.')
        : t('Environment: production. Couriers are sent, and money moves.'));
    print(t('Rights: {scopes}', { scopes: scopes.join(', ') }));
    print(rateLimit ? t('Limit: {requests} requests in {seconds} s', rateLimit) : t('Limit: none'));
}
