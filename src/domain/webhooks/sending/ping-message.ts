import { freezeEvent, type NewEvent } from '../../../events/event-body.ts'

/**
 * The event that tests an endpoint (decision 39): in the form of every other, it carries the endpoint alone.
 */
export const pingMessage = (
  event: Pick<NewEvent, 'id' | 'createdAt'>,
  endpointId: string,
): Pick<NewEvent, 'id' | 'type' | 'createdAt' | 'body'> =>
  freezeEvent({ ...event, type: 'ping' }, { endpointId })
