import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { ImportDetail } from '../../schemas/imports.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { type Caller, type ContractApp, describeContract } from '../support/contract.ts'
import { manyClients, manyRows } from '../support/imports/many-clients.ts'
import { asLibreOffice, findLibreOffice, workbookOf } from '../support/imports/spreadsheet.ts'
import { slowness } from '../support/slowness.ts'

/** Every day a small file; `npm run test:import` brings one of 50,000 lines and holds it to its time. */
const LINES = Number(process.env.IMPORT_ROWS ?? 2000)
const WHOLE = 50_000
/** Of the requirement, for the whole file (SET-09). It is the processor's time, which other programs on the machine change little; a slow one is given more. */
const LONGEST_MS = 60_000
/** A program's own workbook of so many lines is read where LibreOffice is: the daily run reads one that is written as LibreOffice does. */
const libreOffice = LINES < WHOLE ? undefined : findLibreOffice()
if (LINES >= WHOLE && !libreOffice)
  console.log('LibreOffice is not on this machine: no workbook of so many lines is read')
const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Brings a file, with the columns that are proposed for it. @returns what its dry run says */
async function dryRun({ app }: ContractApp, { token, get, put }: Caller, file: { nom: string; bytes: Buffer }) {
  const id = uuidv7()
  const sent = await app.inject({
    method: 'POST',
    url: '/api/imports',
    query: { id, nom: file.nom },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: file.bytes,
  })
  expect(sent.statusCode).toBe(201)
  const detail = async () => (await get(`/imports/${id}`)).data as unknown as ImportDetail
  const { colonnes } = await detail()
  await put(`/imports/${id}/colonnes`, { colonnes })
  for (;;) {
    const now = await detail()
    if (now.etat !== 'essai') return now
    await wait(100)
  }
}

describeContract(`import of a file of ${LINES} lines`, (server, engine) => {
  it(
    '[SET-09 import] (many lines) meanwhile others write, and a device that pulls misses nothing; the fates are right',
    async () => {
      const company = await server().company()
      const [diane, camille] = [company.as('diane'), company.as('camille')]
      // Clients that the company has already: lines of the file repeat them.
      const former = [1, 2, 3, 4, 5].map((n) => ({ NOM: `Ancien${n}`, PRENOM: 'Paul', PORTABLE: `063998000${n}` }))
      for (const one of former)
        expect((await camille.post('/clients', { IDCLIENT: one.NOM, ...one, VILLE: 'Lyon' })).status).toBe(201)
      const { csv, sorts } = manyClients(LINES, { former })
      const id = uuidv7()
      const stalls = monitorEventLoopDelay({ resolution: 10 })
      const detail = async () => (await diane.get(`/imports/${id}`)).data as unknown as ImportDetail
      const settled = async (): Promise<ImportDetail> => {
        for (;;) {
          const now = await detail()
          if (!['essai', 'import'].includes(now.etat)) return now
          await wait(100)
        }
      }

      const [started, usedBefore] = [Date.now(), usedMs()]
      const sent = await server().app.inject({
        method: 'POST',
        url: '/api/imports',
        query: { id, nom: 'clients.csv' },
        headers: { authorization: `Bearer ${diane.token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(csv),
      })
      expect(sent.statusCode).toBe(201)
      const read = Date.now()
      const { colonnes } = await detail()
      stalls.enable()
      await diane.put(`/imports/${id}/colonnes`, { colonnes })
      expect(await settled()).toMatchObject({ etat: 'pret', sorts })
      const tried = Date.now()

      // A device pulls from where it was, again and again, and a colleague creates clients.
      const seen = new Set<string>()
      let [checkpoint, done, written, others, slowest] = ['', false, false, 0, 0]
      const pulls = async (): Promise<void> => {
        for (let last = false; !last; ) {
          // A write may still be under way when the import is done: the last pull comes after it.
          last = written
          const page = await camille.pull('/clients', checkpoint || undefined)
          checkpoint = page.checkpoint
          for (const row of page.rows) seen.add(String(row.IDCLIENT))
          await wait(50)
        }
      }
      const writes = async (): Promise<void> => {
        while (!done) {
          const at = Date.now()
          others += 1
          const body = { IDCLIENT: `autre-${others}`, NOM: `Autre${others}` }
          expect((await camille.post('/clients', body)).status).toBe(201)
          slowest = Math.max(slowest, Date.now() - at)
          await wait(200)
        }
      }
      const [pulling, writing] = [pulls(), writes()]
      await diane.post(`/imports/${id}/lancer`, {})
      const result = await settled()
      const ended = Date.now()
      const used = Math.round(usedMs() - usedBefore)
      done = true
      await writing
      written = true
      await pulling
      stalls.disable()
      expect(result).toMatchObject({ etat: 'fini', sorts })
      const { rows } = await camille.pull('/clients')
      const all = rows.map((row) => String(row.IDCLIENT))
      expect(all.filter((one) => !seen.has(one))).toEqual([])
      expect(all.length).toBe(sorts.cree + others + former.length)
      // A line that repeats one of the company's clients changes nothing of it.
      const kept = rows.filter(({ NOM }) => String(NOM).startsWith('Ancien'))
      expect(
        kept.map(({ IDCLIENT, IDADRESSE, VILLE, VERSION }) => [IDCLIENT, IDADRESSE, VILLE, VERSION]).sort(),
      ).toEqual(former.map(({ NOM }) => [NOM, null, 'Lyon', 1]))
      if (LINES < WHOLE) return
      console.log(
        `${engine}: ${LINES} lines, read ${read - started} ms, dry run ${tried - read} ms, import ${ended - tried} ms, of the processor ${used} ms (the caller's and the database's too); longest stall of the loop ${Math.round(stalls.max / 1e6)} ms, slowest write of a colleague ${slowest} ms`,
      )
      expect(used).toBeLessThan(LONGEST_MS * slowness())
    },
    // A loaded machine takes many times as long; what counts is measured above.
    (LINES < WHOLE ? 10 : 60) * LONGEST_MS,
  )

  const dryRunOf = async (bytes: Buffer) =>
    dryRun(server(), (await server().company()).as('diane'), { nom: 'clients.xlsx', bytes })

  it(
    '[SET-09 import] (many lines) a workbook of them as LibreOffice writes it has the same fates',
    async () => {
      const { rows, sorts } = manyRows(LINES)
      expect(await dryRunOf(asLibreOffice(rows))).toMatchObject({ etat: 'pret', format: 'xlsx', lignes: LINES, sorts })
    },
    (LINES < WHOLE ? 10 : 60) * LONGEST_MS,
  )

  if (libreOffice)
    it(
      '[SET-09 import] (many lines) a workbook that LibreOffice made of them is read whole, with the same fates',
      async () => {
        const { csv, sorts } = manyClients(LINES)
        const read = await dryRunOf(await workbookOf(libreOffice, csv))
        expect(read).toMatchObject({ etat: 'pret', format: 'xlsx', lignes: LINES, sorts })
      },
      60 * LONGEST_MS,
    )
})
