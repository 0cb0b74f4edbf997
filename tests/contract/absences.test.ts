import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { type TakenWeek, takenTimes } from '../../schemas/rules/occupation.ts'
import { closeLogin } from '../../server/accounts/credentials.ts'
import { updatePersonnel } from '../../server/accounts/personnels.ts'
import { erasePersonnel } from '../../server/privacy/erase-personnel.ts'
import { type Caller, describeContract } from '../support/contract.ts'
import { newId } from '../support/contract-records.ts'

/** A Tuesday of next week. */
const DAY = addDays(mondayOf(today('Europe/Paris')), 8)
const SECRET = 'Rendez-vous chez le cardiologue'

const body = (people: string[], values: Values = {}): Values => ({
  id: newId('absence'),
  IDPERSONNELS: people,
  GENRE: 'maladie',
  OBJET: SECRET,
  JOURNEES: 1,
  DEBUT: `${DAY} 00:00`,
  FIN: `${addDays(DAY, 1)} 00:00`,
  ...values,
})
async function made(caller: Caller, people: string[], values: Values = {}): Promise<Values> {
  const answer = await caller.post('/absences', body(people, values))
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.data
}
const weeksOf = async (caller: Caller): Promise<TakenWeek[]> =>
  (await caller.get('/equipe/occupation')).list as unknown as TakenWeek[]
const told = async (caller: Caller): Promise<string[]> =>
  takenTimes(await weeksOf(caller)).map(({ IDPERSONNEL, kind, debut }) => `${IDPERSONNEL} ${kind} ${debut}`)

describeContract('absences', (server) => {
  it('[DAY-10 absence] [SEC] a person and the directors of their agency read it; an assistant, a colleague and another agency never learn why', async () => {
    const company = await server().company()
    const theo = company.as('theo')
    const before = await Promise.all(
      (['alice', 'colin', 'bruno', 'zoe'] as const).map(async (name) => ({
        name,
        ...(await company.as(name).pull('/absences')),
      })),
    )
    const { id } = await made(theo, ['theo'])
    for (const name of ['theo', 'diane'] as const) {
      expect((await company.as(name).get(`/absences/${id}`)).data.OBJET, name).toBe(SECRET)
      expect((await company.as(name).get('/absences')).list).toHaveLength(1)
    }
    for (const { name, checkpoint } of before) {
      const caller = company.as(name)
      expect((await caller.get(`/absences/${id}`)).status, name).toBe(404)
      expect((await caller.get('/absences')).list, name).toEqual([])
      // Its id alone: devices learn that taken times have changed.
      const [row] = (await caller.pull('/absences', checkpoint)).rows
      expect(Object.keys(row ?? {}).sort()).toEqual(['_deleted', '_seq', 'id'])
      const answer = await caller.get('/equipe/occupation')
      expect(await told(caller), name).toEqual([`theo absence ${DAY} 00:00`])
      for (const word of [SECRET, 'maladie', id]) expect(JSON.stringify(answer.body)).not.toContain(word)
    }
    expect(await told(company.as('diane'))).toEqual([])
    const other = await server().company()
    expect((await other.as('diane').get(`/absences/${id}`)).status).toBe(404)
    expect(await told(other.as('alice'))).toEqual([])
  })

  it('[DAY-10 absence] [SEC] each writes their own, a director those of their agency, nobody another one’s', async () => {
    const company = await server().company()
    const { id } = await made(company.as('camille'), ['camille'])
    const path = `/absences/${id}`
    expect((await company.as('colin').post('/absences', body(['camille']))).status).toBe(403)
    expect((await company.as('alice').post('/absences', body(['camille']))).status).toBe(403)
    expect((await company.as('bruno').post('/absences', body(['camille']))).status).toBe(403)
    expect((await company.as('colin').post('/absences', body(['colin', 'camille'], { GENRE: 'reunion' }))).status).toBe(
      403,
    )
    expect((await company.as('bruno').put(path, { GENRE: 'conges' })).status).toBe(404)
    expect((await company.as('bruno').del(path)).status).toBe(404)
    expect((await company.as('camille').put(path, { IDPERSONNELS: ['colin'] })).status).toBe(422)
    expect((await company.as('camille').put(path, { GENRE: 'conges' })).status).toBe(200)
    expect((await company.as('diane').put(path, { GENRE: 'autre' })).status).toBe(200)
    // Whoever is in a meeting reads it, and does not change it.
    const meeting = await made(company.as('diane'), ['camille', 'colin'], { GENRE: 'reunion', OBJET: 'Lundi' })
    const at = `/absences/${meeting.id}`
    expect((await company.as('colin').get(at)).data.OBJET).toBe('Lundi')
    expect((await company.as('colin').put(at, { OBJET: 'Mardi' })).status).toBe(403)
    expect((await company.as('colin').del(at)).status).toBe(403)
    expect((await company.as('diane').put(at, { IDPERSONNELS: ['camille'] })).status).toBe(200)
    expect((await company.as('colin').get(at)).status).toBe(404)
    expect((await company.as('diane').del(path)).status).toBe(204)
  })

  it('[DAY-10 absence] [SEC] of somebody without a main agency: the directors of their only agency, else of all agencies, never all directors', async () => {
    const company = await server().company()
    const post = (id: string, patch: Values) =>
      server().db.inTenant(company.id, (tx) =>
        updatePersonnel(tx, { id, seen: null, by: 'admin:x', patch, passwordHash: 'x' }),
      )
    await post('camille', { IDAGENCE: null })
    await post('zoe', { ROLES: ['commercial_director'] })
    await server().app.sessions.forget('personnel:zoe')
    const { id } = await made(company.as('camille'), ['camille'])
    const path = `/absences/${id}`
    const readers = async (): Promise<string[]> => {
      const found: string[] = []
      for (const name of ['diane', 'bruno', 'zoe'] as const)
        if ((await company.as(name).get(path)).status === 200) found.push(name)
      return found
    }
    expect(await readers()).toEqual(['diane', 'zoe'])
    expect((await company.as('bruno').get('/absences')).list).toEqual([])
    expect((await company.as('bruno').put(path, { GENRE: 'conges' })).status).toBe(404)
    expect((await company.as('bruno').del(path)).status).toBe(404)
    expect((await company.as('bruno').post('/absences', body(['camille']))).status).toBe(403)
    expect((await company.as('diane').put(path, { GENRE: 'autre' })).status).toBe(200)
    // It follows each change of their agencies.
    await post('camille', { AGENCES: ['lyon', 'brest'] })
    expect(await readers()).toEqual(['zoe'])
    expect((await company.as('diane').post('/absences', body(['camille']))).status).toBe(403)
    await post('camille', { AGENCES: ['brest'] })
    expect(await readers()).toEqual(['bruno', 'zoe'])
    await post('camille', { AGENCES: [], TOUTES_AGENCES: 1 })
    expect(await readers()).toEqual(['zoe'])
    // Of no agency: any director sets them up, too.
    await post('camille', { TOUTES_AGENCES: 0 })
    expect(await readers()).toEqual(['diane', 'bruno', 'zoe'])
    await post('camille', { IDAGENCE: 'brest', AGENCES: ['lyon', 'brest'] })
    expect(await readers()).toEqual(['bruno', 'zoe'])
  })

  it('[DAY-10 recurring] each occurrence is a taken time, a meeting as an appointment; an old app is told all as appointments', async () => {
    const company = await server().company()
    const monday = addDays(DAY, -1)
    const weekly = {
      GENRE: 'reunion',
      JOURNEES: 0,
      DEBUT: `${monday} 09:00`,
      FIN: `${monday} 10:00`,
      REPETITION: 'semaine',
      REPETER_FOIS: 3,
      EXCEPTIONS: [{ id: addDays(monday, 7) }],
    }
    const { id, DERNIERE_FIN } = await made(company.as('colin'), ['colin'], weekly)
    expect(DERNIERE_FIN).toBe(`${addDays(monday, 14)} 10:00`)
    const times = [`colin rdv ${monday} 09:00`, `colin rdv ${addDays(monday, 14)} 09:00`]
    expect(await told(company.as('marc'))).toEqual(times)
    await company.as('colin').put(`/absences/${id}`, { GENRE: 'autre' })
    expect(await told(company.as('marc'))).toEqual(times.map((one) => one.replace('rdv', 'absence')))
    const old = await company.as('marc').get('/equipe/occupation', { 'lolapp-schema': '4' })
    expect(takenTimes(old.list as unknown as TakenWeek[]).map(({ kind }) => kind)).toEqual(['rdv', 'rdv'])
    await company.as('colin').del(`/absences/${id}`)
    expect(await told(company.as('marc'))).toEqual([])
  })

  it('[DAY-10 recurring] two phones that each cancel another occurrence are both right; one that both move leaves a conflict for its people alone', async () => {
    const company = await server().company()
    const [camille, diane] = [company.as('camille'), company.as('diane')]
    const base = { EXCEPTIONS: [] }
    const { id } = await made(camille, ['camille'], { REPETITION: 'semaine' })
    const path = `/absences/${id}`
    const [one, two] = [{ id: addDays(DAY, 7) }, { id: addDays(DAY, 14) }]
    await camille.put(path, { EXCEPTIONS: [one] }, { base, seen: 1, counter: 2 })
    await diane.put(path, { EXCEPTIONS: [two] }, { base, seen: 1, counter: 3 })
    expect((await camille.get(path)).data.EXCEPTIONS).toEqual([one, two])
    await camille.put(path, { OBJET: 'a' }, { base: { OBJET: SECRET }, seen: 3, counter: 4 })
    await diane.put(path, { OBJET: 'b' }, { base: { OBJET: SECRET }, seen: 3, counter: 5 })
    const lost = async (name: 'camille' | 'diane' | 'alice' | 'zoe' | 'colin'): Promise<number> =>
      (await company.as(name).get('/conflits')).list.length
    expect([await lost('camille'), await lost('diane')]).toEqual([1, 1])
    expect([await lost('alice'), await lost('zoe'), await lost('colin')]).toEqual([0, 0, 0])
    for (const name of ['alice', 'zoe'] as const)
      expect(JSON.stringify((await company.as(name).pull('/conflits')).rows)).not.toContain('"PERDU"')
  })

  it('[DAY-10 absence] refuses what cannot be', async () => {
    const company = await server().company()
    const refused = async (values: Values): Promise<string[]> => {
      const answer = await company.as('diane').post('/absences', body(['camille'], values))
      expect(answer.status).toBe(422)
      return Object.keys((answer.body as { errors: object }).errors)
    }
    expect(await refused({ IDPERSONNELS: [] })).toEqual(['IDPERSONNELS'])
    expect(await refused({ IDPERSONNELS: ['camille', 'colin'] })).toEqual(['IDPERSONNELS'])
    expect(await refused({ FIN: `${DAY} 00:00` })).toEqual(['FIN'])
    expect(await refused({ REPETITION: 'jour' })).toEqual(['REPETITION'])
    expect(await refused({ JOURNEES: 0, DEBUT: '2027-03-28 02:30', FIN: '2027-03-28 04:00' })).toEqual(['DEBUT'])
  })

  it('[DAY-10 absence] a person who moves to another agency is read by its directors, and one who is erased by nobody', async () => {
    const company = await server().company()
    const { id } = await made(company.as('colin'), ['colin'])
    const meeting = await made(company.as('diane'), ['camille', 'colin'], { GENRE: 'reunion' })
    const { checkpoint } = await company.as('diane').pull('/absences')
    await server().db.inTenant(company.id, (tx) =>
      updatePersonnel(tx, { id: 'colin', seen: null, by: 'admin:x', patch: { IDAGENCE: 'brest' }, passwordHash: 'x' }),
    )
    expect((await company.as('diane').pull('/absences', checkpoint)).rows).toContainEqual(
      expect.objectContaining({ id, _deleted: true }),
    )
    expect((await company.as('bruno').get('/absences')).list.map((one) => one.id).sort()).toEqual(
      [id, meeting.id].sort(),
    )
    await server().db.inTenant(company.id, async (tx) => {
      await closeLogin(tx, 'colin')
      await erasePersonnel(tx, 'colin')
    })
    expect((await company.as('bruno').get(`/absences/${id}`)).status).toBe(404)
    expect((await company.as('camille').get(`/absences/${meeting.id}`)).data.IDPERSONNELS).toEqual(['camille'])
    const { rows } = await server().db.inTenant(company.id, (tx) =>
      sql<{ text: string }>`select row_to_json(a)::text as text from absence a where id = ${id}`.execute(tx),
    )
    expect(rows[0]?.text).not.toContain(SECRET)
    expect(rows[0]?.text).not.toContain('maladie')
  })
})
