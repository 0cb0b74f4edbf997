import { validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { missingMentions, type QuoteMentions, transmissionIssues } from '../../schemas/rules/devis-mentions.ts'
import { toFieldErrors } from '../../schemas/validate.ts'
import { readContacts, readParties } from '../evidence/document.ts'
import type { Tx } from '../plugins/database/database.ts'

/**
 * Throws 422 with the list of what keeps a quote from being given to its customer: mandatory mentions that it lacks, a validity that is over.
 * @param day the company's day
 */
export async function assertMayTransmit(tx: Tx, record: Values, day: string): Promise<void> {
  const devis = record as QuoteMentions['devis'] & { IDCLIENT: string; IDPROJET: string }
  const parties = await readParties(tx, devis)
  const mentions = { devis, ...parties, entreprise: { ...parties.entreprise, ...(await readContacts(tx)) } }
  const issues = transmissionIssues(mentions, day)
  const [first] = issues
  if (!first) return
  const lacks = missingMentions(mentions).length > 0
  throw validationError(toFieldErrors(issues), lacks ? 'Des mentions obligatoires manquent au devis.' : first.message)
}
