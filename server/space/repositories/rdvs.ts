import { sql } from 'kysely'
import { eventUid } from '../../../schemas/rules/event-uid.ts'
import { isFinished } from '../../../schemas/rules/return-visits.ts'
import type { SpaceIntervention, SpaceRdv } from '../../../schemas/space/rdvs.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { companyZone } from '../../repositories/companies.ts'
import { eventDomain } from '../../repositories/event-domain.ts'
import { natureOf } from '../presenters/rdvs.ts'
import { readAddresses, readPeople } from './people.ts'

async function readLabels(
  tx: Tx,
  ids: readonly (string | null)[],
): Promise<Map<string, { LIBELLE: string; CODE: string | null }>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tx.selectFrom('reference').select(['id', 'LIBELLE', 'CODE']).where('id', 'in', wanted).execute()
  return new Map(rows.map(({ id, ...label }) => [id, label]))
}

/** The active appointments of a customer's projects, in order of time. */
export async function readRdvs(tx: Tx, clientId: string, projectId?: string): Promise<SpaceRdv[]> {
  let query = tx
    .selectFrom('rdv')
    .innerJoin('projet', (join) =>
      join.onRef('projet.company_id', '=', 'rdv.company_id').onRef('projet.IDPROJET', '=', 'rdv.IDPROJET'),
    )
    .innerJoin('client', (join) =>
      join.onRef('client.company_id', '=', 'projet.company_id').onRef('client.IDCLIENT', '=', 'projet.IDCLIENT'),
    )
    .select([
      'projet.ADRESSE_CHANTIER',
      'client.IDADRESSE as home',
      'rdv.IDRDV',
      'rdv.IDPROJET',
      'rdv.RDV_OBJET',
      'rdv.VERSION',
      'rdv.RDV_DEBUT',
      'rdv.RDV_FIN',
      'rdv.IDNATURE_RDV',
      'rdv.IDADRESSE',
      'rdv.IDPERSONNELS',
      eventDomain(sql.ref('rdv.DATE_CREATION')).as('domain'),
    ])
    .where('projet.IDCLIENT', '=', clientId)
    .where('projet.deleted', '=', false)
    .where('rdv.deleted', '=', false)
    .where('rdv.SUPPRIME', '=', 0)
  if (projectId !== undefined) query = query.where('rdv.IDPROJET', '=', projectId)
  const rows = await query.orderBy('rdv.RDV_DEBUT').orderBy('rdv.IDRDV').execute()
  const people = await readPeople(
    tx,
    rows.flatMap((row) => row.IDPERSONNELS),
  )
  // As in the mail that announces it and on its link's page: without it, the file of the space takes the place away from the phone's calendar.
  const placeOf = (row: (typeof rows)[number]): string | null => row.IDADRESSE ?? row.ADRESSE_CHANTIER ?? row.home
  const addresses = await readAddresses(tx, rows.map(placeOf))
  const labels = await readLabels(
    tx,
    rows.map((row) => row.IDNATURE_RDV),
  )
  return rows.map((row) => ({
    IDRDV: row.IDRDV,
    IDPROJET: row.IDPROJET,
    RDV_OBJET: row.RDV_OBJET,
    SEQUENCE: row.VERSION,
    UID: eventUid('rdv', row.IDRDV, row.domain),
    RDV_DEBUT: row.RDV_DEBUT,
    RDV_FIN: row.RDV_FIN,
    nature: natureOf(labels.get(row.IDNATURE_RDV ?? '')),
    adresse: addresses.get(placeOf(row) ?? '') ?? null,
    personnes: row.IDPERSONNELS.flatMap((id) => people.get(id) ?? []),
  }))
}

/** The works of a customer's projects, in order of time. */
export async function readInterventions(tx: Tx, clientId: string, projectId?: string): Promise<SpaceIntervention[]> {
  let query = tx
    .selectFrom('intervention')
    .innerJoin('projet', (join) =>
      join
        .onRef('projet.company_id', '=', 'intervention.company_id')
        .onRef('projet.IDPROJET', '=', 'intervention.IDPROJET'),
    )
    .innerJoin('client', (join) =>
      join.onRef('client.company_id', '=', 'projet.company_id').onRef('client.IDCLIENT', '=', 'projet.IDCLIENT'),
    )
    .select([
      'projet.ADRESSE_CHANTIER',
      'client.IDADRESSE',
      'intervention.IDINTERVENTION',
      'intervention.IDPROJET',
      'intervention.IDDEVIS',
      'intervention.RDV_OBJET',
      'intervention.RDV_DEBUT',
      'intervention.RDV_FIN',
      'intervention.IDTYPE_INTERVENTION',
      'intervention.IDINTERVENTION_PLANNING',
      'intervention.FEEDBACK',
      'intervention.DATE_FEEDBACK',
      'intervention.DATE_CREATION',
      'intervention.NOTES',
      eventDomain(sql.ref('intervention.DATE_CREATION')).as('domain'),
    ])
    .where('projet.IDCLIENT', '=', clientId)
    .where('projet.deleted', '=', false)
    .where('intervention.deleted', '=', false)
  if (projectId !== undefined) query = query.where('intervention.IDPROJET', '=', projectId)
  const rows = await query.orderBy('intervention.RDV_DEBUT').orderBy('IDINTERVENTION').execute()
  const people = await readPeople(
    tx,
    rows.flatMap((row) => row.IDINTERVENTION_PLANNING.map((entry) => entry.IDPERSONNEL)),
  )
  const zone = await companyZone(tx)
  // Where the technicians are told to go.
  const placeOf = (row: (typeof rows)[number]): string | null => row.ADRESSE_CHANTIER ?? row.IDADRESSE
  const addresses = await readAddresses(tx, rows.map(placeOf))
  const labels = await readLabels(
    tx,
    rows.map((row) => row.IDTYPE_INTERVENTION),
  )
  return rows.map((row) => ({
    IDINTERVENTION: row.IDINTERVENTION,
    UID: eventUid('intervention', row.IDINTERVENTION, row.domain),
    IDPROJET: row.IDPROJET,
    IDDEVIS: row.IDDEVIS,
    RDV_OBJET: row.RDV_OBJET,
    RDV_DEBUT: row.RDV_DEBUT,
    RDV_FIN: row.RDV_FIN,
    type: labels.get(row.IDTYPE_INTERVENTION ?? '')?.LIBELLE ?? null,
    // Named as in the staff's feed (`agendaOf`).
    planning: row.IDINTERVENTION_PLANNING.map(({ id, DEBUT, FIN }) => ({
      DEBUT,
      FIN,
      UID: eventUid('intervention', `${row.IDINTERVENTION}.${id}`, row.domain),
    })),
    adresse: addresses.get(placeOf(row) ?? '') ?? null,
    personnes: [...new Set(row.IDINTERVENTION_PLANNING.map((entry) => entry.IDPERSONNEL))].flatMap(
      (id) => people.get(id) ?? [],
    ),
    // « Mauvais » is done again: its customer reads no end.
    termine: isFinished(
      row,
      rows.filter(({ IDPROJET }) => IDPROJET === row.IDPROJET),
      zone,
    ),
  }))
}
