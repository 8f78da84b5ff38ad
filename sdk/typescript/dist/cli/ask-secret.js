import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
/**
 * Asks for a secret at the terminal without showing what is typed; without a terminal it is the first line of
 * standard input. Returns it without the blanks around it, or undefined when there is no input.
 */
export async function askSecret(question) {
    const terminal = process.stdin.isTTY === true;
    const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: silence, terminal });
    const end = new AbortController();
    lines.once('close', () => end.abort()).once('SIGINT', () => lines.close());
    if (terminal)
        process.stderr.write(question);
    try {
        const [line] = (await once(lines, 'line', { signal: end.signal }));
        return line.trim();
    }
    catch (error) {
        if (error.name === 'AbortError')
            return undefined;
        throw error;
    }
    finally {
        if (terminal)
            process.stderr.write('\n');
        lines.close();
    }
}
