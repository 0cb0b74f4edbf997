import type { ReactNode } from 'react'
import { decimal } from '../../../schemas/decimal.ts'
import { type ComparedLine, compareLines } from '../../../schemas/rules/compare-lines.ts'
import { type Ligne, lineTotal } from '../../../schemas/rules/devis.ts'
import { variantesText } from '../../text/variantes.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './variants-compare.module.css'

const text = variantesText.compared

/** A variant as the customer compares it. */
export interface ShownVariant {
  id: string
  name: string
  number: string | null
  PRIX_TTC: number
  LIGNES: readonly Ligne[]
  /** Its state, where it is not simply to be chosen. */
  chip: { label: string; color: string } | null
  /** What may be done with it. */
  action: ReactNode
}

/** « 2 u · 900,00 € HT » */
const amountOf = (line: Ligne): string => `${decimal(line.QUANTITE)} ${line.UNITE} · ${formatMoney(lineTotal(line))} HT`

function Cell({ line }: { line: Ligne | undefined }) {
  if (line === undefined) return <span className={styles.lacks}>{text.lacks}</span>
  return (
    <>
      {amountOf(line)}
      {line.DESCRIPTION ? <span className={styles.description}>{line.DESCRIPTION}</span> : null}
    </>
  )
}

/** Name, price with tax first, state and actions. */
function Head({ variant, cheapest }: { variant: ShownVariant; cheapest: ShownVariant }) {
  const more = variant.PRIX_TTC - cheapest.PRIX_TTC
  return (
    <div className={styles.head}>
      <span className={styles.name}>{variant.name}</span>
      <span className={styles.price}>
        {formatMoney(variant.PRIX_TTC)} <span className={styles.ttc}>{text.ttc}</span>
      </span>
      <span className={styles.more}>{more > 0 ? text.dearer(formatMoney(more), cheapest.name) : variant.number}</span>
      {variant.chip ? (
        <span className={styles.chip}>
          <StateChip label={variant.chip.label} color={variant.chip.color} />
        </span>
      ) : null}
      {variant.action}
    </div>
  )
}

/** One column a variant, one row a line. */
function Table({
  variants,
  rows,
  cheapest,
}: {
  variants: readonly ShownVariant[]
  rows: readonly ComparedLine[]
  cheapest: ShownVariant
}) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {variants.map((variant) => (
              <th key={variant.id} scope="col">
                <Head variant={variant} cheapest={cheapest} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-differs={row.differs || undefined}>
              <th scope="row">
                {row.LIBELLE}
                {row.differs ? <span className={styles.mark}>{text.differs}</span> : null}
              </th>
              {variants.map((variant, at) => (
                <td key={variant.id}>
                  <Cell line={row.of[at]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One card a variant: its price, what is different in it, and the common lines folded. */
function Cards({
  variants,
  rows,
  cheapest,
}: {
  variants: readonly ShownVariant[]
  rows: readonly ComparedLine[]
  cheapest: ShownVariant
}) {
  const common = rows.filter((row) => !row.differs)
  const different = rows.filter((row) => row.differs)
  return (
    <ul className={styles.cards}>
      {variants.map((variant, at) => (
        <li key={variant.id} className={styles.card} aria-label={variant.name}>
          <Head variant={variant} cheapest={cheapest} />
          <p className={styles.quiet}>{different.length === 0 ? text.nothing : text.changes}</p>
          <ul className={styles.lines}>
            {different.map((row) => (
              <li key={row.key} data-differs>
                <span className={styles.label}>{row.of[at]?.LIBELLE ?? row.LIBELLE}</span>
                <Cell line={row.of[at]} />
              </li>
            ))}
          </ul>
          {common.length === 0 ? null : (
            <details className={styles.common}>
              <summary>{text.common(common.length)}</summary>
              <ul className={styles.lines}>
                {common.map((row) => (
                  <li key={row.key}>
                    <span className={styles.label}>{row.LIBELLE}</span>
                    <Cell line={row.of[at]} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Variants side by side: columns on a desktop, cards under each other on a phone; lines that differ are marked (DAY-17). */
export function VariantsCompare({ variants }: { variants: readonly ShownVariant[] }) {
  const desktop = useDesktop()
  const [cheapest] = variants.toSorted((a, b) => a.PRIX_TTC - b.PRIX_TTC)
  if (!cheapest) return null
  const shown = { variants, rows: compareLines(variants.map(({ LIGNES }) => LIGNES)), cheapest }
  return desktop ? <Table {...shown} /> : <Cards {...shown} />
}
