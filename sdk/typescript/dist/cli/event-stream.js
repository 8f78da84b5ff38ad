/**
 * Takes apart a stream of server-sent events; `feed` returns the events that a piece completes. The service sends no
 * comments between the lines of an event, and each event has an id.
 */
export function eventStream() {
    let rest = '';
    let [id, event, data] = [undefined, '', []];
    return {
        feed(text) {
            const lines = (rest + text).split('\n');
            rest = lines.pop() ?? '';
            const events = [];
            for (const line of lines.map((each) => each.replace(/\r$/, ''))) {
                const [, name = '', value = ''] = /^([a-z]*)(?:: ?(.*))?$/s.exec(line) ?? [];
                if (line === '') {
                    if (data.length > 0)
                        events.push({ id, event, data: data.join('\n') });
                    [event, data] = ['', []];
                }
                else if (name === 'id')
                    id = value;
                else if (name === 'event')
                    event = value;
                else if (name === 'data')
                    data.push(value);
            }
            return events;
        },
    };
}
