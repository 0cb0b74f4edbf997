import { NATURE_CODES, type ReferenceList } from '../entities/reference.ts'
import type { Issue } from '../entity.ts'
import type { Values } from '../merge.ts'
import { messages } from '../messages.ts'

/** The lists that a company edits, in the order of its screen: what each entry has beside its label (SET-03). */
export const LIST_FIELDS: Readonly<Record<ReferenceList, readonly string[]>> = {
  AGENCES: ['ADRESSE', 'CODE_POSTAL', 'VILLE', 'TELEPHONE'],
  NATURE_RDV: ['CODE', 'CODECOULEUR', 'DUREE'],
  RDV_DEBRIEF: ['TYPE_MOTIF'],
  TYPE_ANNULATION: [],
  ORIGINE: [],
  ORIGINE_CAMPAGNE: [],
  TYPE_INTERVENTION: ['CODECOULEUR'],
  TVA: ['TAUX'],
  CIVILITE: ['TYPE'],
  LABEL: ['CODECOULEUR'],
}

/** Without it an entry of the list says nothing to the rules that use the list. */
export const NEEDED: Partial<Record<ReferenceList, string>> = {
  NATURE_RDV: 'CODE',
  RDV_DEBRIEF: 'TYPE_MOTIF',
  TVA: 'TAUX',
  LABEL: 'CODECOULEUR',
}

/** The colour of a label that has none: NEEDED is asked by screens, not by every call. */
export const NO_COLOUR = '#868e96'

interface Entry {
  id: string
  ARCHIVE: 0 | 1
}

/** The entries that a choice proposes: not the archived ones, except those that the record holds already. */
export function offered<E extends Entry>(
  entries: readonly E[],
  held: readonly (string | null | undefined)[] = [],
): E[] {
  return entries.filter(({ id, ARCHIVE }) => ARCHIVE !== 1 || held.includes(id))
}

/** Whether an entry has a field that stays as it is: a debrief that a phone has not sent yet was written with its motive's category (CAL-09). */
export const isFixed = (entry: Values, field: string): boolean =>
  entry.LISTE === 'RDV_DEBRIEF' && field === 'TYPE_MOTIF' && (entry.TYPE_MOTIF ?? null) !== null

/**
 * What is wrong with an entry of a list. The code of a nature decides which rules apply to its appointments, so it is one that they know (ENT-04).
 * @param moved whether this write changes the field: what an older program stored may stay
 * @param before the entry before this write; null when it is new
 */
export function listIssues(entry: Values, moved: (field: string) => boolean, before: Values | null): Issue[] {
  const isCode = entry.CODE === null || (NATURE_CODES as readonly unknown[]).includes(entry.CODE)
  if (entry.LISTE === 'NATURE_RDV' && moved('CODE') && !isCode) return [{ field: 'CODE', message: messages.choice }]
  if (before && moved('TYPE_MOTIF') && isFixed(before, 'TYPE_MOTIF'))
    return [{ field: 'TYPE_MOTIF', message: 'Le résultat d’un motif ne change pas : archivez-le et créez-en un autre' }]
  return []
}

/** The new places of a list whose entry `id` moves by one place: the entries whose ORDRE changes; none at either end. */
export function moveEntry<E extends { id: string; ORDRE: number }>(
  entries: readonly E[],
  id: string,
  by: -1 | 1,
): { id: string; ORDRE: number }[] {
  const from = entries.findIndex((entry) => entry.id === id)
  const [entry, other] = [entries[from], entries[from + by]]
  if (!entry || !other) return []
  const ordered = entries.with(from, other).with(from + by, entry)
  return ordered.flatMap(({ id, ORDRE }, index) => (ORDRE === index + 1 ? [] : [{ id, ORDRE: index + 1 }]))
}

/** The place of a new entry: after all the others, archived ones too. */
export const lastPlace = (entries: readonly { ORDRE: number }[]): number =>
  entries.reduce((last, { ORDRE }) => Math.max(last, ORDRE), 0) + 1
