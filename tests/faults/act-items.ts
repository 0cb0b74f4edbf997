import { itemKey } from '../../schemas/merge-set.ts'
import type { Snapshot } from '../../sync/outbox/snapshot.ts'
import type { ActContext, Written } from './act-types.ts'
import { dayOf, wordsIn } from './words.ts'

/** Acts on sets: notes and planning of works, people of an appointment. Each adds, changes or removes one item (MERGE-5). */
export const ITEM_ACTS = ['note', 'note-text', 'drop-note', 'slot', 'slot-day', 'drop-slot', 'join', 'leave'] as const
type ItemAct = (typeof ITEM_ACTS)[number]

export const isItemAct = (kind: string): kind is ItemAct => (ITEM_ACTS as readonly string[]).includes(kind)

const PEOPLE = ['camille', 'colin', 'marc', 'theo'] as const

interface List {
  resource: 'intervention' | 'rdv'
  field: 'NOTES' | 'IDINTERVENTION_PLANNING' | 'IDPERSONNELS'
  id: string
  /** The record as the author's phone shows it: the base of the edit, as the screens give it (OUT-11). */
  shown: Snapshot
  items: unknown[]
  projet: unknown
}

async function someList(
  { device, some }: ActContext,
  { resource, field }: Pick<List, 'resource' | 'field'>,
): Promise<List | null> {
  const id = await some(resource)
  if (id === undefined) return null
  const shown = (await device.shown(resource, id)) as Snapshot | null
  if (shown === null) return null
  return { resource, field, id, shown, items: (shown[field] as unknown[] | undefined) ?? [], projet: shown.IDPROJET }
}

export async function doItemAct(context: ActContext, kind: ItemAct): Promise<Written | null> {
  const { me, pick, word } = context
  const day = dayOf(word)
  switch (kind) {
    case 'note':
      return add(context, await someList(context, NOTES), {
        id: `note-${word.slice(1, -1)}`,
        TEXTE: word,
        LE: '2026-11-23T10:00:00.000Z',
        IDPERSONNEL: me,
      })
    case 'note-text':
      return change(context, await someList(context, NOTES), { TEXTE: word }, word)
    case 'drop-note':
      return remove(context, await someList(context, NOTES))
    case 'slot':
      return add(context, await someList(context, PLANNING), {
        id: `slot-${word.slice(1, -1)}`,
        IDPERSONNEL: PEOPLE[pick % PEOPLE.length],
        DEBUT: `${day} 08:00`,
        FIN: `${day} 12:00`,
      })
    case 'slot-day':
      return change(context, await someList(context, PLANNING), { DEBUT: `${day} 08:00`, FIN: `${day} 12:00` }, day)
    case 'drop-slot':
      return remove(context, await someList(context, PLANNING))
    case 'join':
      return add(context, await someList(context, TEAM), PEOPLE[pick % PEOPLE.length])
    case 'leave':
      return remove(context, await someList(context, TEAM))
  }
}

const NOTES = { resource: 'intervention', field: 'NOTES' } as const
const PLANNING = { resource: 'intervention', field: 'IDINTERVENTION_PLANNING' } as const
const TEAM = { resource: 'rdv', field: 'IDPERSONNELS' } as const

const save = async ({ device }: ActContext, { resource, id, field, shown }: List, items: unknown[]): Promise<void> =>
  device.commands.update(resource, id, { [field]: items } as never, { base: shown })

async function add(context: ActContext, list: List | null, item: unknown): Promise<Written | null> {
  const key = itemKey(item)
  if (list === null || list.items.some((one) => itemKey(one) === key)) return null
  await save(context, list, [...list.items, item])
  const { resource, id, field } = list
  const word = wordsIn(item).at(-1) ?? null
  return { resource, id, word, over: null, items: [{ field, added: [key], removed: [] }] }
}

/** Of notes one's own: the words of a note are its author's (MERGE-5). */
function someItem({ me, pick }: ActContext, { field, items }: List): unknown {
  const from = field === 'NOTES' ? items.filter((one) => (one as { IDPERSONNEL: string }).IDPERSONNEL === me) : items
  return from[pick % Math.max(from.length, 1)]
}

async function change(
  context: ActContext,
  list: List | null,
  values: Record<string, string>,
  word: string,
): Promise<Written | null> {
  const item = list && someItem(context, list)
  if (!list || item === undefined) return null
  await save(
    context,
    list,
    list.items.map((one) => (one === item ? { ...(item as object), ...values } : one)),
  )
  return { resource: list.resource, id: list.id, word, over: item, item: itemKey(item) }
}

async function remove(context: ActContext, list: List | null): Promise<Written | null> {
  const item = list && someItem(context, list)
  if (!list || item === undefined) return null
  const { resource, id, field, projet } = list
  await save(
    context,
    list,
    list.items.filter((one) => one !== item),
  )
  const moved = field === 'NOTES' ? [] : [id, ...(typeof projet === 'string' ? [projet] : [])]
  return { resource, id, word: null, over: item, items: [{ field, added: [], removed: [itemKey(item)] }], moved }
}
