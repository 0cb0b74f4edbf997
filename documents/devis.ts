import { decimal } from '../schemas/decimal.ts'
import type { Ligne, QuoteTotals } from '../schemas/rules/devis.ts'
import { lineTotal, quoteTotals } from '../schemas/rules/devis.ts'
import { conditionsOf, type QuoteDocument, withdrawalLines } from './devis-words.ts'
import { day, euros, moment, percent } from './format.ts'
import { companyFooter, partiesBlock } from './parties.ts'
import { type Fonts, openSheet, type Sheet } from './sheet.ts'

const CONDITION_SIZE = 8
/** Points of the frames to sign in, with the words above them, or of a drawn signature. */
const PLACE_TO_SIGN = 120

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
  if (devis.VARIANTE?.trim()) sheet.text(`Variante : ${devis.VARIANTE.trim()}`, { size: 11, bold: true, gap: 4 })
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

function mentions(sheet: Sheet, quote: QuoteDocument): void {
  const conditions = conditionsOf(quote)
  sheet.heading('Conditions', sheet.heightOf(conditions[0] ?? '', CONDITION_SIZE))
  for (const text of conditions) sheet.text(text, { size: CONDITION_SIZE })
}

function signatureBlock(sheet: Sheet, { signature, company }: QuoteDocument): void {
  sheet.heading('Bon pour accord', PLACE_TO_SIGN)
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
  for (const [at, line] of withdrawalLines({ company, client }, number).entries())
    sheet.text(line, { gap: at < 2 ? 10 : 8 })
  sheet.box(70)
}
