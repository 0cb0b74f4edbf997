import { createHash, randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { sweepFiles } from '../../server/files/commands/sweep-files.ts'
import { companyFolder, fileKey, MissingFile } from '../../server/ports/files/files.ts'
import { runRetention } from '../../server/retention/run-retention.ts'
import { SWEEPS, type Sweep } from '../../server/retention/sweeps.ts'
import { erasedStamps } from '../../server/writes/erased.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { type Answer, answerOf, type Caller, type ContractApp, describeContract } from '../support/contract.ts'
import { newDevis, newIntervention, newProjet } from '../support/contract-records.ts'
import { form, pdf, png, zipEnd } from '../support/sample-files.ts'
import { testSecrets } from '../support/test-app.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Send = (
  caller: Caller,
  fields: Record<string, string>,
  file?: { bytes: Uint8Array; name?: string; type?: string },
) => Promise<Answer>

const uploader =
  ({ app }: ContractApp): Send =>
  async (caller, fields, file) => {
    const { payload, headers } = form(fields, file && { name: 'photo.png', ...file })
    const authorization = `Bearer ${caller.token}`
    return answerOf(
      await app.inject({ method: 'POST', url: '/api/drive/upload', payload, headers: { ...headers, authorization } }),
    )
  }

const download = ({ app }: ContractApp, url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

describeContract('the drive', (server) => {
  const setUp = async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const projet = await newProjet(camille)
    return { company, camille, projet, project_id: String(projet.IDPROJET), send: uploader(server()) }
  }

  it('[ADM-01 drive] administrators see which projects of a company have files, how many and how large, and none of another’s', async () => {
    const [here, there] = [await setUp(), await setUp()]
    const add = async ({ send, camille, project_id }: typeof here, word: string) => {
      const bytes = png(word)
      const IDFICHIER = randomUUID()
      const made = await send(
        camille,
        { project_id, IDFICHIER, origin: 'photo', sha256: sha256(bytes) },
        { bytes, name: `${word}.png`, type: 'image/png' },
      )
      expect(made.status).toBe(201)
      return { IDFICHIER, size: bytes.length }
    }
    const [one, two, gone] = [await add(here, 'un'), await add(here, 'deux'), await add(here, 'trois')]
    await add(there, 'ailleurs')
    expect((await here.camille.post('/drive', { ids: [gone.IDFICHIER] })).status).toBe(200)
    await newProjet(here.camille)
    const admin = await adminCaller(server().app, server().db)
    const { list, body } = await admin.call('GET', `/admin/drive?company_id=${here.company.id}`)
    expect([list, body.total]).toMatchObject([
      [{ IDPROJET: here.project_id, FICHIERS: 2, TAILLE: one.size + two.size }],
      1,
    ])
    expect(list).toHaveLength(1)
  })

  it('[API-05] [SYN-09] stores an upload, finds it, returns its bytes, and gives its project a new seq', async () => {
    const { company, camille, project_id, send } = await setUp()
    const bytes = png('api-05')
    const IDFICHIER = randomUUID()
    const file = { bytes, name: 'Façade côté été.PNG', type: 'text/html' }
    const made = await send(camille, { project_id, IDFICHIER, origin: 'photo', sha256: sha256(bytes) }, file)
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({
      IDFICHIER,
      IDPROJET: project_id,
      RESSOURCE: 'projet',
      IDENREGISTREMENT: project_id,
      NOM: 'Façade côté été.png',
      TYPE_MIME: 'image/png',
      TAILLE: bytes.length,
      SHA256: sha256(bytes),
      ORIGINE: 'photo',
      IDPERSONNEL: 'camille',
      VERSION: 1,
    })
    const found = await camille.post('/drive/search', { project_id, origin: 'photo' })
    expect(found.data).toMatchObject({ file_name: 'Façade côté été.png', IDFICHIER })
    const got = await download(server(), String(found.data.url))
    expect(got.statusCode).toBe(200)
    expect(Buffer.compare(got.rawPayload, bytes)).toBe(0)
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(got.headers['content-disposition']).toMatch(
      /^attachment; filename="Facade cote ete.png"; filename\*=UTF-8''/,
    )
    const use = await camille.get('/drive/listProjectUseDrive')
    expect(use.list).toEqual([{ IDPROJET: project_id, DESCRIPTION: null, FICHIERS: 1, TAILLE: bytes.length }])
    const pulled = await company.as('diane').pull('/fichiers')
    expect(pulled.rows).toMatchObject([{ IDFICHIER, SHA256: sha256(bytes), _deleted: false }])
  })

  it('[ENT-06] [FILE-13] counts what the company keeps in BUCKET_SIZE, and stops at its quota, which is no refusal of a file: it may come later', async () => {
    const { camille, project_id, send } = await setUp()
    const before = (await camille.get('/datacache')).data.BUCKET_SIZE as { used: number; quota: number }
    expect(before).toEqual({ used: 0, quota: server().app.fileQuota })
    const bytes = png('bucket')
    expect((await send(camille, { project_id }, { bytes })).status).toBe(201)
    expect((await camille.get('/datacache')).data.BUCKET_SIZE).toMatchObject({ used: bytes.length })
    const quota = server().app.fileQuota
    try {
      server().app.fileQuota = bytes.length + 10
      const headers = { authorization: `Bearer ${camille.token}`, 'content-type': 'application/octet-stream' }
      const url = `/api/drive/upload/${randomUUID()}?offset=0`
      const piece = await server().app.inject({ method: 'PUT', url, payload: png('one more'), headers })
      for (const full of [await send(camille, { project_id }, { bytes: png('one more') }), answerOf(piece)]) {
        expect([full.status, full.code, full.headers['retry-after']]).toEqual([507, 'STORAGE_FULL', '600'])
        expect(full.body.message).toBe("L'espace de stockage de l'entreprise est plein.")
      }
    } finally {
      server().app.fileQuota = quota
    }
  })

  it('[SYN-09] gives the same answer to the same file again, even at the same moment, and keeps it once', async () => {
    const { camille, project_id, send } = await setUp()
    const bytes = png('twice')
    const fields = { project_id, IDFICHIER: randomUUID(), sha256: sha256(bytes) }
    const answers = await Promise.all([1, 2, 3].map(() => send(camille, fields, { bytes })))
    answers.push(await send(camille, fields, { bytes }))
    for (const answer of answers) expect([answer.status, answer.data]).toEqual([201, answers[0]?.data])
    expect((await camille.get('/datacache')).data.BUCKET_SIZE).toMatchObject({ used: bytes.length })
    const other = await send(camille, { project_id, IDFICHIER: fields.IDFICHIER }, { bytes: png('other') })
    expect([other.status, other.code]).toEqual([409, 'CONFLICT'])
  })

  it('[SYN-09] [FILE-2] [FILE-4] [I5] [MERGE-8] a file that was accepted is answered as done to its sender when it is sent again, also where somebody has deleted it since, and stays deleted', async () => {
    const { company, camille, project_id, send } = await setUp()
    const bytes = png('confirmation lost')
    const IDFICHIER = randomUUID()
    const fields = { project_id, IDFICHIER, NOM: 'photo.png', sha256: sha256(bytes) }
    const first = await send(camille, fields, { bytes })
    expect(first.status).toBe(201)
    expect((await company.as('alice').post('/drive', { ids: [IDFICHIER] })).data).toMatchObject({
      deleted: [IDFICHIER],
    })
    // A device asks how much has arrived, then finishes.
    const progress = await camille.get(`/drive/upload/${IDFICHIER}`)
    expect(progress.data).toEqual({ received: bytes.length, complete: true })
    const done = { IDFICHIER, SHA256: sha256(bytes) }
    const again = await camille.post('/drive/upload', fields)
    expect([again.status, again.data]).toEqual([201, expect.objectContaining(done)])
    expect((await send(camille, fields, { bytes })).data).toMatchObject(done)
    expect((await camille.get('/fichiers')).list).toEqual([])
    const other = await send(camille, { project_id, IDFICHIER }, { bytes: png('another one') })
    expect([other.status, other.code]).toEqual([409, 'CONFLICT'])
    for (const name of ['colin', 'bruno'] as const) {
      const stranger = await send(company.as(name), fields, { bytes })
      expect([stranger.status, stranger.code]).toEqual([409, 'CONFLICT'])
    }
    // MERGE-8: its person was erased since.
    await server().db.inTenant(company.id, (tx) =>
      sql`update fichier set stamps = ${JSON.stringify(erasedStamps('garde'))}::jsonb, seq = take_seq(1)
        where "IDFICHIER" = ${IDFICHIER}`.execute(tx),
    )
    const erased = await camille.post('/drive/upload', fields)
    expect([erased.status, erased.code, erased.data]).toEqual([410, 'GONE', null])
  })

  it('[SYN-09] [FILE-2] a file that was accepted is answered as done to its sender, who does not see its project any more', async () => {
    const { company, camille, project_id, send } = await setUp()
    const bytes = png('given away')
    const fields = { project_id, IDFICHIER: randomUUID(), sha256: sha256(bytes) }
    expect((await send(camille, fields, { bytes })).status).toBe(201)
    await company.as('alice').put(`/projets/${project_id}`, { IDRESPONSABLEPROJET: 'colin' })
    expect((await camille.get('/fichiers')).list).toEqual([])
    expect((await camille.post('/drive/upload', fields)).data).toMatchObject({ SHA256: sha256(bytes) })
  })

  it('[SYN-09] a PV whose last call arrives several times at the same moment is accepted each time, and kept once', async () => {
    const { company, projet, project_id } = await setUp()
    const alice = company.as('alice')
    const headers = { authorization: `Bearer ${alice.token}`, 'content-type': 'application/octet-stream' }
    // Depending on timing, one call meets a signed PV, another one pieces that are already removed.
    for (let round = 0; round < 8; round += 1) {
      const { IDINTERVENTION: id } = await newIntervention(alice, projet)
      const [IDFICHIER, bytes] = [randomUUID(), pdf(`round ${round}`)]
      const url = `/api/drive/upload/${IDFICHIER}?offset=0`
      expect((await server().app.inject({ method: 'PUT', url, payload: Buffer.from(bytes), headers })).statusCode).toBe(
        200,
      )
      const fields = { project_id, resource: 'intervention', id, origin: 'intervention_sign_pv', IDFICHIER }
      const finish = () => alice.post('/drive/upload', { ...fields, sha256: sha256(bytes) })
      const answers = await Promise.all([finish(), finish(), finish()])
      for (const { status, data } of answers) expect([status, data.SHA256]).toEqual([201, sha256(bytes)])
    }
  })

  it('[SYN-09] takes a file in pieces, in order, each once, also after a break', async () => {
    const { camille, project_id } = await setUp()
    const bytes = Buffer.concat([png('pieces'), Buffer.alloc(0)])
    const IDFICHIER = randomUUID()
    const put = async (offset: number, payload: Uint8Array): Promise<Answer> =>
      answerOf(
        await server().app.inject({
          method: 'PUT',
          url: `/api/drive/upload/${IDFICHIER}?offset=${offset}`,
          payload: Buffer.from(payload),
          headers: { authorization: `Bearer ${camille.token}`, 'content-type': 'application/octet-stream' },
        }),
      )
    const status = async () => (await camille.get(`/drive/upload/${IDFICHIER}`)).data
    expect(await status()).toEqual({ received: 0, complete: false })
    expect((await put(0, bytes.subarray(0, 50))).data).toEqual({ received: 50, complete: false })
    // The answer was lost: the same piece again changes nothing.
    expect((await put(0, bytes.subarray(0, 50))).data).toEqual({ received: 50, complete: false })
    const gap = await put(60, bytes.subarray(60))
    expect([gap.status, gap.body.details]).toEqual([409, { received: 50 }])
    expect(await status()).toEqual({ received: 50, complete: false })
    expect((await put(50, bytes.subarray(50))).data).toEqual({ received: bytes.length, complete: false })
    const fields = { project_id, IDFICHIER, NOM: 'photo.png', sha256: sha256(bytes) }
    const made = await camille.post('/drive/upload', fields)
    expect([made.status, made.data.SHA256, made.data.TAILLE]).toEqual([201, sha256(bytes), bytes.length])
    expect(await status()).toEqual({ received: bytes.length, complete: true })
    expect((await camille.post('/drive/upload', fields)).data).toEqual(made.data)
    expect((await camille.get('/datacache')).data.BUCKET_SIZE).toMatchObject({ used: bytes.length })
    const url = String((await camille.post('/drive/search', { project_id, origin: 'document' })).data.url)
    expect(Buffer.compare((await download(server(), url)).rawPayload, bytes)).toBe(0)
  })

  describe('an upload in pieces', () => {
    const LINE = 64
    const setUpPieces = async () => {
      const { company, camille, project_id } = await setUp()
      const { app, db } = server()
      const bytes = Buffer.concat([png('in pieces'), Buffer.alloc(3 * LINE)])
      const IDFICHIER = randomUUID()
      const headers = { authorization: `Bearer ${camille.token}`, 'content-type': 'application/octet-stream' }
      const put = async (offset: number, payload: Buffer): Promise<Answer> => {
        const url = `/api/drive/upload/${IDFICHIER}?offset=${offset}`
        return answerOf(await app.inject({ method: 'PUT', url, payload, headers }))
      }
      /** Sends all from there on. */
      const sendFrom = async (from: number, whole = bytes): Promise<void> => {
        for (let at = from; at < whole.length; at += LINE)
          expect((await put(at, whole.subarray(at, at + LINE))).status).toBe(200)
      }
      const received = async () => (await camille.get(`/drive/upload/${IDFICHIER}`)).data.received as number
      const finish = () => camille.post('/drive/upload', { project_id, IDFICHIER, sha256: sha256(bytes) })
      const rows = (statement: RawBuilder<unknown>) =>
        db.inTenant(company.id, async (tx) => {
          const done = await sql`${statement} and fichier_id = ${IDFICHIER}`.execute(tx)
          return done.rows
        })
      const count = async () => (await rows(sql`select 1 from stored_bytes where start is not null`)).length
      const age = (start: number, days: number) =>
        rows(sql`update stored_bytes set created_at = now() - make_interval(days => ${days}::integer)
          where start = ${start}`)
      const lose = (start: number) => rows(sql`delete from stored_bytes where start = ${start}`)
      return { company, bytes, put, sendFrom, received, finish, count, age, lose }
    }
    type Pieces = Awaited<ReturnType<typeof setUpPieces>>

    it.each([
      [
        'the sweep of files',
        ({ company }: Pieces) => sweepFiles({ db: server().db, files: server().app.ports.files }, company.id),
      ],
      [
        'the sweep of what is kept for a time',
        ({ company }: Pieces) =>
          server().db.inTenant(company.id, (tx) => (SWEEPS.envois as Sweep)(tx, { now: new Date(), limit: 500 })),
      ],
    ])(
      '[FILE-4] [OPS-08 retention] loses no piece to %s while it goes on, and goes whole a week after its newest one',
      async (_, sweep) => {
        const pieces = await setUpPieces()
        const { put, bytes, received, age, count, finish, sendFrom } = pieces
        await put(0, bytes.subarray(0, LINE))
        await put(LINE, bytes.subarray(LINE, 2 * LINE))
        await age(0, 8)
        await age(LINE, 6)
        await sweep(pieces)
        expect([await count(), await received()]).toEqual([2, 2 * LINE])
        await age(LINE, 8)
        await sweep(pieces)
        expect([await count(), await received()]).toEqual([0, 0])
        await sendFrom(0)
        expect((await finish()).status).toBe(201)
      },
    )

    it('[FILE-4] [SEC] takes no more of the company’s room for one account than a device needs: the uploads that it continued longest ago go, nobody else’s', async () => {
      const { company, put, bytes, received } = await setUpPieces()
      const under = (account: string, count: number) =>
        server().db.inTenant(company.id, async (tx) => {
          for (let n = 1; n <= count; n += 1)
            // Two pieces, of which the first one is older than anything else.
            await sql`insert into stored_bytes (company_id, key, fichier_id, size, account, start, created_at) values
              (${company.id}, ${fileKey(company.id, sha256(Buffer.from(`${account} ${n} a`)))}, ${`${account}-${n}`}, 20000000, ${account}, 0,
                now() - make_interval(days => 5)),
              (${company.id}, ${fileKey(company.id, sha256(Buffer.from(`${account} ${n} b`)))}, ${`${account}-${n}`}, 6214400, ${account}, 20000000,
                now() - make_interval(mins => ${n}::integer))`.execute(tx)
        })
      const uploads = (account: string) =>
        server().db.inTenant(company.id, async (tx) => {
          const { rows } = await sql<{
            id: string
            pieces: number
          }>`select fichier_id as id, count(*)::integer as pieces
            from stored_bytes where account = ${account} group by 1 order by 1`.execute(tx)
          return rows.filter(({ id }) => id.startsWith(account)).map(({ id, pieces }) => `${id}: ${pieces}`)
        })
      await under('personnel:camille', 9)
      await under('personnel:bruno', 9)
      expect((await put(0, bytes.subarray(0, LINE))).status).toBe(200)
      const kept = [1, 2, 3, 4, 5, 6, 7].map((n) => `personnel:camille-${n}: 2`)
      expect(await uploads('personnel:camille')).toEqual(kept)
      expect(await uploads('personnel:bruno')).toHaveLength(9)
      expect((await put(LINE, bytes.subarray(LINE, 2 * LINE))).status).toBe(200)
      expect([await uploads('personnel:camille'), await received()]).toEqual([kept, 2 * LINE])
    })

    it('[FILE-4] counts what has arrived up to the first gap, and goes on from there, in pieces of any size', async () => {
      const { put, bytes, received, lose, finish, sendFrom, count } = await setUpPieces()
      await sendFrom(0)
      await lose(LINE)
      expect(await received()).toBe(LINE)
      const early = await put(2 * LINE, bytes.subarray(2 * LINE, 3 * LINE))
      expect([early.status, early.body.details]).toEqual([409, { received: LINE }])
      expect((await put(LINE, bytes.subarray(LINE, 2 * LINE + 5))).data).toMatchObject({ received: 2 * LINE + 5 })
      expect(await count()).toBe(2)
      await sendFrom(2 * LINE + 5)
      expect((await finish()).data.SHA256).toBe(sha256(bytes))
      expect(await count()).toBe(0)
    })

    it('[FILE-4] [FILE-7] is forgotten where its bytes are not those that were announced: sent again, it arrives', async () => {
      const { bytes, received, finish, sendFrom, count } = await setUpPieces()
      await sendFrom(0, Buffer.concat([bytes.subarray(0, LINE), png('something else')]))
      const refused = await finish()
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { sha256: ["Le fichier reçu n'est pas celui qui a été annoncé."] },
      ])
      expect([await count(), await received()]).toEqual([0, 0])
      await sendFrom(0)
      expect((await finish()).data.SHA256).toBe(sha256(bytes))
    })
  })

  it('[HEAL-5] restored rows of pieces without bytes are removed, and the file is uploaded again', async () => {
    const { company, camille, project_id } = await setUp()
    const { app } = server()
    const headers = { authorization: `Bearer ${camille.token}`, 'content-type': 'application/octet-stream' }
    const part = async (IDFICHIER: string, bytes: Buffer): Promise<void> => {
      const url = `/api/drive/upload/${IDFICHIER}?offset=0`
      expect((await app.inject({ method: 'PUT', url, payload: bytes, headers })).statusCode).toBe(200)
    }
    /** Bytes that the end of an upload removes, but that a restored database still names. */
    const loseBytes = async (): Promise<number> => {
      let lost = 0
      for await (const key of app.ports.files.list(companyFolder(company.id))) {
        await app.ports.files.remove(key)
        lost += 1
      }
      return lost
    }
    const [bytes, first, second] = [png('put back'), randomUUID(), randomUUID()]
    for (const id of [first, second]) await part(id, bytes)
    expect(await loseBytes()).toBe(2)
    // The device cancels the upload, or continues it.
    const finish = (IDFICHIER: string) =>
      camille.post('/drive/upload', { project_id, IDFICHIER, NOM: 'photo.png', sha256: sha256(bytes) })
    const asked = await finish(first)
    expect([asked.status, asked.body.errors]).toEqual([422, { file: ['Ce champ est requis'] }])
    expect((await camille.get(`/drive/upload/${second}`)).data).toEqual({ received: 0, complete: false })
    for (const id of [first, second]) {
      await part(id, bytes)
      const made = await finish(id)
      expect([made.status, made.data.SHA256]).toEqual([201, sha256(bytes)])
    }
  })

  it.each([
    ['an SVG with a picture’s name', Buffer.from('<svg><script>alert(1)</script></svg>'), 'image/png'],
    ['a page', Buffer.from('<!doctype html><script>1</script>'), 'application/pdf'],
    ['an archive', Buffer.concat([Buffer.from('PK\u0003\u0004'), zipEnd()]), 'image/jpeg'],
    ['a PDF that is also an archive', Buffer.concat([pdf(), zipEnd()]), 'application/pdf'],
    ['an empty file', Buffer.alloc(0), 'image/png'],
  ])('[API-05] [SEC] refuses %s, whatever its declared type', async (_, bytes, type) => {
    const { camille, project_id, send } = await setUp()
    const answer = await send(camille, { project_id }, { bytes, type })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { file: ['Seules les images (JPEG, PNG, WebP, HEIC) et les PDF sont acceptés.'] },
    ])
    expect((await camille.get('/datacache')).data.BUCKET_SIZE).toMatchObject({ used: 0 })
  })

  it('[API-05] [SEC] refuses a file that is too large or differs from its announcement, and unknown fields', async () => {
    const { camille, project_id, projet, send } = await setUp()
    const devis = await newDevis(camille, projet)
    const large = Buffer.concat([png(), Buffer.alloc(25 * 1024 * 1024)])
    const refused = [
      [await send(camille, { project_id }, { bytes: large }), 413],
      [await send(camille, { project_id, sha256: sha256(pdf()) }, { bytes: png() }), 422],
      [await send(camille, { project_id, SHA256: 'x' }, { bytes: png() }), 422],
      [await send(camille, { project_id, origin: 'devis_signe' }, { bytes: pdf() }), 422],
      // The customer would read it as the company's offer.
      [
        await send(
          camille,
          { project_id, resource: 'devis', id: String(devis.IDDEVIS), origin: 'devis' },
          { bytes: pdf() },
        ),
        422,
      ],
      [await send(camille, { project_id, origin: 'devis' }, { bytes: pdf() }), 422],
      [await send(camille, { project_id, origin: 'intervention_sign_pv' }, { bytes: pdf() }), 422],
      [await send(camille, { project_id, IDFICHIER: '../../x' }, { bytes: png() }), 422],
      [await send(camille, { project_id, file: 'text' }), 422],
      [await camille.post('/drive/upload', { project_id, file: null }), 422],
      [await send(camille, { project_id }), 422],
      [await send(camille, {}, { bytes: png() }), 422],
    ] as const
    for (const [answer, status] of refused) expect([answer.status, answer.code]).toEqual([status, answer.code])
    expect(refused.map(([answer, status]) => answer.status === status)).not.toContain(false)
    expect((await camille.get('/fichiers')).list).toEqual([])
  })

  it('[API-05] [SEC] a signed address is valid for five minutes, unchanged, and for its company only', async () => {
    const { camille, project_id, send } = await setUp()
    const IDFICHIER = randomUUID()
    await send(camille, { project_id, IDFICHIER, origin: 'photo' }, { bytes: png('url') })
    const url = String((await camille.post('/drive/search', { project_id, origin: 'photo' })).data.url)
    const companyId = new URLSearchParams(url.split('?')[1]).get('company') ?? ''
    expect((await download(server(), url)).statusCode).toBe(200)
    const changed = (name: string, value: string): string => {
      const [path, query] = url.split('?')
      const params = new URLSearchParams(query)
      params.set(name, value)
      return `${path}?${params}`
    }
    const other = await server().company()
    const forged = [
      changed('signature', '0'.repeat(64)),
      changed('signature', 'short'),
      changed('expires', String(Date.now() + 3_600_000)),
      changed('company', other.id),
      url.replace(IDFICHIER, randomUUID()),
    ]
    for (const address of forged) {
      const { statusCode, body } = await download(server(), address)
      expect([address, statusCode, body]).toEqual([address, 404, expect.stringContaining('NOT_FOUND')])
    }
    const key = (await server().app.companies.find(other.id))?.key
    expect((await download(server(), url, { host: `${key}.localhost` })).statusCode).toBe(404)
    const expires = Date.now() - 1
    const signature = testSecrets.digest('file url', JSON.stringify([companyId, IDFICHIER, expires]))
    const old = `/api/files/${IDFICHIER}?company=${companyId}&expires=${expires}&signature=${signature}`
    expect((await download(server(), old)).statusCode).toBe(410)
    expect(Number(new URLSearchParams(url.split('?')[1]).get('expires')) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  })

  it('[SEC] tells nothing of files of another company or of projects that one may not see', async () => {
    const { company, camille, project_id, send } = await setUp()
    const bytes = png('secret')
    const IDFICHIER = randomUUID()
    await send(camille, { project_id, IDFICHIER, origin: 'photo' }, { bytes })
    const strangers = [company.as('colin'), company.as('bruno'), (await server().company()).as('diane')]
    for (const [at, stranger] of strangers.entries()) {
      const missing = await stranger.post('/drive/search', { project_id: 'nobody', origin: 'photo' })
      const search = await stranger.post('/drive/search', { project_id, origin: 'photo' })
      expect([search.status, search.body]).toEqual([404, missing.body])
      expect((await stranger.get('/drive/listProjectUseDrive')).list).toEqual([])
      expect((await stranger.get('/fichiers')).list).toEqual([])
      expect((await stranger.get(`/fichiers/${IDFICHIER}`)).status).toBe(404)
      expect((await stranger.get(`/drive/upload/${IDFICHIER}`)).data).toEqual({ received: 0, complete: false })
      const gone = await stranger.post('/drive', { ids: [IDFICHIER] })
      expect([gone.status, gone.code]).toEqual([404, 'NOT_FOUND'])
      const rows = (await stranger.pull('/fichiers')).rows
      expect(rows.filter((row) => row._deleted !== true)).toEqual([])
      // Knowing a hash gives no access to another person's bytes: without the bytes no file is made.
      const claimed = await stranger.post('/drive/upload', { project_id, IDFICHIER, sha256: sha256(bytes) })
      // In the company the id is taken.
      const refusal = at < 2 ? [409, 'CONFLICT'] : [422, 'PARENT_MISSING']
      expect([claimed.status, claimed.code]).toEqual(refusal)
      const into = await send(stranger, { project_id }, { bytes })
      const nowhere = await send(stranger, { project_id: 'nobody' }, { bytes })
      expect([into.status, into.code, nowhere.code]).toEqual([422, 'PARENT_MISSING', 'PARENT_MISSING'])
    }
    const own = await newProjet(company.as('colin'))
    const claim = { project_id: String(own.IDPROJET), sha256: sha256(bytes) }
    expect((await company.as('colin').post('/drive/upload', claim)).status).toBe(422)
  })

  it('[SERVER-4] files follow their project to other people', async () => {
    const { company, camille, project_id, send } = await setUp()
    await send(camille, { project_id, IDFICHIER: 'follows' }, { bytes: png('follows') })
    const before = await company.as('colin').pull('/fichiers')
    expect(before.rows).toEqual([])
    await company.as('alice').put(`/projets/${project_id}`, { IDRESPONSABLEPROJET: 'colin' })
    expect((await company.as('colin').pull('/fichiers', before.checkpoint)).rows).toMatchObject([
      { IDFICHIER: 'follows' },
    ])
  })

  it('[DAY-04 files] authors, directors and assistants name photos and documents, by a name that is safe anywhere; what is signed keeps its own', async () => {
    const { company, camille, projet, project_id, send } = await setUp()
    const IDFICHIER = randomUUID()
    await send(camille, { project_id, IDFICHIER, origin: 'photo' }, { bytes: png('named'), name: 'photo-a1b2c3.png' })
    const name = (caller: Caller, NOM: string) => caller.put(`/fichiers/${IDFICHIER}`, { NOM })
    expect((await name(camille, 'Pignon : côté nord')).data).toMatchObject({ NOM: 'Pignon _ côté nord.png' })
    expect((await name(company.as('alice'), '../Pignon.exe')).data).toMatchObject({
      NOM: 'Pignon.png',
      ORIGINE: 'photo',
    })
    const found = await camille.post('/drive/search', { project_id, origin: 'photo' })
    expect(found.data).toMatchObject({ file_name: 'Pignon.png' })
    // A device's second name, given before it has seen what the server made of the first: nothing was lost.
    const from = (NOM: string, counter: number) => ({ base: { NOM }, seen: 3, counter })
    await camille.put(`/fichiers/${IDFICHIER}`, { NOM: 'Pignon : nord' }, from('Pignon.png', 4))
    await camille.put(`/fichiers/${IDFICHIER}`, { NOM: 'Pignon sud' }, from('Pignon : nord', 5))
    expect((await camille.get(`/fichiers/${IDFICHIER}`)).data.NOM).toBe('Pignon sud.png')
    expect((await company.as('diane').get('/conflits')).list).toEqual([])
    const bytes = await camille.put(`/fichiers/${IDFICHIER}`, { SHA256: 'a'.repeat(64) })
    expect([bytes.status, bytes.code]).toEqual([422, 'VALIDATION_ERROR'])

    await company.as('alice').put(`/projets/${project_id}`, { IDRESPONSABLEPROJET: 'colin' })
    const notMine = await name(company.as('colin'), 'À moi')
    expect([notMine.status, notMine.code]).toEqual([403, 'UNAUTHORIZED'])

    const intervention = await newIntervention(company.as('alice'), projet)
    const signed = { IDFICHIER: randomUUID(), project_id, origin: 'intervention_sign_pv' }
    const owner = { resource: 'intervention', id: String(intervention.IDINTERVENTION) }
    const pv = await send(company.as('alice'), { ...signed, ...owner }, { bytes: pdf('pv'), name: 'pv.pdf' })
    expect(pv.status).toBe(201)
    const refused = await company.as('alice').put(`/fichiers/${signed.IDFICHIER}`, { NOM: 'Autre' })
    expect([refused.status, refused.code]).toEqual([422, 'IMMUTABLE'])
  })

  it('[MERGE-4] (files) a new name restores a file that was deleted meanwhile, and its bytes; once they are swept it stays deleted', async () => {
    const { company, camille, project_id, send } = await setUp()
    const IDFICHIER = randomUUID()
    await send(camille, { project_id, IDFICHIER, origin: 'photo' }, { bytes: png('revived'), name: 'a.png' })
    const at = `/fichiers/${IDFICHIER}`
    const search = () => camille.post('/drive/search', { project_id, origin: 'photo', IDFICHIER })
    expect((await company.as('alice').del(at, { seen: 1, counter: 2 })).status).toBe(204)
    const named = await camille.put(at, { NOM: 'Pignon' }, { base: { NOM: 'a.png' }, seen: 1, counter: 2 })
    expect([named.status, named.data.NOM]).toEqual([200, 'Pignon.png'])
    expect((await download(server(), String((await search()).data.url))).statusCode).toBe(200)

    const { files } = server().app.ports
    const seen = Number(named.data.VERSION)
    expect((await company.as('alice').del(at, { seen, counter: seen + 1 })).status).toBe(204)
    expect(await sweepFiles({ db: server().db, files }, company.id, Date.now() + 31 * 24 * 3_600_000)).toBe(1)
    const late = { base: { NOM: 'Pignon.png' }, seen, counter: seen + 1 }
    const refused = await camille.put(at, { NOM: 'Pignon nord' }, late)
    expect([refused.status, refused.code, refused.body.message]).toEqual([
      410,
      'GONE',
      'Ce fichier a été supprimé il y a plus de 30 jours : son contenu n’existe plus, il ne peut plus être renommé.',
    ])
    expect((await search()).status).toBe(404)
  })

  it('[API-05] authors, directors and assistants delete files; a later sweep removes the bytes', async () => {
    const { company, camille, project_id, send } = await setUp()
    const ids = ['a', 'b', 'c'].map((name) => `${name}-${randomUUID()}`)
    for (const IDFICHIER of ids) await send(camille, { project_id, IDFICHIER }, { bytes: png(IDFICHIER) })
    const mine = await camille.post('/drive', { ids: [ids[0], 'nobody'] })
    expect(mine.data).toMatchObject({ deleted: [ids[0]], refused: [{ id: 'nobody', code: 'NOT_FOUND' }] })
    expect((await company.as('alice').post('/drive', { ids: [ids[1]] })).data).toMatchObject({ deleted: [ids[1]] })
    await company.as('alice').put(`/projets/${project_id}`, { IDRESPONSABLEPROJET: 'colin' })
    const notMine = await company.as('colin').post('/drive', { ids: [ids[2]] })
    expect([notMine.status, notMine.code]).toEqual([403, 'UNAUTHORIZED'])
    const tombstones = (await company.as('alice').pull('/fichiers')).rows
    expect(tombstones.filter((row) => row._deleted === false).map((row) => row.IDFICHIER)).toEqual([ids[2]])

    const { files } = server().app.ports
    const keys = async (): Promise<number> => {
      let count = 0
      for await (const _ of files.list(companyFolder(company.id))) count += 1
      return count
    }
    const orphan = `${companyFolder(company.id)}${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`
    await files.put(orphan, Buffer.from('left behind'))
    const sweep = (days: number) =>
      sweepFiles({ db: server().db, files }, company.id, Date.now() + days * 24 * 3_600_000)
    expect(await keys()).toBe(4)
    expect(await sweep(0)).toBe(1)
    expect(await sweep(31)).toBe(2)
    expect(await keys()).toBe(1)
    // The daily sweep visits every company.
    await files.put(orphan, Buffer.from('left behind again'))
    const removed = await runRetention({ db: server().db, files }, { force: true })
    expect(removed?.fichiers).toBeGreaterThanOrEqual(1)
    expect(await keys()).toBe(1)
  })

  it('[HEAL-5] bytes whose row was lost become the file again for its sender, found by their hash alone', async () => {
    const { company, camille, project_id, send } = await setUp()
    const bytes = png('lost')
    const claim = { project_id, IDFICHIER: `lost-${randomUUID()}`, sha256: sha256(bytes), NOM: 'photo.png' }
    const stored = await send(camille, claim, { bytes })
    expect(stored.status).toBe(201)
    // A hash gives nothing while a row names the bytes.
    expect((await camille.post('/drive/upload', { ...claim, IDFICHIER: randomUUID() })).status).toBe(422)
    await server().db.inTenant(company.id, async (tx) => {
      await sql`delete from stored_bytes where fichier_id = ${claim.IDFICHIER}`.execute(tx)
      await sql`delete from fichier where "IDFICHIER" = ${claim.IDFICHIER}`.execute(tx)
    })
    const known = async (ids: string[]) =>
      (await camille.post('/sync/known', { mutations: [], files: ids }, { key: null })).data.files
    expect(await known([claim.IDFICHIER])).toEqual([])
    // The day's sweep keeps them for devices that come back.
    await sweepFiles({ db: server().db, files: server().app.ports.files }, company.id)
    const unknown = await camille.post('/drive/upload', { ...claim, sha256: sha256(png('never here')) })
    expect(unknown.status).toBe(422)
    const again = await camille.post('/drive/upload', claim)
    expect([again.status, again.data.SHA256, again.data.NOM]).toEqual([201, claim.sha256, 'photo.png'])
    expect(await known([claim.IDFICHIER])).toEqual([claim.IDFICHIER])
    const twice = await camille.post('/drive/upload', claim)
    expect([twice.status, twice.data.VERSION]).toEqual([201, again.data.VERSION])
  })

  it('[HEAL-5] a sweep keeps bytes younger than a month, and bytes that existed when a new epoch began', async () => {
    const { company } = await setUp()
    const { db, app } = server()
    const { files } = app.ports
    const DAY = 24 * 3_600_000
    const keyOf = (age: number): string => {
      const made = (Date.now() - age * DAY).toString(16).padStart(12, '0')
      return `${companyFolder(company.id)}${made.slice(0, 8)}-${made.slice(8)}-7000-8000-${'0'.repeat(12)}.${'a'.repeat(64)}`
    }
    const all = async (): Promise<string[]> => {
      const keys: string[] = []
      for await (const key of files.list(companyFolder(company.id))) keys.push(key)
      return keys.sort()
    }
    const [young, old] = [keyOf(29), keyOf(40)]
    for (const key of [young, old]) await files.put(key, Buffer.from(key))
    const past = { epoch: randomUUID(), seq: 0 }
    await db.inTenant(company.id, (tx) =>
      tx
        .insertInto('company_epoch')
        .values({ company_id: company.id, ...past })
        .execute(),
    )
    expect(await sweepFiles({ db, files }, company.id)).toBe(0)
    expect(await all()).toEqual([old, young].sort())
    await db.inTenant(company.id, (tx) => tx.deleteFrom('company_epoch').where('epoch', '=', past.epoch).execute())
    expect(await sweepFiles({ db, files }, company.id)).toBe(1)
    expect(await all()).toEqual([young])
  })

  it('[OPS-08 retention] an old file that is deleted keeps its bytes for a month, as a backup may restore its row', async () => {
    const { company, camille, project_id, send } = await setUp()
    const { db, app } = server()
    const { files } = app.ports
    const DAY = 24 * 3_600_000
    const IDFICHIER = randomUUID()
    expect((await send(camille, { project_id, IDFICHIER }, { bytes: png(IDFICHIER) })).status).toBe(201)
    // Made two months ago: the rule for orphans no longer spares its bytes.
    const made = (Date.now() - 60 * DAY).toString(16).padStart(12, '0')
    const key = `${companyFolder(company.id)}${made.slice(0, 8)}-${made.slice(8)}-7000-8000-${'0'.repeat(12)}.${'a'.repeat(64)}`
    await files.put(key, Buffer.from('bytes'))
    await db.inTenant(company.id, (tx) =>
      sql`update stored_bytes set key = ${key} where fichier_id = ${IDFICHIER}`.execute(tx),
    )
    expect((await camille.post('/drive', { ids: [IDFICHIER] })).data).toMatchObject({ deleted: [IDFICHIER] })
    const sweep = (days: number) => sweepFiles({ db, files }, company.id, Date.now() + days * DAY)
    expect([await sweep(0), await sweep(29)]).toEqual([0, 0])
    expect((await files.get(key)).toString()).toBe('bytes')
    await sweep(31)
    await expect(files.get(key)).rejects.toThrow(MissingFile)
  })

  it('[HEAL-2] tells which of the caller’s own writes the database contains, and nobody else’s', async () => {
    const { company, camille } = await setUp()
    const key = randomUUID()
    const client = { IDCLIENT: randomUUID(), NOM: 'Durand', PORTABLE: '0639980001' }
    expect((await camille.post('/clients?skip_duplicate_check=true', client, { key })).status).toBe(201)
    const ask = async (name: 'camille' | 'alice') =>
      (await company.as(name).post('/sync/known', { mutations: [key, randomUUID()], files: [] }, { key: null })).data
    expect(await ask('camille')).toEqual({ mutations: [key], files: [] })
    expect(await ask('alice')).toEqual({ mutations: [], files: [] })
    const tooMany = { mutations: Array.from({ length: 501 }, () => 'x'), files: [] }
    expect((await camille.post('/sync/known', tooMany, { key: null })).status).toBe(422)
  })

  it('[I13] [SYN-04] a PV is signed once: nobody replaces or deletes it, nor its intervention', async () => {
    const { company, camille, projet, project_id, send } = await setUp()
    const alice = company.as('alice')
    const intervention: Values = await newIntervention(alice, projet)
    const id = String(intervention.IDINTERVENTION)
    const fields = { project_id, resource: 'intervention', id, origin: 'intervention_sign_pv' }
    const image = await send(alice, fields, { bytes: png() })
    expect([image.status, image.body.message]).toEqual([422, "Le fichier n'est pas un PDF"])
    const early = await send(alice, { ...fields, origin: 'intervention_levee_reserves' }, { bytes: pdf() })
    expect([early.status, early.body.errors]).toEqual([422, { origin: ["Le PV n'existe pas"] }])
    const pv = await send(alice, fields, { bytes: pdf('first'), name: 'pv.pdf' })
    expect(pv.status).toBe(201)
    const refused = [
      await send(alice, fields, { bytes: pdf('second') }),
      await alice.post('/drive', { ids: [pv.data.IDFICHIER] }),
      await alice.del(`/fichiers/${String(pv.data.IDFICHIER)}`),
    ]
    for (const { status, code } of refused) expect([status, code]).toEqual([422, 'IMMUTABLE'])
    expect((await alice.del(`/interventions/${id}`)).status).toBe(422)
    expect((await alice.del(`/projets/${project_id}`)).status).toBe(422)
    const levee = await send(alice, { ...fields, origin: 'intervention_levee_reserves' }, { bytes: pdf('levée') })
    expect(levee.status).toBe(201)
    const run = (set: ReturnType<typeof sql>) =>
      server().db.inTenant(company.id, (tx) =>
        sql`update fichier set ${set}, seq = take_seq(1) where "IDFICHIER" = ${pv.data.IDFICHIER}`.execute(tx),
      )
    for (const set of [sql`deleted = true`, sql`"SHA256" = 'x'`, sql`"NOM" = 'x'`, sql`"ORIGINE" = 'photo'`]) {
      await expect(run(set)).rejects.toMatchObject({ code: 'LO008' })
    }
    const found = await camille.post('/drive/search', { project_id, origin: 'intervention_sign_pv' })
    expect([found.status, found.data.file_name]).toEqual([200, 'pv.pdf'])
  })
})
