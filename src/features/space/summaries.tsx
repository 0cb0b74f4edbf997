import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { QuoteSummary, SpaceOrder } from '../../../schemas/space/devis.ts'
import { spaceText as text } from '../../text/space.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { answerOf, STATE_COLORS } from './devis-state.ts'
import styles from './space.module.css'

export function QuoteChip({ quote }: { quote: Pick<QuoteSummary, 'etat' | 'autreSigne' | 'arrete' | 'annule'> }) {
  const answer = answerOf(quote)
  return (
    <span className={styles.chip}>
      <StateChip label={text.states[answer]} color={STATE_COLORS[answer]} />
    </span>
  )
}

/** The subject of one of the customer's quotes. */
function QuoteHead({ quote }: { quote: QuoteSummary }) {
  return (
    <>
      <h3>{[quote.OBJET || text.quote(quote.NUMERO_DEVIS), quote.variante].filter(Boolean).join(' · ')}</h3>
      <p className={styles.row}>
        <span className={styles.muted}>{text.quote(quote.NUMERO_DEVIS)}</span>
        <span className={styles.amount}>
          {formatMoney(quote.PRIX_TTC)} {text.quotePage.ttc}
        </span>
      </p>
    </>
  )
}

/** A quote in a list, with a link to read it; the link names the quote for people who hear links alone. */
export function QuoteCard({ quote }: { quote: QuoteSummary }) {
  const waits = answerOf(quote) === 'attente'
  return (
    <div className={styles.card}>
      <QuoteHead quote={quote} />
      <QuoteChip quote={quote} />
      {waits && quote.DATE_VALIDITE ? <p>{text.homePage.validUntil(formatDate(quote.DATE_VALIDITE))}</p> : null}
      <Button component={Link} to={paths.spaceQuote.href(quote.IDDEVIS)} variant={waits ? 'filled' : 'default'}>
        {text.homePage.read}
        <span className="visually-hidden"> {quote.NUMERO_DEVIS}</span>
      </Button>
    </div>
  )
}

/** Variants that wait for the customer's choice: one card for all of them. */
export function VariantsCard({ quotes }: { quotes: readonly [QuoteSummary, ...QuoteSummary[]] }) {
  const [first] = quotes
  const least = Math.min(...quotes.map((quote) => quote.PRIX_TTC))
  return (
    <div className={styles.card}>
      <h3>{first.OBJET || text.quote(first.NUMERO_DEVIS)}</h3>
      <p className={styles.row}>
        <span className={styles.muted}>{text.homePage.choices(quotes.length)}</span>
        <span className={styles.amount}>{text.homePage.from(formatMoney(least))}</span>
      </p>
      <Button component={Link} to={paths.spaceQuote.variants(first.IDDEVIS)}>
        {text.homePage.compare(quotes.length)}
        <span className="visually-hidden"> {first.NUMERO_DEVIS}</span>
      </Button>
    </div>
  )
}

/** An order in a list: its progress, and a link to follow it. */
export function OrderCard({ order }: { order: SpaceOrder }) {
  const done = order.etapes.filter((step) => step.done).length
  const current = order.etapes.filter((step) => step.done).at(-1)
  return (
    <div className={styles.card}>
      <QuoteHead quote={order} />
      {order.etat === 'retracte' ? (
        <QuoteChip quote={order} />
      ) : order.arrete === true ? (
        <span className={styles.chip}>
          <StateChip label={text.states.arrete} color={STATE_COLORS.arrete} />
        </span>
      ) : (
        <p>
          {text.homePage.progress(done, order.etapes.length)}
          {current ? ` : ${current.title}` : ''}
        </p>
      )}
      <Button component={Link} to={paths.spaceOrder.href(order.IDDEVIS)} variant="default">
        {text.homePage.follow}
        <span className="visually-hidden"> {order.NUMERO_DEVIS}</span>
      </Button>
    </div>
  )
}
