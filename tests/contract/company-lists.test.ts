import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { adminCaller, errorsOf } from '../support/admin-caller.ts'
import { describeContract } from '../support/contract.ts'
import type { PersonName } from '../support/staffed-company.ts'

const CLERKS: PersonName[] = ['camille', 'marc', 'theo', 'alice']
const LYON = { LISTE: 'AGENCES', LIBELLE: 'Lyon Sud', ADRESSE: '2 rue de la Gare', TELEPHONE: '04 61 91 00 02' }

describeContract('lists that a company edits', (server) => {
  const idsIn = (rows: Values[], key: string): unknown[] => rows.map((row) => row[key])

  it('[SET-03 create] [SET-03 rename] directors add an entry and change it; nobody else of the staff does', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const created = await diane.post('/datacache', { id: 'sud', ...LYON, ORDRE: 3 })
    expect([created.status, created.data]).toMatchObject([201, { id: 'sud', ARCHIVE: 0, DUREE: null, ORDRE: 3 }])
    const renamed = await diane.put(
      '/datacache/sud',
      { LIBELLE: 'Lyon 7e' },
      { base: { LIBELLE: 'Lyon Sud' }, seen: 1 },
    )
    expect(renamed.data).toMatchObject({ LIBELLE: 'Lyon 7e', VERSION: 2 })
    for (const name of CLERKS) {
      const clerk = company.as(name)
      expect([name, (await clerk.post('/datacache', { id: `de-${name}`, ...LYON })).status]).toEqual([name, 403])
      expect([name, (await clerk.put('/datacache/sud', { ARCHIVE: 1 })).status]).toEqual([name, 403])
      expect([name, (await clerk.get('/datacache')).data.AGENCES]).toEqual([
        name,
        expect.arrayContaining([expect.objectContaining({ IDAGENCES: 'sud', NOM_AGENCE: 'Lyon 7e' })]),
      ])
    }
  })

  it('[SET-03 rename] [MERGE-2] two directors change one entry: each keeps the field that only they changed', async () => {
    const company = await server().company()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    await diane.post('/datacache', { id: 'sud', ...LYON })
    await diane.put('/datacache/sud', { ADRESSE: '9 quai Perrache' }, { base: { ADRESSE: LYON.ADRESSE }, seen: 1 })
    const late = await bruno.put(
      '/datacache/sud',
      { LIBELLE: 'Confluence' },
      { base: { LIBELLE: LYON.LIBELLE }, seen: 1 },
    )
    expect(late.data).toMatchObject({ LIBELLE: 'Confluence', ADRESSE: '9 quai Perrache' })
  })

  it('[SET-03 archive] [SET-03 devices] what is used is archived: the lists leave it out, its records, its own page and devices keep it', async () => {
    const company = await server().company()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    const times = { RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }
    const booked = { ...times, IDNATURE_RDV: 'nature-com', IDPERSONNELS: ['camille'] }
    const { status, data: rdv } = await camille.post('/rdvs', { IDRDV: 'rdv-1', ...booked })
    expect(status).toBe(201)
    const first = await camille.pull('/datacache')
    expect((await diane.put('/datacache/nature-com', { ARCHIVE: 1 }, { base: { ARCHIVE: 0 }, seen: 1 })).status).toBe(
      200,
    )

    expect(idsIn((await camille.get('/datacache')).data.NATURE_RDV as Values[], 'IDNATURE_RDV')).toEqual([
      'nature-metre',
    ])
    expect(idsIn((await camille.get('/natures-rdv')).list, 'IDNATURE_RDV')).toEqual(['nature-metre'])
    expect((await camille.get('/natures-rdv/nature-com')).data).toMatchObject({ LIBELLE: 'nature-com', ARCHIVE: 1 })
    expect((await camille.get(`/rdvs/${rdv.IDRDV}`)).data.nature).toMatchObject({ LIBELLE: 'nature-com', CODE: 'Com' })
    const { rows } = await camille.pull('/datacache', first.checkpoint)
    expect(rows).toMatchObject([{ id: 'nature-com', ARCHIVE: 1, _deleted: false }])
    // A phone that has not heard of it yet books with it: nothing is lost.
    expect((await camille.post('/rdvs', { IDRDV: 'rdv-2', ...booked })).status).toBe(201)

    await diane.put('/datacache/nature-com', { ARCHIVE: 0 })
    expect(idsIn((await camille.get('/natures-rdv')).list, 'IDNATURE_RDV')).toContain('nature-com')
  })

  it('[SET-03 archive] nothing deletes an entry; the contract’s destroy of a nature archives it', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    expect((await diane.del('/datacache/pose')).status).toBe(404)
    expect((await company.as('alice').del('/natures-rdv/nature-com')).status).toBe(403)
    expect((await diane.del('/natures-rdv/nature-com')).status).toBe(204)
    expect((await diane.del('/natures-rdv/nature-com')).status).toBe(204)
    expect((await diane.get('/natures-rdv/nature-com')).data).toMatchObject({ ARCHIVE: 1 })
    expect(idsIn((await diane.get('/natures-rdv')).list, 'IDNATURE_RDV')).not.toContain('nature-com')
  })

  it('[ENT-04] the code of a nature is one that the rules know; one that an older program stored may stay', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const refused = await diane.post('/natures-rdv', { LIBELLE: 'Visite', CODE: 'Visite' })
    expect([refused.status, refused.body.errors]).toEqual([422, { CODE: [expect.any(String)] }])
    expect((await diane.put('/natures-rdv/nature-com', { CODE: 'com' })).status).toBe(422)
    await server().db.inTenant(company.id, (tx) =>
      sql`update reference set "CODE" = 'Ancien', seq = take_seq(1) where id = 'nature-com'`.execute(tx),
    )
    expect((await diane.put('/natures-rdv/nature-com', { LIBELLE: 'Visite' })).status).toBe(200)
  })

  describe('for administrators', () => {
    it('[SET-03 lists] they read and edit the lists of the company that they name, and no other; the trail tells it', async () => {
      const { app, db } = server()
      const [company, other] = [await server().company(), await server().company()]
      const admin = await adminCaller(app, db)
      const at = (path = '', of = company): string => `/admin/references${path}?company_id=${of.id}`
      const before = await company.as('theo').pull('/datacache')
      const entry = { id: 'sud', ...LYON }
      const created = await admin.call('POST', at(), entry)
      expect([created.status, created.data]).toMatchObject([201, { id: 'sud', LIBELLE: 'Lyon Sud', VERSION: 1 }])
      const edited = await admin.call('PUT', at('/sud'), { ARCHIVE: 1 }, { 'if-match': '"1"' })
      expect([edited.status, edited.data]).toMatchObject([200, { ARCHIVE: 1, VERSION: 2 }])
      expect((await admin.call('PUT', at('/sud'), { LIBELLE: 'x' }, { 'if-match': '"1"' })).status).toBe(409)
      expect((await admin.call('GET', at())).list).toContainEqual({ ...edited.data })
      const { rows } = await company.as('theo').pull('/datacache', before.checkpoint)
      expect(rows).toMatchObject([{ id: 'sud', ARCHIVE: 1 }])

      expect(idsIn((await admin.call('GET', at('', other))).list, 'id')).not.toContain('sud')
      expect((await admin.call('PUT', at('/sud', other), { LIBELLE: 'x' })).status).toBe(404)
      expect((await admin.call('GET', '/admin/references')).status).toBe(422)
      expect(errorsOf(await admin.call('POST', at(), { LISTE: 'AGENCES' }))).toHaveProperty('LIBELLE')
      expect((await company.as('diane').get(at())).status).toBe(403)
      const trail = await admin.call('GET', `/admin/audit?company_id=${company.id}`)
      const done = trail.list.filter(({ target }) => target === 'reference:sud').map(({ action }) => action)
      expect(done.sort()).toEqual(['reference.created', 'reference.updated'])
    })

    it('[I10] a director of another company neither sees nor changes an entry', async () => {
      const [company, other] = [await server().company(), await server().company()]
      await company.as('diane').post('/datacache', { id: 'a-nous', ...LYON })
      expect((await other.as('diane').put('/datacache/a-nous', { LIBELLE: 'x' })).status).toBe(404)
      expect((await other.as('theo').pull('/datacache')).rows.map(({ id }) => id)).not.toContain('a-nous')
    })
  })
})
