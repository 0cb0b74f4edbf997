import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, isSynced, type ResourceName, resources } from '../../schemas/resources.ts'
import { verifyChain } from '../../server/evidence/verify.ts'
import { verifyCompanies } from '../../server/evidence/verify-companies.ts'
import { fileKey } from '../../server/ports/files/files.ts'
import { reapplyErasures } from '../../server/privacy/erasures.ts'
import { reachable } from '../../server/privacy/found.ts'
import { proposals } from '../../server/privacy/proposals.ts'
import { SILENT, SPEAKING } from '../../server/privacy/tables.ts'
import { runRetention } from '../../server/retention/run-retention.ts'
import { type AdminCaller, adminCaller } from '../support/admin-caller.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newId, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import {
  allTables,
  CLIENT,
  idOf,
  MAIL,
  MARK,
  PHONE,
  plantEverywhere,
  tablesHolding,
} from '../support/person-everywhere.ts'
import { png } from '../support/sample-files.ts'
import { anonymous, lastCode, messagesOf, newCustomer, newMobile, signedQuote, WITH_OUTBOX } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

/** Entities without customer data, and why. Every other declared entity must be reached by its links. */
const SILENT_ENTITIES: Partial<Record<ResourceName, string>> = {
  article: 'les tarifs',
  reference: 'les listes de l’entreprise',
  absence: 'les absences du personnel',
  notification: 'ce dont le personnel est prévenu : des identifiants, une heure ou un numéro',
  filtre: 'les filtres que le personnel a enregistrés',
  rapport: 'les formulaires de l’entreprise',
  objectif: 'ce qu’on demande à un commercial : un montant, un nombre',
  personnel: 'le personnel',
  role: 'les rôles',
  entreprise: 'l’entreprise',
  template: 'les modèles de mail',
  user: 'les administrateurs',
}
/** Found by the records that name them, or that they are about (server/privacy/found.ts). */
const FOUND_OTHERWISE: readonly ResourceName[] = ['adresse', 'conflit']

const WORDS = [MARK, MAIL, PHONE, '06[ .]39[ .]98[ .]77[ .]66']
const DAY_MS = 86_400_000

describeContract(
  'access, export and erasure of a person',
  (server) => {
    const setUp = async (): Promise<{
      company: ContractCompany
      admin: AdminCaller
      ask: (path: string) => string
    }> => {
      const company = await server().company()
      const admin = await adminCaller(server().app, server().db)
      return { company, admin, ask: (path) => `${path}${path.includes('?') ? '&' : '?'}company_id=${company.id}` }
    }
    const erase = (admin: AdminCaller, company: ContractCompany, body: Values) =>
      admin.call('POST', `/admin/privacy/erase?company_id=${company.id}`, body)
    /** Colin's clients and projects are given to Camille. */
    const handOver = async (company: ContractCompany): Promise<void> => {
      for (const [table, field] of [
        ['client', 'IDPERSONNEL'],
        ['projet', 'IDRESPONSABLEPROJET'],
      ] as const) {
        await update(
          company,
          sql`update ${sql.table(table)} set ${sql.ref(field)} = 'camille', seq = take_seq(1)
            where company_id = ${company.id} and ${sql.ref(field)} = 'colin'`,
        )
      }
    }
    const storeFile = async (company: ContractCompany, id: string): Promise<string> => {
      const key = fileKey(company.id, 'a'.repeat(64))
      await server().app.ports.files.put(key, Buffer.from(`octets de ${MARK}`))
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into stored_bytes (company_id, key, fichier_id, size) values (${company.id}, ${key}, ${id}, 20)`.execute(
          tx,
        ),
      )
      return key
    }

    const update = (company: ContractCompany, statement: RawBuilder<unknown>) =>
      server().db.inTenant(company.id, (tx) => statement.execute(tx))
    /** Every exchange with these customers so far was years ago; their rows are written now. */
    const ageFacts = async (company: ContractCompany, years: number, ids: readonly string[]): Promise<void> => {
      const then = new Date(Date.now() - years * 366 * DAY_MS).toISOString()
      const theirs = sql`company_id = ${company.id} and "IDCLIENT" = any(${ids}::text[])`
      const projects = sql`company_id = ${company.id} and "IDPROJET" in (select "IDPROJET" from projet where ${theirs})`
      const wall = `${then.slice(0, 10)} 09:00`
      await update(company, sql`update devis set "DATE_CREATION" = ${then}, seq = take_seq(1) where ${theirs}`)
      await update(
        company,
        sql`update rdv set "DATE_CREATION" = ${then}, "RDV_DEBUT" = ${wall}, "RDV_FIN" = ${wall}, seq = take_seq(1) where ${projects}`,
      )
      await update(
        company,
        sql`update intervention set "DATE_CREATION" = ${then}, "RDV_DEBUT" = ${wall}, "RDV_FIN" = ${wall}, seq = take_seq(1)
          where ${projects}`,
      )
      for (const table of ['client', 'projet']) {
        await update(
          company,
          sql`update ${sql.table(table)} set "DATE_CREATION" = ${then}, updated_at = now(), seq = take_seq(1) where ${theirs}`,
        )
      }
    }

    it('[LAW-07 privacy] names every entity and every table: a new one cannot be forgotten', async () => {
      const reached = reachable()
      const unnamed = (Object.keys(resources) as ResourceName[]).filter(
        (name) =>
          !(name in SILENT_ENTITIES) && !FOUND_OTHERWISE.includes(name) && !(isSynced(name) && reached.has(name)),
      )
      expect(unnamed).toEqual([])
      expect([...reached].filter((name) => name in SILENT_ENTITIES)).toEqual([])
      const entities = new Set((Object.keys(resources) as ResourceName[]).map((name) => entityOf(name).table))
      const named = new Set([...entities, ...SPEAKING.map(({ table }) => table), ...Object.keys(SILENT)])
      const tables = (await allTables(server().db)).map(({ name }) => name)
      expect(tables.filter((name) => !named.has(name))).toEqual([])
      expect(
        [...SPEAKING.map(({ table }) => table), ...Object.keys(SILENT)].filter((name) => !tables.includes(name)),
      ).toEqual([])
    })

    it('[LAW-07 privacy] (export) exports everything that the database holds of a customer, as a ZIP that other programs open', async () => {
      const { company, admin, ask } = await setUp()
      const planted = await plantEverywhere(server().db, company.id)
      await storeFile(company, idOf('fichier'))
      const answer = await server().app.inject({
        method: 'POST',
        url: `/api${ask('/admin/privacy/export')}`,
        headers: admin.headers,
        payload: { kind: 'client', id: CLIENT },
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
      const folder = mkdtempSync(join(tmpdir(), 'lolapp-export-'))
      try {
        writeFileSync(join(folder, 'export.zip'), answer.rawPayload)
        execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'export.zip'), join(folder, 'out')])
        const data = JSON.parse(readFileSync(join(folder, 'out/donnees.json'), 'utf8')) as {
          fiches: Record<string, Values[]>
          tables: Record<string, Values[]>
        }
        for (const resource of planted) expect(JSON.stringify(data.fiches[resource])).toContain(idOf(resource))
        expect(Object.keys(data.tables).sort()).toEqual(SPEAKING.map(({ table }) => table).sort())
        // There are no payments and no evidence here; the ledger and the codes hold digests.
        const silent = Object.entries(data.tables).filter(([, rows]) => rows.length === 0)
        expect(silent.map(([table]) => table).sort()).toEqual(['devis_evidence', 'payment'])
        const text = JSON.stringify(data)
        expect(text).not.toMatch(/token_hash|code_digest|hash-MARQUE|p256dh/)
        const name = `out/fichiers/${idOf('fichier')} ${MARK}`
        expect(readFileSync(join(folder, name), 'utf8')).toContain(MARK)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
      const { list } = await admin.call('GET', ask('/admin/audit?action=person'))
      expect(list).toMatchObject([{ action: 'person.exported', target: `client:${CLIENT}` }])
    })

    it('[LAW-07 privacy] [SPA-04] [SEC] (export) shows no link and no code of a message that has not left yet', async () => {
      const { company, admin, ask } = await setUp()
      const customer = await newCustomer(server(), company)
      const login = { PORTABLE: customer.phone }
      expect((await anonymous(server(), company).post('/space/generateOtp', login)).status).toBeLessThan(300)
      expect(await lastCode(server(), company, customer.phone)).not.toBeNull()
      // Only whoever has the former number may confirm the new one.
      expect((await company.as('camille').put(`/clients/${customer.id}`, { PORTABLE: newMobile() })).status).toBe(200)
      await update(
        company,
        sql`insert into message (id, company_id, key, channel, recipient, payload, status, resource, record_id) values
          (gen_random_uuid()::text, ${company.id}, 'rdv:again', 'mail', ${customer.record.MAIL}, ${JSON.stringify({
            subject: 'Votre rendez-vous',
            text: 'https://x/rdv#CLE-DU-RDV',
            html: 'https://x/rdv#CLE-DU-RDV',
            ical: { ics: 'URL:https://x/rdv#CLE-DU-RDV' },
            secret: true,
            lasting: true,
          })}, 'queued', 'client', ${customer.id})`,
      )
      const queued = await messagesOf(server(), company)
      expect(JSON.stringify(queued)).toMatch(/coordonnees#/)
      const answer = await server().app.inject({
        method: 'POST',
        url: `/api${ask('/admin/privacy/export')}`,
        headers: admin.headers,
        payload: { kind: 'client', id: customer.id },
      })
      const text = new TextDecoder().decode(unzipSync(new Uint8Array(answer.rawPayload))['donnees.json'])
      expect(text).not.toMatch(/coordonnees#|CLE-DU-RDV/)
      // That they were written to, when and by what, stays theirs to know.
      const { message } = (JSON.parse(text) as { tables: Record<string, Values[]> }).tables
      expect(message).toHaveLength(queued.length)
      expect(text).toContain('Vos coordonnées chez')
      expect(message?.filter(({ payload }) => 'text' in (payload as Values))).toEqual([])
    })

    it('[LAW-07 privacy] [DAY-02 journal] (erasure) erases a customer without contract from every table, file and device, and leaves a note outside', async () => {
      const { company, admin, ask } = await setUp()
      const camille = company.as('camille')
      await plantEverywhere(server().db, company.id)
      const key = await storeFile(company, idOf('fichier'))
      const clients = await camille.pull('/clients')
      expect(clients.rows.map((row) => row.IDCLIENT)).toContain(CLIENT)
      expect((await tablesHolding(server().db, company.id, WORDS)).length).toBeGreaterThan(15)
      const preview = await admin.call('GET', ask(`/admin/privacy/person?kind=client&id=${CLIENT}`))
      expect(preview.data).toMatchObject({ name: `${MARK} ${MARK}`, kept: 0, keepUntil: null })
      // The request must repeat the name exactly.
      const wrong = await erase(admin, company, { kind: 'client', id: CLIENT, name: 'Quelqu’un' })
      expect([wrong.status, Object.keys(wrong.body.errors as Values)]).toEqual([422, ['name']])
      const done = await erase(admin, company, { kind: 'client', id: CLIENT, name: `${MARK} ${MARK}`.toLowerCase() })
      expect(done.data).toMatchObject({ kept: 0, keepUntil: null })
      expect(await tablesHolding(server().db, company.id, WORDS)).toEqual([])
      await expect(server().app.ports.files.get(key)).rejects.toThrow()
      // Devices remove it by the ordinary pull.
      const since = await camille.pull('/clients', clients.checkpoint)
      // Their record, and the one that was merged into it.
      expect(since.rows).toMatchObject([
        { IDCLIENT: CLIENT, _deleted: true },
        { IDCLIENT: 'client-autrefois', _deleted: true },
      ])
      expect((await camille.get(`/clients/${CLIENT}`)).status).toBe(404)
      const notes = await server().app.erasures.notes.all()
      expect(notes.filter((note) => note.company === company.id)).toMatchObject([{ kind: 'client', person: CLIENT }])
      expect(JSON.stringify(notes)).not.toMatch(new RegExp(WORDS.join('|'), 'i'))
      const { list } = await admin.call('GET', ask('/admin/audit?action=person'))
      expect(list).toMatchObject([{ action: 'person.erased', target: `client:${CLIENT}`, details: { kept: 0 } }])
      expect(JSON.stringify(list)).not.toContain(MARK)
      expect((await admin.call('GET', ask('/admin/privacy/erasures'))).list).toMatchObject([
        { person_id: CLIENT, kept: 0 },
      ])
      // A second erasure, or an export, finds nobody.
      expect((await erase(admin, company, { kind: 'client', id: CLIENT, name: MARK })).status).toBe(404)
      expect((await admin.call('POST', ask('/admin/privacy/export'), { kind: 'client', id: CLIENT })).status).toBe(404)
    })

    it('[MERGE-8] late work does not restore them, and accepted writes are still answered as done', async () => {
      const { company, admin } = await setUp()
      const camille = company.as('camille')
      const body = { IDCLIENT: newId('client'), NOM: 'Parti' }
      const made = await camille.post('/clients', body, { key: 'creation', counter: 1 })
      const projet = await newProjet(camille, { IDCLIENT: body.IDCLIENT })
      expect((await erase(admin, company, { kind: 'client', id: body.IDCLIENT, name: 'Parti' })).status).toBe(200)
      const late = { counter: 5, base: { NOM: 'Parti' }, seen: made.data.VERSION as number }
      const edited = await camille.put(`/clients/${body.IDCLIENT}`, { NOM: 'Revenu' }, late)
      const joined = await camille.post(
        '/rdvs',
        {
          IDRDV: newId('rdv'),
          RDV_OBJET: 'x',
          RDV_DEBUT: '2026-01-05 09:00',
          RDV_FIN: '2026-01-05 10:00',
          IDPROJET: projet.IDPROJET,
        },
        { counter: 6 },
      )
      const again = await camille.post(
        '/projets',
        { IDPROJET: newId('projet'), IDCLIENT: body.IDCLIENT },
        { counter: 7 },
      )
      const anew = await camille.post('/clients', { ...body, NOM: 'Autre clé' }, { counter: 8 })
      expect([edited, joined, again, anew].map(({ status, code }) => [status, code])).toEqual(
        Array(4).fill([410, 'GONE']),
      )
      // The same write sent again, because its answer was lost.
      const replay = await camille.post('/clients', body, { key: 'creation', counter: 1 })
      expect([replay.status, replay.data]).toEqual([201, null])
      expect(await tablesHolding(server().db, company.id, ['Parti', 'Revenu'])).toEqual([])
    })

    it('[LAW-07 privacy] (locked and dated) a customer under contract: signed quotes, PVs and evidence are locked, dated, and still verify', async () => {
      const { company, admin, ask } = await setUp()
      const customer = await newCustomer(server(), company, { NOM: 'Sousclé', OBSERVATIONS: MARK })
      const id = await signedQuote(server(), company, customer)
      const camille = company.as('camille')
      const { data: quote } = await camille.get(`/devis/${id}`)
      const projet = { IDPROJET: quote.IDPROJET }
      await camille.put(`/projets/${quote.IDPROJET}`, { DESCRIPTION: MARK })
      await newRdv(camille, { ...projet, OBSERVATIONS: MARK, IDPERSONNELS: ['camille'] })
      const works = await newIntervention(company.as('alice'), projet, {
        IDINTERVENTION_PLANNING: [
          { id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' },
        ],
      })
      const SIGNATURE = `data:image/png;base64,${png('signature').toString('base64')}`
      const pv = await company
        .as('theo')
        .post(`/intervention/${works.IDINTERVENTION}/pdf`, { NOM_SIGNATAIRE: 'S', SIGNATURE, RESERVES: [] })
      expect(pv.status).toBe(201)
      const period = { from: '2000-01-01', to: '2999-12-31' }
      const ranked = async (): Promise<unknown> =>
        (await camille.get(`/ranking?DATE_DEBUT=${period.from}&DATE_FIN=${period.to}`)).list.find(
          ({ total }) => Number(total) > 0,
        )?.total
      const before = await ranked()
      const done = await erase(admin, company, {
        kind: 'client',
        id: customer.id,
        name: [customer.record.PRENOM, customer.record.NOM].filter(Boolean).join(' '),
      })
      expect(done.status).toBe(200)
      // Ten years after the last document, plus some days to be safe.
      const years = (Date.parse(done.data.keepUntil as string) - Date.now()) / DAY_MS / 365
      expect(years).toBeGreaterThan(9.9)
      expect(years).toBeLessThan(10.1)
      expect(Number(done.data.kept)).toBeGreaterThanOrEqual(4)
      // The customer is absent from lists, searches, devices and the customer's space.
      for (const path of ['/clients', '/projets', '/devis', '/interventions', '/rdvs', '/fichiers'] as const) {
        const { rows } = await company.as('alice').pull(path)
        expect([path, rows.filter((row) => row._deleted !== true)]).toEqual([path, []])
      }
      expect((await customer.caller.get(`/space/devis/${id}/evidence`)).status).toBe(401)
      const people = await admin.call('GET', ask('/admin/clients?q=sous'))
      expect(people.list).toEqual([])
      // Texts that no law requires are erased; sales still count.
      expect(
        await tablesHolding(server().db, company.id, [MARK, customer.phone, String(customer.record.MAIL)]),
      ).toEqual([])
      expect(await ranked()).toBe(before)
      const { db } = server()
      expect(await db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))).toMatchObject({
        broken: null,
      })
      // The sweep of deleted files keeps the signed one.
      await runRetention(
        { db, files: server().app.ports.files },
        { now: new Date(Date.now() + 60 * DAY_MS), force: true, pauseMs: 0 },
      )
      const verdicts = await verifyCompanies({
        db,
        keys: testSecrets.evidence,
        files: server().app.ports.files,
        heads: [],
      })
      const { key } = await db.inTenant(company.id, (tx) =>
        tx.selectFrom('company').select('key').where('id', '=', company.id).executeTakeFirstOrThrow(),
      )
      expect(verdicts.find((one) => one.key === key)).toMatchObject({ broken: null })
      // Ten years later the name is erased too; the chain and its content stay.
      expect(await tablesHolding(db, company.id, ['Sousclé'])).toContain('client')
      await db.inTenant(company.id, (tx) =>
        sql`update erasure set keep_until = current_date - 1 where company_id = ${company.id}`.execute(tx),
      )
      await runRetention({ db, files: server().app.ports.files }, { force: true, pauseMs: 0 })
      const left = await tablesHolding(db, company.id, ['Sousclé'])
      expect(left.filter((table) => table !== 'devis_evidence')).toEqual([])
      expect(await db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))).toMatchObject({
        broken: null,
      })
    })

    it('keeps data of other customers: a shared address, number, and record', async () => {
      const { company, admin } = await setUp()
      const alice = company.as('alice')
      const { data: adresse } = await alice.post('/adresse', {
        IDADRESSE: newId('adresse'),
        ADRESSE: '2 rue Commune',
        VILLE: 'Lyon',
      })
      const shared = { IDADRESSE: adresse.IDADRESSE, PORTABLE: '0639981122' }
      const one = await newClient(alice, shared)
      const other = (
        await alice.post(
          '/clients',
          { IDCLIENT: newId('client'), NOM: 'Reste', ...shared },
          { query: '?skip_duplicate_check=1' },
        )
      ).data
      await newProjet(alice, { IDCLIENT: other.IDCLIENT, DESCRIPTION: 'Le sien' })
      expect((await erase(admin, company, { kind: 'client', id: one.IDCLIENT, name: String(one.NOM) })).status).toBe(
        200,
      )
      expect((await alice.get(`/adresse/${adresse.IDADRESSE}`)).data.ADRESSE).toBe('2 rue Commune')
      expect((await alice.get(`/clients/${other.IDCLIENT}`)).data.NOM).toBe('Reste')
      expect((await alice.get('/projets')).list.map(({ DESCRIPTION }) => DESCRIPTION)).toContain('Le sien')
    })

    it('[LAW-07 privacy] (export, erasure) the home that a customer had before, and the appointments without a project there, are theirs', async () => {
      const { company, admin, ask } = await setUp()
      const camille = company.as('camille')
      const home = async (ADRESSE: string) =>
        String((await camille.post('/adresse', { IDADRESSE: newId('adresse'), ADRESSE, VILLE: 'Lyon' })).data.IDADRESSE)
      const visit = (IDADRESSE: string, OBSERVATIONS: string) =>
        newRdv(camille, { IDADRESSE, IDPERSONNELS: ['camille'], OBSERVATIONS })
      const [wrong, right, shared, late] = [
        await home('12 rue des Lila'),
        await home('12 rue des Lilas'),
        await home('2 rue Commune'),
        await home('9 rue Haute'),
      ]
      const client = await newClient(camille, { NOM: 'Dupont', IDADRESSE: wrong })
      const moves = async (IDADRESSE: string) =>
        expect((await camille.put(`/clients/${String(client.IDCLIENT)}`, { IDADRESSE })).status).toBe(200)
      await visit(wrong, 'Chez Dupont')
      await visit(shared, 'Chez le voisin')
      await newClient(camille, { NOM: 'Voisin', IDADRESSE: shared })
      // Each correction makes another record of the address.
      for (const there of [shared, late]) await moves(there)
      await visit(late, 'Chez Dupont, code 4512')
      await moves(right)
      await visit(late, 'Chez le suivant')
      const next = await newClient(camille, { NOM: 'Nouvel', IDADRESSE: late })
      await visit(late, 'Chez Nouvel')
      // Chosen wrongly, and corrected: nobody else has lived there.
      const mistaken = await newClient(camille, { NOM: 'Tort', IDADRESSE: late })
      await camille.put(`/clients/${String(mistaken.IDCLIENT)}`, { IDADRESSE: shared })
      const exported = async (of: unknown): Promise<string> => {
        const payload = { kind: 'client', id: of }
        const url = `/api${ask('/admin/privacy/export')}`
        const answer = await server().app.inject({ method: 'POST', url, headers: admin.headers, payload })
        return new TextDecoder().decode(unzipSync(new Uint8Array(answer.rawPayload))['donnees.json'])
      }
      const text = await exported(client.IDCLIENT)
      const own = ['Chez Dupont"', 'Chez Dupont, code 4512', '12 rue des Lila"', '12 rue des Lilas']
      const others = ['voisin', 'Commune', 'suivant', 'Nouvel', 'Haute']
      expect([...own, ...others].filter((one) => text.includes(one))).toEqual(own)
      const ofNext = await exported(next.IDCLIENT)
      const said = ['Chez le suivant', 'Chez Nouvel', 'Haute', 'Dupont', 'code 4512', 'voisin']
      expect(said.filter((one) => ofNext.includes(one))).toEqual(['Chez le suivant', 'Chez Nouvel', 'Haute'])
      expect(await exported(mistaken.IDCLIENT)).not.toContain('Chez')
      const held = async (words: string) => (await tablesHolding(server().db, company.id, [words])).sort()
      const body = { kind: 'client', id: client.IDCLIENT, name: String(client.NOM) }
      expect((await erase(admin, company, body)).status).toBe(200)
      expect([await held('Chez Dupont'), await held('rue des Lila')]).toEqual([[], []])
      expect([await held('Chez le voisin'), await held('rue Commune')]).toEqual([['rdv'], ['adresse']])
      expect([await held('Chez le suivant'), await held('rue Haute')]).toEqual([['rdv'], ['adresse']])
      const left = await server().db.inTenant(company.id, (tx) =>
        sql`select client_id from former_home where company_id = ${company.id}`.execute(tx),
      )
      expect(left.rows).toEqual([{ client_id: mistaken.IDCLIENT }])
    })

    it('[LAW-07 privacy] (export, erasure) whoever lived there until their record was deleted keeps the appointments of then', async () => {
      const { company, admin, ask } = await setUp()
      const alice = company.as('alice')
      const place = { IDADRESSE: newId('adresse'), ADRESSE: '4 quai Neuf', VILLE: 'Lyon' }
      expect((await alice.post('/adresse', place)).status).toBe(201)
      const { IDADRESSE } = place
      const visit = (OBSERVATIONS: string) => newRdv(alice, { IDADRESSE, IDPERSONNELS: ['camille'], OBSERVATIONS })
      const anne = await newClient(alice, { NOM: 'Anne', IDADRESSE })
      await visit('Chez Anne, code 4512')
      expect((await alice.del(`/clients/${String(anne.IDCLIENT)}`)).status).toBe(204)
      await visit('Avant Benoît')
      const benoit = await newClient(alice, { NOM: 'Benoît', IDADRESSE })
      await visit('Chez Benoît')
      const exported = async (id: unknown): Promise<string[]> => {
        const url = `/api${ask('/admin/privacy/export')}`
        const payload = { kind: 'client', id }
        const answer = await server().app.inject({ method: 'POST', url, headers: admin.headers, payload })
        const text = new TextDecoder().decode(unzipSync(new Uint8Array(answer.rawPayload))['donnees.json'])
        return ['Chez Anne', 'Avant Benoît', 'Chez Benoît'].filter((words) => text.includes(words))
      }
      expect(await exported(benoit.IDCLIENT)).toEqual(['Avant Benoît', 'Chez Benoît'])
      expect(await exported(anne.IDCLIENT)).toEqual(['Chez Anne'])
      expect((await erase(admin, company, { kind: 'client', id: anne.IDCLIENT, name: 'Anne' })).status).toBe(200)
      const held = (words: string) => tablesHolding(server().db, company.id, [words])
      expect([await held('Chez Anne'), await held('Chez Benoît')]).toEqual([[], ['rdv']])
    })

    it('[LAW-07 privacy] [SEC] another address that ends, or begins, as theirs is not theirs: neither exported nor erased with them', async () => {
      const { company, admin, ask } = await setUp()
      const addresses = ['martin@exemple.co', 'jean.martin@exemple.co', 'martin@exemple.co.uk', 'martin@exemple.com']
      const [own, ...others] = await Promise.all(
        addresses.map((MAIL) => newCustomer(server(), company, { MAIL, NOM: `Martin ${MAIL}` })),
      )
      const said = (at: number): string => `Le secret numéro ${at}\n${addresses[at]}\n06 39 98 70 0${at}`
      for (const [at, one] of others.entries()) {
        const request = { type: 'comptable', MESSAGE: said(at + 1) }
        expect((await one.caller.post('/space/mail/send', request)).status).toBe(201)
      }
      const theirs = { type: 'comptable', MESSAGE: `Écrivez à\nmartin@exemple.co.\nMerci` }
      expect((await own?.caller.post('/space/mail/send', theirs))?.status).toBe(201)
      const exported = await server().app.inject({
        method: 'POST',
        url: `/api${ask('/admin/privacy/export')}`,
        headers: admin.headers,
        payload: { kind: 'client', id: own?.id },
      })
      const text = exported.rawPayload.toString()
      expect([text.includes('Merci'), text.includes('Le secret')]).toEqual([true, false])
      const name = `Martin ${addresses[0]}`
      expect((await erase(admin, company, { kind: 'client', id: String(own?.id), name })).status).toBe(200)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{
          text: string
        }>`select payload ->> 'text' as text from message where channel = 'mail' order by id`.execute(tx),
      )
      expect(rows.map(({ text }) => [1, 2, 3].find((at) => text.includes(said(at))))).toEqual([1, 2, 3])
    })

    it('[LAW-07 privacy] [SEC] an id that stands in other words, or has signs of a pattern, erases and exports nothing else of the trail', async () => {
      const { company, admin, ask } = await setUp()
      expect((await admin.call('PUT', `/admin/company/${company.id}`, { COLOR: '#123456' })).status).toBe(200)
      const detailsOf = async () =>
        (
          await server().db.inTenant(company.id, (tx) =>
            tx.selectFrom('audit').select('details').where('action', '=', 'company.updated').execute(),
          )
        ).map(({ details }) => details)
      for (const IDCLIENT of ['e', 'f_____']) {
        const { NOM } = await newClient(company.as('alice'), { IDCLIENT })
        const exported = await server().app.inject({
          method: 'POST',
          url: `/api${ask('/admin/privacy/export')}`,
          headers: admin.headers,
          payload: { kind: 'client', id: IDCLIENT },
        })
        expect([IDCLIENT, exported.statusCode, exported.payload.includes('company.updated')]).toEqual([
          IDCLIENT,
          200,
          false,
        ])
        expect((await erase(admin, company, { kind: 'client', id: IDCLIENT, name: String(NOM) })).status).toBe(200)
        expect([IDCLIENT, await detailsOf()]).toEqual([IDCLIENT, [{ fields: ['COLOR'] }]])
      }
    })

    it('[LAW-07 privacy] (erasure) the answer of a merge that is kept for a second send holds no name, and is given again without it', async () => {
      const { company, admin } = await setUp()
      const alice = company.as('alice')
      const [kept, gone] = [await newClient(alice, { NOM: 'Unique' }), await newClient(alice, { NOM: 'Autrefois' })]
      const path = `/clients/${kept.IDCLIENT}/fusions`
      const pair = { IDCLIENT: gone.IDCLIENT }
      const { EMPREINTE } = (await alice.post(`${path}/apercu`, pair)).data
      const merge = () => alice.post(path, { ...pair, CHOIX: {}, EMPREINTE }, { key: 'fusion-une-fois' })
      const first = await merge()
      expect([first.status, first.data.NOM]).toEqual([201, 'Autrefois'])
      expect((await merge()).data).toEqual(first.data)
      expect((await erase(admin, company, { kind: 'client', id: kept.IDCLIENT, name: 'Unique' })).status).toBe(200)
      expect(await tablesHolding(server().db, company.id, ['Unique', 'Autrefois'])).toEqual([])
      const again = await merge()
      expect([again.status, again.data]).toEqual([201, { ...first.data, NOM: again.data.NOM, ANNULABLE: false }])
      expect(again.data.NOM).not.toContain('Autrefois')
    })

    it('[MERGE-8] a restored database erases them again before it answers, and a device cannot restore their records', async () => {
      const { company, admin } = await setUp()
      const camille = company.as('camille')
      const client = await newClient(camille, { NOM: 'Restauré' })
      const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, DESCRIPTION: 'Restauré aussi' })
      expect((await erase(admin, company, { kind: 'client', id: client.IDCLIENT, name: 'Restauré' })).status).toBe(200)
      // Simulates a restore: an older register, the client's data again, and a project made after the backup.
      await server().db.inTenant(company.id, async (tx) => {
        await sql`delete from erasure where company_id = ${company.id}`.execute(tx)
        await sql`update client set "NOM" = 'Restauré', deleted = false, stamps = '{}', seq = take_seq(1) where "IDCLIENT" = ${client.IDCLIENT}`.execute(
          tx,
        )
        await sql`delete from projet where company_id = ${company.id} and "IDPROJET" = ${projet.IDPROJET}`.execute(tx)
      })
      expect(await reapplyErasures(server().app.erasures)).toBeGreaterThanOrEqual(1)
      expect(await tablesHolding(server().db, company.id, ['Restauré'])).toEqual([])
      const resent = await camille.post(
        '/projets',
        { IDPROJET: projet.IDPROJET, IDCLIENT: client.IDCLIENT, DESCRIPTION: 'Restauré aussi' },
        { counter: 3 },
      )
      expect([resent.status, resent.code]).toEqual([410, 'GONE'])
      expect(await reapplyErasures(server().app.erasures)).toBe(0)
    })

    it('[LAW-07 privacy] (erasure) a former member of the staff: their record, account and name in journals are erased, their acts stay without a name', async () => {
      const { company, admin, ask } = await setUp()
      const { db } = server()
      await db.inTenant(company.id, async (tx) => {
        await sql`insert into personnel_photo (company_id, personnel_id, sha256, type, bytes) values (${company.id}, 'colin', 'empreinte-colin', 'image/png', 'x')`.execute(
          tx,
        )
        await sql`insert into credential (company_id, personnel_id, mail, password_hash) values (${company.id}, 'colin', 'colin@example.com', 'x')`.execute(
          tx,
        )
        await sql`update personnel set "NOM" = 'Colinot', "NOM_COMPLET" = 'Colinot', "TELEPHONE_PORTABLE" = '0639984455', seq = take_seq(1) where company_id = ${company.id} and "IDPERSONNEL" = 'colin'`.execute(
          tx,
        )
      })
      const projet = await newProjet(company.as('colin'))
      await company
        .as('colin')
        .put(
          `/projets/${projet.IDPROJET}`,
          { JOURNAL: [{ id: 'a1', GENRE: 'note', LE: '2026-11-20 10:00', AUTEUR: 'Colinot', TEXTE: 'Vu' }] },
          { base: { JOURNAL: [] }, counter: 2 },
        )
      const client = await newClient(company.as('colin'))
      await company
        .as('colin')
        .put(
          `/clients/${client.IDCLIENT}`,
          { JOURNAL: [{ id: 'c1', GENRE: 'appel', LE: '2026-11-20 10:00', AUTEUR: 'Colinot', RESULTAT: 'Joint' }] },
          { base: { JOURNAL: [] }, counter: 2 },
        )
      const works = await erase(admin, company, { kind: 'personnel', id: 'colin', name: 'Colinot' })
      expect([works.status, works.code]).toEqual([409, 'CONFLICT'])
      expect(
        (await admin.call('GET', ask('/admin/privacy/left-staff'))).list.map(({ IDPERSONNEL }) => IDPERSONNEL),
      ).not.toContain('colin')
      // Removing is refused while they hold a client.
      expect((await admin.call('DELETE', ask('/admin/personnels/colin'))).status).toBe(409)
      expect((await admin.call('PUT', ask('/admin/personnels/colin'), { disabled: true })).status).toBe(200)
      expect(
        (await admin.call('GET', ask('/admin/privacy/left-staff'))).list.map(({ IDPERSONNEL }) => IDPERSONNEL),
      ).toContain('colin')
      const exported = await server().app.inject({
        method: 'POST',
        url: `/api${ask('/admin/privacy/export')}`,
        headers: admin.headers,
        payload: { kind: 'personnel', id: 'colin' },
      })
      expect([
        exported.statusCode,
        exported.rawPayload.includes('0639984455'),
        exported.rawPayload.includes(String(projet.IDPROJET)),
      ]).toEqual([200, true, true])
      await handOver(company)
      expect((await erase(admin, company, { kind: 'personnel', id: 'colin', name: 'Colinot' })).status).toBe(200)
      expect(
        await tablesHolding(db, company.id, ['Colinot', 'colin@example', '0639984455', 'empreinte-colin']),
      ).toEqual([])
      const { data } = await company.as('alice').get(`/projets/${projet.IDPROJET}`)
      expect(data.JOURNAL).toMatchObject([{ AUTEUR: 'Ancien collaborateur', TEXTE: 'Vu' }])
      expect((await company.as('alice').get(`/clients/${client.IDCLIENT}`)).data.JOURNAL).toMatchObject([
        { AUTEUR: 'Ancien collaborateur', RESULTAT: 'Joint' },
      ])
    })

    it('[LAW-07 privacy] (erasure) nothing stays of a member of the staff in answers that were kept for their director, nor in mails to an address that they had', async () => {
      const { company, admin, ask } = await setUp()
      const diane = company.as('diane')
      const path = '/entreprise/personnels'
      await update(
        company,
        sql`update session set proven_at = now() where account_id = 'diane' and company_id = ${company.id}`,
      )
      await server().app.sessions.forget('personnel:diane')
      const made = await diane.post(path, { NOM: 'Passagère', MAIL: 'premiere@example.com', ROLES: ['commercial'] })
      const id = String(made.data.IDPERSONNEL)
      expect((await diane.post(`${path}/${id}/invitation`, {})).status).toBe(200)
      expect((await diane.put(`${path}/${id}`, { MAIL: 'seconde@example.com' })).status).toBe(200)
      expect((await diane.put(`${path}/${id}`, { disabled: true })).status).toBe(200)
      // A colleague has their first address now: what is sent to it is the colleague's.
      expect((await diane.post(path, { NOM: 'Suivante', MAIL: 'premiere@example.com', ROLES: [] })).status).toBe(201)
      const words = ['Passagère', 'seconde@example']
      expect(await tablesHolding(server().db, company.id, words)).toEqual(
        expect.arrayContaining(['message', 'once_result', 'personnel']),
      )
      const exported = await server().app.inject({
        method: 'POST',
        url: `/api${ask('/admin/privacy/export')}`,
        headers: admin.headers,
        payload: { kind: 'personnel', id },
      })
      expect([exported.statusCode, exported.rawPayload.includes('a changé')]).toEqual([200, true])
      expect((await erase(admin, company, { kind: 'personnel', id, name: 'Passagère' })).status).toBe(200)
      expect(await tablesHolding(server().db, company.id, words)).toEqual([])
      expect(await tablesHolding(server().db, company.id, ['premiere@example'])).not.toContain('message')
    })

    it('[LAW-07 privacy] [SET-12 handover] (erasure) nobody is erased before their portfolio has another holder', async () => {
      const { company, admin, ask } = await setUp()
      await newProjet(company.as('colin'))
      expect((await admin.call('PUT', ask('/admin/personnels/colin'), { disabled: true })).status).toBe(200)
      const preview = async () => (await admin.call('GET', ask('/admin/privacy/person?kind=personnel&id=colin'))).data
      const { held, name } = await preview()
      expect(held).toBe(
        'Cette personne a encore 1 client, 1 projet en cours : un directeur prépare d’abord son départ (passation).',
      )
      const refused = await erase(admin, company, { kind: 'personnel', id: 'colin', name })
      expect([refused.status, refused.body?.message]).toEqual([409, held])
      const kept = await server().db.inTenant(company.id, (tx) =>
        sql<{ NOM: string }>`select "NOM" from personnel where "IDPERSONNEL" = 'colin' and not deleted`.execute(tx),
      )
      expect(kept.rows).toHaveLength(1)
      await handOver(company)
      expect((await preview()).held).toBeNull()
      expect((await erase(admin, company, { kind: 'personnel', id: 'colin', name })).status).toBe(200)
    })

    it('[LAW-07 privacy] [MGR-05] (erasure) the sales of who was erased stay in the figures of past periods, without a name', async () => {
      const { company, admin, ask } = await setUp()
      const projet = await newProjet(company.as('colin'))
      const devis = await newDevis(company.as('colin'), projet)
      await update(
        company,
        sql`update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = '2026-05-05T10:00:00.000Z', seq = take_seq(1)
          where "IDDEVIS" = ${devis.IDDEVIS}`,
      )
      const theo = company.as('theo')
      const ranked = async () => (await theo.get('/ranking?DATE_DEBUT=2026-05-01&DATE_FIN=2026-05-31')).list
      const days = async () => (await theo.get('/ranking/days?DATE_DEBUT=2026-01-01')).body as unknown as Values
      const [before, daysBefore] = [await ranked(), await days()]
      expect(before[0]).toMatchObject({ IDPERSONNEL: 'colin', signed: { count: 1, NET_HT: devis.NET_HT } })
      expect([daysBefore.left, daysBefore.former]).toEqual([[], []])
      await handOver(company)
      await admin.call('PUT', ask('/admin/personnels/colin'), { disabled: true })
      const { name } = (await admin.call('GET', ask('/admin/privacy/person?kind=personnel&id=colin'))).data
      expect((await erase(admin, company, { kind: 'personnel', id: 'colin', name })).status).toBe(200)
      const gone = { IDPERSONNEL: 'colin', NOM_COMPLET: 'Ancien collaborateur' }
      expect(await ranked()).toEqual([{ ...before[0], ...gone }, ...before.slice(1)])
      const after = await days()
      expect(after.data).toEqual(daysBefore.data)
      expect(after.left).toEqual(['colin'])
      expect(after.former).toMatchObject([{ ...gone, ROLES: ['commercial'], HORS_STATS: 0 }])
      // A month without a sale of theirs does not name them.
      expect((await theo.get('/ranking?DATE_DEBUT=2026-04-01&DATE_FIN=2026-04-30')).list).not.toContainEqual(
        expect.objectContaining({ IDPERSONNEL: 'colin' }),
      )
    })

    it('[SEC] only directors ask and only administrators erase, each in their own company', async () => {
      const { company, admin, ask } = await setUp()
      const other = await server().company()
      const client = await newClient(company.as('alice'), { NOM: 'Demandé' })
      const body = { kind: 'client', id: client.IDCLIENT, why: 'demande' }
      for (const name of ['camille', 'alice', 'theo', 'marc'] as const) {
        expect((await company.as(name).post('/privacy/requests', body)).status).toBe(403)
        expect((await company.as(name).get('/privacy/proposals')).status).toBe(403)
        expect(
          (await company.as(name).post(`/admin/privacy/erase?company_id=${company.id}`, { ...body, name: 'x' })).status,
        ).toBe(403)
      }
      expect((await other.as('diane').post('/privacy/requests', body)).status).toBe(404)
      const asked = await company.as('diane').post('/privacy/requests', body)
      const twice = await company.as('bruno').post('/privacy/requests', body)
      expect([asked.status, twice.status, twice.data.id]).toEqual([201, 200, asked.data.id])
      expect((await other.as('diane').get('/privacy/requests')).list).toEqual([])
      expect((await admin.call('GET', `/admin/privacy/requests?company_id=${other.id}`)).list).toEqual([])
      const { list } = await admin.call('GET', ask('/admin/privacy/requests'))
      expect(list).toMatchObject([{ name: 'Demandé', why: 'demande', asked_by: 'personnel:diane' }])
      expect(
        (await admin.call('DELETE', `/admin/privacy/requests/${asked.data.id}?company_id=${other.id}`)).status,
      ).toBe(404)
      const elsewhere = await admin.call('POST', `/admin/privacy/erase?company_id=${other.id}`, {
        kind: 'client',
        id: client.IDCLIENT,
        name: 'Demandé',
      })
      expect(elsewhere.status).toBe(404)
      expect((await admin.call('DELETE', ask(`/admin/privacy/requests/${asked.data.id}`))).status).toBe(204)
      await company.as('diane').post('/privacy/requests', body)
      expect((await erase(admin, company, { kind: 'client', id: client.IDCLIENT, name: 'Demandé' })).status).toBe(200)
      expect((await company.as('diane').get('/privacy/requests')).list).toEqual([])
    })

    it('[LAW-07 privacy] (periods) proposes persons whose period is over (a prospect after three years, a customer after ten), and erases nobody by itself', async () => {
      const { company, admin, ask } = await setUp()
      const old = await newClient(company.as('alice'), { NOM: 'Ancien' })
      const signed = await newCustomer(server(), company, { NOM: 'Signataire' })
      await signedQuote(server(), company, signed)
      await newClient(company.as('alice'), { NOM: 'Récent' })
      await ageFacts(company, 4, [String(old.IDCLIENT)])
      const proposed = async () =>
        (await company.as('diane').get('/privacy/proposals')).list.map(({ NOM, kind }) => [NOM, kind])
      expect(await proposed()).toEqual([['Ancien', 'prospects']])
      // A signed quote does not change: the others are as old as it once years have passed.
      const inYears = (years: number) =>
        server().db.inTenant(company.id, async (tx) =>
          (await proposals(tx, new Date(Date.now() + years * 366 * DAY_MS))).map(({ NOM, kind }) => [NOM, kind]),
        )
      const prospects = [
        ['Ancien', 'prospects'],
        ['Récent', 'prospects'],
      ]
      expect(await inYears(4)).toEqual(prospects)
      expect((await inYears(11)).toSorted()).toEqual([...prospects, ['Signataire', 'contrats']])
      expect((await admin.call('GET', ask('/admin/privacy/proposals'))).list).toHaveLength(1)
      const { db, app } = server()
      await runRetention({ db, files: app.ports.files }, { force: true, pauseMs: 0 })
      expect(await proposed()).toHaveLength(1)
      await company.as('diane').post('/privacy/requests', { kind: 'client', id: old.IDCLIENT, why: 'duree' })
      expect(
        (await company.as('diane').get('/privacy/proposals')).list.find(({ NOM }) => NOM === 'Ancien')?.asked,
      ).toBe(true)
    })

    it('[LAW-07 privacy] (periods) counts from the last exchange with the customer, never from the last time that a row was written', async () => {
      const { company } = await setUp()
      const diane = company.as('diane')
      const camille = company.as('camille')
      const client = await newClient(camille, { NOM: 'Silencieux' })
      const id = String(client.IDCLIENT)
      const projet = await newProjet(camille, { IDCLIENT: id })
      const rdv = await newRdv(camille, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'] })
      const devis = await newDevis(camille, projet)
      const works = await newIntervention(company.as('alice'), projet)
      await ageFacts(company, 4, [id])
      const proposed = async () => (await diane.get('/privacy/proposals')).list.map(({ IDCLIENT }) => IDCLIENT)
      const { list } = await diane.get('/privacy/proposals')
      const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * DAY_MS).toISOString()
      expect(list.map(({ NOM, last }) => [NOM, String(last).slice(0, 10)])).toEqual([
        ['Silencieux', yearsAgo(4).slice(0, 10)],
      ])

      // What the company does with its own records: a handover, labels, the name of who has left, a date of another record.
      const colin = await diane.put(
        `/projets/${projet.IDPROJET}`,
        { IDRESPONSABLEPROJET: 'colin' },
        { base: { IDRESPONSABLEPROJET: projet.IDRESPONSABLEPROJET ?? null }, counter: 2 },
      )
      expect(colin.status).toBe(200)
      await update(
        company,
        sql`update client set "IDPERSONNEL" = 'colin', updated_at = now(), seq = take_seq(1) where "IDCLIENT" = ${id}`,
      )
      expect(await proposed()).toEqual([id])

      const recent = yearsAgo(1)
      const at = `${recent.slice(0, 10)} 10:00`
      const entry = (GENRE: string) =>
        JSON.stringify([{ id: 'j1', GENRE, LE: at, AUTEUR: 'Camille', RESULTAT: 'Joint' }])
      const of = (table: string, sets: RawBuilder<unknown>) =>
        sql`update ${sql.table(table)} set ${sets}, seq = take_seq(1) where company_id = ${company.id} and ${sql.ref(entityOf(table as ResourceName).key)}
          = ${{ client: id, projet: projet.IDPROJET, rdv: rdv.IDRDV, devis: devis.IDDEVIS, intervention: works.IDINTERVENTION }[table]}`
      const tomorrow = new Date(Date.now() + DAY_MS).toISOString()
      /** Each with what takes it back. */
      const EXCHANGES: Record<string, [RawBuilder<unknown>, RawBuilder<unknown>]> = {
        'a call in the client’s journal': [
          of('client', sql`"JOURNAL" = ${entry('appel')}`),
          of('client', sql`"JOURNAL" = '[]'`),
        ],
        'a note in a project’s journal': [
          of('projet', sql`"JOURNAL" = ${entry('note')}`),
          of('projet', sql`"JOURNAL" = ${entry('evenement')}`),
        ],
        'a call that is planned': [
          of('projet', sql`"RELANCE_INTERMEDIAIRE" = ${recent.slice(0, 10)}`),
          of('projet', sql`"DATE_SANS_SUITE" = ${recent.slice(0, 10)}`),
        ],
        'an appointment': [of('rdv', sql`"RDV_DEBUT" = ${at}, "RDV_FIN" = ${at}`), of('rdv', sql`"SUPPRIME" = 1`)],
        'a reminder of a quote': [
          of(
            'devis',
            sql`"RELANCES" = ${JSON.stringify([{ id: 'r1', LE: recent, CANAL: 'sms', IDPERSONNEL: 'camille' }])}`,
          ),
          of('devis', sql`"RELANCES" = '[]'`),
        ],
        'a refusal': [of('devis', sql`"DATE_REFUSE" = ${recent}`), of('devis', sql`"DATE_REFUSE" = null`)],
        'a quote that is still valid': [
          of('devis', sql`"DATE_VALIDITE" = ${tomorrow.slice(0, 10)}`),
          of('devis', sql`"REFUSE" = 1`),
        ],
        'works to come': [
          of('intervention', sql`"RDV_FIN" = ${`${tomorrow.slice(0, 10)} 10:00`}`),
          of('intervention', sql`deleted = true`),
        ],
        'a request': [
          sql`insert into demande (company_id, id, "GENRE", "IDCLIENT", "MESSAGE", "PHOTOS", "DATE_DEMANDE", "REPONSES", seq)
            values (${company.id}, 'ask', 'comptable', ${id}, 'Une facture', '{}', ${recent}, '[]', take_seq(1))`,
          sql`delete from demande where id = 'ask'`,
        ],
        'a payment': [
          sql`insert into paiement (company_id, id, "IDDEVIS", "IDPROJET", "MONTANT", "MOYEN", "GENRE", "DATE_PAIEMENT", seq)
            values (${company.id}, 'paid', ${devis.IDDEVIS}, ${projet.IDPROJET}, 100, 'cheque', 'acompte', ${recent.slice(0, 10)}, take_seq(1))`,
          sql`update paiement set "ANNULE_LE" = ${recent}, "ANNULE_PAR" = 'diane', seq = take_seq(1) where id = 'paid'`,
        ],
      }
      for (const [name, [make, undo]] of Object.entries(EXCHANGES)) {
        await update(company, make)
        expect([name, await proposed()]).toEqual([name, []])
        await update(company, undo)
        expect([`${name}: taken back`, await proposed()]).toEqual([`${name}: taken back`, [id]])
      }
      // A line that somebody typed in a former app names no day: it says nothing, and the list is there.
      const typed = JSON.stringify([
        { id: 'j2', GENRE: 'appel', LE: `${recent.slice(0, 4)}-25-02 09:00`, RESULTAT: 'Joint' },
      ])
      await update(company, of('projet', sql`"JOURNAL" = ${typed}`))
      expect(await proposed()).toEqual([id])
    })
  },
  WITH_OUTBOX,
)
