import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import type { Article } from '../../schemas/rules/articles.ts'
import type { PlannedRow } from '../../src/features/tarifs/csv/import-plan.ts'
import { importedArticles, planUndo } from '../../src/features/tarifs/csv/undo-import.ts'
import { adminCaller, errorsOf } from '../support/admin-caller.ts'
import { type Answer, answerOf, type Caller, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newProjet } from '../support/contract-records.ts'
import { pdf, png } from '../support/sample-files.ts'
import type { PersonName } from '../support/staffed-company.ts'

const WINDOW = { REFERENCE: 'FEN-100', LIBELLE: 'Fenêtre PVC', FAMILLE: 'Fenêtres', UNITE: 'u', PRIX_HT: 45_000 }

/** A workbook as a program without styles writes it. */
function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const cells = (row: readonly string[]) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Tarifs" r:id="1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="1" Target="worksheets/a.xml"/></Relationships>',
    'xl/worksheets/a.xml': `<worksheet><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  )
}

describeContract('the price list of a company', (server) => {
  const idsIn = (rows: Values[]): unknown[] => rows.map(({ id }) => id)
  const upload = async (caller: Caller, id: string, bytes: Buffer): Promise<Answer> =>
    answerOf(
      await server().app.inject({
        method: 'PUT',
        url: `/api/articles/${id}/photo`,
        payload: bytes,
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/octet-stream' },
      }),
    )
  const shown = (caller: Caller, path: unknown) =>
    server().app.inject({ url: `/api${String(path)}`, headers: { authorization: `Bearer ${caller.token}` } })

  it('[SET-09 import] (catalogue) a director’s workbook is read as a table, and nothing is written', async () => {
    const company = await server().company()
    const read = async (name: PersonName, payload: Uint8Array): Promise<Answer> =>
      answerOf(
        await server().app.inject({
          method: 'POST',
          url: '/api/articles/tableau',
          payload: Buffer.from(payload),
          headers: {
            authorization: `Bearer ${company.as(name).token}`,
            'content-type': 'application/octet-stream',
          },
        }),
      )
    const file = workbook([
      ['Référence', 'Prix HT'],
      ['FEN-1', '450'],
    ])
    expect(await read('diane', file)).toMatchObject({
      status: 200,
      data: {
        feuille: 'Tarifs',
        lignes: [
          { numero: 1, cellules: ['Référence', 'Prix HT'] },
          { numero: 2, cellules: ['FEN-1', '450'] },
        ],
      },
    })
    expect((await company.as('diane').get('/articles')).list).toEqual([])
    const many = workbook(['Référence', ...Array.from({ length: 5001 }, (_, n) => `R${n}`)].map((cell) => [cell]))
    for (const wrong of [many, Buffer.from('PK\u0003\u0004 x'), Buffer.alloc(0)])
      expect((await read('diane', wrong)).status).toBe(422)
    for (const name of ['camille', 'alice', 'marc', 'theo'] as const)
      expect([name, (await read(name, file)).status]).toEqual([name, 403])
  })

  it('[SET-09 undo] (catalogue) articles go back as they were; one that somebody edits in that moment keeps the edit', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const row = (fate: 'create' | 'update', id: string, values: Values): PlannedRow => ({
      line: 2,
      id,
      reference: id,
      label: '',
      fate,
      values,
      errors: [],
    })
    const [known, edited] = [
      { id: 'connu', ...WINDOW },
      { id: 'edite', ...WINDOW, REFERENCE: 'FEN-200' },
    ]
    for (const article of [known, edited]) await diane.post('/articles', article)
    const before = (await diane.get('/articles')).list as unknown as Article[]
    const fresh = { id: 'neuf', REFERENCE: 'NEUF', LIBELLE: 'Neuf', PRIX_HT: 100, OPTIONS: ['connu'] }
    const imported = [
      row('create', 'neuf', fresh),
      row('update', 'connu', { PRIX_HT: 1, UNITE: null }),
      row('update', 'edite', { PRIX_HT: 2 }),
    ]
    await diane.post('/articles', fresh)
    for (const { id, values } of imported.slice(1)) await diane.put(`/articles/${id}`, values)

    const list = (await diane.get('/articles?limit=1000&offset=0')).list as unknown as (Article & { VERSION: number })[]
    const current = new Map(list.map((article) => [article.id, article]))
    const undo = planUndo(importedArticles(imported, before), current)
    expect(undo.left).toEqual([])
    await diane.put('/articles/edite', { PRIX_HT: 3 })
    const answers = await Promise.all(
      undo.rows.map(async ({ id, values }) => {
        const { status } = await diane.put(`/articles/${id}`, values, { seen: current.get(id)?.VERSION ?? 0 })
        return [id, status]
      }),
    )
    expect(answers).toEqual([
      ['neuf', 200],
      ['connu', 200],
      ['edite', 409],
    ])
    const shows = async (id: string) => (await diane.get(`/articles/${id}`)).data
    expect(await shows('connu')).toMatchObject(known)
    expect(await shows('edite')).toMatchObject({ PRIX_HT: 3 })
    expect(await shows('neuf')).toMatchObject({ ARCHIVE: 1 })
  })

  it('[SET-08 price-list] (rights) directors write articles, whoever makes quotes reads them, nobody deletes one', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const created = await diane.post('/articles', { id: 'fen', ...WINDOW, OPTIONS: [] })
    expect([created.status, created.data]).toMatchObject([201, { ...WINDOW, ARCHIVE: 0, PHOTO: null, VERSION: 1 }])
    expect((await diane.put('/articles/fen', { ARCHIVE: 1 }, { base: { ARCHIVE: 0 }, seen: 1 })).data).toMatchObject({
      ARCHIVE: 1,
      VERSION: 2,
    })
    expect((await diane.del('/articles/fen')).status).toBe(404)
    const reads: [PersonName, boolean][] = [
      ['camille', true],
      ['alice', true],
      ['marc', false],
      ['theo', false],
    ]
    for (const [name, sees] of reads) {
      const clerk = company.as(name)
      expect([name, (await clerk.post('/articles', { id: `de-${name}`, ...WINDOW })).status]).toEqual([name, 403])
      expect([name, (await clerk.put('/articles/fen', { PRIX_HT: 1 })).status]).toEqual([name, 403])
      expect([name, (await upload(clerk, 'fen', png('x', 60))).status]).toEqual([name, 403])
      expect([name, idsIn((await clerk.get('/articles')).list)]).toEqual([name, sees ? ['fen'] : []])
      expect([name, (await clerk.get('/articles/fen')).status]).toEqual([name, sees ? 200 : 404])
      const { rows } = await clerk.pull('/articles')
      expect([name, rows.some((row) => row.LIBELLE === WINDOW.LIBELLE)]).toEqual([name, sees])
    }
  })

  it('[SET-08 price-list] (checks) prices are whole cents from zero, rates are of the company’s list, options are its articles', async () => {
    const [company, other] = [await server().company(), await server().company()]
    const diane = company.as('diane')
    const tva = await diane.post('/datacache', { id: 'tva-10', LISTE: 'TVA', LIBELLE: '10 %', TAUX: 1000 })
    expect(tva.status).toBe(201)
    await other.as('diane').post('/articles', { id: 'a-eux', ...WINDOW })
    const rates = { IDTVA: 'tva-10', IDTVA_RENOVATION: 'tva-10', IDTVA_ENERGIE: 'tva-10' }
    expect((await diane.post('/articles', { id: 'fen', ...WINDOW, ...rates })).status).toBe(201)
    expect((await diane.post('/articles', { id: 'volet', ...WINDOW, OPTIONS: ['fen'] })).status).toBe(201)
    const refused: [Values, number][] = [
      [{ PRIX_HT: -1 }, 422],
      [{ PRIX_HT: 1.5 }, 422],
      [{ PRIX_HT: null }, 422],
      [{ LIBELLE: ' ' }, 422],
      [{ REFERENCE: 'A|B' }, 422],
      [{ PHOTO: 'https://example.com/x.png' }, 422],
      [{ IDTVA: 'nature-com' }, 422],
      [{ OPTIONS: ['a-eux'] }, 422],
    ]
    for (const [patch, status] of refused)
      expect([patch, (await diane.put('/articles/fen', patch)).status]).toEqual([patch, status])
    expect((await diane.get('/articles/fen')).data).toMatchObject({ ...WINDOW, VERSION: 1 })
  })

  it('[SET-08 price-list] (price) two directors change one price: the later edit wins, the other is kept as a conflict', async () => {
    const company = await server().company()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    await diane.post('/articles', { id: 'fen', ...WINDOW })
    const base = { PRIX_HT: WINDOW.PRIX_HT }
    await diane.put('/articles/fen', { PRIX_HT: 50_000 }, { base, seen: 1, counter: 2 })
    await bruno.put('/articles/fen', { PRIX_HT: 52_000 }, { base, seen: 1, counter: 3 })
    expect((await diane.get('/articles/fen')).data).toMatchObject({ PRIX_HT: 52_000 })
    const conflits = (await diane.get('/conflits')).list
    expect(conflits).toMatchObject([{ RESSOURCE: 'article', PERDU: { PRIX_HT: 50_000 } }])
  })

  it('[SET-08 price-list] (quotes) another price, another rate and the archive change no quote, draft or sent', async () => {
    const company = await server().company()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    await diane.post('/datacache', { id: 'tva-10', LISTE: 'TVA', LIBELLE: '10 %', TAUX: 1000 })
    await diane.post('/articles', { id: 'fen', ...WINDOW, IDTVA: 'tva-10' })
    const client = await newClient(camille)
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    const copy = { LIBELLE: WINDOW.LIBELLE, UNITE: 'u', QUANTITE: 2, PRIX_UNITAIRE_HT: WINDOW.PRIX_HT, TAUX_TVA: 1000 }
    const draft = await newDevis(camille, projet, { LIGNES: [{ id: 'l1', ...copy }] })
    const made = await newDevis(camille, projet, { LIGNES: [{ id: 'l1', ...copy }] })
    await server().db.inTenant(company.id, (tx) =>
      sql`update devis set "DATE_TRANSMISSION" = '2026-11-20T09:00:00.000Z', seq = take_seq(1)
        where "IDDEVIS" = ${made.IDDEVIS}`.execute(tx),
    )
    const sent = (await camille.get(`/devis/${String(made.IDDEVIS)}`)).data
    expect(sent.DATE_TRANSMISSION).not.toBeNull()
    const { checkpoint } = await camille.pull('/devis')
    await diane.put('/articles/fen', { PRIX_HT: 99_900, LIBELLE: 'Fenêtre alu', UNITE: 'm²', IDTVA: null })
    await diane.put('/datacache/tva-10', { TAUX: 850 })
    await diane.put('/articles/fen', { ARCHIVE: 1 })
    for (const { IDDEVIS, NET_HT, PRIX_TTC, LIGNES, VERSION } of [draft, sent]) {
      const now = (await camille.get(`/devis/${String(IDDEVIS)}`)).data
      expect(now).toMatchObject({ NET_HT, PRIX_TTC, LIGNES, VERSION })
      expect([NET_HT, PRIX_TTC]).toEqual([90_000, 99_000])
    }
    expect((await camille.pull('/devis', checkpoint)).rows).toEqual([])
  })

  it('[SET-08 photo] whoever has the article reads its photo, at an address that changes with it', async () => {
    const [company, elsewhere] = [await server().company(), await server().company()]
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    for (const each of [company, elsewhere]) await each.as('diane').post('/articles', { id: 'fen', ...WINDOW })
    const { checkpoint } = await camille.pull('/articles')
    const first = png('un', 60)
    const { status, data } = await upload(diane, 'fen', first)
    const sha256 = createHash('sha256').update(first).digest('hex')
    expect([status, data.PHOTO]).toEqual([200, `/articles/fen/photo/${sha256}`])
    expect((await camille.pull('/articles', checkpoint)).rows).toMatchObject([{ id: 'fen', PHOTO: data.PHOTO }])
    const answer = await shown(camille, data.PHOTO)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(Buffer.compare(answer.rawPayload, first)).toBe(0)

    for (const reader of [elsewhere.as('diane'), company.as('theo')])
      expect((await shown(reader, data.PHOTO)).statusCode).toBe(404)
    expect((await server().app.inject(`/api${String(data.PHOTO)}`)).statusCode).toBe(401)
    expect((await upload(elsewhere.as('diane'), 'nobody', first)).status).toBe(404)
    for (const bytes of [pdf('x'), Buffer.from('<svg/>'), Buffer.alloc(0)])
      expect((await upload(diane, 'fen', bytes)).status).toBe(422)
    expect((await upload(diane, 'fen', Buffer.concat([png('x', 60), Buffer.alloc(250 * 1024)]))).status).toBe(413)

    const second = (await upload(diane, 'fen', png('deux', 60))).data.PHOTO
    expect((await shown(camille, data.PHOTO)).statusCode).toBe(404)
    expect((await shown(camille, second)).statusCode).toBe(200)
    expect((await diane.del('/articles/fen/photo')).status).toBe(204)
    expect((await diane.get('/articles/fen')).data.PHOTO).toBeNull()
    expect((await shown(camille, second)).statusCode).toBe(404)
  })

  it('[SET-08 price-list] (administrators) they write the price list of the company that they name, and no other; the trail tells it', async () => {
    const { app, db } = server()
    const [company, other] = [await server().company(), await server().company()]
    const admin = await adminCaller(app, db)
    const at = (path = '', of = company): string => `/admin/articles${path}?company_id=${of.id}`
    const created = await admin.call('POST', at(), { id: 'fen', ...WINDOW })
    expect([created.status, created.data]).toMatchObject([201, { ...WINDOW, VERSION: 1 }])
    const edited = await admin.call('PUT', at('/fen'), { PRIX_HT: 46_000 }, { 'if-match': '"1"' })
    expect([edited.status, edited.data]).toMatchObject([200, { PRIX_HT: 46_000, VERSION: 2 }])
    expect((await admin.call('PUT', at('/fen'), { PRIX_HT: 1 }, { 'if-match': '"1"' })).status).toBe(409)
    expect((await admin.call('GET', at())).list).toEqual([edited.data])
    expect((await company.as('camille').pull('/articles')).rows).toMatchObject([{ id: 'fen', PRIX_HT: 46_000 }])
    expect((await admin.call('GET', at('', other))).list).toEqual([])
    expect((await admin.call('PUT', at('/fen', other), { PRIX_HT: 1 })).status).toBe(404)
    expect(errorsOf(await admin.call('POST', at(), { LIBELLE: 'x' }))).toHaveProperty('PRIX_HT')
    expect((await company.as('diane').get(at())).status).toBe(403)
    const trail = await admin.call('GET', `/admin/audit?company_id=${company.id}`)
    const done = trail.list.filter(({ target }) => target === 'article:fen').map(({ action }) => action)
    expect(done.sort()).toEqual(['article.created', 'article.updated'])
  })

  it('[I10] a director of another company neither sees nor changes an article', async () => {
    const [company, other] = [await server().company(), await server().company()]
    await company.as('diane').post('/articles', { id: 'a-nous', ...WINDOW })
    expect((await other.as('diane').put('/articles/a-nous', { PRIX_HT: 1 })).status).toBe(404)
    expect((await other.as('diane').pull('/articles')).rows).toEqual([])
  })
})
