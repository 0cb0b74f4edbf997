import { knows } from '../../schemas/merge.ts'
import { plannedPeople } from '../../schemas/rules/late-sends.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { actEntry, noteInJournal } from './note-in-journal.ts'
import { type Edit, except, wasPlanned } from './taken-off.ts'
import type { WriteContext } from './write-types.ts'

const FIELDS = ['FEEDBACK', 'DATE_FEEDBACK']

/** Why a feedback is not taken, for whoever reads the journal. */
const CHANGED_HANDS = 'L’intervention a changé de mains : le retour de la personne qui l’a maintenant compte.'
const BOTH_GAVE =
  'Deux personnes ont donné un retour sans connaître celui de l’autre : « bon », avec son PV signé, compte.'

/**
 * A device's feedback on works that have another one, which the device did not know. On works that changed hands that of whoever has them now counts (PUSH-12);
 * else « bon », which has its signed PV. Whichever of the two arrives first, and whatever its sender still sees; the one that does not count is in the
 * project's journal.
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
  if (mutation.seen !== null && stamps.FEEDBACK && knows(mutation.seen, stamps.FEEDBACK)) return edit
  const people = plannedPeople('intervention', record)
  const works = { resource: 'intervention', id: row.id }
  const isSuccessor = async (one: string, former: string): Promise<boolean> =>
    people.includes(one) && !people.includes(former) && (await wasPlanned(tx, former, works))
  const [theyHaveIt, iHaveIt] = [await isSuccessor(other, me), await isSuccessor(me, other)]
  const isHanded = theyHaveIt || iHaveIt
  if (!isHanded && given === record.FEEDBACK) return edit
  const isMine = isHanded ? iHaveIt : given === 'bon'
  if (given !== record.FEEDBACK) {
    const lost = isMine ? { by: other, FEEDBACK: record.FEEDBACK } : { by: me, FEEDBACK: given }
    await tellNotTaken(ctx, row, { ...lost, why: isHanded ? CHANGED_HANDS : BOTH_GAVE })
  }
  if (!isMine) {
    const rest = except(FIELDS)
    return { patch: rest(edit.patch), base: rest(edit.base) }
  }
  row.stamps = except(FIELDS)(stamps) as StoredRow['stamps']
  return { ...edit, base: { ...edit.base, DATE_FEEDBACK: record.DATE_FEEDBACK } }
}

async function tellNotTaken(
  ctx: WriteContext,
  { record }: StoredRow,
  { by, FEEDBACK, why }: { by: string; FEEDBACK: unknown; why: string },
): Promise<void> {
  const entry = await actEntry(
    { ...ctx, actor: { staff: { id: by } } },
    {
      GENRE: 'evenement',
      RESULTAT: `Retour « ${FEEDBACK} » non retenu`,
      TEXTE: why,
    },
  )
  await noteInJournal(ctx, String(record.IDPROJET), entry)
}
