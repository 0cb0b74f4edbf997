import { describe, expect, it } from 'vitest'
import { createSchema, type Entity, newRecord, patchSchema, recordSchema } from './entity.ts'
import { AppError } from './errors.ts'
import { messages } from './messages.ts'
import { entityOf } from './resources.ts'
import { assertNoIssues, createIssues, patchIssues, recordIssues, toFieldErrors, zoneIssues } from './validate.ts'

const [client, rdv, adresse, projet, personnel, reference, devis, intervention] = (
  ['client', 'rdv', 'adresse', 'projet', 'personnel', 'reference', 'devis', 'intervention'] as const
).map(entityOf) as [Entity, Entity, Entity, Entity, Entity, Entity, Entity, Entity]

const REQUIRED = 'Ce champ est requis'

describe('[RES-06] the French message of each rule', () => {
  const cases: [Entity, string, unknown, string][] = [
    [client, 'NOM', '', REQUIRED],
    [client, 'NOM', null, REQUIRED],
    [client, 'NOM', '   ', messages.notEmpty],
    [client, 'NOM', 'x'.repeat(81), '80 caractères au plus'],
    [client, 'NOM', 5, messages.type],
    [client, 'MAIL', 'léa@', 'Veuillez entrer une adresse email valide'],
    [client, 'MAIL', 'a b@c.fr', 'Veuillez entrer une adresse email valide'],
    [client, 'PORTABLE', '12', messages.phone],
    [client, 'IDADRESSE', 'a b', messages.pattern],
    [adresse, 'CODE_POSTAL', '7500', messages.postcode],
    [adresse, 'LATITUDE', '48', messages.number],
    [adresse, 'LATITUDE', Number.NaN, messages.number],
    [adresse, 'LATITUDE', 90.5, 'La valeur doit être au plus 90'],
    [reference, 'TAUX', -1, 'La valeur doit être au moins 0'],
    [reference, 'ORDRE', 1.5, messages.integer],
    [reference, 'CODECOULEUR', 'rouge', messages.pattern],
    [projet, 'RELANCE_INTERMEDIAIRE', '2026-02-31', "Cette date n'existe pas"],
    [projet, 'RELANCE_INTERMEDIAIRE', '31/01/2026', "Cette date n'existe pas"],
    [projet, 'TYPE_PROJET', 2, messages.choice],
    [rdv, 'RDV_DEBUT', '2026-02-31 10:00', "Cette date n'existe pas"],
    [rdv, 'RDV_DEBUT', '2026-02-28 24:00', "Cette date n'existe pas"],
    [rdv, 'RDV_DEBUT', '2026-02-28T10:00', "Cette date n'existe pas"],
    [rdv, 'DEBRIEF_LE', '2026-02-31T10:00:00.000Z', "Cette date n'existe pas"],
    [rdv, 'SUPPRIME', 2, messages.choice],
    [rdv, 'SUPPRIME', true, messages.choice],
    [rdv, 'IDPERSONNELS', 'moi', messages.type],
    [rdv, 'IDPERSONNELS', Array(101).fill('p'), '100 éléments au plus'],
    [rdv, 'IDPERSONNELS', ['p', 'é'], messages.pattern],
    [personnel, 'ROLES', ['boss'], messages.choice],
    [devis, 'LIGNES', [{ id: 'l' }], messages.type],
    [devis, 'LIGNES', [{ id: 'l', constructor: 1 }], messages.type],
    [intervention, 'NOTES', [{ id: 'n', TEXTE: 'x', LE: 'hier', IDPERSONNEL: 'p' }], "Cette date n'existe pas"],
  ]
  it.each(cases.map(([entity, field, value, message]) => ({ entity, name: entity.name, field, value, message })))(
    '$name.$field = $value → $message',
    ({ entity, field, value, message }) => {
      expect(patchIssues(entity, { [field]: value })).toEqual([{ field, message }])
    },
  )

  const fine: [Entity, string, unknown][] = [
    [client, 'PRENOM', null],
    [client, 'MAIL', "o'neil+x@mail.exemple.fr"],
    [client, 'PORTABLE', '06 12 34 56 78'],
    [client, 'PORTABLE', '06.12.34.56.78'],
    [client, 'PORTABLE', '+33612345678'],
    [adresse, 'CODE_POSTAL', '01000'],
    [reference, 'CODECOULEUR', '#BD1734'],
    [projet, 'RELANCE_INTERMEDIAIRE', '2028-02-29'],
    [rdv, 'RDV_DEBUT', '2026-11-20 00:00'],
    [rdv, 'DEBRIEF_LE', '2026-11-20T10:00:00.000Z'],
    [rdv, 'IDPERSONNELS', []],
  ]
  it.each(fine.map(([entity, field, value]) => ({ entity, name: entity.name, field, value })))(
    '$name.$field = $value is fine',
    ({ entity, field, value }) => {
      expect(patchIssues(entity, { [field]: value })).toEqual([])
    },
  )
})

describe('bodies', () => {
  it('[RES-06] says « Ce champ est requis » for each required field that a creation lacks', () => {
    expect(createIssues(rdv, { IDRDV: 'r' })).toEqual([
      { field: 'RDV_DEBUT', message: REQUIRED },
      { field: 'RDV_FIN', message: REQUIRED },
    ])
  })

  it('names all wrong fields at once, however many', () => {
    const fields = ['NOM', 'PRENOM', 'PORTABLE', 'TELEPHONE', 'MAIL', 'IDADRESSE', 'VILLE', 'IDAGENCE', 'OBSERVATIONS']
    const body = Object.fromEntries(fields.map((field) => [field, { wrong: true }]))
    expect(
      patchIssues(client, body)
        .map((one) => one.field)
        .sort(),
    ).toEqual([...fields].sort())
  })

  it('refuses unknown fields, also names that objects inherit', () => {
    for (const name of ['NON', 'constructor', '__proto__', 'toString']) {
      const issues = patchIssues(client, JSON.parse(`{"${name}": 1}`))
      expect(issues).toEqual([{ field: name, message: messages.unknown }])
      expect(Object.entries(toFieldErrors(issues))).toEqual([[name, [messages.unknown]]])
    }
  })

  it.each([null, undefined, [], 'x', 3, true])('refuses %j as a body without throwing', (body) => {
    expect(createIssues(client, body)).toEqual([{ field: '_', message: messages.type }])
    expect(patchIssues(client, body)).toEqual([{ field: '_', message: messages.type }])
  })

  it('never lets a body set the key again, immutable fields, or what the server computes', () => {
    expect(patchIssues(client, { IDCLIENT: 'c2' })).toEqual([{ field: 'IDCLIENT', message: messages.unknown }])
    expect(patchIssues(devis, { IDPROJET: 'p2' })).toEqual([{ field: 'IDPROJET', message: messages.unknown }])
    for (const field of ['NET_HT', 'PRIX_TTC', 'DEVIS_SIGNE', 'REFUSE', 'NUMERO_DEVIS', 'DATE_SIGNATURE', 'VERSION']) {
      expect(patchIssues(devis, { [field]: 1 })).toEqual([{ field, message: messages.unknown }])
      expect(createIssues(devis, { IDDEVIS: 'd', IDPROJET: 'p', IDCLIENT: 'c', [field]: 1 })).toEqual([
        { field, message: messages.unknown },
      ])
    }
    expect(createIssues(projet, { IDPROJET: 'p', IDCLIENT: 'c', IDETAT_PROJET: 4 })).toEqual([
      { field: 'IDETAT_PROJET', message: messages.unknown },
    ])
  })

  it('throws the 422 of the contract', () => {
    expect(() => assertNoIssues([])).not.toThrow()
    try {
      assertNoIssues([
        { field: 'NOM', message: 'a' },
        { field: 'NOM', message: 'b' },
      ])
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', status: 422, errors: { NOM: ['a', 'b'] } })
      expect((error as AppError).toBody()).toMatchObject({ message: 'Validation error', errors: { NOM: ['a', 'b'] } })
    }
  })
})

describe('whole records', () => {
  const times = (RDV_DEBUT: unknown, RDV_FIN: unknown) => ({ RDV_DEBUT, RDV_FIN })

  it.each([rdv, intervention])('$name: the end comes after the start', (entity) => {
    const late = [{ field: 'RDV_FIN', message: 'La fin doit être après le début' }]
    expect(recordIssues(entity, times('2026-11-20 09:00', '2026-11-20 10:00'))).toEqual([])
    expect(recordIssues(entity, times('2026-11-20 09:00', '2026-11-20 09:00'))).toEqual(late)
    expect(recordIssues(entity, times('2026-11-20 09:00', '2026-11-19 10:00'))).toEqual(late)
    for (const unfinished of [times('', ''), times(null, '2026-11-20 10:00'), times('2026-02-31 10:00', 'x')]) {
      expect(recordIssues(entity, unfinished)).toEqual([])
    }
  })

  it("refuses the hour that the company's time zone skips, and only there", () => {
    const values = times('2026-03-29 02:30', '2026-03-29 03:30')
    expect(zoneIssues(rdv, values, 'Europe/Paris')).toEqual([{ field: 'RDV_DEBUT', message: messages.skippedHour }])
    expect(zoneIssues(rdv, values, 'Indian/Reunion')).toEqual([])
    expect(zoneIssues(rdv, times('2026-02-31 02:30', null), 'Europe/Paris')).toEqual([])
  })

  it('a new record has every field, initial values, derived fields, and nothing that a body may not give', () => {
    const record = newRecord(rdv, { IDRDV: 'r', RDV_OBJET: 'Visite', DATE_CREATION: 'forged' })
    expect(Object.keys(record)).toEqual(Object.keys(rdv.fields))
    expect(record).toMatchObject({ RDV_OBJET: 'Visite', SUPPRIME: 0, IDPERSONNELS: [], OBSERVATIONS: null })
    expect(record.DATE_CREATION).toBeNull()
    expect(newRecord(adresse, { ADRESSE: '1 rue A', CODE_POSTAL: '69001', VILLE: 'Lyon' }).ADRESSE_COMPLETE).toBe(
      '1 rue A, 69001 Lyon',
    )
    expect(newRecord(personnel, { PRENOM: 'zoé', NOM: 'Blanc' })).toMatchObject({
      NOM_COMPLET: 'zoé Blanc',
      INITIALES: 'ZB',
    })
  })

  it('gives all three schemas as closed objects', () => {
    for (const schema of [createSchema(client), patchSchema(client), recordSchema(client)]) {
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    }
    expect(Object.keys((recordSchema(client) as unknown as { properties: object }).properties)).toContain('VERSION')
  })
})
