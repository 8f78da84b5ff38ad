#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { askSecret } from './ask-secret.js';
import { CommandRefused } from './command-refused.js';
import { gradeReceiverAt } from './grade-receiver-at.js';
import { listen } from './listen.js';
import { ping } from './ping.js';
import { languageOfLocale } from './words.js';
/** The command `colis` of the npm package: for developers of shops, who have no service of their own. */
const help = `colis ping            whose key this is: shop, sandbox or production, rights, limit
colis listen          print each event of a shop of the sandbox, and hand it to a local server as a webhook
colis grade-receiver  send a webhook receiver real, forged and odd events, and print what to mend

  --url <url>          ping, listen: the address of the service, or COLIS_URL
                       grade-receiver: where the receiver listens, such as http://localhost:3000/hook
  --key <key>          ping, listen: the API key; others on this machine can read it here,
                       so rather COLIS_API_KEY, or typed when asked
  --forward-to <url>   listen: a local server that takes webhooks, such as http://localhost:3000/hook
  --secret <whsec>     listen: the signing secret; default: a new one, printed
                       grade-receiver: taken from WEBHOOK_SECRET, or typed when asked
  --lang <fr|en>       ping, grade-receiver: default: as the environment says, else fr
  --json               ping, grade-receiver: one JSON object
`;
const options = {
    url: { type: 'string' },
    key: { type: 'string' },
    'forward-to': { type: 'string' },
    secret: { type: 'string' },
    lang: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
};
const commands = {
    ping: async (flags) => {
        const url = serviceUrl(flags);
        const key = await keyOf(flags);
        await ping({ key, url, language: languageOf(flags), ...(flags.json && { json: true }) }, printLine);
    },
    listen: async (flags) => {
        const forwardTo = flags['forward-to'];
        if (forwardTo !== undefined)
            checkUrl('--forward-to', forwardTo);
        if (flags.secret !== undefined && !/^whsec_\S+$/.test(flags.secret))
            throw new CommandRefused('--secret takes a secret that begins with whsec_.');
        const url = serviceUrl(flags);
        const key = await keyOf(flags);
        const stop = new AbortController();
        process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
        process.stdout.once('error', () => stop.abort());
        const given = {
            ...(forwardTo !== undefined && { forwardTo }),
            ...(flags.secret && { secret: flags.secret }),
        };
        await listen({ key, url, ...given }, { print: printLine, signal: stop.signal });
    },
    'grade-receiver': async (flags) => {
        if (flags.url === undefined)
            throw new CommandRefused('Say where the receiver listens: --url http://localhost:3000/hook');
        const isPassed = await gradeReceiverAt({ url: flags.url, language: languageOf(flags), ...(flags.json && { json: true }) }, {
            print: printLine,
            secret: process.env.WEBHOOK_SECRET?.trim() || undefined,
            ask: askSecret,
            isTerminal: process.stdin.isTTY === true,
        });
        if (!isPassed)
            process.exitCode = 1;
    },
};
function languageOf({ lang }) {
    if (lang !== undefined && lang !== 'fr' && lang !== 'en')
        throw new CommandRefused('--lang takes fr or en.');
    return lang ?? languageOfLocale(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG);
}
function serviceUrl({ url = process.env.COLIS_URL }) {
    if (!url)
        throw new CommandRefused('Say where the service is: --url https://sandbox.example, or in COLIS_URL.');
    checkUrl('--url', url);
    return url.replace(/\/$/, '').replace(/\/api\/v1\/partner$/, '');
}
function checkUrl(name, text) {
    if (!/^https?:\/\/[^\s/]/.test(text))
        throw new CommandRefused(`${name} takes an address such as http://localhost:3000/hook.`);
}
async function keyOf({ key }) {
    const given = key ?? process.env.COLIS_API_KEY?.trim() ?? (await askSecret('API key: '));
    if (!given)
        throw new CommandRefused('Give an API key: in COLIS_API_KEY, typed when asked, or with --key.');
    return given;
}
/** Without what would steer the terminal: names and answers of servers are written by strangers. */
const plainText = (text) => text.replace(/(?!\n)\p{Cc}/gu, ' ');
const printLine = (line) => console.log(plainText(line));
function flagsOf(argv) {
    try {
        return parseArgs({ args: argv, options, allowPositionals: true });
    }
    catch (error) {
        throw new CommandRefused(`${error.message}\n\n${help}`);
    }
}
async function run(argv) {
    const { values, positionals } = flagsOf(argv);
    const [name = ''] = positionals;
    if (values.help || positionals.length === 0)
        return console.log(help.trimEnd());
    const command = Object.hasOwn(commands, name) && positionals.length === 1 ? commands[name] : undefined;
    if (!command)
        throw new CommandRefused(`There is no command ${positionals.join(' ')}.\n\n${help}`);
    await command(values);
}
try {
    await run(process.argv.slice(2));
}
catch (error) {
    if (!(error instanceof CommandRefused || error instanceof TypeError))
        throw error;
    console.error(plainText(error.message.trimEnd()));
    process.exitCode = 1;
}
