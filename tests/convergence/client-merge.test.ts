import 'fake-indexeddb/auto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientMerge, MergePreview } from '../../schemas/client-merge.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { createTransport, type Transport } from '../../sync/net/transport.ts'
import { readStored } from '../../sync/store/read.ts'
import { callerOf } from '../support/contract.ts'
import type { Device } from '../support/device-steps.ts'
import { describeEngines } from '../support/engines.ts'
import { openDevice } from '../support/local-device.ts'
import { plant, type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { testApp } from '../support/test-app.ts'

const RESOURCES = ['client', 'projet', 'devis', 'rdv'] as const
const SOON = { RDV_DEBUT: '2099-03-02 09:00', RDV_FIN: '2099-03-02 10:00' }

describeEngines('two records of one client, merged while two phones are offline', (db) => {
  let app: FastifyInstance
  let base: string
  let company: StaffedCompany
  let open: Device | null = null

  const tokenOf = async (name: string): Promise<string> =>
    (await app.sessions.open({ kind: 'personnel', accountId: name, companyId: company.id, deviceId: name })).token

  /** The first answer to each kind of write is lost on its way: the phone sends it again. */
  const losing = (): typeof fetch => {
    const lost = new Set<string>()
    return async (input, init) => {
      const response = await fetch(input, init)
      const what = `${init?.method} ${new URL(String(input)).pathname.split('/').slice(0, 3).join('/')}`
      if (init?.method === 'GET' || lost.has(what)) return response
      lost.add(what)
      await response.arrayBuffer()
      throw new TypeError('the answer is lost')
    }
  }

  /** A phone keeps its local database; a realm holds one at a time. */
  async function onPhone<T>(name: string, does: (device: Device, line: Transport) => Promise<T>): Promise<T> {
    const device = await openDevice(name, { companyId: company.id })
    open = device
    const { identity } = device.db
    const line = createTransport({ base, token: await tokenOf(name), identity, device: name, fetch: losing() })
    const done = await does(device, line)
    open = null
    await device.close()
    return done
  }

  const online = (name: string): Promise<Record<string, Values[]>> =>
    onPhone(name, async (device, line) => {
      for (let turns = 0; (await device.entries()).length > 0 && turns < 20; turns++) {
        await device.push(line)
        await device.pull(line)
      }
      await device.pull(line)
      expect(await device.entries()).toEqual([])
      const shown = RESOURCES.map(async (resource) => [resource, await shownBy(device, resource)] as const)
      return Object.fromEntries(await Promise.all(shown))
    })

  const shownBy = async ({ db: local }: Device, resource: SyncedResource): Promise<Values[]> => {
    const { key, fields } = entityOf(resource)
    return (await readStored(local.of(resource), { selector: {} as never }))
      .filter((one) => (one as { sync: { hidden: number } }).sync.hidden !== 1)
      .map((one) => Object.fromEntries(Object.keys(fields).map((name) => [name, (one as unknown as Values)[name]])))
      .sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
  }

  /** As the server's index answers. */
  const onServer = async (name: string): Promise<Record<string, Values[]>> => {
    const caller = callerOf(app, await tokenOf(name))
    const found: Record<string, Values[]> = {}
    for (const resource of RESOURCES) {
      const { key, fields, path } = entityOf(resource)
      const { rows } = await caller.pull(path)
      found[resource] = rows
        .filter(({ _deleted }) => _deleted !== true)
        .map((row) => Object.fromEntries(Object.keys(fields).map((field) => [field, row[field]])))
        .sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
    }
    return found
  }

  beforeAll(async () => {
    app = await testApp(db(), { rateLimit: 10_000_000, checkAnswers: false })
    base = `http://127.0.0.1:${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}/api`
    company = await staffedCompany(db())
    await db().inTenant(company.id, async (tx) => {
      for (const [id, more] of [
        ['garde', { NOM: 'Durand', PORTABLE: '0639980001' }],
        ['autre', { NOM: 'Durant', PORTABLE: '0639980002', MAIL: 'anne@example.com' }],
      ] as const) {
        await plant(tx, 'client', { IDCLIENT: id, ...more })
        const IDPROJET = `projet-${id}`
        await plant(tx, 'projet', { IDPROJET, IDCLIENT: id, IDETAT_PROJET: 1 })
        await plant(tx, 'rdv', { IDRDV: `rdv-${id}`, IDPROJET, IDPERSONNELS: ['camille', 'colin'], ...SOON })
      }
      for (const table of ['projet', 'rdv'])
        await sql`update ${sql.table(table)} set viewer_personnes = array['camille', 'colin']`.execute(tx)
    })
  })
  afterAll(async () => {
    await open?.close()
    await app.close()
  })

  it('[DAY-14 offline] [MERGE-9] [I2] [I3] [I4] [I9] (devices) nothing is lost, nothing is there twice, every phone shows the same; and it is undone', async () => {
    const made: Record<string, string> = {}
    await onPhone('camille', async ({ commands, pull }, line) => {
      await pull(line)
      // Edits of both records, a project and an appointment under the one that goes, a quote in its project.
      await commands.update('client', 'autre', { MAIL: 'neuve@example.com' })
      await commands.update('client', 'garde', { PRENOM: 'Anne' })
      made.projet = await commands.create('projet', { IDCLIENT: 'autre', IDRESPONSABLEPROJET: 'camille' })
      made.rdv = await commands.create('rdv', { IDPROJET: made.projet, IDPERSONNELS: ['camille'], ...SOON })
      made.devis = await commands.create('devis', { IDPROJET: 'projet-autre', IDCLIENT: 'autre', LIGNES: [] })
    })
    await onPhone('colin', async ({ commands, pull }, line) => {
      await pull(line)
      await commands.update('client', 'autre', { OBSERVATIONS: 'Interphone 12' })
      await commands.update('projet', 'projet-autre', { DESCRIPTION: 'Trois fenêtres' })
      made.other = await commands.create('projet', { IDCLIENT: 'garde', IDRESPONSABLEPROJET: 'colin' })
    })

    const alice = callerOf(app, await tokenOf('alice'))
    const { EMPREINTE } = (await alice.post('/clients/garde/fusions/apercu', { IDCLIENT: 'autre' }))
      .data as unknown as MergePreview
    const order = { IDCLIENT: 'autre', CHOIX: { PORTABLE: 'autre' }, EMPREINTE }
    const merge = (await alice.post('/clients/garde/fusions', order)).data as unknown as ClientMerge

    await online('colin')
    const camille = await online('camille')
    const colin = await online('colin')
    expect(camille).toEqual(await onServer('camille'))
    expect(colin).toEqual(await onServer('colin'))
    expect(camille.client).toMatchObject([
      {
        IDCLIENT: 'garde',
        NOM: 'Durand',
        PRENOM: 'Anne',
        PORTABLE: '0639980002',
        MAIL: 'neuve@example.com',
        OBSERVATIONS: 'Interphone 12',
      },
    ])
    expect(camille.projet).toHaveLength(3)
    expect(camille.projet?.every(({ IDCLIENT }) => IDCLIENT === 'garde')).toBe(true)
    expect(camille.projet).toContainEqual(
      expect.objectContaining({ IDPROJET: 'projet-autre', DESCRIPTION: 'Trois fenêtres' }),
    )
    expect(camille.rdv).toContainEqual(expect.objectContaining({ IDRDV: made.rdv, IDPROJET: made.projet }))
    expect(camille.devis).toMatchObject([{ IDDEVIS: made.devis, IDCLIENT: 'garde' }])
    expect((await alice.pull('/projets')).rows.filter(({ _deleted }) => _deleted !== true)).toHaveLength(4)
    expect((await alice.pull('/conflits')).rows).toEqual([])

    expect((await alice.post(`/fusions/${merge.id}/annuler`, {})).status).toBe(200)
    const after = await online('camille')
    await online('colin')
    expect(after).toEqual(await onServer('camille'))
    expect(after.client).toMatchObject([
      {
        IDCLIENT: 'autre',
        NOM: 'Durant',
        PORTABLE: '0639980002',
        MAIL: 'neuve@example.com',
        OBSERVATIONS: 'Interphone 12',
      },
      { IDCLIENT: 'garde', NOM: 'Durand', PRENOM: 'Anne', PORTABLE: '0639980001', MAIL: null, OBSERVATIONS: null },
    ])
    const ownerOf = (id: unknown) => after.projet?.find(({ IDPROJET }) => IDPROJET === id)?.IDCLIENT
    expect([ownerOf('projet-garde'), ownerOf('projet-autre'), ownerOf(made.projet)]).toEqual([
      'garde',
      'autre',
      'autre',
    ])
    expect(after.devis).toMatchObject([{ IDDEVIS: made.devis, IDCLIENT: 'autre' }])
    const others = await alice.pull('/projets')
    expect(others.rows.find(({ IDPROJET }) => IDPROJET === made.other)?.IDCLIENT).toBe('garde')
  })
})
