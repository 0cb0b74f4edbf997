import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { createVersions } from '../../schemas/versions.ts'
import { describeContract } from '../support/contract.ts'
import { newId } from '../support/contract-records.ts'

/** Two releases ago a client had a fax field and another name for the remarks; the last release added towns. */
const versions = createVersions([
  { date: '2026-01-10', resources: { client: { renamed: { REMARQUE: 'NOTE' }, removed: { FAX: null } } } },
  {
    date: '2026-06-10',
    resources: { client: { renamed: { NOTE: 'OBSERVATIONS' }, added: { VILLE: 'Nantes' } } },
  },
])

const of = (version: number, body?: number) => ({
  [HEADER.version]: String(version),
  ...(body === undefined ? {} : { [HEADER.bodyVersion]: String(body) }),
})

describeContract(
  'apps of several versions',
  (server) => {
    it('[VER-1] every answer names the versions that the server serves, refusals too', async () => {
      const camille = (await server().company()).as('camille')
      for (const path of ['/clients?since=', '/clients/nobody', '/nowhere'])
        expect((await camille.get(path)).headers[HEADER.versions]).toBe('0-2')
    })

    it('[VER-1] [SERVER-9] [HEAL-6] so do answers that reach no route: without them a device takes its server for one of the first version', async () => {
      const company = await server().company()
      const nobody = { authorization: `Bearer ${'x'.repeat(43)}`, 'company-key': company.id }
      await server().db.inTenant(company.id, (tx) =>
        sql`update personnel set "ROLES" = '{}', seq = take_seq(1) where "IDPERSONNEL" = 'camille'`.execute(tx),
      )
      server().app.sessions.forget('personnel:camille')
      const answers = {
        UNAUTHENTICATED: await company.as('alice').get('/clients?since=', nobody),
        NO_ROLE: await company.as('camille').get('/clients?since='),
        HISTORY_CHANGED: await company.as('alice').get('/clients?since=', { [HEADER.follows]: 'une autre' }),
      }
      for (const [code, answer] of Object.entries(answers))
        expect([answer.code, answer.headers[HEADER.versions], answer.headers[HEADER.epoch]]).toEqual([
          code,
          '0-2',
          expect.any(String),
        ])
    })

    it('[VER-5] an app of two versions ago creates, edits, reads and pulls with its own field names', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      const IDCLIENT = newId('client')
      const made = await camille.post(
        '/clients',
        { IDCLIENT, NOM: 'Le Goff', REMARQUE: 'chien' },
        { headers: of(0), query: '?skip_duplicate_check=true' },
      )
      expect([made.status, made.data]).toMatchObject([201, { NOM: 'Le Goff', REMARQUE: 'chien', FAX: null }])
      for (const name of ['OBSERVATIONS', 'VILLE', 'NOTE']) expect(made.data).not.toHaveProperty(name)
      const at = `/clients/${IDCLIENT}`
      expect((await camille.get(at)).data).toMatchObject({ OBSERVATIONS: 'chien', VILLE: 'Nantes' })

      await camille.put(at, { VILLE: 'Rezé' }, { base: { VILLE: 'Nantes' }, seen: 1 })
      const edited = await camille.put(
        at,
        { REMARQUE: 'deux chiens' },
        { headers: of(0), base: { REMARQUE: 'chien' }, seen: 1, counter: 2 },
      )
      expect([edited.status, edited.data]).toMatchObject([200, { REMARQUE: 'deux chiens' }])
      // VER-7: the older app does not change fields that it does not know.
      expect((await camille.get(at)).data).toMatchObject({ OBSERVATIONS: 'deux chiens', VILLE: 'Rezé' })
      const rows = async (version: number) => (await camille.get('/clients?since=', of(version))).list
      const mine = (all: Awaited<ReturnType<typeof rows>>) => all.find((row) => row.IDCLIENT === IDCLIENT)
      expect(mine(await rows(0))).toMatchObject({ REMARQUE: 'deux chiens', FAX: null })
      expect(mine(await rows(1))).toMatchObject({ NOTE: 'deux chiens' })
      expect(mine(await rows(2))).toMatchObject({ OBSERVATIONS: 'deux chiens', VILLE: 'Rezé' })
      expect(mine(await rows(0))).not.toHaveProperty('VILLE')
      const first = (await camille.get('/sync/bootstrap', of(0))).data as Record<string, unknown>
      expect(Object.keys(first)).toContain('client')
    })

    it('[VER-3] [PUSH-6] a write sent by an older app is recognised as its replay after the app was updated', async () => {
      const camille = (await server().company()).as('camille')
      const body = { IDCLIENT: newId('client'), NOM: 'Le Goff', REMARQUE: 'chien' }
      const key = randomUUID()
      const first = await camille.post('/clients', body, { key, headers: of(0) })
      const again = await camille.post('/clients', body, { key, headers: of(2, 0) })
      expect([first.status, again.status]).toEqual([201, 201])
      expect(again.data).toMatchObject({ OBSERVATIONS: 'chien' })
      expect(again.headers[HEADER.seq]).toBe(first.headers[HEADER.seq])
      const other = await camille.post('/clients', { ...body, REMARQUE: 'chat' }, { key, headers: of(2, 0) })
      expect([other.status, other.code]).toEqual([422, 'KEY_REUSED'])
    })

    it('[VER-2] an older app’s value for a removed field is kept for its author', async () => {
      const camille = (await server().company()).as('camille')
      const IDCLIENT = newId('client')
      await camille.post('/clients', { IDCLIENT, NOM: 'Le Goff' }, { headers: of(0) })
      const edit = { FAX: '0240000000', REMARQUE: 'chien' }
      const base = { FAX: null, REMARQUE: null }
      const answer = await camille.put(`/clients/${IDCLIENT}`, edit, { headers: of(0), base, seen: 1 })
      expect([answer.status, answer.data]).toMatchObject([200, { REMARQUE: 'chien', FAX: null }])
      expect(answer.body.conflits).toMatchObject([{ PERDU: { FAX: '0240000000' }, RAISON: 'incoherent' }])
      const untouched = { FAX: null, REMARQUE: 'chat' }
      const silent = await camille.put(`/clients/${IDCLIENT}`, untouched, {
        headers: of(0),
        base: { FAX: null, REMARQUE: 'chien' },
        seen: 2,
      })
      expect([silent.status, silent.body.conflits]).toEqual([200, undefined])
    })

    it('[VER-5] a refusal names the fields as the older app knows them', async () => {
      const camille = (await server().company()).as('camille')
      const body = { IDCLIENT: newId('client'), NOM: 'Le Goff', REMARQUE: 7 }
      const { status, body: told } = await camille.post('/clients', body, { headers: of(0) })
      expect([status, Object.keys(told.errors as object)]).toEqual([422, ['REMARQUE']])
    })

    it('[VER-5] a body of an unknown version is refused for now, an unknown field of a known version for good', async () => {
      const camille = (await server().company()).as('camille')
      const body = { IDCLIENT: newId('client'), NOM: 'Le Goff', DEMAIN: 'x' }
      const later = await camille.post('/clients', body, { headers: of(3) })
      expect([later.status, later.code]).toEqual([503, 'VERSION_AHEAD'])
      const unknown = await camille.post('/clients', body, { headers: of(2) })
      expect([unknown.status, unknown.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect((await camille.get('/clients?since=', of(3))).status).toBe(200)
    })
  },
  { versions, checkAnswers: false },
)

describeContract(
  'an app that is older than all served versions',
  (server) => {
    it('[VER-6] is told to update by an answer of our server, and writes nothing', async () => {
      const camille = (await server().company()).as('camille')
      const key = randomUUID()
      const IDCLIENT = newId('client')
      const answer = await camille.post('/clients', { IDCLIENT, NOM: 'Le Goff' }, { key, headers: of(0) })
      expect([answer.status, answer.code]).toEqual([426, 'UPGRADE_REQUIRED'])
      expect(answer.headers).toMatchObject({
        [HEADER.mutation]: key,
        [HEADER.epoch]: expect.any(String),
        [HEADER.versions]: '1-2',
      })
      expect(String(answer.body.message)).toContain('mettez l’application à jour')
      expect((await camille.get(`/clients/${IDCLIENT}`)).status).toBe(404)
      expect((await camille.get('/clients?since=', of(1))).status).toBe(200)
    })
  },
  {
    versions: createVersions(
      [
        { date: '2026-01-10', resources: {} },
        { date: '2026-06-10', resources: {} },
      ],
      1,
    ),
  },
)
