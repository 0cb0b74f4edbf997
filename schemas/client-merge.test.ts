import { expect, it } from 'vitest'
import { CHOSEN, mergedFields, proposedChoice } from './client-merge.ts'
import { newRecord } from './entity.ts'
import { entityOf } from './resources.ts'

const client = entityOf('client')

const kept = newRecord(client, {
  IDCLIENT: 'a',
  NOM: 'Durand',
  PORTABLE: '0611',
  OBSERVATIONS: 'Chien',
  IDLABELS: ['l2'],
})
const gone = newRecord(client, {
  IDCLIENT: 'b',
  NOM: 'Durant',
  MAIL: 'd@example.com',
  PORTABLE: '0622',
  OBSERVATIONS: 'Interphone',
  IDADRESSE: 'lieu',
  VILLE: 'Lyon',
  IDLABELS: ['l1', 'l2'],
})

it('proposes what only one of two records has, both texts, and else what the kept one says', () => {
  expect(mergedFields(kept, gone, {})).toMatchObject({
    NOM: 'Durand',
    PORTABLE: '0611',
    MAIL: 'd@example.com',
    IDADRESSE: 'lieu',
    VILLE: 'Lyon',
    OBSERVATIONS: 'Chien\nInterphone',
    IDLABELS: ['l1', 'l2'],
  })
  expect(proposedChoice(kept, kept, 'OBSERVATIONS')).toBe('garde')
})

it('[DAY-14 fields] takes of each field the side that was chosen, a town with its address', () => {
  const chosen = { NOM: 'autre', IDADRESSE: 'garde', OBSERVATIONS: 'autre' } as const
  expect(mergedFields(kept, gone, chosen)).toMatchObject({
    NOM: 'Durant',
    PORTABLE: '0611',
    IDADRESSE: null,
    VILLE: null,
    OBSERVATIONS: 'Interphone',
  })
})

it('[DAY-09 reminder] the refusal of either record stays', () => {
  expect(mergedFields({ SANS_RAPPELS: 0 }, { SANS_RAPPELS: 1 }, {}).SANS_RAPPELS).toBe(1)
  expect(mergedFields({ SANS_RAPPELS: 0 }, {}, {}).SANS_RAPPELS).toBe(0)
})

it('[DAY-02 journal] (merge) the journals of both stay, each entry once', () => {
  const entry = (id: string) => ({ id, GENRE: 'note', LE: '2026-11-20 09:00', AUTEUR: 'Julie', TEXTE: id })
  const merged = mergedFields({ JOURNAL: [entry('a'), entry('b')] }, { JOURNAL: [entry('b'), entry('c')] }, {})
  expect(merged.JOURNAL).toEqual([entry('a'), entry('b'), entry('c')])
  expect(mergedFields({}, {}, {}).JOURNAL).toEqual([])
})

it('has a choice for every field of a client but its key, its date, its labels, its journal, its refusal of reminders and what went into it', () => {
  const chosen = Object.values(CHOSEN).flat() as string[]
  expect(
    [...chosen, 'IDCLIENT', 'IDLABELS', 'JOURNAL', 'SANS_RAPPELS', 'FICHES_REUNIES', 'DATE_CREATION'].sort(),
  ).toEqual(Object.keys(client.fields).sort())
})
