import { validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { missingMentions, type QuoteMentions } from '../../schemas/rules/devis-mentions.ts'
import { toFieldErrors } from '../../schemas/validate.ts'
import { readParties } from '../evidence/document.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Throws 422 with the list of the mandatory mentions that a quote lacks: without them it may not be given to its customer. */
export async function assertMayTransmit(tx: Tx, record: Values): Promise<void> {
  const devis = record as QuoteMentions['devis'] & { IDCLIENT: string; IDPROJET: string }
  const issues = missingMentions({ devis, ...(await readParties(tx, devis)) })
  if (issues.length > 0) throw validationError(toFieldErrors(issues), 'Des mentions obligatoires manquent au devis.')
}
