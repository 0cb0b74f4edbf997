import * as Type from 'typebox'
import {
  type Fate,
  Import,
  ImportDetail,
  type ImportRow,
  type ImportSeen,
  ImportRow as RowShape,
} from '../../../schemas/imports.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { callApi } from '../../data/api/api.ts'

const isDetail = shapeOf(ImportDetail) as (value: unknown) => value is ImportDetail
const areImports = shapeOf(Type.Array(Import)) as (value: unknown) => value is Import[]
const arePages = shapeOf(Type.Object({ data: Type.Array(RowShape), total: Type.Integer() }))
const isFile = (value: unknown): value is Blob => value instanceof Blob
const isNothing = (value: unknown): value is undefined => value === undefined

/** When the person's rights have changed, the refusal is shown on the page and does not end the session. */
const READS = { ownRefusal: true, silent: true } as const
const at = (id: string, part = ''): string => `/imports/${encodeURIComponent(id)}${part}`

export const LINES_A_PAGE = 50

/** Files that this tab has sent, to read another sheet of them. */
const sent = new Map<string, File>()
export const sentFile = (id: string): File | undefined => sent.get(id)

/** Sends a file, or the same one again for another sheet. @returns the import's id */
export async function sendFile(file: File, again?: { id: string; sheet: string }): Promise<string> {
  const id = again?.id ?? uuidv7()
  await callApi('/imports', isDetail, {
    method: 'POST',
    query: { id, nom: file.name.slice(0, 200), feuille: again?.sheet },
    body: new Blob([file]),
  })
  sent.set(id, file)
  return id
}

export const readImports = (signal: AbortSignal): Promise<Import[]> =>
  callApi('/imports', areImports, { ...READS, signal })
export const readImport = (id: string, signal: AbortSignal): Promise<ImportDetail> =>
  callApi(at(id), isDetail, { ...READS, signal })

export const readLines = async (
  id: string,
  { fate, page }: { fate: Fate | null; page: number },
  signal: AbortSignal,
): Promise<{ data: ImportRow[]; total: number }> =>
  (await callApi(at(id, '/lignes'), arePages, {
    ...READS,
    signal,
    whole: true,
    query: { sort: fate, page, limit: LINES_A_PAGE },
  })) as { data: ImportRow[]; total: number }

export const chooseColumns = (id: string, colonnes: ImportDetail['colonnes']): Promise<ImportDetail> =>
  callApi(at(id, '/colonnes'), isDetail, { method: 'PUT', body: { colonnes } })
/** @param seen what the person agreed to; without it an import that stopped goes on */
export const launchImport = (id: string, seen: ImportSeen = {}): Promise<ImportDetail> =>
  callApi(at(id, '/lancer'), isDetail, { method: 'POST', body: seen })
export const undoImport = (id: string): Promise<ImportDetail> =>
  callApi(at(id, '/annuler'), isDetail, { method: 'POST' })
export const forgetImport = (id: string): Promise<undefined> => callApi(at(id), isNothing, { method: 'DELETE' })
export const readErrorsFile = (id: string): Promise<Blob> => callApi(at(id, '/erreurs'), isFile)
