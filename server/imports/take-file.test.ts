import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import type { About } from './read/read-in-thread.ts'
import { takeFile } from './take-file.ts'

interface On {
  onAbout: (about: About) => Promise<void>
  onPage: (json: string) => Promise<void>
}
/** Reads as the test says, by the sheet. */
const files = vi.hoisted(() => ({ read: (_sheet: string | null, _on: unknown): Promise<void> => Promise.resolve() }))
vi.mock('./read/read-in-thread.ts', () => ({
  readInThread: (_bytes: Uint8Array, sheet: string | null, on: On) => files.read(sheet, on),
}))

const about = (feuille: string): About => ({
  format: 'xlsx',
  encodage: null,
  separateur: null,
  feuilles: ['A', 'B'],
  feuille,
  entete: 1,
  titres: ['Nom'],
  lignes: 2,
})
const page = (place: number, sheet: string): string => JSON.stringify([{ place, number: place + 2, cells: [sheet] }])
const file = (sheet: string) => ({
  id: 'i',
  name: 'clients.xlsx',
  bytes: new Uint8Array(),
  sheet,
  account: 'personnel:diane',
  personnel: 'diane',
})

describeEngines('the reading of a file to import', (db) => {
  it('[SET-09 import] one that is sent again from another sheet while the first is read has the lines of that sheet alone', async () => {
    const companyId = await addCompany(db())
    const take = (sheet: string): Promise<void> => takeFile(db(), companyId, file(sheet))
    files.read = async (sheet, on) => {
      const { onAbout, onPage } = on as On
      await onAbout(about(String(sheet)))
      await onPage(page(0, String(sheet)))
      // The answer of this one was lost: its sender chooses the other sheet.
      if (sheet === 'A') await take('B')
      await onPage(page(1, String(sheet)))
    }
    await expect(take('A')).rejects.toMatchObject({ code: 'CONFLICT' })
    const { rows } = await db().inTenant(companyId, (tx) =>
      sql`select state, sheet, holder, cells ->> 0 as cell from data_import i join import_row r
        on r.company_id = i.company_id and r.import_id = i.id order by place`.execute(tx),
    )
    const line = { state: 'lu', sheet: 'B', holder: null, cell: 'B' }
    expect(rows).toEqual([line, line])
  })
})
