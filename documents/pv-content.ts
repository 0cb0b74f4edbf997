import { decimal } from '../schemas/decimal.ts'
import type { Ligne } from '../schemas/rules/devis.ts'
import type { PvDocument } from './pv.ts'

/** The ordered works as the PV lists them, each quantity as the quote writes it. */
export const worksOf = (lines: readonly Pick<Ligne, 'LIBELLE' | 'QUANTITE' | 'UNITE'>[]): string[] =>
  lines.map(({ LIBELLE, QUANTITE, UNITE }) => `${LIBELLE} (${decimal(QUANTITE)} ${UNITE})`)

/** What the customer agrees to, as text to hash: the same text on every machine. */
export const pvContent = ({
  company,
  client,
  chantier,
  intervention,
  kind,
  RESERVES,
  signature,
}: Omit<PvDocument, 'evidence' | 'logo'>): string =>
  JSON.stringify([
    'pv',
    1,
    [company.NOM, company.SIRET],
    [client.NOM, client.PRENOM],
    chantier && [chantier.ADRESSE, chantier.CODE_POSTAL, chantier.VILLE],
    [intervention.id, intervention.RDV_OBJET, intervention.RDV_DEBUT, intervention.RDV_FIN, intervention.NUMERO_DEVIS],
    intervention.travaux,
    kind,
    RESERVES,
    [signature.NOM_SIGNATAIRE, signature.LE],
  ])
