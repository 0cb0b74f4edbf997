import { describe, expect, it } from 'vitest'
import { isActive } from './entities/rdv.ts'
import { NATURE_CODES, REFERENCE_LISTS } from './entities/reference.ts'
import { type Field, newRecord, recordSchema, withDerived } from './entity.ts'
import { entityOf, isSynced, type ResourceName, resources, SYNCED } from './resources.ts'

/** What the requirements name, by entity: its key first, then fields (or relations where the text names a joined record). */
const NAMED: [id: string, resource: ResourceName, names: string][] = [
  ['ENT-01', 'adresse', 'IDADRESSE LATITUDE LONGITUDE ADRESSE CODE_POSTAL VILLE ADRESSE_COMPLETE'],
  [
    'ENT-02',
    'projet',
    'IDPROJET IDCLIENT IDETAT_PROJET DATE_CREATION DESCRIPTION DATE_SANS_SUITE REFUSE TYPE_PROJET IDRESPONSABLEPROJET RELANCE_INTERMEDIAIRE RDVS ADRESSE_CHANTIER IDAGENCE responsableProjet',
  ],
  [
    'ENT-03',
    'devis',
    'IDDEVIS IDCLIENT NUMERO_DEVIS DATE_CREATION DATE_SIGNATURE DATE_REFUSE DATE_TRANSMISSION DATE_CONSULTATION DATE_EDITION REFUSE DEVIS_SIGNE NET_HT PRIX_TTC IDRESPONSABLEPROJET PROJET INTERVENTION',
  ],
  [
    'ENT-04',
    'rdv',
    'IDRDV RDV_OBJET RDV_DEBUT RDV_FIN IDNATURE_RDV IDPROJET IDADRESSE OBSERVATIONS SUPPRIME IDPERSONNELS RDV_PERSONNEL nature',
  ],
  ['ENT-04', 'reference', 'id LIBELLE CODE CODECOULEUR'],
  [
    'ENT-05',
    'personnel',
    'IDPERSONNEL ROLES NOM_COMPLET INITIALES PHOTO IDAGENCE IDCOMPANY PRENOM NOM MAIL HORS_STATS TELEPHONE_PORTABLE',
  ],
  ['ENT-05', 'client', 'IDCLIENT NOM PRENOM IDPERSONNEL IDADRESSE IDAGENCE VILLE PORTABLE commercial projets'],
  ['ENT-05', 'entreprise', 'id COLOR LOGO BACKGROUND WEBSERVICE_SERVER'],
  [
    'ENT-05',
    'intervention',
    'IDINTERVENTION IDPROJET IDDEVIS RDV_OBJET RDV_DEBUT RDV_FIN IDINTERVENTION_PLANNING SOLDE_DEVIS SOLDE_DEVIS_POURCENTAGE',
  ],
  ['ENT-05', 'role', 'id name common_name color'],
  ['ENT-05', 'user', 'id'],
  ['ENT-06', 'reference', 'id TYPE TYPE_MOTIF ADRESSE TELEPHONE CODE_POSTAL VILLE'],
  ['ENT-07', 'projet', 'IDPROJET ID_MOTIF_SANS_SUITE'],
]

const everyEntity = Object.keys(resources) as ResourceName[]
const everyField: [ResourceName, string, Field][] = everyEntity.flatMap((name) =>
  Object.entries(entityOf(name).fields).map(([field, definition]): [ResourceName, string, Field] => [
    name,
    field,
    definition,
  ]),
)

describe('entity declarations', () => {
  it.each(NAMED)('[%s] %s has every field that the requirements name', (_id, resource, names) => {
    const entity = entityOf(resource)
    const known = [...Object.keys(entity.fields), ...Object.keys(entity.relations ?? {})]
    expect(names.split(' ').filter((name) => !known.includes(name))).toEqual([])
    expect(names.split(' ')[0]).toBe(entity.key)
  })

  it('[ENT-04] an appointment is active when not SUPPRIME; the nature codes are the four of the product text', () => {
    expect([isActive({ SUPPRIME: 0 }), isActive({ SUPPRIME: 1 })]).toEqual([true, false])
    expect(NATURE_CODES).toEqual(['Com', 'Metre', 'R2', 'Autre'])
  })

  it('[ENT-05] WEBSERVICE_SERVER has a name and a description', () => {
    const { required } = resources.entreprise.fields.WEBSERVICE_SERVER.schema as { required?: string[] }
    expect(required).toEqual(['name', 'description'])
  })

  it('[ENT-06] the reference lists are those of the product text, without the three that have their own source', () => {
    // And ours, the labels (SET-05).
    const text =
      'LABEL NATURE_RDV CIVILITE ORIGINE TVA AGENCES TYPE_ANNULATION TYPE_INTERVENTION BUCKET_SIZE RDV_DEBRIEF ORIGINE_CAMPAGNE COMPANY ROLE'
    expect([...REFERENCE_LISTS, 'BUCKET_SIZE', 'COMPANY', 'ROLE'].sort()).toEqual(text.split(' ').sort())
  })

  it.each(everyEntity)('%s: key, French names, path and table are well formed and unique', (name) => {
    const entity = entityOf(name)
    expect(entity.name).toBe(name)
    expect(entity.fields[entity.key]).toMatchObject({ merge: 'immutable', required: true })
    expect([entity.title, entity.plural].every((title) => /^[A-ZÀ-Ý]/.test(title))).toBe(true)
    expect(entity.path).toMatch(/^\/[a-z_/-]+$/)
    for (const other of everyEntity.filter((one) => one !== name)) expect(entityOf(other).table).not.toBe(entity.table)
  })

  it.each(everyField)('%s.%s: a label, a column, and references that exist', (_name, _field, definition) => {
    expect(definition.label).not.toBe('')
    expect(definition.column).toMatch(/^(text|text\[\]|smallint|integer|bigint|double precision|jsonb)$/)
    const lists = REFERENCE_LISTS.map((list) => `liste:${list}`)
    if (definition.ref !== undefined) expect([...everyEntity, ...lists]).toContain(definition.ref)
    if (definition.merge === 'set') expect(definition.required).toBe(true)
  })

  it('relations point at entities and at the fields that join them', () => {
    for (const name of everyEntity) {
      const entity = entityOf(name)
      for (const [relation, { to, by, many }] of Object.entries(entity.relations ?? {})) {
        const target = entityOf(to as ResourceName)
        // RDV_PERSONNEL joins by a list of ids here, the others « many » by our id there.
        const owner = many && entity.fields[by]?.kind !== 'refs' ? target : entity
        expect(Object.keys(owner.fields), `${name}.${relation}`).toContain(by)
      }
    }
  })

  it('local search keys are strings within their length, also for an empty record', () => {
    for (const name of everyEntity) {
      const { local } = entityOf(name)
      const derived = local?.derived
      if (!derived) continue
      const long = newRecord(entityOf(name), {
        NOM: `${'e'.repeat(60)} ${'é'.repeat(80)}`,
        PRENOM: 'É'.repeat(80),
        VILLE: 'x'.repeat(80),
        ADRESSE: 'y'.repeat(200),
      })
      for (const record of [newRecord(entityOf(name), { NOM: '', VILLE: '' }), long]) {
        const keys = derived.of(record as never)
        // A key that few records have is left out of the others.
        const known = Object.keys(derived.maxLength)
        expect(Object.keys(keys)).toEqual(record === long ? known : known.filter((key) => key in keys))
        for (const [key, value] of Object.entries(keys)) {
          expect(typeof value).toBe('string')
          expect(value.length, `${name}.${key}`).toBeLessThanOrEqual(derived.maxLength[key] ?? 0)
        }
      }
      for (const field of (local?.indexes ?? []).flat()) {
        const fields = [...Object.keys(entityOf(name).fields), ...Object.keys(derived.maxLength)]
        expect(fields, `${name} index`).toContain(field)
      }
    }
  })

  it('has at most thirteen local collections, and mirrors every synced resource in one', () => {
    const collections = new Set(SYNCED.map((name) => entityOf(name).local?.collection))
    expect(collections).not.toContain(undefined)
    // The outbox is the other one.
    expect(collections.size + 1).toBeLessThanOrEqual(13)
    expect([isSynced('rdv'), isSynced('user'), isSynced('toString')]).toEqual([true, false, false])
  })

  it('causes are pulled before their effects', () => {
    const place = (name: string) => SYNCED.indexOf(name as (typeof SYNCED)[number])
    for (const [cause, effect] of [
      ['personnel', 'client'],
      ['adresse', 'client'],
      ['client', 'projet'],
      ['projet', 'rdv'],
      ['projet', 'devis'],
      ['devis', 'paiement'],
      ['devis', 'intervention'],
      ['rdv', 'soumission'],
    ] as const) {
      expect(place(cause)).toBeLessThan(place(effect))
    }
  })
})

describe('derived fields', () => {
  it('[ENT-01] the full address is made of its parts', () => {
    const full = (ADRESSE: string | null, CODE_POSTAL: string | null) =>
      withDerived(entityOf('adresse'), { ADRESSE, CODE_POSTAL, VILLE: 'Lyon' }).ADRESSE_COMPLETE
    expect(full('1 rue A', '69001')).toBe('1 rue A, 69001 Lyon')
    expect(full(null, '69001')).toBe('69001 Lyon')
    expect(full(null, null)).toBe('Lyon')
  })

  it('[ENT-03] the amounts of a quote come from its lines, never from a body', () => {
    const line = { id: 'l', LIBELLE: 'Pose', UNITE: 'u', QUANTITE: 2, PRIX_UNITAIRE_HT: 100_00, TAUX_TVA: 1000 }
    const quote = newRecord(entityOf('devis'), { IDDEVIS: 'd', LIGNES: [line], NET_HT: 1, PRIX_TTC: 1 })
    expect(quote).toMatchObject({ NET_HT: 200_00, PRIX_TTC: 220_00 })
  })

  it('[ENT-05 initials] initials are whole signs, whatever a name begins with', () => {
    const of = (PRENOM: string | null, NOM: string) => newRecord(entityOf('personnel'), { PRENOM, NOM }).INITIALES
    expect([of('Zoé', 'Éluard'), of(null, ' 𠮷野'), of('🛠️ Léo', 'Roux'), of('', 'x')]).toEqual(['ZÉ', '𠮷', '🛠R', 'X'])
  })

  it('a record schema asks for VERSION', () => {
    expect((recordSchema(entityOf('rdv')) as unknown as { required: string[] }).required).toContain('VERSION')
  })
})
