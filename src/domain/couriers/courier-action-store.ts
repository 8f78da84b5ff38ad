import type { Database } from '../../base/database/open-database.ts'
import type { ErrorCode } from '../../contract/errors.ts'

/**
 * What an action was refused with: an error code and its parameters, with the delivery that it was about; of
 * an action on several at once the `others` that were refused.
 */
export type Refusal = {
  refused: ErrorCode
  params: { delivery?: string; others?: Refusal[] } & Record<string, unknown>
}

/** The outcome of an action: done, or refused. */
export type ActionOutcome = 'DONE' | Refusal

/** A stored action; no outcome while it is under way. */
export type SavedAction = { action: string; outcome: ActionOutcome | null }

type ActionKey = { courierId: string; token: string }

/** How long an action may be under way before it counts as lost with its process. */
const lostAfterMs = 30_000

/** How long outcomes are kept: as long as a phone may stay without a network and send again. */
const retentionMs = 7 * 24 * 60 * 60_000

/**
 * Begins an action: true for the one caller that must perform it, false when it was begun before. An action
 * whose process died may be begun again.
 */
export async function beginAction(
  db: Database,
  { courierId, token }: ActionKey,
  action: string,
  now: Date,
): Promise<boolean> {
  const begun = await db
    .insertInto('courier_actions')
    .values({ courier_id: courierId, token, action, outcome: null, started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['courier_id', 'token'])
        .doUpdateSet({ started_at: now })
        .where('courier_actions.outcome', 'is', null)
        .where('courier_actions.started_at', '<', new Date(now.getTime() - lostAfterMs)),
    )
    .returning('courier_actions.token')
    .executeTakeFirst()
  return begun !== undefined
}

/** Stores the outcome of an action, and deletes this courier's old ones. */
export async function endAction(
  db: Database,
  { courierId, token }: ActionKey,
  outcome: ActionOutcome,
  now: Date,
): Promise<void> {
  await db
    .with('forgotten', (qb) =>
      qb
        .deleteFrom('courier_actions')
        .where('courier_actions.courier_id', '=', courierId)
        .where('courier_actions.started_at', '<', new Date(now.getTime() - retentionMs)),
    )
    .updateTable('courier_actions')
    .set({ outcome: JSON.stringify(outcome) })
    .where('courier_actions.courier_id', '=', courierId)
    .where('courier_actions.token', '=', token)
    .execute()
}

/** Deletes an action that could not be performed at all, so that it may be sent again at once. */
export async function deleteAction(db: Database, { courierId, token }: ActionKey): Promise<void> {
  await db
    .deleteFrom('courier_actions')
    .where('courier_actions.courier_id', '=', courierId)
    .where('courier_actions.token', '=', token)
    .where('courier_actions.outcome', 'is', null)
    .execute()
}

/** An action of this courier's; undefined when they sent no form with this token. */
export async function findAction(
  db: Database,
  { courierId, token }: ActionKey,
): Promise<SavedAction | undefined> {
  const row = await db
    .selectFrom('courier_actions')
    .select(['courier_actions.action', 'courier_actions.outcome'])
    .where('courier_actions.courier_id', '=', courierId)
    .where('courier_actions.token', '=', token)
    .executeTakeFirst()
  return row && { action: row.action, outcome: row.outcome && JSON.parse(row.outcome) }
}
