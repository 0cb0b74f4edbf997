import type { LocalRecord } from '../../../sync/store/local-record.ts'

/** Of these projects those without a site, which are wherever this client lives. */
export const atHomeOf = (projets: readonly LocalRecord<'projet'>[], client: string): LocalRecord<'projet'>[] =>
  projets.filter((one) => one.ADRESSE_CHANTIER === null && one.IDCLIENT === client)
