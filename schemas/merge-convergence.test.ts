import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entity, type Field, isPatchable, newRecord } from './entity.ts'
import {
  beats,
  type Lost,
  mergePatch,
  type Stamp,
  type Stamps,
  same,
  unitOf,
  type Values,
  wholeGroups,
} from './merge.ts'
import { itemKey } from './merge-set.ts'
import { entityOf, type ResourceName, resources } from './resources.ts'
import { patchIssues } from './validate.ts'

/** SEED=… npx vitest run … repeats a run. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const RUNS = 40

const WALL = ['2026-11-20 08:00', '2026-11-20 09:30', '2026-03-29 14:00', '2027-01-04 10:00']
const PEOPLE = ['p1', 'p2', 'p3', 'p4', 'p5']

const jsonSamples: Record<string, unknown[]> = {
  LIGNES: [
    [],
    [{ id: 'l1', LIBELLE: 'Pose', UNITE: 'u', QUANTITE: 2, PRIX_UNITAIRE_HT: 1999, TAUX_TVA: 1000 }],
    [{ id: 'l1', LIBELLE: 'Pose', UNITE: 'u', QUANTITE: 3, PRIX_UNITAIRE_HT: 1999, TAUX_TVA: 2000, REMISE: 5 }],
  ],
  CHAMPS: [
    [],
    [{ id: 'c1', LIBELLE: 'Accès', TYPE: 'texte', REQUIS: true }],
    [{ id: 'c2', LIBELLE: 'Étage', TYPE: 'choix', OPTIONS: ['0', '1'], REQUIS: false }],
  ],
  variables: [[], ['client'], ['client', 'lien']],
  REPONSES: [{}, { c1: 'oui' }, { c1: 'non', c2: 3 }],
  HORAIRES: [null, [{ JOUR: 1, DE: '08:00', A: '12:00' }], [{ JOUR: 2, DE: '09:00', A: '24:00' }]],
  WEBSERVICE_SERVER: [null, { name: 'a', description: 'b' }, { name: 'a', description: 'c', url: 'https://x.fr' }],
}

const items: Record<string, (id: string, word: string) => unknown> = {
  IDINTERVENTION_PLANNING: (id, IDPERSONNEL) => ({ id, IDPERSONNEL, DEBUT: WALL[0], FIN: WALL[1] }),
  NOTES: (id, TEXTE) => ({ id, TEXTE, LE: '2026-11-20T10:00:00.000Z', IDPERSONNEL: 'p1' }),
  EXCEPTIONS: (id) => ({ id, DEBUT: WALL[0], FIN: WALL[1] }),
  JOURNAL: (id, TEXTE) => ({ id, GENRE: 'appel', LE: WALL[0], AUTEUR: 'Julie', TEXTE }),
}

/** Valid values of a field, several of them different. */
function samples(name: string, field: Field): unknown[] {
  const schema = field.schema as { enum?: unknown[]; items?: { enum?: unknown[] }; minimum?: number }
  const texts: Record<string, string[]> = {
    text: ['a', 'Bé', 'c d'],
    longtext: ['a', 'Bé\nç', 'c d'],
    email: ['a@b.fr', 'c@d.com', 'é@f.org'],
    phone: ['0612345678', '+33612345678', '01 02 03 04 05'],
    postcode: ['75001', '01000', '69003'],
    color: ['#000000', '#BD1734', '#ffffff'],
    date: ['2026-11-20', '2028-02-29', '2026-03-29'],
    datetime: WALL,
    instant: ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ref: PEOPLE,
    id: PEOPLE,
  }
  const some: unknown[] = jsonSamples[name] ??
    texts[field.kind] ??
    schema.enum ?? [(schema.minimum ?? 0) + 1, (schema.minimum ?? 0) + 2, (schema.minimum ?? 0) + 3]
  return field.required || some.includes(null) ? some : [...some, null]
}

const subset = (values: readonly unknown[]): fc.Arbitrary<unknown[]> => fc.subarray([...values])

interface Start {
  base: unknown
  /** The edits that an editor who sees `base` may make; `who` makes the ids of additions unique, as UUIDs do. */
  edit: (who: string) => fc.Arbitrary<unknown>
}

function start(name: string, field: Field): fc.Arbitrary<Start> {
  const item = items[name]
  if (field.merge !== 'set') {
    const value = fc.constantFrom(...samples(name, field))
    return value.map((base) => ({ base, edit: () => value }))
  }
  if (!item) {
    const values = (field.schema as { items?: { enum?: unknown[] } }).items?.enum ?? PEOPLE
    return subset(values).map((base) => ({ base, edit: () => subset(values) }))
  }
  return subset(['i1', 'i2', 'i3']).map((ids) => ({
    base: ids.map((id) => item(String(id), 'p1')),
    edit: (who) =>
      fc
        .tuple(subset(ids), fc.array(fc.constantFrom('p1', 'p2', 'p3'), { minLength: 3, maxLength: 3 }), fc.boolean())
        .map(([kept, words, adds]) => [
          ...kept.map((id, i) => item(String(id), words[i] ?? 'p1')),
          ...(adds ? [item(`new-${who}`, 'p4')] : []),
        ]),
  }))
}

interface Edit {
  patch: Values
  base: Values
  stamp: Stamp
}
interface Scene {
  entity: Entity
  server: Values
  stamps: Stamps
  edits: Edit[]
}

/** People edit the same record at the same time: all start from `server`, on every unit that a body may change. */
function scenes(entity: Entity, editors: string[]): fc.Arbitrary<Scene> {
  const fields = Object.entries(entity.fields).filter(([, field]) => isPatchable(field))
  const starts = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, start(name, field)])))
  const seen = fc.integer({ min: 0, max: 3 })
  return fc.tuple(starts, seen).chain(([of, known]) => {
    const server = newRecord(entity, Object.fromEntries(Object.entries(of).map(([name, one]) => [name, one.base])))
    const stamps: Stamps =
      known === 0 ? {} : Object.fromEntries(fields.map(([n, f]) => [unitOf(f, n), [known, 'x', 'x', 1]]))
    const edits = editors.map((who) =>
      fc
        .record({
          values: fc.record(Object.fromEntries(Object.entries(of).map(([name, one]) => [name, one.edit(who)]))),
          names: subset(fields.map(([name]) => name)),
          // The counter is above all that its device has seen, otherwise random; clocks (the first part of the id) are random.
          ahead: fc.integer({ min: 1, max: 3 }),
          clock: fc.integer({ min: 0, max: 0xffffff }),
          tail: fc.integer({ min: 0, max: 0xffffff }),
        })
        .map(({ values, names, ahead, clock, tail }): Edit => {
          const patch = wholeGroups(entity, server, Object.fromEntries(names.map((n) => [n, values[String(n)]])))
          const base = Object.fromEntries(Object.keys(patch).map((n) => [n, server[n] ?? null]))
          const id = `${clock.toString(16).padStart(8, '0')}-0000-7000-8000-${tail.toString(16).padStart(11, '0')}${who}`
          return { patch, base, stamp: [known + ahead, id, who, 0] }
        }),
    )
    return fc.tuple(...edits).map((made) => ({ entity, server, stamps, edits: made }))
  })
}

function arrive({ entity, server, stamps }: Scene, order: Edit[]): { record: Values; stamps: unknown; lost: Lost[] } {
  let [record, now] = [server, stamps]
  const lost: Lost[] = []
  for (const { patch, base, stamp } of order) {
    const merged = mergePatch({ entity, server: record, stamps: now, patch, base, stamp })
    record = merged.record
    now = merged.stamps
    lost.push(...merged.lost)
  }
  return { record, stamps: now, lost }
}

const orders = <T>(list: T[]): T[][] =>
  list.length < 2 ? [list] : list.flatMap((one, i) => orders(list.toSpliced(i, 1)).map((rest) => [one, ...rest]))

/** Words that an editor wrote and that are not in the final record must be in a kept conflict. */
function assertNothingLost({ entity, server, edits }: Scene, { record, lost }: ReturnType<typeof arrive>): void {
  for (const { patch } of edits) {
    for (const [name, value] of Object.entries(patch)) {
      const field = entity.fields[name] as Field
      if (field.merge === 'words' && !same(value, server[name]) && !same(value, record[name])) {
        expect(
          lost.some((one) => name in one.lost && same(one.lost[name], value)),
          `${name} of ${value}`,
        ).toBe(true)
      }
      if (field.merge === 'set' && items[name])
        assertItemsKept({ name, value, was: server[name], now: record[name], lost })
    }
  }
}

function assertItemsKept(input: { name: string; value: unknown; was: unknown; now: unknown; lost: Lost[] }): void {
  const holds = (list: unknown, item: unknown) => (list as unknown[]).some((other) => same(other, item))
  for (const item of input.value as unknown[]) {
    if (holds(input.was, item) || holds(input.now, item)) continue
    expect(
      input.lost.some((one) => input.name in one.lost && holds(one.lost[input.name], item)),
      `${input.name} ${itemKey(item)}`,
    ).toBe(true)
  }
}

/** The first part of a mutation id is its device's clock. */
const otherClock = (edit: Edit, i: number): Edit => {
  const [counter, mutation, ...rest] = edit.stamp
  return { ...edit, stamp: [counter, `${'f0a5'[i]}${mutation.slice(1)}`, ...rest] }
}

function converges(scene: Scene): void {
  const results = orders(scene.edits).map((order) => arrive(scene, order))
  results.push(arrive(scene, scene.edits.map(otherClock)))
  for (const result of results) {
    expect(result.record).toEqual(results[0]?.record)
    assertNothingLost(scene, result)
  }
}

const everyEntity = Object.keys(resources) as ResourceName[]

describe(`[SYN-04] concurrent edits of every field converge and lose no words (seed ${SEED})`, () => {
  it.each(everyEntity)('%s: two people, both orders of arrival', (name) => {
    fc.assert(fc.property(scenes(entityOf(name), ['a', 'b']), converges), { seed: SEED, numRuns: RUNS })
  })

  it.each(everyEntity)('%s: three people, all six orders', (name) => {
    fc.assert(fc.property(scenes(entityOf(name), ['a', 'b', 'c']), converges), { seed: SEED, numRuns: RUNS })
  })

  const cases = everyEntity.flatMap((name) => Object.keys(entityOf(name).fields).map((field) => ({ name, field })))
  it.each(cases)('$name.$field', ({ name, field }) => {
    const entity = entityOf(name)
    const definition = entity.fields[field] as Field
    if (!isPatchable(definition)) {
      // No edit can change it.
      expect(patchIssues(entity, { [field]: 'x' })).toEqual([{ field, message: 'Champ inconnu' }])
      return
    }
    const different = ({ server, edits: [a, b] }: Scene) =>
      !same(a?.patch[field], b?.patch[field]) &&
      [a, b].every((edit) => edit && field in edit.patch && !same(edit.patch[field], server[field]))
    // A flag has only two values: two editors who both change it agree.
    const reach = (scene: Scene) =>
      definition.kind === 'flag' || definition.kind === 'choice'
        ? scene.edits.every(({ patch }) => field in patch)
        : different(scene)
    const [scene] = fc.sample(scenes(entity, ['a', 'b']).filter(reach), { seed: SEED, numRuns: 1 }) as [Scene]
    expect(scene.edits.flatMap(({ patch }) => patchIssues(entity, patch))).toEqual([])
    converges(scene)
    if (definition.merge === 'words' && different(scene)) assertLoser(scene, field)
  })
})

/** Of two different values of words, that of the weaker stamp is kept as a conflict, in both orders. */
function assertLoser(scene: Scene, field: string): void {
  const [a, b] = scene.edits as [Edit, Edit]
  const [loser, winner] = beats(b.stamp, a.stamp) ? [a, b] : [b, a]
  for (const order of [
    [winner, loser],
    [loser, winner],
  ]) {
    const { record, lost } = arrive(scene, order)
    expect(record[field]).toEqual(winner.patch[field])
    expect(lost.filter((one) => one.fields.includes(field))).toMatchObject([
      { lost: { [field]: loser.patch[field] }, lostBy: loser.stamp[2], keptBy: winner.stamp[2] },
    ])
  }
}
