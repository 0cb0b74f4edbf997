import type { Sheet } from './sheet.ts'

/** The company that makes the document: what the law requires on its papers. */
export interface CompanyIdentity {
  NOM: string
  SIRET: string | null
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string | null
  TELEPHONE: string | null
  MAIL: string | null
  COLOR: string | null
  MENTIONS_LEGALES: string | null
  MEDIATEUR: string | null
  ASSURANCE: string | null
}

export interface Place {
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string | null
}

export interface Customer extends Place {
  NOM: string
  PRENOM: string | null
  TELEPHONE: string | null
  MAIL: string | null
}

const filled = (parts: readonly (string | null | undefined)[], by = ' '): string => parts.filter(Boolean).join(by)

const placeLines = ({ ADRESSE, CODE_POSTAL, VILLE }: Place): string[] =>
  [ADRESSE ?? '', filled([CODE_POSTAL, VILLE])].filter((line) => line !== '')

export const companyFooter = (company: CompanyIdentity): string =>
  filled([company.NOM, company.SIRET && `SIRET ${company.SIRET}`, ...placeLines(company), company.TELEPHONE], ' — ')

/** The company on the left, the customer on the right, then the site. */
export function partiesBlock(
  sheet: Sheet,
  { company, client, chantier }: { company: CompanyIdentity; client: Customer; chantier: Place | null },
): void {
  sheet.pair(
    () => {
      sheet.text(company.NOM, { bold: true, size: 10 })
      for (const line of placeLines(company)) sheet.text(line)
      if (company.TELEPHONE) sheet.text(`Tél. ${company.TELEPHONE}`)
      if (company.MAIL) sheet.text(company.MAIL)
      if (company.SIRET) sheet.text(`SIRET ${company.SIRET}`)
    },
    () => {
      sheet.text('Client', { faint: true, size: 8 })
      sheet.text(filled([client.PRENOM, client.NOM]), { bold: true, size: 10 })
      for (const line of placeLines(client)) sheet.text(line)
      if (client.TELEPHONE) sheet.text(`Tél. ${client.TELEPHONE}`)
      if (client.MAIL) sheet.text(client.MAIL)
    },
  )
  sheet.y += 6
  if (chantier && placeLines(chantier).length > 0) {
    sheet.text('Adresse du chantier', { faint: true, size: 8 })
    sheet.text(filled(placeLines(chantier), ', '))
    sheet.y += 4
  }
}

/** A drawn signature, with the person's name and the time. */
export interface DrawnSignature {
  NOM_SIGNATAIRE: string
  /** Wall clock of the company, `yyyy-MM-dd HH:mm`. */
  LE: string
  /** PNG or JPEG; null: signed by a code, not by hand. */
  image: Uint8Array | null
}
