import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { csvText } from '../../schemas/csv.ts'
import type { Fate, ImportDetail, ImportRow } from '../../schemas/imports.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { updatePersonnel } from '../../server/accounts/personnels.ts'
import { beginEpoch } from '../../server/epoch/begin-epoch.ts'
import { type Caller, type ContractCompany, describeContract } from '../support/contract.ts'

const HEADINGS = ['Nom', 'Prénom', 'Tél. portable', 'E-mail', 'Adresse', 'CP', 'Ville', 'Description du projet']
const COLUMNS = ['NOM', 'PRENOM', 'PORTABLE', 'MAIL', 'ADRESSE', 'CODE_POSTAL', 'VILLE', 'PROJET']
const MARTIN = [
  'MARTIN',
  'Lucie',
  '06 39 98 10 01',
  'lucie@example.com',
  '3 rue des Lilas',
  '69003',
  'Lyon',
  'Fenêtres',
]

describeContract('import of clients from a file', (server) => {
  const send = async (
    caller: Caller,
    file: string | Uint8Array,
    { id = uuidv7(), sheet }: { id?: string; sheet?: string } = {},
  ): Promise<{ status: number; detail: ImportDetail; body: Record<string, unknown> }> => {
    const answer = await (server().app as FastifyInstance).inject({
      method: 'POST',
      url: '/api/imports',
      query: { id, nom: 'clients.csv', ...(sheet ? { feuille: sheet } : {}) },
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(file),
    })
    const body = answer.json<Record<string, unknown>>()
    return { status: answer.statusCode, detail: body.data as ImportDetail, body }
  }
  /** Waits until the server has nothing more to do. */
  const settled = async (caller: Caller, id: string): Promise<ImportDetail> => {
    for (let tries = 0; tries < 2400; tries += 1) {
      const detail = (await caller.get(`/imports/${id}`)).data as unknown as ImportDetail
      if (!['essai', 'import', 'retrait'].includes(detail.etat)) return detail
      await wait(25)
    }
    throw new Error('The import does not end')
  }
  const dryRun = async (caller: Caller, detail: ImportDetail, colonnes = detail.colonnes): Promise<ImportDetail> => {
    const answer = await caller.put(`/imports/${detail.id}/colonnes`, { colonnes })
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    return settled(caller, detail.id)
  }
  const act = async (caller: Caller, id: string, what: 'lancer' | 'annuler'): Promise<ImportDetail> => {
    expect((await caller.post(`/imports/${id}/${what}`, {})).status).toBe(200)
    const detail = await settled(caller, id)
    expect(detail.etat).toBe(what === 'lancer' ? 'fini' : 'retire')
    return detail
  }
  /** File to import, all in one. */
  const whole = async (caller: Caller, file: string | Uint8Array): Promise<ImportDetail> =>
    act(caller, (await dryRun(caller, (await send(caller, file)).detail)).id, 'lancer')
  const lines = async (caller: Caller, id: string, fate?: Fate): Promise<ImportRow[]> =>
    (await caller.get(`/imports/${id}/lignes?limit=200${fate ? `&sort=${fate}` : ''}`)).list as unknown as ImportRow[]
  const errorsOf = async (caller: Caller, id: string): Promise<string> => {
    const answer = await (server().app as FastifyInstance).inject({
      url: `/api/imports/${id}/erreurs`,
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    return answer.body
  }
  const count = async (company: ContractCompany, table: 'client' | 'adresse' | 'projet'): Promise<number> =>
    (
      await company.as('diane').pull({ client: '/clients', adresse: '/adresse', projet: '/projets' }[table])
    ).rows.filter((row) => row._deleted === false).length

  it('[SET-09 import] [SET-12 handover] gives nothing to somebody whose account is closed: the line says it', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const { NOM } = (await diane.get('/personnels/camille')).data
    expect((await diane.put('/entreprise/personnels/camille', { disabled: true })).status).toBe(200)
    const { detail } = await send(
      diane,
      csvText([
        ['Nom', 'Commercial'],
        ['Martin', String(NOM)],
      ]),
    )
    expect(detail.colonnes).toEqual(['NOM', 'COMMERCIAL'])
    expect(await dryRun(diane, detail)).toMatchObject({ sorts: { erreur: 1 } })
    expect(JSON.stringify(await lines(diane, detail.id))).toContain('ou son compte est fermé')
  })

  it('[SET-09 dry-run] [SET-09 duplicates] tells the fate of each line and writes nothing; the import then does what it told', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const before = [await count(company, 'client'), await count(company, 'adresse'), await count(company, 'projet')]
    await diane.post('/clients', { IDCLIENT: 'durand', NOM: 'Durand', PRENOM: 'Paul', PORTABLE: '0639981002' })
    const { status, detail } = await send(
      diane,
      csvText([
        HEADINGS,
        MARTIN,
        // The same person again, in other words, with another project; then with the same one.
        ['Lucie', 'Martin', '+33 6 39 98 10 01', '', '', '', '', 'Volets'],
        ['Martin', 'Lucie', '0639981001', '', '', '', '', 'VOLETS'],
        ['DURAND', 'Paul', '06.39.98.10.02', '', '', '', '', ''],
        ['Sansville', 'Jean', '', '', '4 rue Neuve', '69007', '', ''],
        ['Petit', 'Zoé', '639981003', 'zoe.example.com', '', '', '', ''],
        ['Zéro', 'Ali', '639981004', '', '1 place du Marché', '1000', 'Bourg-en-Bresse', ''],
      ]),
    )
    expect(status).toBe(201)
    expect(detail).toMatchObject({ etat: 'lu', separateur: ';', encodage: 'UTF-8 (avec BOM)', lignes: 7, entete: 1 })
    expect(detail.colonnes).toEqual(COLUMNS)
    const told = await dryRun(diane, detail)
    expect(told).toMatchObject({ etat: 'pret', sorts: { cree: 2, rattache: 1, doublon: 2, erreur: 2 } })
    expect(await count(company, 'client')).toBe((before[0] ?? 0) + 1)
    const rows = await lines(diane, detail.id)
    expect(rows.map(({ ligne, sort }) => [ligne, sort])).toEqual([
      [2, 'cree'],
      [3, 'rattache'],
      [4, 'doublon'],
      [5, 'doublon'],
      [6, 'erreur'],
      [7, 'erreur'],
      [8, 'cree'],
    ])
    expect(rows[1]?.doublon).toEqual({ IDCLIENT: null, ligne: 2, nom: 'MARTIN Lucie' })
    expect(rows[3]?.doublon).toEqual({ IDCLIENT: 'durand', ligne: null, nom: 'Durand Paul' })
    expect(rows[4]?.erreurs).toEqual([{ champ: 'VILLE', colonne: 'Ville', message: 'Ce champ est requis' }])
    expect(rows[5]?.erreurs).toMatchObject([{ champ: 'MAIL', message: 'Veuillez entrer une adresse email valide' }])
    expect(rows[6]?.corrections).toEqual([
      'Téléphone portable : « 639981004 » lu « 06 39 98 10 04 »',
      'Code postal : « 1000 » lu « 01000 »',
    ])

    const done = await act(diane, detail.id, 'lancer')
    expect(done).toMatchObject({ etat: 'fini', sorts: { cree: 2, rattache: 1, doublon: 2, erreur: 2 } })
    const clients = (await diane.get('/clients?NOM=MARTIN')).list
    expect(clients).toMatchObject([
      { NOM: 'MARTIN', PORTABLE: '06 39 98 10 01', MAIL: 'lucie@example.com', VILLE: 'Lyon' },
    ])
    const { IDCLIENT, IDADRESSE } = clients[0] ?? {}
    const projets = (await diane.pull('/projets')).rows.filter((row) => row.IDCLIENT === IDCLIENT)
    expect(projets).toMatchObject([
      { DESCRIPTION: 'Fenêtres', ADRESSE_CHANTIER: IDADRESSE, IDETAT_PROJET: 1 },
      { DESCRIPTION: 'Volets', ADRESSE_CHANTIER: IDADRESSE },
    ])
    expect((await diane.get(`/adresse/${String(IDADRESSE)}`)).data).toMatchObject({
      ADRESSE_COMPLETE: '3 rue des Lilas, 69003 Lyon',
    })
    expect([await count(company, 'client'), await count(company, 'adresse'), await count(company, 'projet')]).toEqual([
      (before[0] ?? 0) + 3,
      (before[1] ?? 0) + 2,
      (before[2] ?? 0) + 2,
    ])
  })

  it('[SET-09 errors] refused lines come back with their reason; corrected and brought again they complete the import without duplicates', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const file = csvText([
      HEADINGS,
      MARTIN,
      ['=1+1', 'Formule', '06 39 98', '', '', '', '', ''],
      ['Blanc', 'Guy', '+33 6 39 98 10 09', 'guy@', '', '', '', ''],
    ])
    const first = await whole(diane, file)
    expect(first.sorts).toEqual({ cree: 1, erreur: 2 })
    const errors = await errorsOf(diane, first.id)
    expect(errors.split('\r\n')).toEqual([
      `\uFEFF${HEADINGS.join(';')};Motif du refus`,
      "'=1+1;Formule;06 39 98;;;;;;Tél. portable : Veuillez entrer un numéro de téléphone valide",
      "Blanc;Guy;'+33 6 39 98 10 09;guy@;;;;;E-mail : Veuillez entrer une adresse email valide",
      '',
    ])
    const corrected = errors.replace('06 39 98;', '06 39 98 10 08;').replace('guy@;', 'guy@example.com;')
    const before = await count(company, 'client')
    expect((await whole(diane, corrected)).sorts).toEqual({ cree: 2 })
    expect((await diane.get('/clients?NOM=Blanc')).list).toMatchObject([{ PORTABLE: '06 39 98 10 09' }])
    // The whole file again, corrected too: everything is known.
    const again = file.replace('06 39 98;', '06 39 98 10 08;').replace('guy@;', 'guy@example.com;')
    expect((await whole(diane, again)).sorts).toEqual({ doublon: 3 })
    expect(await count(company, 'client')).toBe(before + 2)
  })

  it('[SET-09 undo] one call takes back a whole import; what was changed or used since stays and is named', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const since = (await diane.pull('/clients')).checkpoint
    const person = (n: number): string[] => [
      `Client${n}`,
      'Ana',
      `06 39 98 20 0${n}`,
      '',
      `${n} rue Haute`,
      '69001',
      'Lyon',
      'Store',
    ]
    const before = [await count(company, 'client'), await count(company, 'adresse'), await count(company, 'projet')]
    const done = await whole(diane, csvText([HEADINGS, person(1), person(2), person(3), person(4)]))
    const rows = await lines(diane, done.id)
    const made = rows.map(({ IDCLIENT }) => String(IDCLIENT))
    const projet = (await diane.pull('/projets')).rows.find((row) => row.IDCLIENT === made[2])
    // A change that nothing else follows: a mail would let the customer into their space, which is a use.
    await diane.put(`/clients/${made[1]}`, { PRENOM: 'Anne' })
    const visit = { RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }
    await diane.post('/rdvs', {
      ...visit,
      IDRDV: 'r1',
      IDNATURE_RDV: 'nature-com',
      IDPERSONNELS: ['camille'],
      IDPROJET: projet?.IDPROJET,
    })
    const undone = await act(diane, done.id, 'annuler')
    expect(undone).toMatchObject({ etat: 'retire', sorts: { retire: 2, garde: 2 } })
    expect(
      (await lines(diane, done.id, 'garde')).map(({ ligne, garde }) => [
        ligne,
        garde.map(({ resource, why }) => [resource, why]),
      ]),
    ).toEqual([
      [3, [['client', 'modifie']]],
      [
        4,
        [
          ['client', 'utilise'],
          ['projet', 'utilise'],
        ],
      ],
    ])
    expect([await count(company, 'client'), await count(company, 'adresse'), await count(company, 'projet')]).toEqual([
      (before[0] ?? 0) + 2,
      (before[1] ?? 0) + 2,
      (before[2] ?? 0) + 1,
    ])
    // A device that had them learns that they are gone.
    const gone = (await diane.pull('/clients', since)).rows.filter((row) => row._deleted)
    expect(gone.map((row) => row.IDCLIENT).sort()).toEqual([made[0], made[3]].sort())
    // Once is enough: a second call changes nothing, and no import begins again.
    expect((await diane.post(`/imports/${done.id}/annuler`, {})).data.etat).toBe('retire')
    expect((await diane.post(`/imports/${done.id}/lancer`, {})).code).toBe('CONFLICT')
  })

  it('[SET-09 undo] [SERVER-6] a new epoch is no change of what the import made', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const before = await count(company, 'client')
    const done = await whole(diane, csvText([HEADINGS, MARTIN, MARTIN.with(0, 'DURAND').with(2, '').with(3, '')]))
    const [, changed] = await lines(diane, done.id)
    await diane.put(`/clients/${changed?.IDCLIENT}`, { PRENOM: 'Anne' })
    await server().db.inTenant(company.id, (tx) => beginEpoch(tx, { companyId: company.id, mark: null, contained: 0 }))
    expect(await act(diane, done.id, 'annuler')).toMatchObject({ etat: 'retire', sorts: { retire: 1, garde: 1 } })
    expect(await lines(diane, done.id, 'garde')).toMatchObject([{ garde: [{ resource: 'client', why: 'modifie' }] }])
    expect(await count(company, 'client')).toBe(before + 1)
  })

  it('[SET-09 import] (two directors) imports what was shown to who presses, not the columns of another director since', async () => {
    const company = await server().company()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    const file = csvText([HEADINGS, MARTIN])
    const shown = await dryRun(diane, (await send(diane, file)).detail)
    const launch = ({ colonnes, feuille, sorts }: ImportDetail) =>
      diane.post(`/imports/${shown.id}/lancer`, { colonnes, feuille, sorts })
    const theirs = await dryRun(
      bruno,
      shown,
      shown.colonnes.map((target) => (target === 'PROJET' ? null : target)),
    )
    expect(theirs.sorts).toEqual(shown.sorts)
    const before = await count(company, 'client')
    const refused = await launch(shown)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('a changé entre-temps')])
    expect((await launch({ ...theirs, sorts: { cree: 2 } })).code).toBe('CONFLICT')
    expect(await count(company, 'client')).toBe(before)
    expect((await launch(theirs)).status).toBe(200)
    expect((await settled(diane, shown.id)).etat).toBe('fini')
    // Sent again once it has begun, by whoever saw these columns.
    expect([(await launch(theirs)).status, (await launch(shown)).status]).toEqual([200, 409])
    // An older app says nothing of what it showed.
    expect((await diane.post(`/imports/${shown.id}/lancer`, undefined)).status).toBe(200)
  })

  it('[SET-09 import] (another sheet) a sheet without lines, or a file that cannot be read, leaves the import as it was', async () => {
    const diane = (await server().company()).as('diane')
    const { detail } = await send(diane, csvText([HEADINGS, MARTIN]))
    const tried = await dryRun(diane, detail)
    expect(tried.etat).toBe('pret')
    for (const file of [csvText([HEADINGS]), Buffer.from([0x50, 0x4b, 0x03, 0x04, 0])]) {
      const refused = await send(diane, file, { id: detail.id, sheet: 'Feuil2' })
      expect(refused.status).toBe(422)
      expect((await diane.get(`/imports/${detail.id}`)).data).toEqual(tried)
    }
    // One that can be read takes its place, with columns to choose.
    const other = await send(diane, csvText([HEADINGS, MARTIN, MARTIN]), { id: detail.id })
    expect([other.status, other.detail.etat, other.detail.lignes]).toEqual([201, 'lu', 2])
    expect((await diane.get('/imports')).list).toHaveLength(1)
  })

  it('[DAY-03 complete] the list has every import that is kept, the latest first', async () => {
    const company = await server().company()
    await server().db.inTenant(company.id, (tx) =>
      sql`insert into data_import (company_id, id, name, state, by_account, by_personnel, created_at)
        select ${company.id}, 'import-' || n, n || '.csv', 'fini', 'personnel:diane', 'diane', now() - n * interval '1 day'
        from generate_series(1, 29) n`.execute(tx),
    )
    const { list } = await company.as('diane').get('/imports')
    expect(list.map(({ id }) => id)).toEqual(Array.from({ length: 29 }, (_, n) => `import-${n + 1}`))
  })

  it('[SET-09 import] (rights) only directors of the company import; another company finds nothing', async () => {
    const company = await server().company()
    const other = (await server().company()).as('diane')
    const diane = company.as('diane')
    const { detail } = await send(diane, csvText([HEADINGS, MARTIN]))
    for (const name of ['camille', 'marc', 'theo', 'alice'] as const) {
      expect((await send(company.as(name), csvText([HEADINGS, MARTIN]))).status).toBe(403)
      expect((await company.as(name).get(`/imports/${detail.id}`)).status).toBe(403)
      expect((await company.as(name).post(`/imports/${detail.id}/lancer`, {})).status).toBe(403)
    }
    for (const path of ['', '/lignes', '/erreurs'])
      expect((await other.get(`/imports/${detail.id}${path}`)).status).toBe(404)
    expect((await other.get('/imports')).list).toEqual([])
    expect((await other.put(`/imports/${detail.id}/colonnes`, { colonnes: detail.colonnes })).status).toBe(404)
    expect((await other.post(`/imports/${detail.id}/annuler`, {})).status).toBe(404)
    expect((await other.del(`/imports/${detail.id}`)).status).toBe(404)
    // A second director sees its state, and may go on with it.
    const bruno = company.as('bruno')
    expect((await bruno.get(`/imports/${detail.id}`)).data).toMatchObject({ etat: 'lu', lignes: 1, exemples: [MARTIN] })
    expect((await dryRun(bruno, detail)).etat).toBe('pret')
    const { rows } = await server().db.inTenant(company.id, (tx) =>
      sql<{
        action: string
        details: unknown
      }>`select action, details from audit where target = ${`import:${detail.id}`}`.execute(tx),
    )
    expect(rows).toEqual([{ action: 'import.read', details: {} }])
  })

  it('[SET-09 import] (rights) [SEC] a director of another agency neither reads nor takes back an import whose projects they do not see', async () => {
    const company = await server().company()
    const [diane, bruno, zoe] = [company.as('diane'), company.as('bruno'), company.as('zoe')]
    await server().db.inTenant(company.id, (tx) =>
      updatePersonnel(tx, {
        id: 'zoe',
        seen: null,
        by: 'admin:x',
        patch: { ROLES: ['commercial_director'] },
        passwordHash: 'x',
      }),
    )
    await server().app.sessions.forget('personnel:zoe')
    const before = await count(company, 'projet')
    // Without a project it is about clients alone, whom all staff see.
    const clients = await whole(diane, csvText([HEADINGS, ['Durand', 'Paul', '06 39 98 10 02', '', '', '', '', '']]))
    expect(await lines(bruno, clients.id)).toHaveLength(1)
    const done = await whole(diane, csvText([HEADINGS, MARTIN, ['Blanc', 'Guy', '', 'guy@', '', '', '', 'Store']]))
    expect(done).toMatchObject({ visible: true, exemples: [] })
    expect((await bruno.get(`/imports/${done.id}`)).data).toMatchObject({ etat: 'fini', visible: false, exemples: [] })
    for (const path of ['lignes', 'erreurs']) {
      const refused = await bruno.get(`/imports/${done.id}/${path}`)
      expect([path, refused.status, refused.body.message]).toEqual([path, 403, expect.stringContaining('ne voyez pas')])
    }
    expect((await bruno.post(`/imports/${done.id}/annuler`, {})).status).toBe(403)
    expect((await settled(diane, done.id)).etat).toBe('fini')
    expect(await count(company, 'projet')).toBe(before + 1)
    // A director of all agencies does; what was removed is as it was for the others.
    expect(await lines(zoe, done.id)).toHaveLength(2)
    expect((await act(zoe, done.id, 'annuler')).sorts).toMatchObject({ retire: 1 })
    expect(await count(company, 'projet')).toBe(before)
    expect((await bruno.get(`/imports/${done.id}/lignes`)).status).toBe(403)
    // One whose projects they all see is theirs too, and an import of their own always.
    const file = csvText([
      [...HEADINGS, 'Agence'],
      [...MARTIN, 'brest'],
    ])
    const brest = await whole(diane, file)
    expect(brest.colonnes.at(-1)).toBe('AGENCE')
    expect((await act(bruno, brest.id, 'annuler')).sorts).toMatchObject({ retire: 1 })
    const own = await whole(
      bruno,
      csvText([
        [...HEADINGS, 'Agence', 'Commercial'],
        [...MARTIN, 'lyon', 'colin'],
      ]),
    )
    expect((await act(bruno, own.id, 'annuler')).sorts).toMatchObject({ retire: 1 })
  })

  it('[SET-09 mapping] columns are asked for where the headings say nothing, and remembered by the company', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const file = 'Qui|Joignable au\nRoux|0639983001\n'
    const first = await send(diane, file)
    expect(first.detail).toMatchObject({ separateur: '|', colonnes: [null, null] })
    const refusals = [
      [[null, 'PORTABLE'], 'Choisissez la colonne du nom'],
      [['NOM', 'NOM'], '« Nom » ne peut venir que d’une colonne'],
      [['NOM'], 'Le fichier n’a pas ce nombre de colonnes'],
    ] as const
    for (const [colonnes, message] of refusals) {
      const refused = await diane.put(`/imports/${first.detail.id}/colonnes`, { colonnes })
      expect([refused.status, refused.body.errors]).toEqual([422, { colonnes: [message] }])
    }
    expect((await dryRun(diane, first.detail, ['NOM', 'PORTABLE'])).sorts).toEqual({ cree: 1 })
    expect((await send(company.as('bruno'), file.replace('Qui', 'QUI'))).detail.colonnes).toEqual(['NOM', 'PORTABLE'])
    const other = (await server().company()).as('diane')
    expect((await send(other, file)).detail.colonnes).toEqual([null, null])
  })

  it('[SET-09 import] (restart) a process that dies in the middle leaves whole lines; another one goes on and makes nothing twice', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const people = Array.from({ length: 450 }, (_, i) => [
      `Nom${i}`,
      'Léa',
      `06 39 ${String(100_000 + i)}`,
      '',
      '',
      '',
      '',
      '',
    ])
    const { detail } = await send(diane, csvText([HEADINGS, ...people]))
    await dryRun(diane, detail)
    const before = await count(company, 'client')
    // As a process leaves it that has made the first lines and dies: somebody holds it, for a little while.
    await server().db.inTenant(company.id, async (tx) => {
      await sql`update data_import set state = 'import', done = 0, holder = 'mort', held_until = now() + interval '110 seconds'
        where id = ${detail.id}`.execute(tx)
    })
    expect((await diane.post(`/imports/${detail.id}/lancer`, {})).data.etat).toBe('import')
    expect(await count(company, 'client')).toBe(before)
    await server().db.inTenant(company.id, (tx) =>
      sql`update data_import set held_until = now() where id = ${detail.id}`.execute(tx),
    )
    // Two calls, as from two directors who both press again.
    await Promise.all([
      diane.post(`/imports/${detail.id}/lancer`, {}),
      company.as('bruno').post(`/imports/${detail.id}/lancer`, {}),
    ])
    expect(await settled(diane, detail.id)).toMatchObject({ etat: 'fini', sorts: { cree: 450 } })
    expect(await count(company, 'client')).toBe(before + 450)
  })

  it('[SET-09 import] (restart) an import does not wait for the hour of a clock that was ahead when its process died', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const { detail } = await send(diane, csvText([HEADINGS, ['Durand', 'Léa', '06 39 10 00 01', '', '', '', '', '']]))
    await dryRun(diane, detail)
    await server().db.inTenant(company.id, (tx) =>
      sql`update data_import set state = 'import', done = 0, holder = 'mort', held_until = now() + interval '1 hour'
        where id = ${detail.id}`.execute(tx),
    )
    expect((await diane.post(`/imports/${detail.id}/lancer`, {})).data.etat).toBe('import')
    expect(await settled(diane, detail.id)).toMatchObject({ etat: 'fini', sorts: { cree: 1 } })
  })
})
