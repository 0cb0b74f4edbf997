import type { SyncedResource } from '../../schemas/resources.ts'
import { computeProjectState } from '../../schemas/rules/project-state.ts'
import { ownViewers, personViewers, projectViewers, sameViewers } from '../policies/viewers.ts'
import { companyZone } from '../repositories/companies.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { setAbsenceViewers } from './absence-scope.ts'
import { type Staged, TOMBSTONE } from './changes.ts'
import { followClients } from './demande-scope.ts'
import { moveFiles } from './moved-files.ts'
import { isAlive, projectContents, rootOf, spreadViewers } from './project-scope.ts'
import { agencyOf } from './server-fields.ts'
import { nextVersion, type ScopeContext } from './write-types.ts'

/** Fields that decide who sees a project or what state it is in. */
const DECIDING: Partial<Record<string, readonly string[]>> = {
  projet: ['IDAGENCE', 'IDRESPONSABLEPROJET', TOMBSTONE],
  rdv: ['IDPROJET', 'IDPERSONNELS', 'SUPPRIME', TOMBSTONE],
  devis: ['DEVIS_SIGNE', 'REFUSE', TOMBSTONE],
  intervention: [
    'IDPROJET',
    'IDDEVIS',
    'RDV_DEBUT',
    'RDV_FIN',
    'IDINTERVENTION_PLANNING',
    'FEEDBACK',
    'DATE_FEEDBACK',
    TOMBSTONE,
  ],
}

/** Resources whose viewers are those of their project. */
const UNDER_PROJECT: readonly SyncedResource[] = [
  'projet',
  'rdv',
  'devis',
  'paiement',
  'intervention',
  'soumission',
  'fichier',
]

const decides = ({ resource, before, fields }: Staged): boolean =>
  DECIDING[resource] !== undefined && (before === null || (DECIDING[resource] ?? []).some((name) => fields.has(name)))

/** A row came to this project: created there, moved there, or restored from a tombstone. */
const arrives = ({ before, fields }: Staged): boolean =>
  before === null || fields.has('IDPROJET') || fields.has(TOMBSTONE)

/**
 * After the rows of a write are staged: moves the files of what went to another project, sets the states of the projects, and the viewers of everything
 * concerned (SERVER-4). The projects' rows are locked by then.
 */
export async function updateScopes(ctx: ScopeContext): Promise<void> {
  await moveFiles(ctx)
  const roots = new Map<string, Staged[]>()
  const rootless: Staged[] = []
  for (const staged of ctx.changes.all()) {
    const { resource, row, before } = staged
    if (resource === 'objectif') row.viewers = personViewers(row.record.IDPERSONNEL as string)
    if (!UNDER_PROJECT.includes(resource)) continue
    const root = await rootOf(ctx.tx, resource, row.record)
    const old = before ? await rootOf(ctx.tx, resource, before) : null
    for (const id of new Set([root, old])) if (id !== null) roots.set(id, [...(roots.get(id) ?? []), staged])
    if (root === null) rootless.push(staged)
  }
  for (const [id, staged] of roots) await updateScope(ctx, id, staged)
  for (const staged of rootless) await updateRootless(ctx, staged)
  await followClients(ctx)
  await setAbsenceViewers(ctx)
}

async function updateScope(ctx: ScopeContext, id: string, staged: Staged[]): Promise<void> {
  const projet = ctx.changes.get('projet', id)?.row ?? (await readRow(ctx.tx, { resource: 'projet', id }))
  if (!isAlive(projet)) return
  if (staged.some(decides)) {
    const contents = await projectContents(ctx, id)
    const viewers = projectViewers(
      {
        IDAGENCE: projet.record.IDAGENCE as string | null,
        IDRESPONSABLEPROJET: projet.record.IDRESPONSABLEPROJET as string | null,
        createdBy: projet.createdBy,
      },
      contents,
    )
    const zone = await companyZone(ctx.tx)
    updateState(ctx, projet, computeProjectState(contents.quotes, contents.interventions, zone))
    const moved = !sameViewers(viewers, projet.viewers)
    if (moved) {
      projet.viewers = viewers
      // Nothing in the record changes for people who keep access: a new seq is enough.
      ctx.changes.update({ resource: 'projet', row: projet, before: projet.record, fields: [] })
    }
    if (moved || staged.some(arrives)) {
      await spreadViewers(ctx, { projet: id, rdvs: contents.rdvs.map((rdv) => rdv.id), viewers })
    }
  }
  for (const { resource, row } of staged) {
    // A tombstone keeps its viewers: their edits made without knowing of the deletion restore the record (MERGE-4).
    if (resource === 'projet' || row.deleted) continue
    if ((await rootOf(ctx.tx, resource, row.record)) === id) row.viewers = projet.viewers
  }
}

function updateState(ctx: ScopeContext, projet: StoredRow, state: number): void {
  if (projet.record.IDETAT_PROJET === state) return
  const before = { ...projet.record }
  projet.record.IDETAT_PROJET = state
  // A row that this write changes anyway has its new VERSION already.
  if (!ctx.changes.get('projet', projet.id)) projet.version = nextVersion(projet.version, null)
  ctx.changes.update({ resource: 'projet', row: projet, before, fields: ['IDETAT_PROJET'] })
}

/** A rdv without project is seen by its people and its creator's agency; a report without project and rdv, by its author's agency. */
async function updateRootless(ctx: ScopeContext, { resource, row }: Staged): Promise<void> {
  const rdv = resource === 'soumission' ? await rdvOf(ctx, row.record.IDRDV) : null
  if (rdv) {
    row.viewers = rdv.viewers
    return
  }
  const viewers = ownViewers({
    people: resource === 'rdv' ? (row.record.IDPERSONNELS as string[]) : [],
    createdBy: row.createdBy,
    agence: await agencyOf(ctx.tx, row.createdBy),
  })
  if (sameViewers(viewers, row.viewers)) return
  row.viewers = viewers
  if (resource === 'rdv') await spreadViewers(ctx, { projet: null, rdvs: [row.id], viewers })
}

async function rdvOf(ctx: ScopeContext, id: unknown): Promise<StoredRow | null> {
  if (typeof id !== 'string') return null
  return ctx.changes.get('rdv', id)?.row ?? (await readRow(ctx.tx, { resource: 'rdv', id }))
}
