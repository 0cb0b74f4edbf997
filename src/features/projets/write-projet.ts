import type { Single } from '../../../sync/outbox/command-list.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'
import { OWNER_FIELDS, planGive } from '../../domain/projets/give-plan.ts'
import { withTheirs } from '../../domain/projets/with-theirs.ts'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'

/** Not stopped: what « Annuler le projet » wrote is taken back. */
export const REOPENED = { DATE_SANS_SUITE: null, ID_MOTIF_SANS_SUITE: null, REFUSE: 0 } as const

/**
 * Writes what the form of a project says. Whoever becomes responsible there gets what « Confier à… » gives with a project: otherwise its pending quotes would stay
 * with somebody who may not see them any more. In another agency its author does not see its quotes any more, and may not give them: the outbox sends it last (PUSH-9).
 */
export async function writeProjet(
  form: Pick<ResourceFormState, 'payload' | 'base'>,
  { data, id, commands }: { data: LocalData; id: string; commands: Single },
): Promise<void> {
  const patch = form.payload()
  const [projet] = await askList(data, 'projet', { selector: { IDPROJET: { $in: [id] } } })
  if (projet !== undefined && 'IDRESPONSABLEPROJET' in patch) {
    const { IDRESPONSABLEPROJET } = projet
    const given = await withTheirs(data, [{ ...projet, ...patch, IDRESPONSABLEPROJET }])
    const person = (patch.IDRESPONSABLEPROJET || null) as string | null
    for (const { resource, id: of, after } of planGive(given, person).changes)
      if (resource !== 'projet') await commands.update(resource, of, { [OWNER_FIELDS[resource]]: after })
  }
  await commands.update('projet', id, patch as never, { base: form.base() })
}
