import { describe, expect, it } from 'vitest'
import { AppError } from '../../schemas/errors.ts'
import { entityOf } from '../../schemas/resources.ts'
import { differs } from './differs.ts'
import { markCleared, onlyChanged, toPayload } from './payload.ts'

const client = entityOf('client')
const rdv = entityOf('rdv')

describe('toPayload', () => {
  it('[RES-05] drops empty fields from a creation', () => {
    const values = { NOM: 'Durand', PRENOM: '', PORTABLE: null, MAIL: undefined, VILLE: 'Lyon' }
    expect(toPayload({ entity: client, mode: 'create', values })).toEqual({ NOM: 'Durand', VILLE: 'Lyon' })
    expect(toPayload({ entity: rdv, mode: 'create', values: { RDV_OBJET: 'Visite', IDPERSONNELS: [] } })).toEqual({
      RDV_OBJET: 'Visite',
    })
  })

  it('[RES-05] keeps zero and false-like values of a creation', () => {
    expect(toPayload({ entity: rdv, mode: 'create', values: { DEBRIEF_CATEGORIE: 0, SUPPRIME: 0 } })).toEqual({
      DEBRIEF_CATEGORIE: 0,
      SUPPRIME: 0,
    })
  })

  it('[RES-05] drops only empty strings from an update, and sends a cleared field as null', () => {
    const values = { NOM: 'Durand', PRENOM: '', PORTABLE: null, OBSERVATIONS: 'x' }
    expect(toPayload({ entity: client, mode: 'update', values, id: 'c1' })).toEqual({
      NOM: 'Durand',
      PORTABLE: null,
      OBSERVATIONS: 'x',
    })
    expect(toPayload({ entity: rdv, mode: 'update', values: { IDPERSONNELS: [] }, id: 'r1' })).toEqual({
      IDPERSONNELS: [],
    })
  })

  it('[RES-05] refuses an update without primary key', () => {
    for (const id of [undefined, null, '']) {
      const act = () => toPayload({ entity: client, mode: 'update', values: { NOM: 'A' }, id })
      expect(act).toThrow('Primary key is required for update')
      expect(act).toThrow(AppError)
    }
  })

  it('leaves out the key of an update, what the server computes and unknown names', () => {
    const values = { IDCLIENT: 'c1', NOM: 'A', DATE_CREATION: '2026-01-01T00:00:00.000Z', VERSION: 3, sync: {} }
    expect(toPayload({ entity: client, mode: 'update', values, id: 'c1' })).toEqual({ NOM: 'A' })
  })
})

describe('changes of a form', () => {
  const snapshot = { NOM: 'Durand', PRENOM: 'Anne', MAIL: '', IDS: ['a'] }

  it('[RES-05] marks as null a field that had a value and was emptied, never one that was empty before', () => {
    expect(markCleared({ NOM: 'Durand', PRENOM: '', MAIL: '', IDS: ['a'] }, snapshot)).toEqual({
      NOM: 'Durand',
      PRENOM: null,
      MAIL: '',
      IDS: ['a'],
    })
  })

  it('keeps only changed fields', () => {
    expect(onlyChanged({ NOM: 'Durand', PRENOM: null, MAIL: 'a@b.fr', IDS: ['a'] }, snapshot)).toEqual({
      PRENOM: null,
      MAIL: 'a@b.fr',
    })
    expect(onlyChanged({ MAIL: null }, snapshot)).toEqual({})
  })

  it('[RES-03] differs from its snapshot once a value is another than at its opening', () => {
    expect(differs({ ...snapshot }, snapshot)).toBe(false)
    expect(differs({ ...snapshot, MAIL: null }, snapshot)).toBe(false)
    expect(differs({ ...snapshot, IDS: ['a', 'b'] }, snapshot)).toBe(true)
    expect(differs({ ...snapshot, PRENOM: '' }, snapshot)).toBe(true)
    expect(differs({ ...snapshot, PRENOM: 'Anne' }, snapshot)).toBe(false)
  })
})
