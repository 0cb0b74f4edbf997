import { describe, expect, it } from 'vitest'
import { entityOf } from '../../schemas/resources.ts'
import { follow, heldWithoutSnapshot, keepMine, takeTheirs } from './follow-record.ts'
import { draftOf, restored } from './form-following.ts'
import type { FormValues } from './payload.ts'

const adresse = entityOf('adresse')
const intervention = entityOf('intervention')

const LILAS = { ADRESSE: '3 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon', LATITUDE: '', LONGITUDE: '' }
const FOCH = { ...LILAS, ADRESSE: '12 avenue Foch', CODE_POSTAL: '38000', VILLE: 'Grenoble' }
const slot = (id: string, more: object = {}) => ({ id, IDPERSONNEL: 'p', DEBUT: 'd', FIN: 'f', ...more })
const planning = (...slots: unknown[]): FormValues => ({ IDINTERVENTION_PLANNING: slots })

describe('an open form whose record changes', () => {
  it('[OUT-11] takes over fields that its user has not touched, in the form and in the snapshot', () => {
    const client = entityOf('client')
    const held = { values: { NOM: 'Dupond', PRENOM: '' }, snapshot: { NOM: 'Durand', PRENOM: '' } }
    expect(follow(client, held, { NOM: 'Durand', PRENOM: 'Zoé' })).toEqual({
      values: { NOM: 'Dupond', PRENOM: 'Zoé' },
      snapshot: { NOM: 'Durand', PRENOM: 'Zoé' },
      behind: [],
    })
  })

  it('[OUT-11] an equal edit of both is no conflict', () => {
    const client = entityOf('client')
    const held = { values: { NOM: 'Dupond' }, snapshot: { NOM: 'Durand' } }
    expect(follow(client, held, { NOM: 'Dupond' })).toMatchObject({ snapshot: { NOM: 'Dupond' }, behind: [] })
  })

  it('[OUT-11] a group of fields stays unchanged until its user has chosen, then changes as a whole', () => {
    const held = { values: { ...LILAS, ADRESSE: '5 rue des Lilas' }, snapshot: LILAS }
    const { behind, ...same } = follow(adresse, held, FOCH)
    expect(same).toEqual(held)
    expect(behind).toMatchObject([{ unit: 'adresse', theirs: FOCH }])
    const [change] = behind as [(typeof behind)[0]]
    expect(keepMine(held, change)).toEqual({ values: held.values, snapshot: FOCH })
    expect(takeTheirs(adresse, held, change)).toEqual({ values: FOCH, snapshot: FOCH })
    expect(follow(adresse, keepMine(held, change), FOCH).behind).toEqual([])
  })

  it('[OUT-11] [MERGE-5] in a list, items that only one side changed are all kept', () => {
    const held = {
      values: planning(slot('a', { FIN: 'later' }), slot('mine')),
      snapshot: planning(slot('a'), slot('b')),
    }
    const theirs = planning(slot('a'), slot('b'), slot('theirs'))
    const next = follow(intervention, held, theirs)
    expect(next.behind).toEqual([])
    expect(next.values).toEqual(planning(slot('a', { FIN: 'later' }), slot('mine'), slot('theirs')))
    expect(next.snapshot.IDINTERVENTION_PLANNING).toHaveLength(3)
  })

  it('[OUT-11] in a list, only the item that both changed needs a choice; taking theirs keeps my other edits', () => {
    const held = {
      values: planning(slot('a', { FIN: 'mine' }), slot('new')),
      snapshot: planning(slot('a')),
    }
    const { behind, ...next } = follow(intervention, held, planning(slot('a', { FIN: 'theirs' }), slot('c')))
    expect(behind).toHaveLength(1)
    expect(next.values).toEqual(planning(slot('a', { FIN: 'mine' }), slot('new'), slot('c')))
    expect(takeTheirs(intervention, next, behind[0] as never).values).toEqual(
      planning(slot('a', { FIN: 'theirs' }), slot('new'), slot('c')),
    )
  })
})

describe('a draft that is applied to a form again', () => {
  const record = { IDADRESSE: 'a1', ...FOCH, LATITUDE: null, LONGITUDE: null, VERSION: 7 }
  const known = { values: {}, snapshot: {}, version: 7, changes: [] }

  it('[OUT-11] [PWA-02] makes no edit of fields that its user had not touched', () => {
    const client = { IDCLIENT: 'c1', NOM: 'Durand', PRENOM: 'Chloé', VERSION: 4 }
    const before = { NOM: 'Durand', PRENOM: 'Zoé' }
    const draft = draftOf({ values: { ...before, NOM: 'Dupond' }, snapshot: before })
    const form = restored({ entity: entityOf('client'), known, draft, record: client })
    expect(form).toMatchObject({ version: 4, changes: [], values: { NOM: 'Dupond', PRENOM: 'Chloé' } })
    expect(form.snapshot).toMatchObject({ NOM: 'Durand', PRENOM: 'Chloé' })
  })

  it('[OUT-11] [PWA-02] names the fields that somebody has changed meanwhile', () => {
    const draft = draftOf({ values: { ...LILAS, ADRESSE: '5 rue des Lilas' }, snapshot: LILAS })
    const form = restored({ entity: adresse, known, draft, record })
    expect(form.changes).toMatchObject([{ unit: 'adresse' }])
    expect(form.snapshot).toMatchObject(LILAS)
  })

  it('[PWA-02] is readable for a build that knows only the values', () => {
    expect(draftOf({ values: LILAS, snapshot: FOCH })).toMatchObject(LILAS)
  })

  it('[OUT-11] an older build’s draft, which has no snapshot, overwrites nothing without a question', () => {
    const draft = { ...LILAS, ADRESSE: '5 rue des Lilas' }
    const form = restored({ entity: adresse, known, draft, record })
    expect(form.values).toMatchObject(draft)
    expect(form.changes).toMatchObject([{ unit: 'adresse', theirs: FOCH }])
    expect(form.snapshot).toMatchObject({ ADRESSE: '', VILLE: '' })
    // A value that equals the record's is no edit at all.
    expect(heldWithoutSnapshot(adresse, FOCH, FOCH)).toEqual({ values: FOCH, snapshot: FOCH })
  })
})
