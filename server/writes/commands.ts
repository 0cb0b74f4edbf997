import { today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { assertCommandFields } from './check-body.ts'
import { debriefAuthor } from './server-fields.ts'
import type { WriteContext } from './write-types.ts'

const DEBRIEF = ['DEBRIEF_CATEGORIE', 'IDRDV_DEBRIEF', 'DEBRIEF_COMMENTAIRE', 'DEBRIEF_LE', 'DEBRIEF_PAR']
/** A device sends its groups whole: REFUSE travels with the two others. */
const CANCEL = ['ID_MOTIF_SANS_SUITE', 'DATE_SANS_SUITE', 'REFUSE']

const touchesDebrief = (patch: Values): boolean => Object.keys(patch).some((name) => DEBRIEF.includes(name))

/**
 * The patch that a command makes. `given` is what the body said (its base covers exactly that), `patch` has what the server adds:
 * author and time of a debrief, today for a cancelled project.
 */
export function commandPatch(ctx: WriteContext, given: Values): { given: Values; patch: Values } {
  const { action, resource } = ctx.mutation
  if (action === 'debrief') assertCommandFields(given, { allowed: DEBRIEF, needed: 'DEBRIEF_CATEGORIE' })
  if (action === 'cancel') {
    assertCommandFields(given, { allowed: CANCEL, needed: 'ID_MOTIF_SANS_SUITE' })
    return { given, patch: { ...given, DATE_SANS_SUITE: given.DATE_SANS_SUITE ?? today(ctx.zone, ctx.now) } }
  }
  if (resource === 'rdv' && touchesDebrief(given)) return { given, patch: { ...given, ...debriefAuthor(ctx, given) } }
  return { given, patch: given }
}
