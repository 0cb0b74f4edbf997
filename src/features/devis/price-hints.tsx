import { Button } from '@mantine/core'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { variantesText } from '../../text/variantes.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './devis.module.css'
import { priceChanges } from './price-changes.ts'

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
