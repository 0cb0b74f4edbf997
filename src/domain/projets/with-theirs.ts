import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'

/** Projects with their clients and quotes, as this device has them. */
export async function withTheirs(data: LocalData, projets: readonly LocalRecord<'projet'>[]) {
  const clients = projets.map(({ IDCLIENT }) => IDCLIENT).filter((id) => id !== null)
  return {
    projets,
    clients: await askList(data, 'client', { selector: { IDCLIENT: { $in: [...new Set(clients)] } } }),
    devis: await askList(data, 'devis', { selector: { IDPROJET: { $in: projets.map(({ IDPROJET }) => IDPROJET) } } }),
  }
}
