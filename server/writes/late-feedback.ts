import { plannedPeople } from '../../schemas/rules/late-sends.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { actEntry, noteInJournal } from './note-in-journal.ts'
import { type Edit, except, wasPlanned } from './taken-off.ts'
import type { WriteContext } from './write-types.ts'

const FIELDS = ['FEEDBACK', 'DATE_FEEDBACK']

/**
 * A device's feedback on works that changed hands (PUSH-12): that of whoever has them now counts, whichever of the two arrives first and whatever the other one
 * still sees. The one that does not count is in the project's journal. What the office gave, which nobody is planned for, merges as always.
 * @param row of it the stamps of a feedback that loses are removed
 * @returns the edit, without its feedback where that loses
 */
export async function weighFeedback(ctx: WriteContext, row: StoredRow, edit: Edit): Promise<Edit> {
  const { mutation, actor, tx } = ctx
  const { record, stamps } = row
  const [me, other, given] = [actor.staff.id, stamps.FEEDBACK?.[2] ?? null, edit.patch.FEEDBACK]
  if (mutation.resource !== 'intervention' || mutation.counter === null || edit.base === null) return edit
  if (given === undefined || record.FEEDBACK === null || other === null || other === me) return edit
  // Their device had the other's feedback: they change it on purpose.
  if (mutation.seen !== null && mutation.seen >= (stamps.FEEDBACK?.[3] ?? 0)) return edit
  const people = plannedPeople('intervention', record)
  const works = { resource: 'intervention', id: row.id }
  const isSuccessors = (one: string, former: string): boolean => people.includes(one) && !people.includes(former)
  if (isSuccessors(other, me) && (await wasPlanned(tx, me, works))) {
    if (given !== record.FEEDBACK) await tellNotTaken(ctx, row, { by: me, FEEDBACK: given })
    const rest = except(FIELDS)
    return { patch: rest(edit.patch), base: rest(edit.base) }
  }
  if (!isSuccessors(me, other) || !(await wasPlanned(tx, other, works))) return edit
  if (given !== record.FEEDBACK) await tellNotTaken(ctx, row, { by: other, FEEDBACK: record.FEEDBACK })
  row.stamps = except(FIELDS)(stamps) as StoredRow['stamps']
  return { ...edit, base: { ...edit.base, DATE_FEEDBACK: record.DATE_FEEDBACK } }
}

async function tellNotTaken(
  ctx: WriteContext,
  { record }: StoredRow,
  { by, FEEDBACK }: { by: string; FEEDBACK: unknown },
): Promise<void> {
  const entry = await actEntry(
    { ...ctx, actor: { staff: { id: by } } },
    {
      GENRE: 'evenement',
      RESULTAT: `Retour « ${FEEDBACK} » non retenu`,
      TEXTE: 'L’intervention a changé de mains : le retour de la personne qui l’a maintenant compte.',
    },
  )
  await noteInJournal(ctx, String(record.IDPROJET), entry)
}
