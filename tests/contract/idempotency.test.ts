import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { LEDGER_DAYS } from '../../schemas/retention.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { type ContractApp, describeContract } from '../support/contract.ts'
import { newClient, newId, newIntervention, newProjet } from '../support/contract-records.ts'

const countClients = async ({ db }: ContractApp, companyId: string, id: string): Promise<number> => {
  const { rows } = await db.inTenant(companyId, (tx) =>
    sql<{ n: number }>`select count(*)::integer as n from client where "IDCLIENT" = ${id}`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

describeContract('a write sent more than once', (server) => {
  it('[SYN-03] [PUSH-6] takes effect once when its answer was lost, and answers again with the record', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const body = { IDCLIENT: newId('client'), NOM: 'Le Goff' }
    const key = randomUUID()
    const first = await camille.post('/clients', body, { key })
    const again = await camille.post('/clients', body, { key })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.data).toEqual(first.data)
    expect(again.headers[HEADER.seq]).toBe(first.headers[HEADER.seq])
    expect(await countClients(server(), company.id, body.IDCLIENT)).toBe(1)
  })

  it('[PUSH-10] [I3] a write older than the ledger is refused and changes nothing; one that the ledger knows is answered', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const made = (days: number): string => uuidv7(Date.now() - days * 86_400_000)
    const old = { IDCLIENT: newId('client'), NOM: 'Oubliée' }
    const refused = await camille.post('/clients', old, { key: made(LEDGER_DAYS + 1) })
    expect([refused.status, refused.code]).toEqual([410, 'GONE'])
    expect(await countClients(server(), company.id, old.IDCLIENT)).toBe(0)
    const late = { IDCLIENT: newId('client'), NOM: 'Tardive' }
    const key = made(LEDGER_DAYS - 1)
    expect((await camille.post('/clients', late, { key })).status).toBe(201)
    // Two days later it is too old, but still in the ledger: the job removes a line only when both its times are too old.
    const moved = made(LEDGER_DAYS + 1)
    await server().db.inTenant(company.id, (tx) => sql`update mutation set id = ${moved} where id = ${key}`.execute(tx))
    expect((await camille.post('/clients', late, { key: moved })).status).toBe(201)
    expect(await countClients(server(), company.id, late.IDCLIENT)).toBe(1)
  })

  it('[PUSH-6] [SERVER-9] is answered as done to whom all roles were taken away meanwhile, and shows them nothing', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const [body, key] = [{ IDCLIENT: newId('client'), NOM: 'Le Goff' }, randomUUID()]
    expect((await camille.post('/clients', body, { key })).status).toBe(201)
    const projet = await newProjet(camille, { IDCLIENT: body.IDCLIENT })
    const { IDINTERVENTION } = await newIntervention(company.as('diane'), projet)
    const works = `/intervention_feedback/bad/${String(IDINTERVENTION)}`
    const feedback = () => camille.post(works, {}, { key: `${key}.works` })
    expect((await feedback()).status).toBe(200)
    await server().db.inTenant(company.id, (tx) =>
      sql`update personnel set "ROLES" = '{}', seq = take_seq(1) where "IDPERSONNEL" = 'camille'`.execute(tx),
    )
    server().app.sessions.forget('personnel:camille')
    const again = await camille.post('/clients', body, { key })
    expect([again.status, again.data]).toEqual([201, null])
    const ended = await feedback()
    expect([ended.status, ended.data]).toEqual([200, null])
    const at = `/clients/${body.IDCLIENT}`
    const others = [
      await camille.post('/clients', { ...body, IDCLIENT: newId('client') }, { key: randomUUID() }),
      await camille.put(at, { NOM: 'Autre' }, { key: randomUUID() }),
      await camille.del(at, { key: randomUUID() }),
      await camille.post('/clients', body),
      await camille.get(at),
    ]
    expect(others.map(({ status, code }) => [status, code])).toEqual(others.map(() => [403, 'NO_ROLE']))
    expect(await countClients(server(), company.id, body.IDCLIENT)).toBe(1)
    // HEAL-1: without these answers a device could not follow a restore, and would keep records that it may no longer show.
    const histories = [
      await camille.get('/sync/epochs'),
      await camille.post('/sync/known', { mutations: [key], files: [] }),
    ]
    expect(histories.map(({ status }) => status)).toEqual([200, 200])
    expect(histories[1]?.data).toEqual({ mutations: [key], files: [] })
  })

  it('[HEAL-6] refuses a write whose device follows another epoch, and accepts it under the right one', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const body = { IDCLIENT: newId('client'), NOM: 'Le Goff' }
    const key = randomUUID()
    const send = (follows: string) => camille.post('/clients', body, { key, headers: { [HEADER.follows]: follows } })
    const late = await send('an-epoch-that-ended')
    expect([late.status, late.code]).toEqual([503, 'HISTORY_CHANGED'])
    expect(await countClients(server(), company.id, body.IDCLIENT)).toBe(0)
    const epoch = String(late.headers[HEADER.epoch])
    expect([late.headers[HEADER.mutation], (await send(epoch)).status]).toEqual([key, 201])
  })

  it('[SYN-03] [PUSH-6] makes one record of a creation without an id, however often it is sent', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const sends: [path: string, body: Values, id: string][] = [
      ['/clients', { NOM: 'Le Goff' }, 'IDCLIENT'],
      ['/natures-rdv', { LIBELLE: 'Suivi' }, 'IDNATURE_RDV'],
    ]
    for (const [path, body, id] of sends) {
      const key = randomUUID()
      const first = await diane.post(path, body, { key })
      const again = await diane.post(path, body, { key })
      expect([path, first.status, again.status]).toEqual([path, 201, 201])
      expect(again.data).toEqual(first.data)
      const other = await diane.post(path, body, { key: randomUUID(), query: '?skip_duplicate_check=true' })
      expect(other.data[id]).not.toBe(first.data[id])
    }
  })

  it('[SYN-03] [PUSH-6] applies an edit once, so that its replay does not undo a later one', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const { IDCLIENT } = await newClient(camille, { OBSERVATIONS: 'a' })
    const at = `/clients/${String(IDCLIENT)}`
    const edit = [at, { OBSERVATIONS: 'b' }, { key: randomUUID(), base: { OBSERVATIONS: 'a' }, seen: 1 }] as const
    const first = await camille.put(...edit)
    expect([first.data, first.headers[HEADER.overwritten]]).toMatchObject([
      { OBSERVATIONS: 'b', VERSION: 2 },
      undefined,
    ])
    expect((await camille.put(...edit)).headers[HEADER.overwritten]).toBeUndefined()
    await company.as('colin').put(at, { OBSERVATIONS: 'c' }, { base: { OBSERVATIONS: 'b' }, seen: 2 })
    const again = await camille.put(...edit)
    expect([again.data, again.headers[HEADER.overwritten]]).toMatchObject([
      { OBSERVATIONS: 'c', VERSION: 3 },
      'OBSERVATIONS',
    ])
    expect((await camille.get(at)).data).toMatchObject({ OBSERVATIONS: 'c', VERSION: 3 })
  })

  it('[SYN-03] [PUSH-6] answers every concurrent duplicate with the one result', async () => {
    const company = await server().company()
    const body = { IDCLIENT: newId('client'), NOM: 'Le Goff' }
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => company.as('camille').post('/clients', body, { key })),
    )
    expect(answers.map((one) => one.status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1)
    expect(await countClients(server(), company.id, body.IDCLIENT)).toBe(1)
  })

  it('[PUSH-6] refuses another body under the same key', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const key = randomUUID()
    const IDCLIENT = newId('client')
    await camille.post('/clients', { IDCLIENT, NOM: 'Le Goff' }, { key })
    const other = await camille.post('/clients', { IDCLIENT, NOM: 'Martin' }, { key })
    expect([other.status, other.code]).toEqual([422, 'KEY_REUSED'])
  })

  it('[PUSH-6] treats the same key of two accounts as two keys', async () => {
    const company = await server().company()
    const key = randomUUID()
    const [a, b] = [newId('client'), newId('client')]
    expect((await company.as('camille').post('/clients', { IDCLIENT: a, NOM: 'A' }, { key })).status).toBe(201)
    expect((await company.as('colin').post('/clients', { IDCLIENT: b, NOM: 'B' }, { key })).status).toBe(201)
  })

  it('[PUSH-6] shows a replay only what its author may still see', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const { IDCLIENT } = await newClient(camille)
    const key = randomUUID()
    const body = { IDPROJET: newId('projet'), IDCLIENT }
    expect((await camille.post('/projets', body, { key })).data).toMatchObject(body)
    await company.as('diane').put(`/projets/${body.IDPROJET}`, { IDRESPONSABLEPROJET: 'colin' })
    const replay = await camille.post('/projets', body, { key })
    expect([replay.status, replay.body]).toEqual([201, { data: null }])
  })

  it('does not store a refusal: the corrected write may use the same key', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const key = randomUUID()
    const IDCLIENT = newId('client')
    expect((await camille.post('/clients', { IDCLIENT, NOM: '' }, { key })).status).toBe(422)
    expect((await camille.post('/clients', { IDCLIENT, NOM: 'Martin' }, { key })).status).toBe(201)
  })

  it('[PUSH-3] echoes the mutation id and the epoch on accepted and refused writes alike', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const key = randomUUID()
    const created = await camille.post('/clients', { NOM: 'A' }, { key: 'once' })
    const epoch = created.headers[HEADER.epoch]
    expect(epoch).toMatch(/^[0-9a-f-]{36}$/)
    expect(created.headers[HEADER.mutation]).toBe('once')
    const answers = [
      await camille.post('/clients', { NOM: 3 }, { key }),
      await camille.put('/clients/nobody', { NOM: 'B' }, { key }),
      await camille.del('/clients/nobody', { key }),
      await camille.post('/clients', '{', { key }),
      await company.as('theo').post('/clients', { NOM: 'C' }, { key }),
    ]
    expect(answers.map((one) => one.status)).toEqual([422, 404, 403, 400, 403])
    for (const { headers } of answers) {
      expect(headers[HEADER.mutation]).toBe(key)
      expect(headers[HEADER.epoch]).toBe(epoch)
    }
  })

  it('[SERVER-3] moves VERSION up to the counter of the edit, and always by one at least', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const projet = await newProjet(camille)
    const at = `/projets/${String(projet.IDPROJET)}`
    const version = async (description: string, counter?: number): Promise<unknown> =>
      (await camille.put(at, { DESCRIPTION: description }, counter === undefined ? {} : { counter })).data.VERSION
    expect(await version('a', 9)).toBe(9)
    expect(await version('b', 3)).toBe(10)
    expect(await version('c')).toBe(11)
  })
})
