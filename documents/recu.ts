import { dueOf, type Priced } from '../schemas/rules/encaissements.ts'
import { GENRE_LABELS, type GenrePaiement, MOYEN_LABELS, type Moyen } from '../schemas/rules/payment-kinds.ts'
import { mayOweWorks } from '../schemas/rules/payments.ts'
import { day, euros } from './format.ts'
import { type CompanyIdentity, type Customer, companyFooter, type Place, partiesBlock } from './parties.ts'
import { type Fonts, openSheet } from './sheet.ts'

/** What a receipt says of one payment of an order. */
export interface ReceiptDocument {
  company: CompanyIdentity
  logo: Uint8Array | null
  client: Customer
  chantier: Place | null
  devis: Priced & { NUMERO_DEVIS: string | null; OBJET: string | null; DATE_SIGNATURE: string | null }
  paiement: {
    MONTANT: number
    MOYEN: Moyen
    GENRE: GenrePaiement
    DATE_PAIEMENT: string
    REFERENCE: string | null
  }
  /** Cents, this payment included. */
  received: number
  /** Cents that are still due after it; `over`: that the company owes the customer. One of the two is 0. */
  left: number
  over: number
}

const WORKS_DUE =
  'Si des travaux ont commencé à la demande expresse du client avant la fin du délai de rétractation, ce qui a été fourni jusqu’à la rétractation reste dû, en proportion du prix convenu (code de la consommation, article L221-25), et se déduit de ce qui est à rendre.'

/** A receipt of one payment as an A4 PDF in French. The same document gives the same bytes. */
export async function renderReceipt(receipt: ReceiptDocument, fonts: Fonts): Promise<Uint8Array> {
  const { company, client, devis, paiement, received, left, over } = receipt
  const isRefund = paiement.GENRE === 'remboursement'
  const title = isRefund ? 'Reçu de remboursement' : 'Reçu de paiement'
  const number = devis.NUMERO_DEVIS ?? 'en attente de numéro'
  const sheet = openSheet(
    {
      title: `${title} ${number}`,
      author: company.NOM,
      color: company.COLOR ?? '',
      footer: companyFooter(company),
      date: new Date(`${paiement.DATE_PAIEMENT}T00:00:00.000Z`),
      logo: receipt.logo,
    },
    fonts,
  )
  sheet.text(title, { size: 18, bold: true, gap: 4 })
  sheet.text(`Devis ${number}${devis.OBJET ? ` — ${devis.OBJET}` : ''}`, { size: 11, gap: 10 })
  partiesBlock(sheet, receipt)
  sheet.heading(isRefund ? 'Remboursement' : 'Paiement')
  const name = [client.PRENOM, client.NOM].filter(Boolean).join(' ')
  sheet.text(
    isRefund
      ? `${company.NOM} a remboursé à ${name} la somme de ${euros(paiement.MONTANT)}.`
      : `${company.NOM} a reçu de ${name} la somme de ${euros(paiement.MONTANT)}.`,
    { size: 11, bold: true, gap: 10 },
  )
  const facts: [string, string][] = [
    [isRefund ? 'Remboursé le' : 'Reçu le', day(paiement.DATE_PAIEMENT)],
    ['Moyen de paiement', MOYEN_LABELS[paiement.MOYEN]],
    ...(paiement.REFERENCE ? [['Référence', paiement.REFERENCE] as [string, string]] : []),
    ['Nature', GENRE_LABELS[paiement.GENRE]],
    ['Montant de la commande TTC', euros(devis.PRIX_TTC)],
    // Without it « Reste à payer 0,00 € » contradicts the price and what was received.
    ...(devis.REFUSE === 1
      ? [['Montant dû, la commande étant rétractée ou annulée', euros(dueOf(devis))] as [string, string]]
      : []),
    ['Total reçu après ce mouvement', euros(received)],
    over > 0 ? ['À rendre au client', euros(over)] : ['Reste à payer', euros(left)],
  ]
  sheet.table(
    [
      { label: 'Détail', share: 0.5 },
      { label: '', share: 0.5, align: 'right' },
    ],
    facts,
  )
  sheet.y += 6
  if (mayOweWorks(devis)) sheet.text(WORKS_DUE, { size: 9, gap: 6 })
  sheet.text('Ce reçu ne remplace pas la facture.', { faint: true, size: 8 })
  return sheet.finish()
}
