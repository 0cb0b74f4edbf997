import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCompany, describeEngines, fillDataFolder } from '../../tests/support/engines.ts'
import { plant } from '../../tests/support/staffed-company.ts'
import { testSecrets } from '../../tests/support/test-app.ts'
import type { Database } from '../plugins/database/database.ts'
import { folderFiles } from '../ports/files/folder-files.ts'
import { canonicalJson, sha256 } from './canonical.ts'
import { appendEvidence, type Evidence, FIRST_PREVIOUS } from './chain.ts'
import { documentOf, type Parties } from './document.ts'
import { brokenLink, verifyChain } from './verify.ts'
import { verifyCompanies } from './verify-companies.ts'

const KEYS = testSecrets.evidence
const AT = '2026-03-02T10:00:00.000Z'
const nowhere = { ADRESSE: null, CODE_POSTAL: null, VILLE: null }
const PARTIES: Parties = {
  entreprise: { NOM: 'Maison', ...nowhere, SIRET: null, MENTIONS_LEGALES: null, MEDIATEUR: null, ASSURANCE: null },
  client: { IDCLIENT: 'c1', NOM: 'Durand', PRENOM: null, ...nowhere },
  chantier: null,
}

const quote = (id: string) => ({
  IDDEVIS: id,
  IDPROJET: 'p1',
  IDCLIENT: 'c1',
  NUMERO_DEVIS: null,
  OBJET: 'Fenêtres',
  GROUPE_VARIANTES: null,
  VARIANTE: null,
  LIGNES: [],
  NET_HT: 0,
  PRIX_TTC: 0,
  DATE_EDITION: null,
  DATE_VALIDITE: null,
  IDRESPONSABLEPROJET: null,
  DATE_CREATION: null,
  DATE_TRANSMISSION: null,
  DATE_CONSULTATION: null,
  DATE_SIGNATURE: null,
  DATE_REFUSE: null,
  DEVIS_SIGNE: 0 as const,
  REFUSE: 0 as const,
})

/** A company with a chain of some signatures. */
async function chained(db: Database, count: number): Promise<{ company: string; records: Evidence[] }> {
  const company = await addCompany(db)
  const records = await db.inTenant(company, async (tx) => {
    const made: Evidence[] = []
    for (let i = 1; i <= count; i += 1) {
      const said = quote(`d${i}`)
      await plant(tx, 'devis', said)
      const document = documentOf(said, PARTIES)
      const facts = { client: { id: 'c1' } }
      made.push(await appendEvidence(tx, KEYS, { devisId: `d${i}`, kind: 'signature', document, at: AT, facts }))
    }
    return made
  })
  return { company, records }
}

describeEngines('evidence chain', (db) => {
  it('[SPA-04] each record holds the hash of the one before it; every company has its own chain', async () => {
    const { company, records } = await chained(db(), 3)
    const other = await chained(db(), 1)
    expect(records.map((row) => row.number)).toEqual([1, 2, 3])
    expect(records.map((row) => row.previous_hash)).toEqual([FIRST_PREVIOUS, records[0]?.hash, records[1]?.hash])
    for (const row of records) expect(sha256(row.record)).toBe(row.hash)
    expect(await db().inTenant(company, (tx) => verifyChain(tx, KEYS))).toEqual({ count: 3, broken: null })
    expect(other.records[0]?.number).toBe(1)
    const verdicts = await verifyCompanies({ db: db(), keys: KEYS, files: folderFiles(tmpdir()), heads: [] })
    expect(verdicts.filter((verdict) => verdict.broken !== null)).toEqual([])
  })

  it('[SPA-04] [SEC] a record that is changed, removed or forged breaks the chain at its place', async () => {
    const { company, records } = await chained(db(), 3)
    const [first, second, third] = records as [Evidence, Evidence, Evidence]
    const forged = canonicalJson({ ...JSON.parse(second.record), client: { id: 'c2' } })
    const cases: [string, Evidence, Evidence | null][] = [
      ['changed words', { ...second, record: forged }, first],
      ['another document', { ...second, document: second.document.replace('Fenêtres', 'Portes') }, first],
      ['another quote in the columns', { ...second, devis_id: 'd9' }, first],
      ['another kind', { ...second, kind: 'refusal' }, first],
      ['another company', { ...second, company_id: 'elsewhere' }, first],
      [
        'words and hash changed together',
        { ...second, record: forged, hash: sha256(forged), previous_hash: 'x' },
        first,
      ],
      ['one taken out', third, first],
      ['no beginning', second, null],
    ]
    for (const [title, row, before] of cases)
      expect([title, brokenLink(KEYS, row, before)]).toEqual([title, expect.any(String)])
    expect(brokenLink(KEYS, third, { ...second, record: forged, hash: sha256(forged) })).toEqual(expect.any(String))
    expect(brokenLink(KEYS, second, first)).toBeNull()
    // Nobody may rewrite a record: the table is append-only, and cannot be emptied.
    for (const change of [sql`update devis_evidence set hash = hash`, sql`delete from devis_evidence`])
      await expect(db().inTenant(company, (tx) => change.execute(tx))).rejects.toMatchObject({ code: 'LO003' })
  })

  it('[SPA-04] [SEC] a quote that no longer says what was signed breaks the chain at its record', async () => {
    const { company } = await chained(db(), 3)
    await db().inTenant(company, (tx) =>
      sql`update devis set "OBJET" = 'Portes', seq = take_seq(1) where "IDDEVIS" = 'd2'`.execute(tx),
    )
    const { broken } = await db().inTenant(company, (tx) => verifyChain(tx, KEYS))
    expect(broken).toEqual({ number: 2, reason: expect.stringContaining('devis') })
  })

  it('[SPA-04] [DAY-17 variants] what was sealed before documents named the variant still verifies; since then the name is sealed too', async () => {
    const company = await addCompany(db())
    await db().inTenant(company, async (tx) => {
      for (const [at, old] of [true, false].entries()) {
        const said = { ...quote(`v${at}`), VARIANTE: 'Éco' }
        await plant(tx, 'devis', said)
        const text = documentOf(said, PARTIES)
        const document = old ? text.replace(/"VARIANTE":"Éco",/, '').replace('lolapp-devis-2', 'lolapp-devis-1') : text
        await appendEvidence(tx, KEYS, { devisId: `v${at}`, kind: 'signature', document, at: AT, facts: {} })
      }
    })
    const verify = () => db().inTenant(company, (tx) => verifyChain(tx, KEYS))
    expect(await verify()).toEqual({ count: 2, broken: null })
    await db().inTenant(company, (tx) =>
      sql`update devis set "VARIANTE" = 'Luxe', seq = take_seq(1) where "IDDEVIS" = 'v1'`.execute(tx),
    )
    expect((await verify()).broken?.number).toBe(2)
  })

  it('[SPA-04] concurrent records follow each other', async () => {
    const { company } = await chained(db(), 1)
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        db().inTenant(company, async (tx) => {
          const document = documentOf(quote('d1'), PARTIES)
          await appendEvidence(tx, KEYS, { devisId: 'd1', kind: 'signature', document, at: AT, facts: { i } })
        }),
      ),
    )
    expect(await db().inTenant(company, (tx) => verifyChain(tx, KEYS))).toEqual({ count: 9, broken: null })
  })
})

it('[SPA-04] the command says how many records hold, and ends well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-evidence-'))
  const { DATABASE_URL: _, ...env } = process.env
  await fillDataFolder(folder)
  const run = (...options: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/evidence/verify-command.ts', ...options], {
      env: { ...env, DATA_DIR: folder },
    })
  await expect(run('--restored')).resolves.toMatchObject({
    stdout: expect.stringMatching(/restaurée.*Aucune entreprise dans la base embarquée/s),
    stderr: expect.not.stringContaining('rompue'),
  })
  // The operator's statement is kept where the server reads it; a line that somebody else wrote is reported.
  const kept = join(folder, 'evidence-heads.jsonl')
  expect(readFileSync(kept, 'utf8')).toContain('restauration')
  appendFileSync(kept, '{"evenement":"restauration","at":"2026-01-01T00:00:00.000Z","cle":"x","mac":"y"}\n')
  await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining('notre clé') })
})

it('one value has one canonical text', () => {
  expect(canonicalJson({ b: 1, a: [1.5, 'é', null, { d: undefined, c: true }] })).toBe(
    '{"a":[1.5,"é",null,{"c":true}],"b":1}',
  )
  expect(canonicalJson({ '\u{1F600}': 1, '\uFB01': 2 })).toBe('{"\u{1F600}":1,"\uFB01":2}')
  expect(() => canonicalJson(Number.NaN)).toThrow(TypeError)
})
