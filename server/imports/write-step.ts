import { sql } from 'kysely'
import { newRecord } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { NoticeEvent } from '../notices/events.ts'
import { tell } from '../notices/tell.ts'
import type { Tx } from '../plugins/database/database.ts'
import { projectViewers } from '../policies/viewers.ts'
import { bulkInsert, type NewRow } from '../repositories/bulk-rows.ts'
import { EVERYONE, readRows, type StoredRow } from '../repositories/rows.ts'
import { createChanges } from '../writes/changes.ts'
import { endStep, type Made, nextLines, type StoredImport, setFates, setProgress } from './import-store.ts'
import { type Judged, judge } from './judge.ts'
import { createMarks } from './marks.ts'
import { detailsOf, isDue, LINES, prepared, type Step } from './steps.ts'

const RESOURCES = ['adresse', 'client', 'projet'] as const satisfies readonly SyncedResource[]
type Rows = Record<(typeof RESOURCES)[number], NewRow[]>

/** A client of the company was deleted between two statements: the step is done again. */
class ClientGone extends Error {}

/**
 * One step of the import: makes the records of some lines, with the next seqs of the company, and says so of the lines, in one transaction. Lines are judged
 * again against what the company has now: clients may have come since the dry run.
 */
export async function writeStep(tx: Tx, task: StoredImport): Promise<Step> {
  const lines = await nextLines(tx, task.id, { from: task.done, limit: LINES })
  const last = lines.at(-1)
  if (!last) {
    await endStep(tx, task.id, 'fini')
    return { ended: true, hints: [] }
  }
  const read = await prepared(tx, task, lines.filter(isDue))
  const judged = await judge(tx, read.lines, createMarks())
  const known = await lockKnown(tx, judged)
  const makes = makerOf({ task, known, agence: read.names.agenceOf(task.by_personnel) })
  const fates = judged.map((line) => ({
    place: line.place,
    fate: line.fate,
    details: detailsOf(line),
    records: makes.line(line),
  }))
  await setFates(tx, task.id, fates)
  await setProgress(tx, task.id, last.place + 1)
  // Before the company's counter is taken: it waits for other notices of the same people.
  const changes = createChanges()
  await tell({ tx, changes, author: task.by_personnel }, makes.rows.projet.map(assigned))
  const hints = await insertAll(tx, makes.rows)
  return { ended: false, hints: [...hints, ...(await changes.flush(tx))] }
}

/** A project of the file is given to its salesperson: an import is one notice for each (DAY-07). */
function assigned({ record, viewers }: NewRow): NoticeEvent {
  const { IDPROJET, IDCLIENT, IDRESPONSABLEPROJET } = record as {
    IDPROJET: string
    IDCLIENT: string
    IDRESPONSABLEPROJET: string | null
  }
  return {
    kind: 'projet_affecte',
    people: IDRESPONSABLEPROJET === null ? [] : [IDRESPONSABLEPROJET],
    resource: 'projet',
    id: IDPROJET,
    detail: null,
    client: { IDCLIENT, IDPROJET: null },
    viewers,
  }
}

/** Clients that get a new project, locked: nobody deletes them meanwhile. */
async function lockKnown(tx: Tx, judged: readonly Judged[]): Promise<Map<string, StoredRow>> {
  const ids = judged.flatMap(({ fate, known }) => (fate === 'rattache' && known?.IDCLIENT ? [known.IDCLIENT] : []))
  const rows = await readRows(tx, { resource: 'client', ids, lock: 'update' })
  if (rows.some(({ deleted }) => deleted)) throw new ClientGone('a client was deleted meanwhile')
  return new Map(rows.map((row) => [row.id, row]))
}

interface MakerInput {
  task: StoredImport
  known: ReadonlyMap<string, StoredRow>
  /** Agency of the person who imports. */
  agence: string | null
}

function makerOf({ task, known, agence }: MakerInput) {
  const rows: Rows = { adresse: [], client: [], projet: [] }
  const createdBy = task.by_personnel
  const now = new Date().toISOString()
  /** Clients that this step makes, by their line. */
  const made = new Map<number, Values>()

  const add = (resource: keyof Rows, body: Values, given: Values = {}): Values => {
    const entity = entityOf(resource)
    const record: Values = { ...newRecord(entity, { [entity.key]: uuidv7(), ...body }), ...given, VERSION: 1 }
    const viewers =
      resource === 'projet'
        ? projectViewers(
            {
              IDAGENCE: record.IDAGENCE as string | null,
              IDRESPONSABLEPROJET: record.IDRESPONSABLEPROJET as string | null,
              createdBy,
            },
            { rdvs: [], interventions: [] },
          )
        : EVERYONE
    rows[resource].push({ record, createdBy, viewers })
    return record
  }

  const place = (body: Values | null): string | undefined =>
    body === null ? undefined : (add('adresse', body).IDADRESSE as string)

  const project = ({ prepared }: Judged, client: Values, chantier: string | undefined): string => {
    const body = {
      ...prepared.projet,
      IDCLIENT: client.IDCLIENT,
      IDAGENCE: prepared.projet?.IDAGENCE ?? client.IDAGENCE ?? agence,
      IDRESPONSABLEPROJET: prepared.projet?.IDRESPONSABLEPROJET ?? client.IDPERSONNEL,
      // The works are at the client's, unless the file says otherwise.
      ADRESSE_CHANTIER: chantier ?? client.IDADRESSE,
    }
    return add('projet', body, { DATE_CREATION: prepared.projetSince ?? now }).IDPROJET as string
  }

  const line = (one: Judged): Made | null => {
    const { prepared, fate } = one
    if (fate === 'erreur' || fate === 'doublon') return null
    const records: Made = {}
    let client = known.get(one.known?.IDCLIENT ?? '')?.record ?? made.get(one.known?.ligne ?? -1)
    if (fate === 'cree') {
      const adresse = place(prepared.adresse)
      const body = { ...prepared.client, IDADRESSE: adresse ?? null, IDAGENCE: prepared.client.IDAGENCE ?? agence }
      client = add('client', body, { DATE_CREATION: prepared.clientSince ?? now })
      made.set(one.number, client)
      Object.assign(records, { client: client.IDCLIENT }, adresse ? { adresse } : {})
    }
    if (prepared.projet && client) {
      const chantier = place(prepared.chantier)
      Object.assign(records, { projet: project(one, client, chantier) }, chantier ? { chantier } : {})
    }
    return records
  }
  return { rows, line }
}

/** As late as possible: from here on other writers of the company wait. */
async function insertAll(tx: Tx, rows: Rows): Promise<Step['hints']> {
  const count = RESOURCES.reduce((sum, resource) => sum + rows[resource].length, 0)
  if (count === 0) return []
  const { rows: taken } = await sql<{ first: number }>`select take_seq(${count}::integer) as first`.execute(tx)
  let firstSeq = Number(taken[0]?.first)
  const hints: Step['hints'] = []
  for (const resource of RESOURCES) {
    if (rows[resource].length === 0) continue
    await bulkInsert(tx, { resource, rows: rows[resource], firstSeq })
    firstSeq += rows[resource].length
    hints.push({ resource, seq: firstSeq - 1 })
  }
  return hints
}
