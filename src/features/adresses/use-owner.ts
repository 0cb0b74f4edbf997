import { forbiddenFields } from '../../../schemas/access.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import type { Owner } from '../../domain/adresses/use-reach.ts'
import { useMay, useStaff } from '../../domain/personnels/use-staff.ts'

/** The record whose address it is, with the field that has it. */
export interface AddressOwner extends Owner {
  field: 'IDADRESSE' | 'ADRESSE_CHANTIER'
}

/**
 * The record from whose page somebody came to this address; null where they came from elsewhere, where it has another address by now, and where they may not change it.
 * @param from the query of the page
 */
export function useOwner(adresse: LocalRecord<'adresse'>, from: Readonly<Record<string, string>>): AddressOwner | null {
  const allowed = useMay()
  const staff = useStaff()
  const client = useLiveRecord('client', from.IDCLIENT)
  const projet = useLiveRecord('projet', from.IDPROJET)
  const rdv = useLiveRecord('rdv', from.IDRDV)
  const id = adresse.IDADRESSE
  const owners: (AddressOwner | null)[] = [
    client?.IDADRESSE === id ? { resource: 'client', id: client.IDCLIENT, field: 'IDADRESSE' } : null,
    projet?.ADRESSE_CHANTIER === id ? { resource: 'projet', id: projet.IDPROJET, field: 'ADRESSE_CHANTIER' } : null,
    rdv?.IDADRESSE === id ? { resource: 'rdv', id: rdv.IDRDV, field: 'IDADRESSE' } : null,
  ]
  const owner = owners.find((one) => one !== null)
  if (!owner || !allowed('update', owner.resource)) return null
  return forbiddenFields(staff, owner.resource, [owner.field]).length > 0 ? null : owner
}
