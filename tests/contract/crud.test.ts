import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import {
  newAdresse,
  newClient,
  newDevis,
  newId,
  newIntervention,
  newProjet,
  newRdv,
  newSoumission,
} from '../support/contract-records.ts'

const UUID = (version: number): RegExp =>
  new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

interface Case {
  path: string
  key: string
  /** Who may create, change and delete it. */
  make: (company: ContractCompany) => Promise<Values>
  change: Values
  writer: (company: ContractCompany) => Caller
  remover: (company: ContractCompany) => Caller
}

const CASES: Record<string, Case> = {
  adresse: {
    path: '/adresse',
    key: 'IDADRESSE',
    make: (o) => newAdresse(o.as('camille')),
    change: { VILLE: 'Brest' },
    writer: (o) => o.as('camille'),
    remover: (o) => o.as('alice'),
  },
  client: {
    path: '/clients',
    key: 'IDCLIENT',
    make: (o) => newClient(o.as('camille')),
    change: { OBSERVATIONS: 'Rappeler le soir' },
    writer: (o) => o.as('camille'),
    remover: (o) => o.as('alice'),
  },
  projet: {
    path: '/projets',
    key: 'IDPROJET',
    make: (o) => newProjet(o.as('camille')),
    change: { DESCRIPTION: 'Véranda' },
    writer: (o) => o.as('camille'),
    remover: (o) => o.as('alice'),
  },
  devis: {
    path: '/devis',
    key: 'IDDEVIS',
    make: async (o) => newDevis(o.as('camille'), await newProjet(o.as('camille'))),
    change: { OBJET: 'Deux fenêtres' },
    writer: (o) => o.as('camille'),
    remover: (o) => o.as('camille'),
  },
  intervention: {
    path: '/interventions',
    key: 'IDINTERVENTION',
    make: async (o) => newIntervention(o.as('alice'), await newProjet(o.as('camille'))),
    change: { RDV_OBJET: 'Pose' },
    writer: (o) => o.as('alice'),
    remover: (o) => o.as('alice'),
  },
  rapport: {
    path: '/report',
    key: 'id',
    make: async (o) => (await o.as('diane').post('/report', { id: newId('rapport'), TITRE: 'Visite' })).data,
    change: { TITRE: 'Première visite' },
    writer: (o) => o.as('diane'),
    remover: (o) => o.as('diane'),
  },
  soumission: {
    path: '/report/submission',
    key: 'IDSOUMISSION',
    make: (o) => newSoumission(o.as('camille'), o.as('diane')),
    change: { REPONSES: { c1: 'Oui' } },
    writer: (o) => o.as('camille'),
    remover: (o) => o.as('diane'),
  },
}

describeContract('records through the API', (server) => {
  it.each(Object.entries(CASES))('%s is created, listed, shown, changed and deleted', async (_, one) => {
    const company = await server().company()
    const [writer, remover] = [one.writer(company), one.remover(company)]
    const created = await one.make(company)
    const id = created[one.key] as string
    expect(created.VERSION).toBe(1)

    const shown = await writer.get(`${one.path}/${id}`)
    expect(shown.status).toBe(200)
    expect(shown.headers.etag).toBe('"1"')
    expect(shown.data).toMatchObject(created)
    const all = one.path === '/devis' ? '?ALL=true' : ''
    expect((await writer.get(`${one.path}${all}`)).list).toContainEqual(created)

    const changed = await writer.put(`${one.path}/${id}`, one.change, { seen: 1 })
    expect(changed.status).toBe(200)
    expect(changed.data).toEqual({ ...created, ...one.change, ...derived(changed.data, one), VERSION: 2 })
    expect(changed.headers.etag).toBe('"2"')
    expect(Number(changed.headers[HEADER.seq])).toBeGreaterThan(0)

    const removed = await remover.del(`${one.path}/${id}`)
    expect(removed.status).toBe(204)
    expect(removed.headers[HEADER.seq]).toBeDefined()
    expect((await writer.get(`${one.path}/${id}`)).status).toBe(404)
    expect((await writer.get(`${one.path}${all}`)).list.map((row) => row[one.key])).not.toContain(id)
    expect((await remover.del(`${one.path}/${id}`)).status).toBe(204)
  })

  it('gives a record an id when the body has none', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const keyed = await camille.post('/clients', { NOM: 'Le Goff' })
    const keyless = await camille.post(
      '/clients',
      { NOM: 'Le Goff' },
      { key: null, query: '?skip_duplicate_check=true' },
    )
    expect([keyed.status, keyless.status]).toEqual([201, 201])
    // The id comes from the key, so that a second send gets the same one (PUSH-6). A write without key is never sent again.
    expect(keyed.data.IDCLIENT).toMatch(UUID(8))
    expect(keyless.data.IDCLIENT).toMatch(UUID(7))
  })

  it('soft-deletes an appointment and restores it', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const rdv = await newRdv(camille)
    const at = `/rdvs/${String(rdv.IDRDV)}`
    expect((await camille.del(at)).status).toBe(204)
    expect((await camille.get(at)).data).toMatchObject({ SUPPRIME: 1, RDV_OBJET: 'Visite' })
    expect((await camille.get('/rdvs')).list).toEqual([])
    expect((await camille.get('/rdvs?SUPPRIME=1')).list).toHaveLength(1)
    expect((await camille.put(at, { SUPPRIME: 0 })).data).toMatchObject({ SUPPRIME: 0 })
    expect((await camille.get('/rdvs')).list).toHaveLength(1)
  })

  it('shows a record with those of its relations that the caller may see', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const adresse = await newAdresse(camille)
    const client = await newClient(camille, { IDADRESSE: adresse.IDADRESSE })
    const mine = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    const other = await newProjet(company.as('colin'), { IDCLIENT: client.IDCLIENT })
    const rdv = await newRdv(camille, {
      IDPROJET: mine.IDPROJET,
      IDNATURE_RDV: 'nature-com',
      IDPERSONNELS: ['camille', 'marc'],
    })

    const shownRdv = (await camille.get(`/rdvs/${String(rdv.IDRDV)}`)).data
    expect(shownRdv.nature).toMatchObject({ CODE: 'Com', CODECOULEUR: '#2f9e44' })
    expect((shownRdv.RDV_PERSONNEL as Values[]).map((one) => one.IDPERSONNEL)).toEqual(['camille', 'marc'])
    expect(shownRdv.projet).toMatchObject({ IDPROJET: mine.IDPROJET })

    const shownProjet = (await camille.get(`/projets/${String(mine.IDPROJET)}`)).data
    expect(shownProjet).toMatchObject({
      etatProjet: { title: 'Nouveau projet', color: 'green' },
      client: { IDCLIENT: client.IDCLIENT },
      responsableProjet: { IDPERSONNEL: 'camille' },
    })
    expect((shownProjet.RDVS as Values[]).map((one) => one.IDRDV)).toEqual([rdv.IDRDV])

    const projetsOf = async (caller: Caller): Promise<unknown[]> =>
      ((await caller.get(`/clients/${String(client.IDCLIENT)}`)).data.projets as Values[]).map((one) => one.IDPROJET)
    expect(await projetsOf(camille)).toEqual([mine.IDPROJET])
    expect((await projetsOf(company.as('diane'))).sort()).toEqual([mine.IDPROJET, other.IDPROJET].sort())
  })
})

/** A change of a part changes what is computed from it. */
const DERIVED: Readonly<Record<string, string>> = {
  '/adresse': 'ADRESSE_COMPLETE',
  '/report/submission': 'CORRECTIONS',
}
const derived = (record: Values, { path }: Case): Values => {
  const name = DERIVED[path]
  return name ? { [name]: record[name] } : {}
}
