import type { JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { readRow } from '../repositories/rows.ts'
import { actEntry } from './note-in-journal.ts'
import type { WriteContext } from './write-types.ts'

type Ends = Parameters<typeof isClosed>[0]

/**
 * What an edit of a project does, as entries of its journal: stopped, with why, reopened, given to somebody, of another client. By the values before and after the merge, so that
 * what changes nothing says nothing.
 */
export async function projectEvents(ctx: WriteContext, before: Values, after: Values): Promise<JournalEntry[]> {
  if (ctx.mutation.resource !== 'projet') return []
  const entries: JournalEntry[] = []
  const [was, is] = [before, after].map((one) => isClosed(one as unknown as Ends))
  if (!was && is)
    entries.push(await actEntry(ctx, { GENRE: 'evenement', RESULTAT: 'Projet arrêté', ...(await why(ctx, after)) }))
  if (was && !is) entries.push(await actEntry(ctx, { GENRE: 'evenement', RESULTAT: 'Projet rouvert' }))
  if (before.IDRESPONSABLEPROJET !== after.IDRESPONSABLEPROJET)
    entries.push(await actEntry(ctx, { GENRE: 'evenement', RESULTAT: given(before, after) }))
  if (before.IDCLIENT !== after.IDCLIENT)
    entries.push(await actEntry(ctx, { GENRE: 'evenement', RESULTAT: 'Client corrigé' }))
  return entries
}

/** Without the person's name: an erasure of a former colleague finds the names of authors, not those in words. */
function given({ IDRESPONSABLEPROJET: was }: Values, { IDRESPONSABLEPROJET: is }: Values): string {
  if (is === null) return 'Responsable retiré'
  return was === null ? 'Responsable affecté' : 'Responsable changé'
}

/** Why a project was stopped, in the company's words. */
async function why({ tx }: WriteContext, { ID_MOTIF_SANS_SUITE: id }: Values): Promise<{ TEXTE?: string }> {
  const reason = typeof id === 'string' ? await readRow(tx, { resource: 'reference', id }) : null
  return typeof reason?.record.LIBELLE === 'string' ? { TEXTE: reason.record.LIBELLE } : {}
}
