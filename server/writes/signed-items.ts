import type { JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import type { SiteNote } from '../../schemas/rules/intervention-site.ts'
import { sameJson } from '../../schemas/same-json.ts'
import { authorName } from './note-in-journal.ts'
import { saidTime, saidWall } from './said-time.ts'
import type { WriteContext } from './write-types.ts'

export interface Said {
  patch: Values
  base: Values | null
}

/** The website as an author of records (routes/leads): an id that no member of the staff can have. What it writes comes from the server's own code. */
export const WEBSITE = '@site-web'

/** What a caller may do with the entries of one list. */
interface Rules<T> {
  /** A new entry, as it is kept. */
  signed: (said: T) => T
  /** A known entry as this caller may change it, with what they knew of it; null where they may not. */
  changed: (stored: T, said: T, base: T) => { said: T; base: T } | null
  mayRemove: (stored: T) => boolean
}

/**
 * What a write says of a journal (JOURNAL of a project or a client, NOTES of works), as far as its author may say it (MERGE-5): a new entry is theirs, and of
 * known ones the stored form counts. The rest of the write is accepted: an app may send whole lists of another day.
 * @param record the stored one; null: a creation
 */
export async function withSignedItems(ctx: WriteContext, said: Said, record: Values | null): Promise<Said> {
  const { resource } = ctx.mutation
  if (resource === 'intervention' && 'NOTES' in said.patch) return keep(said, 'NOTES', record, noteRules(ctx))
  const isJournal = (resource === 'projet' || resource === 'client') && 'JOURNAL' in said.patch
  return isJournal ? keep(said, 'JOURNAL', record, await journalRules(ctx)) : said
}

/** The journal has no screen that changes or removes an entry. */
async function journalRules(ctx: WriteContext): Promise<Rules<JournalEntry>> {
  const { tx, actor } = ctx
  const AUTEUR = await authorName(tx, actor.staff.id)
  const of = (said: JournalEntry): Partial<JournalEntry> =>
    actor.staff.id === WEBSITE ? {} : { AUTEUR, GENRE: said.GENRE === 'appel' ? 'appel' : 'note' }
  return {
    signed: (said) => ({
      ...said,
      ...of(said),
      LE: saidWall(ctx, said.LE),
      IDPERSONNEL: actor.staff.id,
    }),
    changed: () => null,
    mayRemove: () => false,
  }
}

/** Whoever may write the works lifts a reserve, and takes one away until the PV is signed (`assertPvKept`); the words of a note are its author's. */
function noteRules(ctx: WriteContext): Rules<SiteNote> {
  const { actor } = ctx
  const isMine = ({ IDPERSONNEL }: SiteNote): boolean => IDPERSONNEL === actor.staff.id
  return {
    signed: (said) => ({
      ...said,
      LE: saidTime(ctx, said.LE),
      IDPERSONNEL: actor.staff.id,
    }),
    changed: (stored, said, base) => {
      const { IDPERSONNEL, LE, GENRE, LEVEE } = stored
      const lifts = GENRE === 'reserve' && said.LEVEE !== undefined && said.LEVEE !== base.LEVEE
      if (isMine(stored)) {
        const kept = { IDPERSONNEL, LE, GENRE, ...(lifts ? {} : { LEVEE }) }
        return { said: defined({ ...said, ...kept }), base: defined({ ...base, ...kept }) }
      }
      return lifts
        ? { said: defined({ ...stored, LEVEE: said.LEVEE }), base: defined({ ...stored, LEVEE: base.LEVEE }) }
        : null
    },
    mayRemove: (stored) => stored.GENRE === 'reserve' || isMine(stored),
  }
}

const defined = (note: { [K in keyof SiteNote]: SiteNote[K] | undefined }): SiteNote =>
  Object.fromEntries(Object.entries(note).filter(([, value]) => value !== undefined)) as SiteNote

const byId = <T extends { id: string }>(list: unknown): Map<string, T> =>
  new Map((Array.isArray(list) ? (list as T[]) : []).map((item) => [item.id, item]))

function keep<T extends { id: string }>(said: Said, field: string, record: Values | null, rules: Rules<T>): Said {
  const [mine, stored] = [byId<T>(said.patch[field]), byId<T>(record?.[field])]
  if (said.base === null) return { ...said, patch: { ...said.patch, [field]: replaced(mine, stored, rules) } }
  const edit = edited({ mine, stored, base: byId<T>(said.base[field]) }, rules)
  return { patch: { ...said.patch, [field]: edit.patch }, base: { ...said.base, [field]: edit.base } }
}

/** A list that replaces the stored one. */
function replaced<T extends { id: string }>(mine: Map<string, T>, stored: Map<string, T>, rules: Rules<T>): T[] {
  const known = [...stored.values()].flatMap((item) => {
    const my = mine.get(item.id)
    if (my === undefined) return rules.mayRemove(item) ? [] : [item]
    return [sameJson(my, item) ? item : (rules.changed(item, my, item)?.said ?? item)]
  })
  return [...known, ...[...mine.values()].filter(({ id }) => !stored.has(id)).map(rules.signed)]
}

interface Sides<T> {
  mine: Map<string, T>
  stored: Map<string, T>
  base: Map<string, T>
}

/** An edit of a set: an item in neither list is not touched (OUT-10). */
function edited<T extends { id: string }>(
  { mine, stored, base }: Sides<T>,
  rules: Rules<T>,
): { patch: T[]; base: T[] } {
  const [patch, was]: [T[], T[]] = [[], []]
  for (const id of new Set([...base.keys(), ...mine.keys()])) {
    const [my, old, there] = [mine.get(id), base.get(id), stored.get(id)]
    if (there === undefined) {
      // Whoever removed it since wins over whoever only knew it.
      if (old !== undefined) was.push(old)
      if (my !== undefined) patch.push(old === undefined ? rules.signed(my) : my)
    } else if (my === undefined) {
      if (old !== undefined && rules.mayRemove(there)) was.push(old)
    } else if (!sameJson(my, old) && !sameJson(my, there)) {
      const change = rules.changed(there, my, old ?? there)
      if (change) {
        patch.push(change.said)
        was.push(change.base)
      }
    }
  }
  return { patch, base: was }
}
