import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { decodeCheckpoint, encodeCheckpoint } from '../../schemas/protocol.ts'
import { describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newId, newProjet, newRdv } from '../support/contract-records.ts'

const seqs = (rows: readonly Values[]): number[] => rows.map((row) => row._seq as number)
const since = (path: string, checkpoint: string): string => `${path}?since=${encodeURIComponent(checkpoint)}`

describeContract('pull', (server) => {
  it('[SYN-02] [PULL-1] pages through every row in seq order, then through what changed since', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const ids: unknown[] = []
    for (let i = 0; i < 7; i += 1) ids.push((await newClient(camille)).IDCLIENT)
    const first = await camille.pull('/clients', '', 3)
    expect(first.pages).toBe(3)
    expect(first.rows.map((row) => row.IDCLIENT)).toEqual(ids)
    expect(seqs(first.rows)).toEqual([...seqs(first.rows)].sort((a, b) => a - b))
    expect(first.rows[0]).toMatchObject({ VERSION: 1, _deleted: false })

    expect((await camille.pull('/clients', first.checkpoint)).rows).toEqual([])
    await camille.put(`/clients/${String(ids[2])}`, { PRENOM: 'Zoé' })
    const next = await camille.pull('/clients', first.checkpoint)
    expect(next.rows).toMatchObject([{ IDCLIENT: ids[2], PRENOM: 'Zoé', VERSION: 2, _deleted: false }])
  })

  it('[PULL-1] says complete only when no row is left', async () => {
    const company = await server().company()
    for (let i = 0; i < 4; i += 1) await newClient(company.as('camille'))
    const page = async (limit: number) => (await company.as('camille').get(`/clients?since=&limit=${limit}`)).body
    expect([(await page(3)).complete, (await page(5)).complete]).toEqual([false, true])
    // After an exactly full page, the next page may be empty and says complete.
    const { rows, pages } = await company.as('camille').pull('/clients', '', 2)
    expect([rows.length, pages]).toEqual([4, 3])
  })

  it('[SYN-02] [PULL-3] [SERVER-3] sends a deletion as a key and nothing else, to those who may have the row', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'), { OBSERVATIONS: 'secret' })
    const before = await company.as('camille').pull('/clients')
    await company.as('alice').del(`/clients/${String(IDCLIENT)}`)
    const { rows } = await company.as('camille').pull('/clients', before.checkpoint)
    expect(rows).toEqual([{ IDCLIENT, _seq: expect.any(Number), _deleted: true }])
    // A device that begins after the deletion needs no tombstone.
    expect((await company.as('colin').pull('/clients')).rows).toEqual([])
  })

  it('[PULL-3] keeps telling deletions that come during a first synchronisation', async () => {
    const company = await server().company()
    const [a, b] = [await newClient(company.as('camille')), await newClient(company.as('camille'))]
    const first = (await company.as('camille').get('/clients?since=&limit=1')).body
    expect(first).toMatchObject({ data: [{ IDCLIENT: a.IDCLIENT }], complete: false })
    await company.as('alice').del(`/clients/${String(a.IDCLIENT)}`)
    const { rows } = await company.as('camille').pull('/clients', String(first.checkpoint))
    expect(rows.map((row) => [row.IDCLIENT, row._deleted])).toEqual([
      [b.IDCLIENT, false],
      [a.IDCLIENT, true],
    ])
  })

  it('[PULL-2] answers 410 to a checkpoint of another epoch, of other rights, from ahead, or unreadable', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    await newClient(camille)
    const good = (await camille.pull('/clients')).checkpoint
    const parts = decodeCheckpoint(good)
    if (!parts) throw new Error('not a checkpoint')
    const bad = [
      encodeCheckpoint({ ...parts, epoch: 'another' }),
      encodeCheckpoint({ ...parts, scope: 'another' }),
      encodeCheckpoint({ ...parts, seq: parts.seq + 1000 }),
      'nonsense',
    ]
    for (const checkpoint of bad) {
      const answer = await camille.get(since('/clients', checkpoint))
      expect([answer.status, answer.code]).toEqual([410, 'GONE'])
    }
    expect((await company.as('colin').get(since('/clients', good))).status).toBe(410)
    expect((await camille.get(since('/clients', good))).status).toBe(200)
  })

  it('[SYN-02] [PULL-2] answers 410 once the rights of the account changed', async () => {
    const company = await server().company()
    const good = (await company.as('camille').pull('/rdvs')).checkpoint
    await server().db.inTenant(company.id, async (tx) => {
      await sql`update personnel set "ROLES" = '{assistant}', seq = take_seq(1) where "IDPERSONNEL" = 'camille'`.execute(
        tx,
      )
    })
    await server().app.sessions.forget('personnel:camille')
    expect((await company.as('camille').get(since('/rdvs', good))).status).toBe(410)
  })

  it('[SYN-02] [SERVER-1] a reader paging while many write receives every row (I6)', async () => {
    const company = await server().company()
    const WRITERS = 12
    const EACH = 15
    const written = new Set<string>()
    let writing = true
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; i < EACH; i += 1) {
        const IDADRESSE = newId(`a${writer}`)
        const answer = await company.as('camille').post('/adresse', { IDADRESSE, VILLE: 'Lyon' })
        if (answer.status === 201) written.add(IDADRESSE)
      }
    }
    const received: string[] = []
    const read = async (): Promise<void> => {
      let checkpoint = ''
      for (let last = false; ; ) {
        const { body, list } = await company.as('colin').get(`${since('/adresse', checkpoint)}&limit=7`)
        received.push(...list.map((row) => row.IDADRESSE as string))
        checkpoint = String(body.checkpoint)
        if (last && body.complete) return
        last = !writing
      }
    }
    const reading = read()
    await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)))
    writing = false
    await reading
    expect(written.size).toBe(WRITERS * EACH)
    expect([...received].sort()).toEqual([...written].sort())
  })

  it('[PULL-8] sends the records of the first screen, and no others', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const monday = mondayOf(today('Europe/Paris'))
    const at = (day: string) => ({ RDV_DEBUT: `${day} 09:00`, RDV_FIN: `${day} 10:00`, IDPERSONNELS: ['camille'] })
    const adresse = await newAdresse(camille)
    const chantier = await newAdresse(camille)
    const client = await newClient(camille, { IDADRESSE: adresse.IDADRESSE })
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: chantier.IDADRESSE })
    await newClient(camille)
    const near = await newRdv(camille, { ...at(addDays(monday, 8)), IDPROJET: projet.IDPROJET })
    await newRdv(camille, at(addDays(monday, 30)))
    await newRdv(camille, { ...at(monday), IDPERSONNELS: ['colin'] })
    const { data } = await camille.get('/sync/bootstrap')
    const keys = (resource: string, key: string): unknown[] => (data[resource] as Values[]).map((row) => row[key])
    expect(keys('rdv', 'IDRDV')).toEqual([near.IDRDV])
    expect(keys('projet', 'IDPROJET')).toEqual([projet.IDPROJET])
    expect(keys('client', 'IDCLIENT')).toEqual([client.IDCLIENT])
    expect(keys('adresse', 'IDADRESSE').sort()).toEqual([adresse.IDADRESSE, chantier.IDADRESSE].sort())
    expect(keys('reference', 'id')).toContain('nature-com')
    expect(data.rdv).toMatchObject([{ _seq: expect.any(Number), _deleted: false, VERSION: 1 }])
    const all = await Promise.all(
      [
        '/datacache',
        '/report',
        '/personnels',
        '/adresse',
        '/clients',
        '/projets',
        '/rdvs',
        '/devis',
        '/interventions',
      ].map(async (path) => (await camille.pull(path)).rows.length),
    )
    expect((await camille.get('/sync/total')).data.total).toBe(all.reduce((sum, n) => sum + n, 0))
  })

  it('sends pages that no cache may keep', async () => {
    const company = await server().company()
    const { headers } = await company.as('camille').get('/clients?since=')
    expect(headers['cache-control']).toContain('no-store')
  })
})
