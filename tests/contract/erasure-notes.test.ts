import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { closeLogin } from '../../server/accounts/credentials.ts'
import { enqueueMessage } from '../../server/messages/enqueue.ts'
import { type ErasureDeps, reapplyErasures } from '../../server/privacy/erasures.ts'
import { type ErasureNote, memoryNotes } from '../../server/privacy/notes.ts'
import { type AdminCaller, adminCaller } from '../support/admin-caller.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newId, newProjet } from '../support/contract-records.ts'
import { tablesHolding } from '../support/person-everywhere.ts'
import { addPersonnel, PASSWORD } from '../support/test-app.ts'

describeContract('erasures noted outside of the database', (server, engine) => {
  const erase = (admin: AdminCaller, company: ContractCompany, body: Record<string, string>) =>
    admin.call('POST', `/admin/privacy/erase?company_id=${company.id}`, body)
  const logIn = async (company: ContractCompany, mail: string): Promise<number> => {
    const answer = await server().app.inject({
      method: 'POST',
      url: '/api/lolapp/login',
      headers: { [HEADER.company]: company.id },
      payload: { MAIL: mail, password: PASSWORD },
    })
    return answer.statusCode
  }
  const notesOf = async (company: ContractCompany): Promise<ErasureNote[]> =>
    (await server().app.erasures.notes.all()).filter((note) => note.company === company.id)
  const noteOf = (company: ContractCompany, person: Pick<ErasureNote, 'kind' | 'person'>): ErasureNote => ({
    format: 1,
    id: randomUUID(),
    company: company.id,
    at: new Date().toISOString(),
    by: 'admin:a',
    records: { [person.kind]: [person.person] },
    done: false,
    ...person,
  })
  /** Erasures with notes of their own, and what they report. */
  const apart = async (notes: ErasureNote[]): Promise<{ deps: ErasureDeps; errors: unknown[] }> => {
    const errors: unknown[] = []
    const kept = memoryNotes()
    for (const note of notes) await kept.keep(note)
    return { deps: { ...server().app.erasures, notes: kept, onError: (error) => errors.push(error) }, errors }
  }

  it('[LAW-07 privacy] (erasure) a refused erasure of somebody who works here is not carried out later', async () => {
    const company = await server().company()
    const admin = await adminCaller(server().app, server().db)
    const { id, mail } = await addPersonnel(server().db, { companyId: company.id })
    const refused = await erase(admin, company, { kind: 'personnel', id, name: 'Essai' })
    expect([refused.status, refused.code]).toEqual([409, 'CONFLICT'])
    expect(await notesOf(company)).toEqual([])
    expect(await reapplyErasures(server().app.erasures)).toBe(0)
    expect(await logIn(company, mail)).toBe(200)
  })

  it('[LAW-07 privacy] (erasure) a process that died before the commit: it is completed, but not for somebody whose account was opened again', async () => {
    const company = await server().company()
    const works = await addPersonnel(server().db, { companyId: company.id })
    const left = await addPersonnel(server().db, { companyId: company.id })
    await server().db.inTenant(company.id, (tx) =>
      tx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', left.id).execute(),
    )
    const { deps, errors } = await apart([
      noteOf(company, { kind: 'personnel', person: works.id }),
      noteOf(company, { kind: 'personnel', person: left.id }),
    ])
    expect(await reapplyErasures(deps)).toBe(1)
    expect(errors).toHaveLength(1)
    expect(await logIn(company, works.mail)).toBe(200)
    expect((await deps.notes.all()).map(({ person, done }) => [person, done])).toEqual([
      [works.id, false],
      [left.id, true],
    ])
    expect(await reapplyErasures(deps)).toBe(0)
  })

  it('[LAW-07 privacy] (erasure) a note of a former version counts as committed: it closes the account that a restore restored', async () => {
    const company = await server().company()
    const { id, mail } = await addPersonnel(server().db, { companyId: company.id })
    const { done: _, ...former } = noteOf(company, { kind: 'personnel', person: id })
    const { deps, errors } = await apart([former])
    expect([await reapplyErasures(deps), errors]).toEqual([1, []])
    expect(await logIn(company, mail)).toBe(401)
    expect((await deps.notes.all()).map(({ done }) => done)).toEqual([true])
  })

  it('[LAW-07 privacy] (erasure) after a restore, a member of the staff is erased again, with the account that came back', async () => {
    const company = await server().company()
    const admin = await adminCaller(server().app, server().db)
    const { db, app } = server()
    const { id, mail } = await addPersonnel(db, { companyId: company.id })
    const restored = await db.inTenant(company.id, (tx) =>
      tx.selectFrom('credential').selectAll().where('personnel_id', '=', id).executeTakeFirstOrThrow(),
    )
    expect((await admin.call('DELETE', `/admin/personnels/${id}?company_id=${company.id}`)).status).toBe(204)
    expect((await erase(admin, company, { kind: 'personnel', id, name: 'Essai' })).status).toBe(200)
    await db.inTenant(company.id, async (tx) => {
      await sql`delete from erasure where company_id = ${company.id}`.execute(tx)
      await sql`update personnel set "NOM" = 'Restauré', "ROLES" = '{commercial}', deleted = false, stamps = '{}', seq = take_seq(1)
        where company_id = ${company.id} and "IDPERSONNEL" = ${id}`.execute(tx)
      await tx.insertInto('credential').values(restored).execute()
    })
    expect(await logIn(company, mail)).toBe(200)
    expect(await reapplyErasures(app.erasures)).toBe(1)
    expect(await logIn(company, mail)).toBe(401)
    expect(await tablesHolding(db, company.id, ['Restauré', mail])).toEqual([])
    const lines = await db.inTenant(company.id, (tx) =>
      tx.selectFrom('audit').select('details').where('action', '=', 'person.erased').orderBy('at').execute(),
    )
    expect(lines).toMatchObject([{ details: {} }, { details: { again: true } }])
  })

  it('[LAW-07 privacy] (erasure) a process that died after the commit: the next start takes the name out of the journals', async () => {
    const company = await server().company()
    const { db } = server()
    const { id } = await addPersonnel(db, { companyId: company.id })
    const projet = await newProjet(company.as('alice'))
    await db.inTenant(company.id, async (tx) => {
      const JOURNAL = [
        { id: 'j1', GENRE: 'note', LE: '2026-11-20 10:00', AUTEUR: 'Bérangère', IDPERSONNEL: id, TEXTE: 'Vu' },
      ]
      await sql`update projet set "JOURNAL" = ${JSON.stringify(JOURNAL)}, seq = take_seq(1)
        where company_id = ${company.id} and "IDPROJET" = ${projet.IDPROJET}`.execute(tx)
      await tx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', id).execute()
    })
    const { deps, errors } = await apart([noteOf(company, { kind: 'personnel', person: id })])
    const dies: ErasureDeps = {
      ...deps,
      forget: async () => {
        throw new Error('the process ends here')
      },
    }
    expect([await reapplyErasures(dies), errors.length]).toEqual([0, 1])
    expect(await tablesHolding(db, company.id, ['Bérangère'])).toEqual(['projet'])
    expect(await reapplyErasures(deps)).toBe(0)
    expect(await tablesHolding(db, company.id, ['Bérangère'])).toEqual([])
    expect((await deps.notes.all()).map(({ done }) => done)).toEqual([true])
  })

  it('[LAW-07 privacy] (erasure) one that fails is reported and tried again, and the others are made', async () => {
    const company = await server().company()
    const [one, other] = [await newClient(company.as('alice')), await newClient(company.as('alice'))]
    const fails = { ...noteOf(company, { kind: 'client', person: String(one.IDCLIENT) }), at: 'jamais' }
    const { deps, errors } = await apart([fails, noteOf(company, { kind: 'client', person: String(other.IDCLIENT) })])
    expect(await reapplyErasures(deps)).toBe(1)
    expect(errors).toHaveLength(1)
    expect((await company.as('alice').get(`/clients/${other.IDCLIENT}`)).status).toBe(404)
    await deps.notes.keep({ ...fails, at: new Date().toISOString() })
    expect(await reapplyErasures(deps)).toBe(1)
    expect((await company.as('alice').get(`/clients/${one.IDCLIENT}`)).status).toBe(404)
  })

  /** Writes while the erasure waits for a row of one of the tables that it searches, which somebody holds. */
  const writesDuring = async (kind: 'client' | 'personnel'): Promise<unknown> => {
    const company = await server().company()
    const { db } = server()
    const alice = company.as('alice')
    const { IDCLIENT } = await newClient(alice)
    const id = kind === 'client' ? String(IDCLIENT) : 'colin'
    const account = `${kind}:${id}`
    if (kind === 'personnel') await db.inTenant(company.id, (tx) => closeLogin(tx, id))
    const key = await db.inTenant(company.id, (tx) =>
      enqueueMessage(tx, { channel: 'push', key: 'm', recipient: account, payload: { title: '', message: '' } }),
    )
    let release = (): void => undefined
    let held = (): void => undefined
    const holding = new Promise<void>((resolve) => {
      held = resolve
    })
    const holder = db.inTenant(company.id, async (tx) => {
      await sql`select 1 from message where company_id = ${company.id} and id = ${key} for update`.execute(tx)
      held()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await holding
    const { deps } = await apart([noteOf(company, { kind, person: id })])
    const erasing = reapplyErasures(deps)
    const waits = async () => {
      const { rows } = await db.inTenant(company.id, (tx) =>
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from %message%'`.execute(
          tx,
        ),
      )
      return rows.length
    }
    await expect.poll(waits, { timeout: 5000 }).toBe(1)
    const written = await Promise.race([
      alice.post('/clients', { IDCLIENT: newId('client'), NOM: 'Pendant' }).then(({ status }) => status),
      wait(3000, 'waited'),
    ])
    release()
    await holder
    expect(await erasing).toBe(1)
    expect((await db.inTenant(company.id, (tx) => sql`select 1 from message`.execute(tx))).rows).toEqual([])
    return written
  }

  // The embedded database makes one transaction after the other.
  if (engine === 'postgresql') {
    it.each(['client', 'personnel'] as const)(
      '[LAW-07 privacy] (erasure) of a %s keeps no other write of the company waiting while it searches the tables',
      async (kind) => {
        expect(await writesDuring(kind)).toBe(201)
      },
    )
  }
})
