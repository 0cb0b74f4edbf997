import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import type { About, readInThread } from './read/read-in-thread.ts'
import { takeFile } from './take-file.ts'

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
    const take = (sheet: string): Promise<void> => takeFile(db(), companyId, file(sheet), read)
    const read: typeof readInThread = async (_bytes, sheet, { onAbout, onPage }) => {
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
