import type { QuoteTotals } from '../../../schemas/rules/devis.ts'
import { devisText } from '../../text/devis-form.ts'
import { formatMoney } from '../../ui/format/format.ts'
import styles from './devis.module.css'
import { rateLabel } from './lignes.ts'

/** Net HT, VAT by rate, TTC. */
export function DevisTotals({ totals }: { totals: QuoteTotals }) {
  return (
    <dl className={styles.totals}>
      <dt>{devisText.netHt}</dt>
      <dd>{formatMoney(totals.NET_HT)}</dd>
      {totals.TVA.map((rate) => (
        <div key={rate.TAUX} className={styles.rate}>
          <dt>{devisText.vat(rateLabel(rate.TAUX), formatMoney(rate.BASE_HT))}</dt>
          <dd>{formatMoney(rate.MONTANT)}</dd>
        </div>
      ))}
      <dt className={styles.ttc}>{devisText.ttc}</dt>
      <dd className={styles.ttc}>{formatMoney(totals.PRIX_TTC)}</dd>
    </dl>
  )
}
