import type { Json } from '../evidence/canonical.ts'
import type { EvidenceKeys } from '../evidence/keys.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Customer } from '../space/repositories/client.ts'
import { readContactHistories } from './contact-changes.ts'

/**
 * The customer's contact and its history, for evidence, as digests: somebody who has a number can show that it was this one, nobody can read it. The digests
 * are under the key that the record names.
 */
export async function contactFacts(tx: Tx, keys: EvidenceKeys, customer: Customer): Promise<Record<string, Json>> {
  const seal = (value: string): string | null => (value === '' ? null : keys.seal('contact', value))
  const histories = await readContactHistories(tx, customer.IDCLIENT)
  // A change after a merge is in the history of each record.
  const changes = [
    ...new Map(histories.flatMap((one) => one.changes).map((change) => [change.id, change])).values(),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return {
    contact: {
      telephone: seal(customer.phone),
      mail: seal((customer.MAIL ?? '').toLowerCase()),
      delai_heures: histories[0]?.hours ?? null,
      historique: changes.map((one) => ({
        le: new Date(one.at).toISOString(),
        par: one.par,
        ancien_telephone: seal(one.old_phone),
        nouveau_telephone: seal(one.new_phone),
        ancien_mail: seal(one.old_mail),
        nouveau_mail: seal(one.new_mail),
        reponse: one.answer,
        ...(one.untold ? { non_prevenu: true } : {}),
        ...(one.lifted_by === null ? {} : { levee_par: one.lifted_by }),
      })),
    },
  }
}
