import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { EXPORTED, LEFT_OUT } from '../../server/export/tables.ts'
import { checkTicket } from '../../server/export/ticket.ts'
import { type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newIntervention, newProjet, newRdv, newSoumission } from '../support/contract-records.ts'
import { png } from '../support/sample-files.ts'
import { plant } from '../support/staffed-company.ts'

const text = (bytes: Uint8Array | undefined): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes ?? new Uint8Array())

/** Rows of a CSV by their columns: quotes may hold separators and line breaks. */
function rowsOf(csv: string): Record<string, string>[] {
  const cells = [...csv.matchAll(/("(?:[^"]|"")*"|[^;"\r\n]*)(;|\r\n)/g)]
  const lines: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ';') lines.push([])
  }
  const [head = [], ...rows] = lines.filter((line) => line.length > 0)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

describeContract('export of the company', (server) => {
  let company: ContractCompany
  let zoe: Caller

  /** A director who sees all agencies. */
  const director = async (companyId: string, proven = true): Promise<Caller> => {
    const { token } = await server().app.sessions.open({
      kind: 'personnel',
      accountId: 'everywhere',
      companyId,
      deviceId: null,
      proven,
    })
    return callerOf(server().app, token)
  }
  const open = async (): Promise<ContractCompany> => {
    const made = await server().company()
    await server().db.inTenant(made.id, async (tx) => {
      await plant(tx, 'personnel', {
        IDPERSONNEL: 'everywhere',
        NOM: 'Partout',
        ROLES: ['commercial_director'],
        TOUTES_AGENCES: 1,
        IDCOMPANY: made.id,
      })
      await tx
        .insertInto('credential')
        .values({
          company_id: made.id,
          personnel_id: 'everywhere',
          mail: `d@${made.id}.fr`,
          password_hash: 'HASH-SECRET',
        })
        .execute()
    })
    return made
  }
  const archive = async (caller: Caller): Promise<Record<string, Uint8Array>> => {
    const ordered = await caller.post('/exports', {})
    expect(ordered.status).toBe(201)
    const answer = await server().app.inject({ method: 'GET', url: String(ordered.data.url) })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    return unzipSync(new Uint8Array(answer.rawPayload))
  }
  const csv = (files: Record<string, Uint8Array>, name: string) => rowsOf(text(files[`csv/${name}.csv`]))

  beforeEach(async () => {
    company = await open()
    zoe = await director(company.id)
  })

  /** A record of each kind, and a file with bytes, of one company. */
  async function fill(of: ContractCompany, word: string) {
    const [camille, diane] = [of.as('camille'), of.as('diane')]
    const client = await newClient(camille, { NOM: `=${word}`, OBSERVATIONS: `deux\nlignes ; « ${word} »` })
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    const rdv = await newRdv(camille, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'] })
    const devis = await newDevis(camille, projet)
    const works = await newIntervention(diane, projet)
    await newSoumission(camille, diane, { IDRDV: rdv.IDRDV })
    const bytes = png(word)
    const file = `fichier-${word}`
    const pieces = await server().app.inject({
      method: 'PUT',
      url: `/api/drive/upload/${file}?offset=0`,
      headers: { authorization: `Bearer ${camille.token}`, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
    expect(pieces.statusCode).toBe(200)
    const body = {
      IDFICHIER: file,
      resource: 'projet',
      id: projet.IDPROJET,
      project_id: projet.IDPROJET,
      NOM: 'façade.png',
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect((await camille.post('/drive/upload', { ...body, sha256 })).status).toBe(201)
    return { client, rdv, devis, works, bytes, file }
  }

  it('[SET-10 complete] [SET-10 manifest] [SET-10 others] has every record and file of the company, readable by another program, and nothing of another company', async () => {
    const { client, bytes, file } = await fill(company, 'ICI')
    const stranger = await open()
    await fill(stranger, 'AILLEURS')
    const files = await archive(zoe)

    for (const { table, key, columns } of EXPORTED) {
      const rows = csv(files, table)
      const head = text(files[`csv/${table}.csv`]).split('\r\n')[0]
      expect(head).toBe(`\uFEFF${[...columns, ...(table === 'fichier' ? ['CHEMIN'] : [])].join(';')}`)
      const { rows: stored } = await server().db.inTenant(company.id, (tx) => {
        const mine = table === 'company' ? sql`id` : sql`company_id`
        const alive = SYNCED.some((name) => entityOf(name).table === table) ? sql`and not deleted` : sql``
        return sql<{ id: string }>`select ${sql.ref(key)}::text as id from ${sql.table(table)}
          where ${mine} = current_setting('app.company_id') ${alive}`.execute(tx)
      })
      expect([table, rows.length]).toEqual([table, stored.length])
      expect(rows.map((row) => row[key] ?? row[`\uFEFF${key}`]).sort()).toEqual(stored.map(({ id }) => id).sort())
    }
    // A formula is text, a line break stays in its cell.
    const [first] = csv(files, 'client').filter((row) => Object.values(row).includes(String(client.IDCLIENT)))
    expect(first).toMatchObject({ NOM: "'=ICI", OBSERVATIONS: 'deux\nlignes ; « ICI »' })
    const [named] = csv(files, 'fichier').filter((row) => Object.values(row).includes(file))
    expect(Buffer.from(files[named?.CHEMIN ?? ''] ?? []).equals(bytes)).toBe(true)

    const all = Object.values(files).map(text).join('\n')
    expect(all).not.toContain('AILLEURS')
    expect(all).not.toContain(stranger.id)
    expect(all).not.toContain('HASH-SECRET')

    const manifest = JSON.parse(text(files['manifeste.json'])) as {
      fichiers: { chemin: string; octets: number; sha256: string; lignes?: number }[]
      manquants: string[]
    }
    const others = Object.keys(files).filter((name) => !['manifeste.json', 'LISEZMOI.txt'].includes(name))
    expect(manifest.fichiers.map(({ chemin }) => chemin).sort()).toEqual(others.sort())
    for (const { chemin, octets, sha256, lignes } of manifest.fichiers) {
      const found = files[chemin] ?? new Uint8Array()
      expect([chemin, found.length, createHash('sha256').update(found).digest('hex')]).toEqual([chemin, octets, sha256])
      if (lignes !== undefined) expect([chemin, rowsOf(text(found)).length]).toEqual([chemin, lignes])
    }
    expect(manifest.manquants).toEqual([])
  })

  it('[SET-10 complete] (missing) names a file whose bytes are gone, and reads more rows than one page', async () => {
    const { file } = await fill(company, 'ICI')
    await server().db.inTenant(company.id, async (tx) => {
      const { rows } = await sql<{ key: string }>`select key from stored_bytes where fichier_id = ${file}`.execute(tx)
      await server().app.ports.files.remove(String(rows[0]?.key))
      for (let n = 0; n < 1100; n++) await plant(tx, 'adresse', { IDADRESSE: `a-${n}`, VILLE: 'Lyon' })
    })
    const files = await archive(zoe)
    const manifest = JSON.parse(text(files['manifeste.json']))
    expect(manifest.manquants).toEqual([expect.stringContaining(file)])
    expect(manifest.fichiers.map(({ chemin }: { chemin: string }) => chemin).join()).not.toContain(file)
    expect(csv(files, 'adresse')).toHaveLength(1100)
  })

  it('[SET-10 export] (rights) is ordered by a director who sees all agencies and has just given the password, five times a day', async () => {
    for (const name of ['camille', 'alice', 'marc', 'theo', 'zoe'] as const)
      expect([name, (await company.as(name).post('/exports', {})).status]).toEqual([name, 403])
    const unproven = await director(company.id, false)
    expect((await unproven.post('/exports', {})).code).toBe('REAUTH_REQUIRED')
    const { token } = await server().app.sessions.open({
      kind: 'personnel',
      accountId: 'diane',
      companyId: company.id,
      deviceId: null,
      proven: true,
    })
    // She sees one agency of two.
    expect((await callerOf(server().app, token).post('/exports', {})).status).toBe(403)
    for (let n = 0; n < 5; n++) expect((await zoe.post('/exports', {})).status).toBe(201)
    expect((await zoe.post('/exports', {})).status).toBe(429)
    const { rows } = await server().db.inTenant(company.id, (tx) =>
      sql`select actor from audit where action = 'company.exported'`.execute(tx),
    )
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ actor: 'personnel:everywhere' })))
  })

  it('[SET-10 others] (address) opens one download, of its company, for five minutes', async () => {
    const { url } = (await zoe.post('/exports', {})).data as { url: string }
    const get = (address: string) => server().app.inject({ method: 'GET', url: address })
    const stranger = await open()
    expect((await get(url.replace(company.id, stranger.id))).statusCode).toBe(404)
    expect((await get(url.replace(/signature=./, 'signature=z'))).statusCode).toBe(404)
    expect((await get(url)).statusCode).toBe(200)
    expect((await get(url)).statusCode).toBe(410)
    const query = new URL(url, 'http://x').searchParams
    const ticket = {
      company: company.id,
      id: url.split('/').at(-1)?.split('?')[0] ?? '',
      expires: Number(query.get('expires')),
      signature: String(query.get('signature')),
    }
    expect(ticket.expires - Date.now()).toBeLessThanOrEqual(5 * 60_000)
    const { secrets } = server().app
    expect(checkTicket(secrets, { ...ticket, now: ticket.expires - 1 })).toBe('good')
    expect(checkTicket(secrets, { ...ticket, now: ticket.expires })).toBe('expired')
    expect(checkTicket(secrets, { ...ticket, expires: ticket.expires + 1 })).toBe('forged')
  })

  it('[SET-10 export] (columns) every table and every column of a company is exported, or left out for a reason', async () => {
    const { rows } = await server().db.transaction({ platform: true }, (tx) =>
      sql<{ table: string; columns: string[] }>`select table_name as table, array_agg(column_name::text) as columns
        from information_schema.columns c where table_schema = 'public' and (table_name = 'company' or exists (
          select 1 from information_schema.columns k where k.table_schema = 'public' and k.table_name = c.table_name
            and k.column_name = 'company_id'))
        group by table_name order by 1`.execute(tx),
    )
    const known = new Map(EXPORTED.map((one) => [one.table, [...one.columns, ...one.withheld, 'company_id'].sort()]))
    expect(rows.map(({ table }) => table).sort()).toEqual([...known.keys(), ...Object.keys(LEFT_OUT)].sort())
    for (const { table, columns } of rows.filter((one) => known.has(one.table)))
      expect([table, columns.filter((name) => !known.get(table)?.includes(name))]).toEqual([table, []])
  })
})
