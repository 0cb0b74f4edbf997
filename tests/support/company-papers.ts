import type { Database } from '../../server/plugins/database/database.ts'

/** All that a company states on its quotes (schemas/rules/devis-mentions.ts); invented. */
export const PAPERS = {
  SIRET: '73282932000074',
  TELEPHONE: '0477910001',
  MAIL: 'contact@example.com',
  ADRESSE: '1 rue de la Loire',
  CODE_POSTAL: '42000',
  VILLE: 'Saint-Étienne',
  MEDIATEUR: 'CM2C, Paris',
  ASSURANCE: 'Décennale, contrat 123',
  MENTIONS_LEGALES: 'Devis gratuit. Déplacement compris. Déchets enlevés par nos soins. Travaux en huit semaines.',
}

/** Gives a company its papers, so that its quotes may leave. */
export const statePapers = (db: Database, companyId: string): Promise<unknown> =>
  db.inTenant(companyId, (tx) => tx.updateTable('company').set(PAPERS).where('id', '=', companyId).execute())
