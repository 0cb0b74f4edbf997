import { randomUUID } from 'node:crypto'
import { addDays, today } from '../../../schemas/dates.ts'
import type { Customer, MadeCompany } from './made-company.ts'

/** What lies before a customer's day: an address, and quotes that the rep has sent. */

/** Gives the customer and the site of their project an address, without which no quote is sent. */
export async function giveAddress({ staff: { director } }: MadeCompany, customer: Customer): Promise<void> {
  const IDADRESSE = randomUUID()
  const place = { ADRESSE: '3 rue des Aciéries', CODE_POSTAL: '42000', VILLE: 'Saint-Étienne' }
  await director.write('POST', '/adresse', { IDADRESSE, ...place })
  await director.write('PUT', `/clients/${customer.IDCLIENT}`, { IDADRESSE })
  await director.write('PUT', `/projets/${customer.IDPROJET}`, { ADRESSE_CHANTIER: IDADRESSE })
}

const line = (LIBELLE: string, PRIX_UNITAIRE_HT: number) => ({
  id: randomUUID(),
  LIBELLE,
  UNITE: 'u',
  QUANTITE: 1,
  PRIX_UNITAIRE_HT,
  TAUX_TVA: 1000,
})

/** Two variants of one quote, « Éco » and « Confort », sent to the customer. @returns their ids */
export async function giveVariants({ staff: { rep } }: MadeCompany, customer: Customer, OBJET: string) {
  const day = today('Europe/Paris')
  const [eco, confort] = [randomUUID(), randomUUID()]
  const shared = { ...customer, OBJET, DATE_EDITION: day, DATE_VALIDITE: addDays(day, 30) }
  const variant = (IDDEVIS: string, VARIANTE: string, price: number) =>
    rep.write('POST', '/devis', {
      ...shared,
      IDDEVIS,
      VARIANTE,
      ...(IDDEVIS === eco ? {} : { GROUPE_VARIANTES: eco }),
      LIGNES: [line('Dépose', 50_000), line('Fenêtre', price)],
    })
  await variant(eco, 'Éco', 200_000)
  await variant(confort, 'Confort', 320_000)
  for (const id of [eco, confort]) await rep.write('POST', `/devis/${id}/transmit`, {})
  return { eco, confort }
}
