import type { Values } from '../merge.ts'
import type { SyncedResource } from '../resources.ts'

/** Days during which whoever was taken off an appointment, or off works, may still send what their device holds about them (PUSH-12). */
export const LATE_DAYS = 30

/** Resources whose records name the people who go there. */
export const PLANNED = ['rdv', 'intervention'] as const
export type Planned = (typeof PLANNED)[number]
export const isPlanned = (resource: string): resource is Planned => (PLANNED as readonly string[]).includes(resource)

/** Who goes to an appointment or to works; nobody goes to a cancelled one. Pure. */
export function plannedPeople(resource: Planned, record: Values): string[] {
  if (resource === 'rdv') return record.SUPPRIME === 1 ? [] : (record.IDPERSONNELS as string[])
  const planning = record.IDINTERVENTION_PLANNING as { IDPERSONNEL?: string }[]
  return [...new Set(planning.flatMap(({ IDPERSONNEL }) => IDPERSONNEL ?? []))]
}

/** What says for whom, when and where: whoever is not there any more does not change it. */
const DECIDING: Readonly<Record<Planned, readonly string[]>> = {
  rdv: ['IDPROJET', 'IDADRESSE', 'IDPERSONNELS', 'RDV_DEBUT', 'RDV_FIN', 'SUPPRIME'],
  intervention: ['RDV_DEBUT', 'RDV_FIN', 'IDPROJET', 'IDDEVIS', 'IDINTERVENTION_PLANNING'],
}

/** Whether whoever was taken off may still send this field. Of a project: its journal alone. Pure. */
export function mayArriveLate(resource: SyncedResource, field: string): boolean {
  if (resource === 'projet') return field === 'JOURNAL'
  return !isPlanned(resource) || !DECIDING[resource].includes(field)
}
