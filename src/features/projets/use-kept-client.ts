import { isSignedFile } from '../../../schemas/entities/fichier.ts'
import { clientRefusal } from '../../../schemas/rules/kept-client.ts'
import { useLiveList } from '../../data/records/use-live.ts'

/** Why this project keeps its client, as far as this device knows: said before the server refuses another one; null while it may be corrected. */
export function useKeptClient(id: string | undefined): string | null {
  const of = id === undefined ? null : { selector: { IDPROJET: id } }
  const devis = useLiveList('devis', of) ?? []
  const files = useLiveList('fichier', of) ?? []
  return clientRefusal({
    devis: devis.some(({ DEVIS_SIGNE }) => DEVIS_SIGNE === 1),
    pv: files.some(({ ORIGINE }) => isSignedFile(ORIGINE)),
  })
}
