import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newRecord } from './entity.ts'
import {
  beats,
  type Lost,
  type MergeInput,
  mergePatch,
  overlay,
  type Stamp,
  type Stamps,
  same,
  wholeGroups,
} from './merge.ts'
import { mergeSet } from './merge-set.ts'
import { entityOf } from './resources.ts'

const [client, rdv, intervention, adresse] = [
  entityOf('client'),
  entityOf('rdv'),
  entityOf('intervention'),
  entityOf('adresse'),
]
const stamp = (counter: number, who: string, version = counter): Stamp => [counter, `0190-${who}`, who, version]
const note = (id: string, TEXTE: string) => ({ id, TEXTE, LE: '2026-11-20T10:00:00.000Z', IDPERSONNEL: 'p' })

describe('[SYN-04] one merge', () => {
  const run = (input: Partial<MergeInput> & Pick<MergeInput, 'patch' | 'base' | 'stamp'>) =>
    mergePatch({ entity: client, server: { NOM: 'Durand', PORTABLE: null, VILLE: 'Lyon' }, stamps: {}, ...input })

  it('keeps both edits of different fields', () => {
    const first = run({ patch: { NOM: 'Dupont' }, base: { NOM: 'Durand' }, stamp: stamp(2, 'a') })
    const both = run({
      server: first.record,
      stamps: first.stamps,
      patch: { PORTABLE: '0612345678' },
      base: { PORTABLE: null },
      stamp: stamp(1, 'b'),
    })
    expect(both.record).toMatchObject({ NOM: 'Dupont', PORTABLE: '0612345678', VILLE: 'Lyon' })
    expect(both).toMatchObject({ lost: [], changed: ['PORTABLE'] })
  })

  it('an edit that knew the present value succeeds it', () => {
    const { record, lost, stamps } = run({
      patch: { NOM: 'Dupont' },
      base: { NOM: 'Durand' },
      stamps: { NOM: stamp(4, 'z') },
      stamp: stamp(5, 'a'),
    })
    expect([record.NOM, lost, stamps.NOM]).toEqual(['Dupont', [], stamp(5, 'a')])
  })

  it('keeps the words that lost, with the authors of both values', () => {
    const late = { patch: { NOM: 'Dupond' }, base: { NOM: 'Durand' } }
    const server = { NOM: 'Dupont' }
    const weaker = run({ ...late, server, stamps: { NOM: stamp(3, 'a') }, stamp: stamp(2, 'b') })
    expect(weaker.record.NOM).toBe('Dupont')
    expect(weaker.lost).toEqual([
      { fields: ['NOM'], lost: { NOM: 'Dupond' }, kept: { NOM: 'Dupont' }, lostBy: 'b', keptBy: 'a' },
    ])
    expect(weaker.stamps.NOM).toEqual(stamp(3, 'a'))
    const stronger = run({ ...late, server, stamps: { NOM: stamp(3, 'a') }, stamp: stamp(4, 'b') })
    expect(stronger.record.NOM).toBe('Dupond')
    expect(stronger.lost).toEqual([
      { fields: ['NOM'], lost: { NOM: 'Dupont' }, kept: { NOM: 'Dupond' }, lostBy: 'a', keptBy: 'b' },
    ])
  })

  it('says nothing when both wrote the same, or when nobody wrote words', () => {
    const agreed = run({
      server: { NOM: 'Dupont' },
      stamps: { NOM: stamp(3, 'a') },
      patch: { NOM: 'Dupont' },
      base: { NOM: 'Durand' },
      stamp: stamp(2, 'b'),
    })
    expect(agreed).toMatchObject({ lost: [], changed: [] })
    const town = run({ patch: { VILLE: 'Nice' }, base: { VILLE: 'Metz' }, stamp: stamp(1, 'b') })
    expect(town).toMatchObject({ record: { VILLE: 'Nice' }, lost: [] })
  })

  it('an edit that changes nothing wins over no other', () => {
    const { record, lost, stamps } = run({
      server: { NOM: 'Dupont' },
      stamps: { NOM: stamp(3, 'a') },
      patch: { NOM: 'Durand' },
      base: { NOM: 'Durand' },
      stamp: stamp(9, 'b'),
    })
    expect([record.NOM, lost, stamps.NOM]).toEqual(['Dupont', [], stamp(3, 'a')])
  })

  it('a replacement without base wins and succeeds the value that it replaces', () => {
    const replaced = run({ patch: { NOM: 'Petit' }, base: null, stamps: { NOM: stamp(7, 'a') }, stamp: stamp(1, 'b') })
    expect(replaced).toMatchObject({ record: { NOM: 'Petit' }, lost: [], stamps: { NOM: [8, '0190-b', 'b', 1] } })
  })

  it('does not change its inputs and ignores names that are no fields', () => {
    const server = Object.freeze({ NOM: 'Durand' })
    const stamps = Object.freeze({})
    const { record } = run({
      server,
      stamps,
      patch: { NOM: 'X', VERSION: 9 },
      base: { NOM: 'Durand' },
      stamp: stamp(1, 'a'),
    })
    expect(record).toEqual({ NOM: 'X' })
  })
})

describe('[SYN-04] groups are sent, win and lose as one', () => {
  it('never mixes the debrief of one with the motive of another', () => {
    const server = { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: 'm4', DEBRIEF_COMMENTAIRE: 'Signé', SUPPRIME: 0 }
    const base = { DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: null }
    const patch = { DEBRIEF_CATEGORIE: 3, IDRDV_DEBRIEF: 'm3', DEBRIEF_COMMENTAIRE: null }
    const input = { entity: rdv, server, stamps: { debrief: stamp(5, 'a') }, patch, base }
    const loses = mergePatch({ ...input, stamp: stamp(4, 'b') })
    expect(loses.record).toEqual(server)
    expect(loses.lost).toMatchObject([{ lost: patch, lostBy: 'b' }])
    const wins = mergePatch({ ...input, stamp: stamp(6, 'b') })
    expect(wins.record).toEqual({ ...server, ...patch })
    expect(wins.lost).toMatchObject([{ kept: patch, lostBy: 'a' }])
  })

  it('widens a patch to whole groups with present values, server fields left out', () => {
    const record = { RDV_DEBUT: '2026-11-20 09:00', RDV_FIN: '2026-11-20 10:00', RDV_OBJET: 'x' }
    expect(wholeGroups(rdv, record, { RDV_FIN: '2026-11-20 11:00' })).toEqual({
      RDV_DEBUT: '2026-11-20 09:00',
      RDV_FIN: '2026-11-20 11:00',
    })
    expect(wholeGroups(rdv, record, { RDV_OBJET: 'y' })).toEqual({ RDV_OBJET: 'y' })
    const place = wholeGroups(adresse, { VILLE: 'Lyon' }, { VILLE: 'Nice' })
    expect(Object.keys(place).sort()).toEqual(['ADRESSE', 'CODE_POSTAL', 'LATITUDE', 'LONGITUDE', 'VILLE'])
  })
})

describe('[SYN-04] three-way sets', () => {
  it('adds mine, removes mine, and does not restore an item that the other removed', () => {
    expect(mergeSet({ base: ['a', 'b'], mine: ['a', 'b', 'c'], theirs: ['b', 'd'] }).items).toEqual(['b', 'c', 'd'])
    expect(mergeSet({ base: ['a', 'b'], mine: ['b'], theirs: ['a', 'b', 'd'] }).items).toEqual(['b', 'd'])
    expect(mergeSet({ base: null, mine: ['a'], theirs: undefined }).items).toEqual(['a'])
  })

  it('a set has no order: both orders of arrival give the same list', () => {
    const both = (first: string, second: string) =>
      mergeSet({
        base: ['m'],
        mine: ['m', second],
        theirs: mergeSet({ base: ['m'], mine: ['m', first], theirs: ['m'] }).items,
      })
    expect(both('a', 'z').items).toEqual(both('z', 'a').items)
  })

  const edit = (name: string, counter: number, NOTES: unknown[], base = [note('1', 'un'), note('2', 'deux')]) => ({
    patch: { NOTES },
    base: { NOTES: base },
    stamp: stamp(counter, name),
  })
  const arrive = (...edits: ReturnType<typeof edit>[]) => {
    let [record, stamps] = [{ NOTES: [note('1', 'un'), note('2', 'deux')] } as Record<string, unknown>, {}]
    const lost = []
    for (const one of edits) {
      const merged = mergePatch({ entity: intervention, server: record, stamps, ...one })
      record = merged.record
      stamps = merged.stamps
      lost.push(...merged.lost)
    }
    return { notes: record.NOTES, lost }
  }

  it('two people change two notes: both are kept', () => {
    const a = edit('a', 1, [note('1', 'UN'), note('2', 'deux')])
    const b = edit('b', 9, [note('1', 'un'), note('2', 'DEUX')])
    for (const order of [arrive(a, b), arrive(b, a)]) {
      expect(order).toEqual({ notes: [note('1', 'UN'), note('2', 'DEUX')], lost: [] })
    }
  })

  it('two people change one note: the greater stamp wins in both orders, and the other text is kept', () => {
    const a = edit('a', 1, [note('1', 'A'), note('2', 'deux')])
    const b = edit('b', 9, [note('1', 'B'), note('2', 'deux')])
    for (const { notes, lost } of [arrive(a, b), arrive(b, a)]) {
      expect(notes).toEqual([note('1', 'B'), note('2', 'deux')])
      expect(lost).toEqual([
        {
          fields: ['NOTES'],
          lost: { NOTES: [note('1', 'A'), note('2', 'deux')] },
          kept: { NOTES: notes },
          lostBy: 'a',
          keptBy: 'b',
        },
      ])
    }
  })

  it('the stamp of another note does not decide this one', () => {
    const a = edit('a', 1, [note('1', 'A'), note('2', 'deux')])
    const c = edit('c', 2, [note('1', 'C'), note('2', 'deux')])
    const b = edit('b', 3, [note('1', 'un'), note('2', 'deux'), note('3', 'trois')])
    const final = [note('1', 'C'), note('2', 'deux'), note('3', 'trois')]
    for (const order of [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ] as const) {
      expect(arrive(...order).notes).toEqual(final)
    }
  })

  it('a removal wins over a change, whose text is kept', () => {
    const changed = edit('a', 9, [note('1', 'A'), note('2', 'deux')])
    const removed = edit('b', 1, [note('2', 'deux')])
    for (const { notes, lost } of [arrive(changed, removed), arrive(removed, changed)]) {
      expect(notes).toEqual([note('2', 'deux')])
      expect(lost).toMatchObject([{ lost: { NOTES: [note('1', 'A'), note('2', 'deux')] }, lostBy: 'a', keptBy: 'b' }])
    }
  })

  it('restoring a lost item is an ordinary edit that changes that item only', () => {
    const { notes, lost } = arrive(
      edit('a', 1, [note('1', 'A'), note('2', 'deux')]),
      edit('b', 9, [note('1', 'B'), note('2', 'deux')]),
    )
    const since = [...(notes as unknown[]), note('3', 'trois')]
    const restored = mergePatch({
      entity: intervention,
      server: { NOTES: since },
      stamps: {},
      patch: lost[0]?.lost ?? {},
      base: lost[0]?.kept ?? {},
      stamp: stamp(20, 'c'),
    })
    expect(restored.record.NOTES).toEqual([note('1', 'A'), note('2', 'deux'), note('3', 'trois')])
  })
})

describe('[OUT-5] overlay of unsent edits', () => {
  it('always shows mine, with sets merged and derived fields computed again', () => {
    const server = { RDV_OBJET: 'Theirs', IDPERSONNELS: ['a', 'c'] }
    const shown = overlay(
      rdv,
      server,
      { RDV_OBJET: 'Mine', IDPERSONNELS: ['a', 'b'] },
      { RDV_OBJET: 'x', IDPERSONNELS: ['a'] },
    )
    expect(shown).toMatchObject({ RDV_OBJET: 'Mine', IDPERSONNELS: ['a', 'b', 'c'] })
    const moved = overlay(adresse, { ADRESSE: '1 rue A', CODE_POSTAL: '69001', VILLE: 'Lyon' }, { VILLE: 'Nice' }, {})
    expect(moved.ADRESSE_COMPLETE).toBe('1 rue A, 69001 Nice')
  })

  it('shows my version of an item that both changed', () => {
    const [was, mine, theirs] = [[note('1', 'un')], [note('1', 'moi')], [note('1', 'eux')]]
    expect(overlay(intervention, { NOTES: theirs }, { NOTES: mine }, { NOTES: was }).NOTES).toEqual(mine)
  })
})

describe('stamps and equality', () => {
  it("order by counter, then by the mutation's random tail: never by the clock in its first part", () => {
    const early: Stamp = [1, '01900000-0000-7000-8000-ffffffffffff', null, 1]
    const later: Stamp = [1, '01990000-0000-7000-8000-000000000000', null, 1]
    expect([beats(early, later), beats(later, early)]).toEqual([true, false])
    expect(beats([2, '0', null, 1], early)).toBe(true)
  })

  it('is a total order: of two mutations exactly one beats the other', () => {
    const any = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.string({ minLength: 1, maxLength: 14 }))
    fc.assert(
      fc.property(any, any, ([c1, m1], [c2, m2]) => {
        const [a, b]: [Stamp, Stamp] = [
          [c1, m1, null, 1],
          [c2, m2, null, 1],
        ]
        expect([beats(a, b), beats(b, a)].filter(Boolean)).toHaveLength(c1 === c2 && m1 === m2 ? 0 : 1)
      }),
    )
  })

  it('compares JSON values by content, absent and null alike', () => {
    expect(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true)
    expect(same(null, undefined)).toBe(true)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same([], {})).toBe(false)
    expect(same(0, null)).toBe(false)
    expect(same({ a: undefined }, { b: 1 })).toBe(false)
    expect(same({ a: null }, { b: null })).toBe(false)
  })
})

describe('[MERGE-2] an edit that somebody else undid while mine was being sent', () => {
  const edit = (
    value: string,
    base: string,
    counter: number,
    mutation: string,
  ): Pick<MergeInput, 'patch' | 'base' | 'stamp'> => ({
    patch: { NOM: value },
    base: { NOM: base },
    stamp: [counter, mutation, mutation, counter],
  })
  it('ends the same in both orders of arrival, and keeps the loser', () => {
    const [mine, there, back] = [edit('C', 'A', 4, 'm'), edit('B', 'A', 4, 'x'), edit('A', 'B', 5, 'y')]
    const run = (edits: (typeof mine)[]) =>
      edits.reduce(
        (at, one) => {
          const merged = mergePatch({ entity: entityOf('client'), server: at.record, stamps: at.stamps, ...one })
          return { record: merged.record, stamps: merged.stamps, lost: [...at.lost, ...merged.lost] }
        },
        {
          record: newRecord(entityOf('client'), { IDCLIENT: 'c', NOM: 'A' }),
          stamps: {} as Stamps,
          lost: [] as Lost[],
        },
      )
    const [first, last] = [run([mine, there, back]), run([there, back, mine])]
    expect(first.record.NOM).toBe('A')
    expect(last.record.NOM).toBe('A')
    expect(last.lost.map((one) => one.lost.NOM)).toEqual(['C'])
  })
})
