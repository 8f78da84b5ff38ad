import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
/** How many pieces a slow body has at most. */
const maxPieces = 8;
/**
 * Sends a body in pieces, with a pause before each but the first. Pieces end within characters where there
 * are such.
 */
export function paceBody(text, pauseMs) {
    return Readable.from(piecesOf(Buffer.from(text), pauseMs), { objectMode: false });
}
async function* piecesOf(bytes, pauseMs) {
    const ends = [...bytes.keys()].filter((at) => isWithinCharacter(bytes[at] ?? 0)).slice(0, maxPieces - 1);
    let from = 0;
    for (const end of [...ends, bytes.length]) {
        if (from > 0)
            await wait(pauseMs);
        yield bytes.subarray(from, end);
        from = end;
    }
}
/** Sends the first half of a body, then breaks the connection. */
export function paceBrokenBody(text, pauseMs) {
    return Readable.from(halfOf(Buffer.from(text), pauseMs), { objectMode: false });
}
async function* halfOf(bytes, pauseMs) {
    yield bytes.subarray(0, bytes.length / 2);
    await wait(pauseMs);
    throw new Error('The connection is meant to break here.');
}
/** Whether a byte of UTF-8 continues a character. */
const isWithinCharacter = (byte) => (byte & 0xc0) === 0x80;
