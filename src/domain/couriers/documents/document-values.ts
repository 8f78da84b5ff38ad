import type { AuditValues } from '../../audit/audited-act.ts'
import type { DocumentRow } from './document-store.ts'

/** What the audit keeps of a document: never its file or where that is. */
export const documentValues = ({
  courierId,
  kind,
  contentType,
  sizeBytes,
  expiresOn,
}: DocumentRow): AuditValues => ({ courierId, kind, contentType, sizeBytes, expiresOn })
