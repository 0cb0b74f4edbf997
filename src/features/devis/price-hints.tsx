import { Button } from '@mantine/core'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { variantesText } from '../../text/variantes.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './devis.module.css'
import { rateLabel } from './lignes.ts'
import { priceChanges, type RateNotice, replacedRates, withdrawnRates } from './price-changes.ts'
import { useRatelessArticles } from './use-rateless-articles.ts'

const text = variantesText.prices

/** Which lines of a draft have another price than the price list, as a copy of an older quote does, with a button that takes the present one. */
export function PriceHints({ devis }: { devis: LocalRecord<'devis'> }) {
  const articles = useArticles()
  const commands = useCommands()
  const { busy, whileBusy } = useBusy()
  const changes = articles ? priceChanges(devis.LIGNES, articles) : []
  if (changes.length === 0) return null
  const take = (id: string, price: number) =>
    whileBusy(async () => {
      const LIGNES = devis.LIGNES.map((line) => (line.id === id ? { ...line, PRIX_UNITAIRE_HT: price } : line))
      await commands.update('devis', devis.IDDEVIS, { LIGNES }, { base: devis })
    })
  return (
    <section className={styles.prices} aria-label={text.changed(changes.length)}>
      <p className={styles.pricesTitle}>{text.changed(changes.length)}</p>
      <ul className={styles.missing}>
        {changes.map(({ id, LIBELLE, price }) => (
          <li key={id}>
            <span>
              {LIBELLE} <span className={styles.when}>{text.now(formatMoney(price))}</span>
            </span>
            <Button
              variant="subtle"
              size="compact-md"
              disabled={busy}
              aria-label={text.takeOf(LIBELLE)}
              onClick={() => void take(id, price)}
            >
              {text.take}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lines under a sentence about their rates; nothing without a line. */
function RateList({ title, notices }: { title: (n: number) => string; notices: readonly RateNotice[] }) {
  if (notices.length === 0) return null
  return (
    <section className={styles.prices} aria-label={title(notices.length)}>
      <p className={styles.pricesTitle}>{title(notices.length)}</p>
      <ul className={styles.missing}>
        {notices.map(({ id, LIBELLE, rate }) => (
          <li key={id}>
            <span>
              {LIBELLE} <span className={styles.when}>{text.rate(rateLabel(rate))}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Which lines of a draft have a VAT rate that the company has archived, as a copy of an older quote may, or the highest one because their article has no other. */
export function RateHints({ devis }: { devis: LocalRecord<'devis'> }) {
  const entries = useReferences('TVA')
  const rateless = useRatelessArticles()
  return (
    <>
      <RateList title={text.withdrawn} notices={withdrawnRates(devis.LIGNES, entries)} />
      <RateList title={text.replaced} notices={replacedRates(devis.LIGNES, rateless)} />
    </>
  )
}
