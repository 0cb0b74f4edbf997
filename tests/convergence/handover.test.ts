import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Handover, HandoverPreview } from '../../schemas/handover.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { createTransport, type Transport } from '../../sync/net/transport.ts'
import { startReplicator } from '../../sync/replicate/replicator.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import { readStored } from '../../sync/store/read.ts'
import { callerOf } from '../support/contract.ts'
import type { Device } from '../support/device-steps.ts'
import { describeEngines } from '../support/engines.ts'
import { openDevice } from '../support/local-device.ts'
import { png } from '../support/sample-files.ts'
import { plant, type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { testApp } from '../support/test-app.ts'

const CLIENTS = 400
const COLLEAGUES = ['colin', 'marc'] as const
const SOON = { RDV_DEBUT: '2099-03-02 09:00', RDV_FIN: '2099-03-02 10:00' }
/** So many projects have a quote, as many others works, and as many others a call to make. */
const SOME = 10
const RECALL = '2099-04-01'
const PICTURE = png('facade')
const PAST = { RDV_DEBUT: '2020-03-02 09:00', RDV_FIN: '2020-03-02 10:00' }

/** Whether a project is among the ten that begin at this ten: 10 to 19 is the first. */
const isAmong = (n: number, ten: number): boolean => n >= ten * SOME && n < (ten + 1) * SOME

describeEngines('handover while a phone is offline', (db) => {
  let app: FastifyInstance
  let base: string
  let company: StaffedCompany
  let open: Device | null = null

  const tokenOf = async (name: string, proven = false): Promise<string> =>
    (await app.sessions.open({ kind: 'personnel', accountId: name, companyId: company.id, deviceId: name, proven }))
      .token

  const phoneOf = async (name: string, http?: typeof fetch): Promise<{ device: Device; transport: Transport }> => {
    const device = await openDevice(name, { companyId: company.id })
    open = device
    const { identity } = device.db
    const token = await tokenOf(name)
    const transport = createTransport({ base, token, identity, device: name, ...(http ? { fetch: http } : {}) })
    return { device, transport }
  }

  const close = async (device: Device): Promise<void> => {
    open = null
    await device.close()
  }

  const shown = async ({ db: local }: Device, resource: SyncedResource): Promise<Values[]> =>
    (await readStored(local.of(resource), { selector: {} as never }))
      .filter((one) => (one as { sync: { hidden: number } }).sync.hidden !== 1)
      .map((one) => one as unknown as Values)

  const count = async (resource: SyncedResource, where = sql`true`): Promise<number> => {
    const { rows } = await db().inTenant(company.id, (tx) =>
      sql<{ n: number }>`select count(*)::integer as n from ${sql.table(entityOf(resource).table)}
        where not deleted and ${where}`.execute(tx),
    )
    return rows[0]?.n ?? -1
  }

  beforeAll(async () => {
    app = await testApp(db(), { rateLimit: 10_000_000, checkAnswers: false })
    base = `http://127.0.0.1:${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}/api`
    company = await staffedCompany(db())
    await db().inTenant(company.id, async (tx) => {
      for (let n = 0; n < CLIENTS; n++) {
        const [IDCLIENT, IDPROJET] = [`client-${n}`, `projet-${n}`]
        await plant(tx, 'client', { IDCLIENT, NOM: `Client ${n}`, IDPERSONNEL: 'camille' })
        const recall = isAmong(n, 3) ? { RELANCE_INTERMEDIAIRE: RECALL } : {}
        await plant(tx, 'projet', { IDPROJET, IDCLIENT, IDRESPONSABLEPROJET: 'camille', IDETAT_PROJET: 1, ...recall })
        if (isAmong(n, 1))
          await plant(tx, 'devis', { IDDEVIS: `devis-${n}`, IDPROJET, IDCLIENT, IDRESPONSABLEPROJET: 'camille' })
        if (isAmong(n, 2)) {
          const hours = { id: 'p', IDPERSONNEL: 'camille', DEBUT: SOON.RDV_DEBUT, FIN: SOON.RDV_FIN }
          const IDINTERVENTION_PLANNING = [hours]
          await plant(tx, 'intervention', { IDINTERVENTION: `pose-${n}`, IDPROJET, ...SOON, IDINTERVENTION_PLANNING })
        }
        const at = n === 0 ? PAST : SOON
        await plant(tx, 'rdv', { IDRDV: `rdv-${n}`, IDPROJET, IDPERSONNELS: ['camille'], ...at })
      }
      for (const table of ['projet', 'rdv', 'devis', 'intervention'])
        await sql`update ${sql.table(table)} set viewer_personnes = array['camille']`.execute(tx)
    })
  })
  afterAll(async () => {
    await open?.close()
    await app.close()
  })

  it(`[SET-12 handover] [PUSH-11] (devices) of ${CLIENTS} clients: nothing of the phone’s work is lost, none of it is there twice`, async () => {
    // The first answer to each kind of write is lost on its way: the phone sends it again.
    const lost = new Set<string>()
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const what = `${init?.method} ${new URL(String(input)).pathname.split('/').slice(0, 3).join('/')}`
      if (init?.method === 'GET' || lost.has(what)) return response
      lost.add(what)
      await response.arrayBuffer()
      throw new TypeError('the answer is lost')
    }
    const { device, transport } = await phoneOf('camille', losing)
    await device.pull(transport)
    expect(await shown(device, 'client')).toHaveLength(CLIENTS)
    for (const resource of ['devis', 'intervention'] as const) expect(await shown(device, resource)).toHaveLength(SOME)

    // Offline: a debrief, a new client with a project and an appointment, an edit, a picture.
    const { commands } = device
    await commands.debrief('rdv-0', {
      DEBRIEF_CATEGORIE: 1,
      IDRDV_DEBRIEF: 'motif-absent',
      DEBRIEF_COMMENTAIRE: 'Personne',
    })
    const client = await commands.create('client', { NOM: 'Tardif', IDPERSONNEL: 'camille' })
    const projet = await commands.create('projet', { IDCLIENT: client, IDRESPONSABLEPROJET: 'camille' })
    const visit = {
      IDPROJET: projet,
      IDPERSONNELS: ['camille'],
      RDV_DEBUT: '2099-03-05 09:00',
      RDV_FIN: '2099-03-05 10:00',
    }
    const rdv = await commands.create('rdv', visit)
    await commands.update('projet', 'projet-7', { DESCRIPTION: 'Trois fenêtres' })
    const IDFICHIER = await device.files.add({
      resource: 'projet',
      recordId: 'projet-9',
      projectId: 'projet-9',
      origin: 'photo',
      name: 'facade.png',
      type: 'image/png',
      bytes: PICTURE,
    })

    const diane = callerOf(app, await tokenOf('diane', true))
    const ask = { REPARTITION: 'egal', COLLEGUES: [...COLLEAGUES] }
    const path = '/personnels/camille/passations'
    const preview = (await diane.post(`${path}/apercu`, ask)).data as unknown as HandoverPreview
    const some = { RELANCES: SOME, DEVIS: SOME, INTERVENTIONS: SOME }
    expect(preview.TOTAL).toEqual({ CLIENTS, PROJETS: CLIENTS, RDVS: CLIENTS - 1, ...some })
    const begun = await diane.post(path, { ...ask, ENVOI: true, EMPREINTE: preview.EMPREINTE })
    let handover = begun.data as unknown as Handover
    while (handover.RESTE > 0)
      handover = (await diane.post(`/passations/${handover.id}/suite`, {})).data as unknown as Handover

    // The phone is back: its own replication sends, then takes the records off the device.
    const stop = new AbortController()
    const events: ReplicationEvent[] = []
    const { stopped } = startReplicator({
      db: device.db,
      transport,
      signal: stop.signal,
      onEvent: (event) => events.push(event),
      pollEvery: 200,
    })
    const isDone = async (): Promise<boolean> =>
      (await device.entries()).length === 0 &&
      (await device.db.files.files.where('state').equals('pending').count()) === 0 &&
      (await shown(device, 'client')).length === 0 &&
      events.some((event) => event.type === 'paused' && event.reason === 'no-access')
    while (!(await isDone())) await wait(100)
    stop.abort()
    await stopped
    expect(lost.size).toBeGreaterThan(3)
    for (const resource of ['client', 'projet', 'rdv', 'devis', 'intervention', 'fichier'] as const)
      expect(await shown(device, resource)).toEqual([])

    // A realm holds one local database at a time.
    await close(device)

    // Nothing is lost, and nothing is there twice.
    expect(await count('client')).toBe(CLIENTS + 1)
    expect(await count('projet')).toBe(CLIENTS + 1)
    expect(await count('rdv')).toBe(CLIENTS + 1)
    expect(await count('devis')).toBe(SOME)
    expect(await count('intervention')).toBe(SOME)
    expect(await count('projet', sql`"RELANCE_INTERMEDIAIRE" = ${RECALL}`)).toBe(SOME)
    // Late work is whole: the edit, and the picture on its project.
    expect(await count('projet', sql`"IDPROJET" = 'projet-7' and "DESCRIPTION" = 'Trois fenêtres'`)).toBe(1)
    expect(await count('fichier')).toBe(1)
    const print = createHash('sha256').update(PICTURE).digest('hex')
    expect(
      await count('fichier', sql`"IDFICHIER" = ${IDFICHIER} and "IDPROJET" = 'projet-9' and "SHA256" = ${print}`),
    ).toBe(1)
    expect(await count('client', sql`"IDPERSONNEL" = 'camille'`)).toBe(0)
    expect(await count('projet', sql`"IDRESPONSABLEPROJET" = 'camille'`)).toBe(0)
    expect(await count('devis', sql`"IDRESPONSABLEPROJET" = 'camille'`)).toBe(0)
    expect(
      await count(
        'intervention',
        sql`jsonb_path_exists("IDINTERVENTION_PLANNING", '$[*] ? (@.IDPERSONNEL == "camille")')`,
      ),
    ).toBe(0)
    expect(await count('rdv', sql`'camille' = any("IDPERSONNELS") and "IDRDV" <> 'rdv-0'`)).toBe(0)
    expect(
      await count('rdv', sql`"IDRDV" = 'rdv-0' and "DEBRIEF_COMMENTAIRE" = 'Personne' and "DEBRIEF_PAR" = 'camille'`),
    ).toBe(1)

    // The colleagues receive their part by the usual pull, with what came late.
    const parts: Values[][] = []
    const found: string[] = []
    for (const name of COLLEAGUES) {
      const { device: other, transport: line } = await phoneOf(name)
      await other.pull(line)
      const mine = (await shown(other, 'client')).filter((one) => one.IDPERSONNEL === name)
      const extra = name === COLLEAGUES[0] ? 1 : 0
      const part = preview.PARTS.find(({ IDPERSONNEL }) => IDPERSONNEL === name)
      expect(mine).toHaveLength((part?.CLIENTS ?? 0) + extra)
      const projets = await shown(other, 'projet')
      expect(projets).toHaveLength(mine.length)
      // Quotes, works and calls go where their project went, and nowhere else.
      const ids = new Set(projets.map(({ IDPROJET }) => IDPROJET))
      const quotes = await shown(other, 'devis')
      const works = await shown(other, 'intervention')
      const recalls = projets.filter(({ RELANCE_INTERMEDIAIRE }) => RELANCE_INTERMEDIAIRE === RECALL)
      expect({ DEVIS: quotes.length, INTERVENTIONS: works.length, RELANCES: recalls.length }).toEqual({
        DEVIS: part?.DEVIS,
        INTERVENTIONS: part?.INTERVENTIONS,
        RELANCES: part?.RELANCES,
      })
      expect([...quotes, ...works].filter(({ IDPROJET }) => !ids.has(IDPROJET))).toEqual([])
      expect(quotes.filter(({ IDRESPONSABLEPROJET }) => IDRESPONSABLEPROJET !== name)).toEqual([])
      expect(works.map(({ IDINTERVENTION_PLANNING }) => IDINTERVENTION_PLANNING)).toEqual(
        works.map(() => [expect.objectContaining({ IDPERSONNEL: name })]),
      )
      // The edit and the picture are there for whoever has their project, and for nobody else.
      const edited = await other.shown('projet', 'projet-7')
      if (edited) found.push(`projet-7 ${edited.DESCRIPTION}`)
      const call = callerOf(app, await tokenOf(name))
      const asked = await call.post('/drive/search', { project_id: 'projet-9', origin: 'photo' })
      const isTheirs = ids.has('projet-9')
      expect((await shown(other, 'fichier')).map((one) => one.IDFICHIER)).toEqual(isTheirs ? [IDFICHIER] : [])
      expect(asked.status).toBe(isTheirs ? 200 : 404)
      if (isTheirs) {
        const { rawPayload } = await app.inject({ method: 'GET', url: String(asked.data.url) })
        expect(Buffer.compare(rawPayload, PICTURE)).toBe(0)
        found.push('projet-9')
      }
      parts.push(mine)
      if (extra === 1) {
        expect(await other.shown('client', client)).toMatchObject({ NOM: 'Tardif', IDPERSONNEL: name })
        expect(await other.shown('rdv', rdv)).toMatchObject({ IDPROJET: projet, IDPERSONNELS: [name] })
      }
      await close(other)
    }
    expect(parts.flat()).toHaveLength(CLIENTS + 1)
    expect(found.sort()).toEqual(['projet-7 Trois fenêtres', 'projet-9'])
  })
})
