import { CommandRefused } from './command-refused.js';
import { AddressRefused, findReceiver } from './grading/find-receiver.js';
import { gradeReceiver } from './grading/grade-receiver.js';
import { newSigningSecret } from './sign-event.js';
import { speak } from './words.js';
/**
 * Grades a partner's receiver and prints what it does wrong and how to fix it. Returns whether every check
 * passed. Throws CommandRefused when there is no secret, or no receiver at the address.
 */
export async function gradeReceiverAt({ url, language, json = false, times = {} }, deps) {
    const t = speak(language);
    const secret = await secretFor(t, deps);
    const receiver = await receiverAt(url, language);
    if (!json)
        deps.print(`${t('Receiver: {url}', { url: receiver.url })}\n`);
    const onGrade = (grade) => {
        if (!json)
            deps.print(gradeLines(grade, language).join('\n'));
    };
    const grades = await gradeReceiver({ receiver, secret, clock: { now: () => new Date() }, times, onGrade });
    const isPassed = grades.every(({ verdict }) => verdict === 'PASS' || verdict === 'WARN');
    const own = ownCheck(grades, t);
    if (json)
        deps.print(JSON.stringify(reportOf(receiver, isPassed, grades, own, language)));
    else
        deps.print(`\n${summaryOf(grades, t)}\n${own}`);
    return isPassed;
}
/** The receiver's secret: of the environment, typed when asked, or a new one to start the receiver with. */
async function secretFor(t, { print, secret, ask, isTerminal }) {
    const given = secret ?? (await ask(t('Signing secret (whsec_…), or Enter to make one: ')));
    if (given) {
        if (!/^whsec_\S+$/.test(given))
            throw new CommandRefused(t('A signing secret begins with whsec_.'));
        return given;
    }
    const made = newSigningSecret();
    const how = t('Start your receiver with this new secret, for example:\nWEBHOOK_SECRET={secret} node receiver.ts', { secret: made });
    if (given === undefined || !isTerminal)
        throw new CommandRefused(`${t('There is no signing secret: put that of your receiver in WEBHOOK_SECRET.')}\n${how}`);
    print(how);
    if ((await ask(t('Press Enter when the receiver runs with this secret. '))) === undefined)
        throw new CommandRefused(t('Nothing was sent.'));
    return made;
}
async function receiverAt(url, language) {
    const found = await findReceiver(url).catch((error) => {
        if (error instanceof AddressRefused)
            throw new CommandRefused(speak(language)(error.sentence));
        throw error;
    });
    if (!found)
        throw new CommandRefused(speak(language)('Nothing answers on {origin}: check the address, and start your receiver first.', {
            origin: new URL(url).origin,
        }));
    return found;
}
function gradeLines({ title, verdict, seen, fix }, language) {
    const more = [seen?.[language], fix && `→ ${fix[language]}`].filter((line) => line !== undefined);
    return [
        `${speak(language)(verdicts[verdict]).padEnd(10)}${title[language]}`,
        ...more.map((line) => indent + line),
    ];
}
const indent = ' '.repeat(10);
const verdicts = {
    PASS: 'good',
    WARN: 'doubtful',
    FAIL: 'FAULT',
    UNKNOWN: 'unknown',
};
function summaryOf(grades, t) {
    const counted = ['PASS', 'WARN', 'FAIL', 'UNKNOWN']
        .map((verdict) => ({ verdict, count: grades.filter((grade) => grade.verdict === verdict).length }))
        .filter(({ count }) => count > 0)
        .map(({ verdict, count }) => t(counts[verdict](count), { count }));
    return t('{count} checks: {counted}.', { count: grades.length, counted: counted.join(', ') });
}
const counts = {
    PASS: () => '{count} good',
    WARN: () => '{count} doubtful',
    FAIL: (count) => (count === 1 ? '{count} fault' : '{count} faults'),
    UNKNOWN: () => '{count} unknown',
};
/** What only the developer can see: whether what came twice was processed once. */
function ownCheck(grades, t) {
    const ids = grades
        .filter(({ id }) => id === 'repeated' || id === 'at-once')
        .flatMap(({ eventIds }) => eventIds)
        .join(', ');
    return ids === ''
        ? t('Check yourself, since it cannot be seen from here: an event that came twice is processed once in your data.')
        : t('Check yourself, since it cannot be seen from here: an event that came twice is processed once in your data. Look there for {ids}.', { ids });
}
const reportOf = (receiver, isPassed, grades, own, language) => ({
    url: receiver.url,
    passed: isPassed,
    checks: grades.map(({ id, title, verdict, seen, fix, eventIds }) => ({
        id,
        title: title[language],
        verdict,
        seen: seen?.[language] ?? null,
        fix: fix?.[language] ?? null,
        eventIds,
    })),
    checkYourself: own,
});
