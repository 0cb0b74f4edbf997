import type { Ligne } from './devis.ts'

/** How a line stands among the variants: the same in all of them, in some of them only, or in all with other values. */
export interface ComparedLine {
  /** Stable within one comparison. */
  key: string
  LIBELLE: string
  /** The line of each variant, in their order; undefined where a variant lacks it. */
  of: (Ligne | undefined)[]
  differs: boolean
}

const said = ({ LIBELLE, DESCRIPTION = '', UNITE, QUANTITE, PRIX_UNITAIRE_HT, TAUX_TVA, REMISE = 0 }: Ligne): string =>
  JSON.stringify([LIBELLE, DESCRIPTION, UNITE, QUANTITE, PRIX_UNITAIRE_HT, TAUX_TVA, REMISE])

/**
 * The lines of variants side by side, in the order of the first that has them. A variant keeps the ids of the lines that it was made of, so a line is found
 * again by its id, else by its label.
 */
export function compareLines(variants: readonly (readonly Ligne[])[]): ComparedLine[] {
  const rows: ComparedLine[] = []
  variants.forEach((lines, at) => {
    let after = 0
    for (const line of lines) {
      const isFree = (row: ComparedLine): boolean => row.of[at] === undefined
      const row =
        rows.find((one) => isFree(one) && one.of.some((other) => other?.id === line.id)) ??
        rows.find((one) => isFree(one) && one.of.some((other) => other?.LIBELLE === line.LIBELLE))
      if (row) {
        row.of[at] = line
        after = rows.indexOf(row) + 1
        continue
      }
      const of: ComparedLine['of'] = variants.map(() => undefined)
      of[at] = line
      rows.splice(after, 0, { key: `${at} ${line.id}`, LIBELLE: line.LIBELLE, of, differs: false })
      after += 1
    }
  })
  return rows.map((row) => {
    const [first, ...rest] = row.of.map((line) => (line === undefined ? null : said(line)))
    return { ...row, differs: rest.some((other) => other !== first) }
  })
}
