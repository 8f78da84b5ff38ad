import { setTimeout as wait } from 'node:timers/promises';
import { newSigningSecret } from '../sign-event.js';
import { worded } from '../words.js';
import { acceptedChecks, signedCheck } from './accepted-checks.js';
import { isReachable } from './find-receiver.js';
import { paceBody, paceBrokenBody } from './pace-body.js';
import { failedGrade, gradeOf, responseOf, stoppedGrade, unknownGrade, } from './receiver-grade.js';
import { refusedChecks } from './refused-checks.js';
import { responseGrades } from './response-grades.js';
import { partnerDeadlineMs, sendRequestsTo } from './send-event.js';
import { mistakenRequest, signatureMistakes } from './signature-mistakes.js';
const gradingTimes = {
    deadlineMs: partnerDeadlineMs,
    slowMs: 3_000,
    pauseMs: 50,
    settleMs: 500,
    maxDurationMs: 180_000,
};
/**
 * Sends a receiver about fifty requests, most of them one after the other, and returns a grade for each
 * check.
 */
export async function gradeReceiver({ onGrade = () => { }, ...grading }) {
    const session = openSession(grading);
    const grades = [];
    const add = (grade) => {
        grades.push(grade);
        onGrade(grade);
    };
    try {
        add(await gradeSigned(session));
        for (const check of [...refusedChecks, ...acceptedChecks])
            add(await gradeNext(session, check, grades));
        for (const grade of responseGrades(session.exchanges, session.times))
            add(grade);
        return grades;
    }
    finally {
        session.close();
    }
}
function openSession({ receiver, secret, clock, times: given }) {
    const times = { ...gradingTimes, ...given };
    const otherSecret = newSigningSecret();
    return {
        ...sendRequestsTo(receiver.address, 2 * times.deadlineMs),
        receiver,
        times,
        sample: () => ({ secret, otherSecret, now: clock.now() }),
        endsAtMs: performance.now() + times.maxDurationMs,
        exchanges: [],
        baseline: 'NONE',
        hasStopped: false,
    };
}
/**
 * A plain signed event, which decides what the others can show. When it is refused, the usual mistakes are
 * tried.
 */
async function gradeSigned(session) {
    const exchanges = await exchangesOf(session, signedCheck);
    const [result] = exchanges.map((each) => each.result);
    session.baseline = result ? responseOf(result) : 'NONE';
    if (session.hasStopped)
        return stoppedGrade(signedCheck, exchanges);
    if (session.baseline === 'LATE')
        return unknownGrade(signedCheck, 'LATE', exchanges);
    if (session.baseline === 'ACCEPTED')
        return gradeOf(signedCheck, exchanges, session.baseline);
    const grade = failedGrade(signedCheck, exchanges);
    return session.baseline === 'REFUSED' ? { ...grade, ...(await findMistake(session)) } : grade;
}
async function findMistake(session) {
    for (const mistake of signatureMistakes) {
        const result = await send(session, mistakenRequest(mistake, session.sample()));
        if (responseOf(result) === 'ACCEPTED')
            return { seen: worded(mistake.seen), fix: worded(mistake.fix) };
    }
    return undefined;
}
async function gradeNext(session, check, before) {
    const obstacle = obstacleTo(session, check, before);
    if (obstacle)
        return unknownGrade(check, obstacle);
    const exchanges = await exchangesOf(session, check);
    if (session.hasStopped)
        return stoppedGrade(check, exchanges);
    // A redirect for what is forged too comes from before the receiver, and nothing shows what that would do.
    if (session.baseline === 'REDIRECTED' && check.id === 'forged' && isRedirected(exchanges))
        session.baseline = 'NONE';
    return gradeOf(check, exchanges, session.baseline);
}
function obstacleTo(session, check, before) {
    if (session.hasStopped)
        return 'STOPPED';
    if (session.baseline === 'LATE')
        return 'NEEDS';
    if (performance.now() > session.endsAtMs)
        return 'OUT_OF_TIME';
    const accepts = session.baseline === 'ACCEPTED' || session.baseline === 'REDIRECTED';
    if (check.expects === 'ACCEPTED' && !accepts)
        return 'NEEDS';
    const isMissing = before.some(({ id, verdict }) => id === check.needs && verdict !== 'PASS');
    return isMissing ? 'NEEDS' : undefined;
}
const isRedirected = (exchanges) => exchanges.some(({ result }) => responseOf(result) === 'REDIRECTED');
/** Makes the requests of a check, round by round, until the receiver stops. */
async function exchangesOf(session, check) {
    const exchanges = [];
    for (const round of check.rounds(session.sample())) {
        const results = await Promise.all(round.map((request) => sendAgain(session, request)));
        round.forEach((request, nth) => {
            const result = results[nth];
            if (result)
                exchanges.push({ request, result });
        });
        if (session.hasStopped)
            break;
    }
    session.exchanges.push(...exchanges);
    return exchanges;
}
/**
 * Makes a request, and once more when its connection breaks: a kept connection may have been closed just
 * then. What breaks twice may have ended the receiver.
 */
async function sendAgain(session, request) {
    const first = await send(session, request);
    if (request.pace === 'CUT')
        await wait(session.times.settleMs);
    if (first.failure !== 'CONNECTION' || request.pace === 'CUT')
        return first;
    const second = await send(session, request);
    if (second.failure === 'CONNECTION')
        session.hasStopped ||= !(await isReachable(session.receiver));
    return second;
}
function send(session, { headers, body, pace }) {
    const { receiver, times } = session;
    if (pace === undefined)
        return session.send(receiver.url, headers, body);
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const stream = pace === 'SLOW' ? paceBody(body, times.pauseMs) : paceBrokenBody(body, times.pauseMs);
    return session.send(receiver.url, { ...headers, ...length }, stream);
}
