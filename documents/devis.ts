import type { Ligne, QuoteTotals } from '../schemas/rules/devis.ts'
import { lineTotal, quoteTotals } from '../schemas/rules/devis.ts'
import { day, decimal, euros, moment, percent } from './format.ts'
import {
  type CompanyIdentity,
  type Customer,
  companyFooter,
  type DrawnSignature,
  type Place,
  partiesBlock,
} from './parties.ts'
import { type Fonts, openSheet, type Sheet } from './sheet.ts'

export interface QuoteDocument {
  company: CompanyIdentity
  logo: Uint8Array | null
  client: Customer
  chantier: Place | null
  devis: {
    NUMERO_DEVIS: string | null
    OBJET: string | null
    LIGNES: Ligne[]
    DATE_EDITION: string | null
    DATE_VALIDITE: string | null
    /** Instant, ISO 8601: dates the file. */
    DATE_CREATION: string | null
  }
  /** Signed at the customer's home: adds the withdrawal form (code de la consommation, L221-18). */
  horsEtablissement: boolean
  /** Null: not signed yet, the page has a place to sign. */
  signature: (DrawnSignature & { proof: readonly (readonly [label: string, value: string])[] }) | null
}

const REDUCED = (rate: number): boolean => rate === 550 || rate === 1000

/** A quote as an A4 PDF in French. The same document gives the same bytes. */
export async function renderQuote(quote: QuoteDocument, fonts: Fonts): Promise<Uint8Array> {
  const { company, devis } = quote
  const number = devis.NUMERO_DEVIS ?? 'en attente de numéro'
  const sheet = openSheet(
    {
      title: `Devis ${number}`,
      author: company.NOM,
      color: company.COLOR ?? '',
      footer: companyFooter(company),
      date: new Date(devis.DATE_CREATION ?? '2000-01-01T00:00:00.000Z'),
      logo: quote.logo,
    },
    fonts,
  )
  sheet.text(`Devis ${number}`, { size: 18, bold: true, gap: 4 })
  if (devis.OBJET) sheet.text(devis.OBJET, { size: 11, gap: 4 })
  sheet.text(`Établi le ${day(devis.DATE_EDITION)} — valable jusqu'au ${day(devis.DATE_VALIDITE)}`, {
    faint: true,
    gap: 10,
  })
  partiesBlock(sheet, quote)
  linesTable(sheet, devis.LIGNES)
  totals(sheet, quoteTotals(devis.LIGNES))
  mentions(sheet, quote)
  signatureBlock(sheet, quote)
  if (quote.horsEtablissement) withdrawalForm(sheet, quote, number)
  return sheet.finish()
}

function linesTable(sheet: Sheet, lines: readonly Ligne[]): void {
  sheet.table(
    [
      { label: 'Désignation', share: 0.4 },
      { label: 'Qté', share: 0.09, align: 'right' },
      { label: 'Unité', share: 0.09 },
      { label: 'Prix unit. HT', share: 0.15, align: 'right' },
      { label: 'TVA', share: 0.1, align: 'right' },
      { label: 'Total HT', share: 0.17, align: 'right' },
    ],
    lines.map((line) => [
      [line.LIBELLE, line.DESCRIPTION, line.REMISE ? `Remise ${decimal(line.REMISE)} %` : '']
        .filter(Boolean)
        .join('\n'),
      decimal(line.QUANTITE),
      line.UNITE,
      euros(line.PRIX_UNITAIRE_HT),
      percent(line.TAUX_TVA),
      euros(lineTotal(line)),
    ]),
  )
}

function totals(sheet: Sheet, { NET_HT, PRIX_TTC, TVA }: QuoteTotals): void {
  sheet.need(40 + TVA.length * 14)
  const row = (label: string, amount: string, strong = false): void => {
    const { y } = sheet
    const size = strong ? 11 : 9
    sheet.text(label, {
      x: sheet.left + sheet.width * 0.42,
      y,
      width: sheet.width * 0.38,
      bold: strong,
      size,
      align: 'right',
    })
    sheet.text(amount, {
      x: sheet.left + sheet.width * 0.8,
      y,
      width: sheet.width * 0.2 - 4,
      bold: strong,
      size,
      align: 'right',
    })
    sheet.y += strong ? 18 : 14
  }
  row('Total HT', euros(NET_HT))
  for (const rate of TVA) row(`TVA ${percent(rate.TAUX)} sur ${euros(rate.BASE_HT)}`, euros(rate.MONTANT))
  row('Total TTC', euros(PRIX_TTC), true)
}

function mentions(sheet: Sheet, { company, devis, horsEtablissement }: QuoteDocument): void {
  sheet.heading('Conditions')
  const reduced = [...new Set(devis.LIGNES.map((line) => line.TAUX_TVA))].filter(REDUCED)
  if (reduced.length > 0) {
    sheet.text(
      `TVA à taux réduit (${reduced.map(percent).join(', ')}) : le client certifie que les travaux portent sur un logement achevé depuis plus de deux ans et remplissent les conditions des articles 278-0 bis A et 279-0 bis du code général des impôts.`,
      { size: 8 },
    )
  }
  if (company.MENTIONS_LEGALES) sheet.text(company.MENTIONS_LEGALES, { size: 8 })
  if (company.ASSURANCE) sheet.text(`Assurance professionnelle : ${company.ASSURANCE}`, { size: 8 })
  if (company.MEDIATEUR) sheet.text(`Médiateur de la consommation : ${company.MEDIATEUR}`, { size: 8 })
  if (horsEtablissement) {
    sheet.text(
      'Contrat conclu hors établissement : le client peut se rétracter sans motif pendant quatorze jours à compter de la conclusion du contrat (réception du bien pour une vente). Aucun paiement ne peut être demandé avant sept jours. Le formulaire de rétractation est joint.',
      { size: 8 },
    )
  }
}

function signatureBlock(sheet: Sheet, { signature, company }: QuoteDocument): void {
  sheet.heading('Bon pour accord')
  sheet.need(120)
  if (signature === null) {
    sheet.pair(
      () => {
        sheet.text(`Pour ${company.NOM}`)
        sheet.box(70)
        sheet.y += 76
      },
      () => {
        sheet.text('Le client : nom, date, « bon pour accord », signature')
        sheet.box(70)
        sheet.y += 76
      },
    )
    return
  }
  sheet.text(`Signé par ${signature.NOM_SIGNATAIRE} le ${moment(signature.LE)}`, { bold: true })
  if (signature.image) sheet.image(signature.image, { width: 180, height: 70 })
  if (signature.proof.length === 0) return
  sheet.page()
  proofPage(sheet, signature.proof)
}

/** The facts that prove a signature, one per line. */
export function proofPage(sheet: Sheet, proof: readonly (readonly [label: string, value: string])[]): void {
  sheet.text('Fichier de preuve', { size: 14, bold: true, gap: 8 })
  sheet.table(
    [
      { label: 'Fait', share: 0.26 },
      { label: 'Valeur', share: 0.74 },
    ],
    proof,
  )
}

/** The model form of the code de la consommation (annexe à l'article R221-1). */
function withdrawalForm(sheet: Sheet, { company, client }: QuoteDocument, number: string): void {
  sheet.page()
  sheet.text('Formulaire de rétractation', { size: 14, bold: true, gap: 8 })
  sheet.text(
    'Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.',
    {
      gap: 10,
    },
  )
  const address = [company.ADRESSE, company.CODE_POSTAL, company.VILLE].filter(Boolean).join(' ')
  sheet.text(
    `À l'attention de ${[company.NOM, address, company.TELEPHONE, company.MAIL].filter(Boolean).join(', ')} :`,
    { gap: 10 },
  )
  const lines = [
    'Je vous notifie par la présente ma rétractation du contrat portant sur la vente du bien et la prestation de services ci-dessous :',
    `Devis ${number}`,
    'Commandé le : ____________________   Reçu le : ____________________',
    `Nom du consommateur : ${[client.PRENOM, client.NOM].filter(Boolean).join(' ')}`,
    `Adresse du consommateur : ${[client.ADRESSE, client.CODE_POSTAL, client.VILLE].filter(Boolean).join(' ')}`,
    'Date : ____________________',
    'Signature du consommateur (uniquement en cas de notification du présent formulaire sur papier) :',
  ]
  for (const line of lines) sheet.text(line, { gap: 8 })
  sheet.box(70)
}
