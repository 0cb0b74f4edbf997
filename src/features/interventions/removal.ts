import { worksRefusal } from '../../../schemas/rules/deletion.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { resourceText } from '../../text/resource.ts'
import type { InterventionFile } from './use-intervention-file.ts'

/** Why works may not be deleted, or not yet: what this device has not read may forbid it, and the server would refuse later. null: they may be. */
export function removalRefusal({
  intervention,
  devis,
  files,
}: Pick<InterventionFile, 'devis' | 'files'> & { intervention: { IDDEVIS: string | null } }): string | null {
  if (files === undefined || devis === undefined) return resourceText.stillReading
  if (intervention.IDDEVIS !== null && devis === null) return text.quoteNotHere
  return worksRefusal(devis)
}
