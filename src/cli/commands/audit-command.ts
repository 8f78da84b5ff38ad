import { type AuditLine, listAudit } from '../../domain/audit/audit-store.ts'
import { type AddCommand, answer, linesOr } from './command-context.ts'
import { jsonOption, limitOption, readDate, readText, readUuid, type TypedDate } from './option-values.ts'

type AuditOptions = { shop?: string; subject?: string; since?: TypedDate; limit: number; json?: boolean }

/** `colis audit`. */
export const addAuditCommand: AddCommand = (program, context) => {
  program
    .command('audit')
    .description(
      'who changed what of the service and its shops, newest first, with the values before and after',
    )
    .option('--shop <id>', 'what concerns one shop', readUuid)
    .option(
      '--subject <id>',
      'what was done to one thing: a shop, key, city, courier, delivery…',
      readText(200),
    )
    .option('--since <date>', 'from then on', readDate)
    .option(...limitOption)
    .option(...jsonOption)
    .action(async ({ shop, subject, since, limit, ...options }: AuditOptions) => {
      const services = await context.services()
      const lines = await listAudit(services.db, {
        limit,
        ...(shop !== undefined && { shopId: shop }),
        ...(subject !== undefined && { subjectId: subject.toLowerCase() }),
        ...(since !== undefined && { since: since(services) }),
      })
      answer(
        context,
        options,
        { audit: lines.map(auditAnswer) },
        linesOr(lines, auditLine, 'Nothing was changed.'),
      )
    })
}

const auditAnswer = (line: AuditLine) => ({
  auditLineId: line.id,
  occurredAt: line.occurred_at.toISOString(),
  actor: line.actor,
  action: line.action,
  subjectType: line.subject_type,
  subjectId: line.subject_id,
  shopId: line.shop_id,
  before: line.before,
  after: line.after,
})

const auditLine = (line: AuditLine) =>
  [
    line.occurred_at.toISOString(),
    line.actor,
    line.action,
    `${line.subject_type} ${line.subject_id}`,
    changesOf(line).join(', '),
  ].join('  ')

/** Each value that differs: `name: "Ganhi" -> "Chez Afi"`, or only the one that was added or removed. */
function changesOf({ before, after }: AuditLine): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]].map((value) => value && JSON.stringify(value))
    if (JSON.stringify(before?.[name]) === JSON.stringify(after?.[name])) return []
    if (!before) return [`${name}: ${is ?? 'none'}`]
    if (!after) return [`${name}: ${was ?? 'none'} -> gone`]
    return [`${name}: ${was ?? 'none'} -> ${is ?? 'none'}`]
  })
}
