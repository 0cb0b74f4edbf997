import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminCaller, adminCaller } from '../../../tests/support/admin-caller.ts'
import { callerOf } from '../../../tests/support/contract.ts'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { plant, staffedCompany } from '../../../tests/support/staffed-company.ts'
import { signIn, testApp } from '../../../tests/support/test-app.ts'
import type { Tx } from '../../plugins/database/database.ts'

describeEngines('what administrators look up in a company', (db) => {
  let app: FastifyInstance
  let admin: AdminCaller
  let company: string
  let other: string

  beforeAll(async () => {
    app = await testApp(db())
    admin = await adminCaller(app, db())
    company = (await staffedCompany(db())).id
    other = await addCompany(db())
    const office = callerOf(app, (await signIn(app, { companyId: company, id: 'alice' })).token)
    for (const [NOM, PRENOM, VILLE, PORTABLE] of [
      ['Éluard', 'Paul', 'Lyon', '06 39 98 07 01'],
      ['Sand', 'George', 'Nohant', '06 39 98 07 02'],
      ['Elsner', 'Paulette', 'Metz', '06 39 98 07 03'],
    ])
      expect((await office.post('/clients', { NOM, PRENOM, VILLE, PORTABLE })).status).toBe(201)
  })
  afterAll(() => app.close())

  const names = async (query: string): Promise<unknown[]> =>
    (await admin.call('GET', `/admin/clients?company_id=${company}${query}`)).list.map(({ NOM }) => NOM)

  it('[ADM-02] finds customers by the beginning of a name, first name, town or phone, accents aside', async () => {
    expect(await names('&q=elu')).toEqual(['Éluard'])
    expect(await names('&q=paul&sortBy=NOM&sortDesc=true')).toEqual(expect.arrayContaining(['Éluard', 'Elsner']))
    expect(await names('&q=nohant')).toEqual(['Sand'])
    expect(await names('&q=0639980703')).toEqual(['Elsner'])
    expect(await names('&q=personne')).toEqual([])
    const all = await admin.call('GET', `/admin/clients?company_id=${company}&limit=1&page=2&sortBy=IDCLIENT`)
    expect([all.list.length, Number(all.body.total) >= 3]).toEqual([1, true])
  })

  it('[DAY-12 server] finds them by mail, second number, postcode and street as well, of one company', async () => {
    const office = callerOf(app, (await signIn(app, { companyId: company, id: 'alice' })).token)
    const { data } = await office.post('/adresse', {
      ADRESSE: '12 rue du Général de Gaulle',
      CODE_POSTAL: '57000',
      VILLE: 'Metz',
    })
    const made = { NOM: 'Verlaine', PORTABLE: '06 39 98 07 04', TELEPHONE: '03 87 00 00 04', MAIL: 'P_V@Example.com' }
    expect((await office.post('/clients', { ...made, IDADRESSE: data.IDADRESSE })).status).toBe(201)
    for (const q of [
      'p_v@',
      'P_V@EXAMPLE.COM',
      '038700',
      '57000',
      '57',
      'gaulle',
      'general de gau',
      '12 rue',
      'gaulle metz',
    ])
      expect(await names(`&q=${encodeURIComponent(q)}`), q).toEqual(['Verlaine'])
    // « _ » is a letter, not any letter.
    for (const q of ['pxv@', '57001', 'gaulle lyon']) expect(await names(`&q=${encodeURIComponent(q)}`), q).toEqual([])
    expect((await admin.call('GET', `/admin/clients?company_id=${other}&q=gaulle`)).list).toEqual([])
  })

  it('[SEC] shows only the fields of a customer that identify them, and one company at a time', async () => {
    const { list } = await admin.call('GET', `/admin/clients?company_id=${company}&q=sand`)
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['IDCLIENT', 'NOM', 'PORTABLE', 'PRENOM', 'VILLE'])
    expect((await admin.call('GET', `/admin/clients?company_id=${other}`)).list).toEqual([])
    expect((await admin.call('GET', '/admin/clients')).status).toBe(422)
    expect((await admin.call('GET', '/admin/clients?company_id=nulle')).status).toBe(404)
    expect((await admin.call('GET', `/admin/clients?company_id=${company}&sortBy=OBSERVATIONS`)).status).toBe(422)
  })

  it('[API-13] lists the agencies of a company, and the room that files take in each', async () => {
    const agencies = await admin.call('GET', `/admin/agencies?company_id=${company}`)
    expect(agencies.status).toBe(200)
    const agency = (id: string) => ({ id, LIBELLE: id, VILLE: null, ARCHIVE: 0 })
    expect(agencies.list).toEqual([agency('brest'), agency('lyon')])
    const storage = await admin.call('GET', '/admin/storage')
    expect(storage.list.find(({ id }) => id === company)).toMatchObject({ used: 0, quota: expect.any(Number) })
    expect(storage.list.some(({ id }) => id === other)).toBe(true)
    const drive = await admin.call('GET', `/admin/drive?company_id=${company}&sortBy=FICHIERS`)
    expect([drive.status, drive.list, drive.body.total]).toEqual([200, [], 0])
  })

  it('[ADM-01] [API-13] the drive shows each project with its files, the largest first; archived agencies are listed too', async () => {
    const { id } = await staffedCompany(db())
    await db().inTenant(id, async (tx) => {
      await plant(tx, 'reference', { id: 'nantes', LISTE: 'AGENCES', LIBELLE: 'Nantes', VILLE: 'Nantes', ARCHIVE: 1 })
      await plant(tx, 'client', { IDCLIENT: 'c1', NOM: 'Éluard', PRENOM: 'Paul' })
      for (const [IDPROJET, DESCRIPTION, sizes] of [
        ['p1', 'Véranda', [1000, 234]],
        ['p2', 'Volets', [5000]],
        ['p3', 'Rien', []],
      ] as const) {
        await plant(tx, 'projet', { IDPROJET, IDCLIENT: 'c1', DESCRIPTION })
        for (const [n, TAILLE] of sizes.entries()) await file(tx, { IDPROJET, IDFICHIER: `${IDPROJET}-${n}`, TAILLE })
      }
      await file(tx, { IDPROJET: 'p1', IDFICHIER: 'gone', TAILLE: 90_000 })
      await sql`update fichier set deleted = true, seq = take_seq(1) where "IDFICHIER" = 'gone'`.execute(tx)
    })
    const veranda = { IDPROJET: 'p1', DESCRIPTION: 'Véranda', CLIENT: 'Paul Éluard', FICHIERS: 2, TAILLE: 1234 }
    const volets = { IDPROJET: 'p2', DESCRIPTION: 'Volets', CLIENT: 'Paul Éluard', FICHIERS: 1, TAILLE: 5000 }
    const drive = async (query: string) => {
      const { status, list, body } = await admin.call('GET', `/admin/drive?company_id=${id}${query}`)
      return [status, list, body.total]
    }
    expect(await drive('')).toEqual([200, [volets, veranda], 2])
    expect(await drive('&sortBy=FICHIERS&sortDesc=true')).toEqual([200, [veranda, volets], 2])
    expect(await drive('&sortBy=TAILLE&limit=1&page=2')).toEqual([200, [volets], 2])
    // Nothing of it is another company's.
    const theirs = await admin.call('GET', `/admin/drive?company_id=${other}`)
    expect([theirs.list, theirs.body.total]).toEqual([[], 0])
    const agencies = await admin.call('GET', `/admin/agencies?company_id=${id}`)
    expect(agencies.list).toContainEqual({ id: 'nantes', LIBELLE: 'Nantes', VILLE: 'Nantes', ARCHIVE: 1 })
    expect(agencies.list).toHaveLength(3)
    const storage = await admin.call('GET', '/admin/storage')
    expect(storage.list.find((row) => row.id === id)).toMatchObject({ used: 6234, quota: expect.any(Number) })
  })

  /** A file of a project, with its bytes. */
  async function file(tx: Tx, values: { IDPROJET: string; IDFICHIER: string; TAILLE: number }): Promise<void> {
    const { IDPROJET, IDFICHIER, TAILLE } = values
    await plant(tx, 'fichier', {
      ...values,
      RESSOURCE: 'projet',
      IDENREGISTREMENT: IDPROJET,
      NOM: `${IDFICHIER}.pdf`,
      TYPE_MIME: 'application/pdf',
      SHA256: IDFICHIER.padEnd(64, '0'),
      ORIGINE: 'document',
    })
    await sql`insert into stored_bytes (company_id, key, fichier_id, size)
      values (current_setting('app.company_id'), ${IDFICHIER}, ${IDFICHIER}, ${TAILLE})`.execute(tx)
  }
})
