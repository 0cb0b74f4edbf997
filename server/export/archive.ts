import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '../plugins/database/database.ts'
import { type Files, MissingFile } from '../ports/files/files.ts'
import { csvOf, type ExportedFile, filesOf, measured, pathOfFile, type Told } from './contents.ts'
import { EXPORTED } from './tables.ts'

const READ_ME = `Export de l'entreprise

csv/ contient une table par fichier (UTF-8, point-virgule) : les fiches, puis les messages, paiements, preuves, réglages et le journal.
Les montants sont en centimes, les dates en UTC sauf les heures de rendez-vous, les listes en JSON. Une apostrophe en tête de cellule
empêche un tableur d'y lire une formule. Mots de passe, codes, jetons et clés n'y sont pas.
fichiers/ contient les photos et documents ; csv/fichier.csv donne le chemin de chacun (CHEMIN). images/ et photos/ : l'entreprise et son personnel.
manifeste.json donne de chaque fichier la taille et l'empreinte SHA-256, des CSV le nombre de lignes, et nomme les fichiers qui manquent.
`

interface Exporting {
  db: Pick<Database, 'inTenant'>
  files: Pick<Files, 'get'>
  companyId: string
  at: Date
}

/**
 * The company as one ZIP, made while it is read: one page of rows, or one file, is in memory at a time. Past 4 GiB or 65,535 entries it is ZIP64. A failure
 * destroys the stream, so that a cut archive is never taken for a whole one.
 */
export async function exportArchive({ db, files, companyId, at }: Exporting): Promise<Readable> {
  const zip = new ZipFile()
  const told: Told[] = []
  const missing: string[] = []
  const tell = (one: Told): void => void told.push(one)
  const add = (chemin: string, make: () => AsyncIterable<Uint8Array>, compress: boolean): void =>
    zip.addReadStreamLazy(chemin, { mtime: at, compress }, (done) =>
      done(null, Readable.from(make(), { objectMode: false })),
    )

  zip.addBuffer(Buffer.from(READ_ME), 'LISEZMOI.txt', { mtime: at })
  for (const table of EXPORTED) {
    const chemin = `csv/${table.table}.csv`
    let count = 0
    const more = table.table === 'fichier' ? { CHEMIN: pathOfFile } : {}
    const parts = () => csvOf(db, { companyId, table, more, onRow: () => void count++ })
    add(chemin, () => measured(chemin, { parts: parts(), lignes: () => count, tell }), true)
  }
  // After the CSVs were begun: a file that is added meanwhile may miss its row there, never the other way round.
  for (const file of await filesOf(db, companyId)) {
    const note = (): void => void missing.push(file.chemin)
    // Photos and PDFs are compressed already.
    add(file.chemin, () => measured(file.chemin, { parts: bytesOf(files, file, note), tell }), false)
  }
  add('manifeste.json', () => manifest({ entreprise: companyId, date: at.toISOString() }, { told, missing }), true)
  zip.end()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  return output
}

async function* bytesOf(
  files: Pick<Files, 'get'>,
  file: ExportedFile,
  missing: () => void,
): AsyncGenerator<Uint8Array> {
  const bytes = await read(files, file)
  if (bytes === null) missing()
  else yield bytes
}

/** Null when the bytes are gone: such a file does not hold back the others. */
async function read(files: Pick<Files, 'get'>, { key, bytes }: ExportedFile): Promise<Uint8Array | null> {
  if (bytes) return bytes()
  if (key === undefined) return null
  return files.get(key).catch((error: unknown) => {
    if (error instanceof MissingFile) return null
    throw error
  })
}

async function* manifest(
  head: { entreprise: string; date: string },
  { told, missing }: { told: readonly Told[]; missing: readonly string[] },
): AsyncGenerator<Uint8Array> {
  const lost = new Set(missing)
  const fichiers = told.filter(({ chemin }) => !lost.has(chemin))
  yield Buffer.from(JSON.stringify({ ...head, fichiers, manquants: missing }, null, 1))
}
