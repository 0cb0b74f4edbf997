import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { ownViewers, projectViewers } from '../policies/viewers.ts'
import { bulkInsert, type NewRow } from '../repositories/bulk-rows.ts'
import { EVERYONE } from '../repositories/rows.ts'
import { demandeViewers } from '../writes/demande-scope.ts'
import { groupBy } from './derived-fields.ts'
import type { Article, Personnel, Rapport, Reference } from './record.ts'
import type { Batch } from './world.ts'

/** What a company has before its first client. */
export interface Foundation {
  references: readonly Reference[]
  articles: readonly Article[]
  rapports: readonly Rapport[]
  personnels: readonly Personnel[]
}

export interface BatchInput {
  batch: Batch
  foundation?: Foundation
  /** Everyone of the company: a meeting belongs to its first participant's agency. */
  staff: readonly Personnel[]
}

type Rows = Partial<Record<SyncedResource, NewRow[]>>

const NOBODY: Viewers = { agence: null, personnes: [] }

/** The batch as rows, each with its viewers, computed by the server's own rule. */
function rowsOf({ batch, foundation, staff }: BatchInput): Rows {
  const shared = (records: readonly object[]): NewRow[] =>
    records.map((record) => ({ record, createdBy: null, viewers: EVERYONE }))
  const rdvs = groupBy(batch.rdvs, ({ IDPROJET }) => IDPROJET)
  const works = groupBy(batch.interventions, ({ IDPROJET }) => IDPROJET)
  const viewers = new Map<string | null, Viewers>()
  for (const projet of batch.projets) {
    const contents = {
      rdvs: (rdvs.get(projet.IDPROJET) ?? []).map((r) => ({ people: r.IDPERSONNELS, active: r.SUPPRIME !== 1 })),
      interventions: (works.get(projet.IDPROJET) ?? []).map((i) => ({
        people: i.IDINTERVENTION_PLANNING.map(({ IDPERSONNEL }) => IDPERSONNEL),
      })),
    }
    viewers.set(projet.IDPROJET, projectViewers({ ...projet, createdBy: null }, contents))
  }
  const clients = new Map(batch.clients.map((client) => [client.IDCLIENT, client]))
  const homes = new Map(staff.map(({ IDPERSONNEL, IDAGENCE }) => [IDPERSONNEL, IDAGENCE]))
  for (const rdv of batch.rdvs) {
    const createdBy = rdv.IDPERSONNELS[0] ?? null
    const agence = homes.get(createdBy ?? '') ?? null
    const inherited = viewers.get(rdv.IDPROJET)
    viewers.set(rdv.IDRDV, inherited ?? ownViewers({ people: rdv.IDPERSONNELS, createdBy, agence }))
  }
  const scoped = <R extends object>(records: readonly R[], root: (record: R) => string | null): NewRow[] =>
    records.map((record) => ({ record, createdBy: null, viewers: viewers.get(root(record)) ?? NOBODY }))
  return {
    reference: shared(foundation?.references ?? []),
    article: shared(foundation?.articles ?? []),
    rapport: shared(foundation?.rapports ?? []),
    personnel: shared(foundation?.personnels ?? []),
    adresse: shared(batch.adresses),
    client: shared(batch.clients),
    projet: scoped(batch.projets, (p) => p.IDPROJET),
    rdv: scoped(batch.rdvs, (r) => r.IDRDV).map((row, i) => ({
      ...row,
      createdBy: batch.rdvs[i]?.IDPERSONNELS[0] ?? null,
    })),
    devis: scoped(batch.devis, (d) => d.IDPROJET),
    paiement: scoped(batch.paiements, (p) => p.IDPROJET),
    intervention: scoped(batch.interventions, (i) => i.IDPROJET),
    soumission: scoped(batch.soumissions, (s) => s.IDPROJET ?? s.IDRDV).map((row, i) => ({
      ...row,
      createdBy: batch.soumissions[i]?.IDPERSONNEL ?? null,
    })),
    absence: batch.absences.map((record) => ({
      record,
      createdBy: record.IDPERSONNELS[0] ?? null,
      viewers: { agence: homes.get(record.IDPERSONNELS[0] ?? '') ?? null, personnes: record.IDPERSONNELS },
    })),
    demande: batch.demandes.map((record) => {
      const { IDAGENCE = null, IDPERSONNEL = null } = clients.get(record.IDCLIENT) ?? {}
      return { record, createdBy: null, viewers: demandeViewers({ IDAGENCE, IDPERSONNEL }) }
    }),
  }
}

/** Writes a batch inside one company's transaction: all of it or nothing. Answers how many rows it wrote. */
export async function writeBatch(tx: Tx, input: BatchInput): Promise<number> {
  const rows = rowsOf(input)
  const total = SYNCED.reduce((sum, resource) => sum + (rows[resource]?.length ?? 0), 0)
  if (total === 0) return 0
  const { rows: taken } = await sql<{ first: number }>`select take_seq(${total}) as first`.execute(tx)
  let seq = Number(taken[0]?.first)
  for (const resource of SYNCED) {
    const list = rows[resource] ?? []
    await bulkInsert(tx, { resource, rows: list, firstSeq: seq })
    seq += list.length
  }
  return total
}
