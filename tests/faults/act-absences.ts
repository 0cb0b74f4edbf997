import { addDays } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { itemKey } from '../../schemas/merge-set.ts'
import type { Snapshot } from '../../sync/outbox/snapshot.ts'
import { type ActContext, type Chosen, isDirector, type Written } from './act-types.ts'
import { dayOf } from './words.ts'

/** Absences and meetings (DAY-10): everybody's own, and a director's for the agency. */
export const ABSENCE_ACTS = [
  'new-absence',
  'new-meeting',
  'absence-title',
  'absence-days',
  'skip-day',
  'unskip-day',
  'invite',
  'drop-absence',
] as const
type AbsenceAct = (typeof ABSENCE_ACTS)[number]

export const isAbsenceAct = (kind: string): kind is AbsenceAct => (ABSENCE_ACTS as readonly string[]).includes(kind)

const PEOPLE = ['camille', 'colin', 'marc'] as const

/** Whole days, from the word's own one on. */
const days = (word: string) => ({
  JOURNEES: 1 as const,
  DEBUT: `${dayOf(word)} 00:00`,
  FIN: `${addDays(dayOf(word), 1)} 00:00`,
})

const EVERY_WEEK = { REPETITION: 'semaine', DEBUT: '2026-11-23 09:00', FIN: '2026-11-23 10:00' } as const

export async function doAbsenceAct(context: ActContext, kind: AbsenceAct): Promise<Written | null> {
  const { device, me, pick, word, made } = context
  const { commands } = device
  const person = PEOPLE[pick % PEOPLE.length] ?? PEOPLE[0]
  const people = isDirector(me) && person !== me ? [me, person] : [me]
  switch (kind) {
    case 'new-absence': {
      const values = { IDPERSONNELS: [me], GENRE: 'conges' as const, OBJET: word, ...days(word) }
      return made('absence', await commands.create('absence', values))
    }
    case 'new-meeting': {
      const values = { IDPERSONNELS: people, GENRE: 'reunion' as const, OBJET: word, ...EVERY_WEEK }
      return made('absence', await commands.create('absence', values))
    }
    case 'absence-title': {
      const one = await mine(context)
      return one && save(context, one, { OBJET: word }, { word, over: one.shown.OBJET })
    }
    case 'absence-days': {
      const one = await mine(context, ({ REPETITION }) => REPETITION === null)
      const over = [one?.shown.DEBUT, one?.shown.FIN]
      return one && save(context, one, days(word), { word: dayOf(word), over })
    }
    case 'skip-day': {
      // One occurrence of a meeting does not take place.
      const one = await mine(context, ({ REPETITION }) => REPETITION !== null)
      return one && list(context, one, 'EXCEPTIONS', [...exceptionsOf(one), { id: dayOf(word) }])
    }
    case 'unskip-day': {
      const one = await mine(context, ({ EXCEPTIONS }) => (EXCEPTIONS as unknown[]).length > 0)
      return one && list(context, one, 'EXCEPTIONS', exceptionsOf(one).slice(1))
    }
    case 'invite': {
      const one = isDirector(me)
        ? await mine(
            context,
            ({ GENRE, IDPERSONNELS }) => GENRE === 'reunion' && !(IDPERSONNELS as string[]).includes(person),
          )
        : null
      return one && list(context, one, 'IDPERSONNELS', [...(one.shown.IDPERSONNELS as string[]), person])
    }
    case 'drop-absence': {
      const one = await mine(context)
      if (!one) return null
      await commands.remove('absence', one.id)
      return { resource: 'absence', id: one.id, word: null, over: one.shown }
    }
  }
}

const exceptionsOf = ({ shown }: Chosen): { id: string }[] => shown.EXCEPTIONS as { id: string }[]

/** One that its author may change: their own alone, or, for a director, any that they see. */
const mine = ({ me, among }: ActContext, isOffered: (shown: Values) => boolean = () => true): Promise<Chosen | null> =>
  among('absence', (shown) => {
    const people = shown.IDPERSONNELS as string[]
    return (isDirector(me) || (people.length === 1 && people[0] === me)) && isOffered(shown)
  })

/** As the form saves it, relative to what it showed (OUT-11). */
async function save(
  { device }: ActContext,
  { id, shown }: Chosen,
  patch: Values,
  { word, over }: Pick<Written, 'word' | 'over'>,
): Promise<Written> {
  await device.commands.update('absence', id, patch as never, { base: shown as Snapshot })
  return { resource: 'absence', id, word, over }
}

/** Adds items to a set, or removes some. */
async function list(
  context: ActContext,
  one: Chosen,
  field: 'EXCEPTIONS' | 'IDPERSONNELS',
  items: readonly unknown[],
): Promise<Written> {
  const [was, is] = [(one.shown[field] as unknown[]).map(itemKey), items.map(itemKey)]
  const added = is.filter((key) => !was.includes(key))
  const removed = was.filter((key) => !is.includes(key))
  const word = field === 'EXCEPTIONS' && added.length > 0 ? dayOf(context.word) : null
  const over = field === 'EXCEPTIONS' && removed.length > 0 ? removed : null
  const written = await save(context, one, { [field]: items }, { word, over })
  return { ...written, items: [{ field, added, removed }] }
}
