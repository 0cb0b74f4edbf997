import { describe, expect, it } from 'vitest'
import { entityOf } from '../../schemas/resources.ts'
import { formFields, formIssues, formPayload, newValues, valuesOf } from './form-values.ts'

const client = entityOf('client')
const rdv = entityOf('rdv')

describe('values of a form', () => {
  it('opens a creation with the initial values of the declaration and of the address', () => {
    const values = newValues(rdv, { IDPROJET: 'p1' })
    expect(values).toMatchObject({ RDV_OBJET: '', IDPROJET: 'p1', IDPERSONNELS: [], SUPPRIME: 0, DEBRIEF_CATEGORIE: 0 })
    expect(values).not.toHaveProperty('IDRDV')
    expect(values).not.toHaveProperty('DATE_CREATION')
  })

  it('shows a missing value as empty', () => {
    expect(valuesOf(client, { IDCLIENT: 'c', NOM: 'Durand', PRENOM: null })).toMatchObject({
      NOM: 'Durand',
      PRENOM: '',
    })
  })

  it('lists the fields people may fill, never keys, computed fields or instants', () => {
    expect(formFields(client, 'update')).toEqual([
      'IDCIVILITE',
      'NOM',
      'PRENOM',
      'PORTABLE',
      'TELEPHONE',
      'MAIL',
      'IDADRESSE',
      'VILLE',
      'IDPERSONNEL',
      'IDAGENCE',
      'IDORIGINE',
      'IDORIGINE_CAMPAGNE',
      'IDLABELS',
      'SANS_RAPPELS',
      'OBSERVATIONS',
    ])
    expect(formFields(entityOf('projet'), 'update')).not.toContain('IDETAT_PROJET')
  })
})

describe('issues of a form', () => {
  const create = (values: Record<string, unknown>, entity = client) =>
    formIssues({ entity, mode: 'create', values, snapshot: {} })

  it('[RES-06] says in French what is wrong with each field', () => {
    expect(create({ NOM: '', MAIL: 'pas une adresse', PORTABLE: '123' })).toEqual({
      NOM: 'Ce champ est requis',
      MAIL: 'Veuillez entrer une adresse email valide',
      PORTABLE: 'Veuillez entrer un numéro de téléphone valide',
    })
    expect(create({ NOM: '   ' })).toEqual({ NOM: 'Ce champ est requis' })
    expect(create({ NOM: 'x'.repeat(81) })).toEqual({ NOM: '80 caractères au plus' })
    expect(create({ NOM: 'Durand', MAIL: ' anne@example.com ' })).toEqual({})
  })

  it('[RES-06] a number or mail address is kept without what a paste brings along unseen', () => {
    const values = { NOM: 'Durand', MAIL: '\u200banne@example.com\u200b', PORTABLE: '\u202a06\u00a039 98 00 01\u202c' }
    expect(create(values)).toEqual({})
    expect(formPayload({ entity: client, mode: 'create', values, snapshot: {} })).toEqual({
      NOM: 'Durand',
      MAIL: 'anne@example.com',
      PORTABLE: '06 39 98 00 01',
    })
  })

  it('[RES-06] refuses to clear a required field of a record', () => {
    const record = { IDCLIENT: 'c1', NOM: 'Durand', PRENOM: 'Anne' }
    const snapshot = valuesOf(client, record)
    const form = { entity: client, mode: 'update', snapshot, record, id: 'c1' } as const
    expect(formIssues({ ...form, values: { ...snapshot, NOM: '' } })).toEqual({ NOM: 'Ce champ est requis' })
    expect(formIssues({ ...form, values: { ...snapshot, PRENOM: '' } })).toEqual({})
    expect(formPayload({ ...form, values: { ...snapshot, PRENOM: ' ' } })).toMatchObject({ PRENOM: null })
  })

  it('refuses a day that does not exist and an end before its start', () => {
    const times = (RDV_DEBUT: string, RDV_FIN: string) => create({ RDV_DEBUT, RDV_FIN }, rdv)
    expect(times('2026-02-31 10:00', '2026-03-01 10:00')).toEqual({ RDV_DEBUT: "Cette date n'existe pas" })
    expect(times('2026-03-01 10:00', '2026-03-01 09:00')).toEqual({ RDV_FIN: 'La fin doit être après le début' })
    expect(times('2026-03-01 10:00', '2026-03-01 11:00')).toEqual({})
    expect(times('', '')).toEqual({ RDV_DEBUT: 'Ce champ est requis', RDV_FIN: 'Ce champ est requis' })
  })

  it('[RES-08] asks for a day and an hour', () => {
    const start = (RDV_DEBUT: string) => create({ RDV_DEBUT, RDV_FIN: '2026-03-01 11:00' }, rdv).RDV_DEBUT
    for (const half of ['2026-03-01 ', ' 10:00', '2026-03-01 9:30']) expect(start(half)).toBe('Invalid date or time')
    expect(start('2026-03-01 10:00')).toBeUndefined()
  })

  it('[RES-08] refuses the hour that the change to summer time skips, with a message', () => {
    const form = (RDV_DEBUT: string, zone: string) =>
      formIssues({
        entity: rdv,
        mode: 'create',
        snapshot: {},
        values: { RDV_DEBUT, RDV_FIN: '2026-03-29 05:00' },
        zone,
      })
    expect(form('2026-03-29 02:30', 'Europe/Paris').RDV_DEBUT).toContain('02:30 n’existe pas le 29/03/2026')
    expect(form('2026-03-29 03:00', 'Europe/Paris')).toEqual({})
    expect(form('2026-03-29 02:30', 'Indian/Reunion')).toEqual({})
  })
})
