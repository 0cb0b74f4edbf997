import { proofPage } from './devis.ts'
import { moment } from './format.ts'
import {
  type CompanyIdentity,
  type Customer,
  companyFooter,
  type DrawnSignature,
  type Place,
  partiesBlock,
} from './parties.ts'
import { type Fonts, openSheet } from './sheet.ts'

export interface PvDocument {
  company: CompanyIdentity
  logo: Uint8Array | null
  client: Customer
  chantier: Place | null
  intervention: {
    id: string
    RDV_OBJET: string | null
    RDV_DEBUT: string
    RDV_FIN: string
    NUMERO_DEVIS: string | null
    travaux: readonly string[]
  }
  /** `reception`: with or without reserves. `levee`: a second PV that lifts those of the first. */
  kind: 'reception' | 'levee'
  RESERVES: readonly string[]
  signature: DrawnSignature
  /** Known on the device that signs: a value that another machine added later would change the signed bytes. */
  evidence: {
    /** SHA-256 of `pvContent` (pv-content.ts). */
    contentSha256: string
    /** SHA-256 of the signature's image. */
    signatureSha256: string
    /** Instant of signature, ISO 8601 UTC. */
    signedAt: string
    signedWith: string
  }
}

/** Room of the drawn signature, in points. */
const SIGNATURE = { width: 220, height: 90 }

/** The minutes of the works as an A4 PDF in French. The same document gives the same bytes. */
export async function renderPv(pv: PvDocument, fonts: Fonts): Promise<Uint8Array> {
  const { company, intervention, signature, evidence } = pv
  const title = pv.kind === 'levee' ? 'Procès-verbal de levée de réserves' : 'Procès-verbal de réception de travaux'
  const sheet = openSheet(
    {
      title,
      author: company.NOM,
      color: company.COLOR ?? '',
      footer: companyFooter(company),
      date: new Date(evidence.signedAt),
      logo: pv.logo,
    },
    fonts,
  )
  sheet.text(title, { size: 16, bold: true, gap: 6 })
  partiesBlock(sheet, pv)
  sheet.heading('Travaux')
  if (intervention.RDV_OBJET) sheet.text(intervention.RDV_OBJET, { bold: true })
  sheet.text(`Du ${moment(intervention.RDV_DEBUT)} au ${moment(intervention.RDV_FIN)}`)
  if (intervention.NUMERO_DEVIS) sheet.text(`Devis ${intervention.NUMERO_DEVIS}`)
  for (const work of intervention.travaux) sheet.text(`• ${work}`)
  sheet.heading('Réserves')
  sheet.text(decision(pv), { bold: true })
  for (const [n, reserve] of pv.RESERVES.entries()) sheet.text(`${n + 1}. ${reserve}`)
  sheet.heading('Signature du client', SIGNATURE.height + 20)
  sheet.text(`Signé par ${signature.NOM_SIGNATAIRE} le ${moment(signature.LE)}`, { bold: true })
  if (signature.image) sheet.image(signature.image, SIGNATURE)
  sheet.page()
  proofPage(sheet, [
    ['Document', title],
    ['Intervention', intervention.id],
    ['Signataire', signature.NOM_SIGNATAIRE],
    ['Date de signature', evidence.signedAt],
    ['Signé avec', evidence.signedWith],
    ['SHA-256 du contenu', evidence.contentSha256],
    ['SHA-256 de la signature', evidence.signatureSha256],
  ])
  return sheet.finish()
}

function decision({ kind, RESERVES }: PvDocument): string {
  if (kind === 'levee') {
    return RESERVES.length === 0
      ? 'Toutes les réserves de la réception sont levées.'
      : 'Les réserves suivantes de la réception sont levées :'
  }
  return RESERVES.length === 0
    ? 'Le client accepte la réception des travaux sans réserve.'
    : 'Le client accepte la réception des travaux avec les réserves suivantes :'
}
