import { describe, expect, it } from 'vitest'
import { entityOf, isSynced } from './resources.ts'
import {
  createVersions,
  decodeRange,
  encodeRange,
  OLDEST_VERSION,
  STEPS,
  toldBy,
  type VersionStep,
} from './versions.ts'

const steps: VersionStep[] = [
  { date: '2027-01-10', resources: { client: { renamed: { REMARQUE: 'NOTE' }, added: { SECTEUR: 'nord' } } } },
  {
    date: '2027-02-10',
    resources: { client: { renamed: { NOTE: 'OBSERVATIONS' }, removed: { FAX: null } }, rdv: { added: { DUREE: 1 } } },
  },
]
const versions = createVersions(steps)
const [up, down] = [
  { from: 0, to: 2 },
  { from: 2, to: 0 },
]

describe('versions of the records', () => {
  it('[VER-2] two steps rename, add and remove fields of a record, and give an older app what it knows', () => {
    const old = { IDCLIENT: 'c', NOM: 'Durand', REMARQUE: 'mot', FAX: '02', VERSION: 3 }
    const now = { IDCLIENT: 'c', NOM: 'Durand', OBSERVATIONS: 'mot', SECTEUR: 'nord', VERSION: 3 }
    expect(versions.record('client', old, up)).toEqual(now)
    expect(versions.record('client', now, down)).toEqual({ ...old, FAX: null })
    expect(versions.record('client', now, { from: 2, to: 1 })).toEqual({
      IDCLIENT: 'c',
      NOM: 'Durand',
      NOTE: 'mot',
      SECTEUR: 'nord',
      FAX: null,
      VERSION: 3,
    })
    expect(versions.record('adresse', old, up)).toBe(old)
  })

  it('[VER-2] a patch gets no field that it does not name, and returns what the other version has no field for', () => {
    expect(versions.patch('client', { REMARQUE: 'mot', FAX: '02' }, up)).toEqual({
      values: { OBSERVATIONS: 'mot' },
      left: { FAX: '02' },
      silent: { FAX: null },
    })
    expect(versions.patch('client', { OBSERVATIONS: null, SECTEUR: 'sud' }, down)).toEqual({
      values: { REMARQUE: null },
      left: { SECTEUR: 'sud' },
      silent: { SECTEUR: 'nord' },
    })
    expect(versions.names('client', ['OBSERVATIONS', 'SECTEUR', 'NOM'], down)).toEqual(['REMARQUE', 'NOM'])
  })

  it('[VER-2] [VER-5] a kind that a version adds is given to an older app as one that it knows', () => {
    const added = createVersions([
      { date: '2027-01-10', resources: {} },
      { date: '2027-02-10', resources: { notification: { kinds: { TYPE: { moved: 'made' } } } } },
    ])
    const of = (TYPE: unknown, to: number) => added.record('notification', { id: 'n', TYPE }, { from: 2, to }).TYPE
    expect([of('moved', 0), of('moved', 1), of('moved', 2)]).toEqual(['made', 'made', 'moved'])
    expect([of('made', 1), of('toString', 1), of(null, 1)]).toEqual(['made', 'toString', null])
    expect(added.record('notification', { TYPE: 'moved' }, { from: 1, to: 2 })).toEqual({ TYPE: 'moved' })
  })

  it('[VER-5] clearing a field in an edit counts as a change, the initial value in a creation does not', () => {
    const moved = (values: Record<string, unknown>) => versions.patch('client', values, down)
    expect(toldBy(moved({ SECTEUR: 'nord' }), null)).toEqual({})
    expect(toldBy(moved({ SECTEUR: 'sud' }), null)).toEqual({ SECTEUR: 'sud' })
    expect(toldBy(moved({ SECTEUR: null }), moved({ SECTEUR: 'sud' }))).toEqual({ SECTEUR: null })
    expect(toldBy(moved({ SECTEUR: 'sud' }), moved({ SECTEUR: 'sud' }))).toEqual({})
  })

  it('[VER-2] the values that a conflict keeps are translated as those of its resource', () => {
    const kept = { id: 'x', RESSOURCE: 'client', PERDU: { OBSERVATIONS: 'a', SECTEUR: 'sud' }, GARDE: {} }
    expect(versions.record('conflit', kept, down)).toEqual({
      ...kept,
      PERDU: { REMARQUE: 'a', SECTEUR: 'sud' },
    })
  })

  it('[VER-5] an invalid range is not read as one', () => {
    expect(decodeRange(encodeRange({ oldest: 1, newest: 12 }))).toEqual({ oldest: 1, newest: 12 })
    for (const text of [null, undefined, '', '1', '1-', 'a-b', '1-2-3']) expect(decodeRange(text)).toBeNull()
  })

  it('[VER-2] each released step names synced resources, never their keys, and fields that exist or were removed later', () => {
    expect(OLDEST_VERSION).toBeLessThanOrEqual(STEPS.length)
    for (const { date, resources } of STEPS) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      for (const [resource, { renamed = {}, added = {}, removed = {} }] of Object.entries(resources)) {
        if (!isSynced(resource)) throw new Error(`${resource} is not synced`)
        const { key } = entityOf(resource)
        const names = [...Object.entries(renamed).flat(), ...Object.keys(added), ...Object.keys(removed)]
        expect(names).not.toContain(key)
      }
    }
    for (const [at, { resources }] of STEPS.entries())
      for (const [resource, { added = {} }] of Object.entries(resources)) {
        const now = createVersions().names(resource, Object.keys(added), { from: at + 1, to: STEPS.length })
        const { fields } = entityOf(resource as 'client')
        for (const name of now) expect(fields, `${resource}.${name}`).toHaveProperty(name)
      }
  })
})
