import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { wallClock } from '../../../schemas/dates.ts'
import { mayWithdraw, withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { SpaceOrder } from '../../../schemas/space/devis.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { dayOf } from './devis-state.ts'
import { OrderSteps } from './order-steps.tsx'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { useSeen } from './use-seen.ts'
import { VisitCard } from './visit-card.tsx'
import { visitOfWorks } from './visits.ts'

const text = spaceText.order

/** During the withdrawal period, the link to withdraw from the contract, in the law's words. */
function Withdrawal({ order }: { order: SpaceOrder }) {
  const zone = useZone()
  const { DATE_SIGNATURE, etat } = order
  if (etat !== 'signe' || DATE_SIGNATURE === null || !mayWithdraw(DATE_SIGNATURE, zone, new Date())) return null
  return (
    <Section title={text.withdrawalTitle}>
      <p>{text.withdrawalText(formatDate(withdrawalDeadline(DATE_SIGNATURE, zone)))}</p>
      <Button component={Link} to={paths.spaceOrder.withdraw(order.IDDEVIS)} variant="default">
        {text.withdraw}
      </Button>
    </Section>
  )
}

function Order({ order }: { order: SpaceOrder }) {
  const zone = useZone()
  const now = wallClock(new Date(), zone)
  return (
    <>
      <div className={styles.card}>
        {order.OBJET ? <p>{order.OBJET}</p> : null}
        <p className={styles.big}>
          {formatMoney(order.PRIX_TTC)} {spaceText.quotePage.ttc}
        </p>
      </div>
      {order.etat === 'retracte' ? (
        <p className={styles.notice}>{text.withdrawn(dayOf(order.DATE_REFUSE, zone))}</p>
      ) : (
        <Section title={text.steps}>
          <div className={styles.card}>
            <OrderSteps steps={order.etapes} />
          </div>
        </Section>
      )}
      {order.interventions.length === 0 ? null : (
        <Section title={text.works}>
          {order.interventions.map(visitOfWorks).map((visit) => (
            <VisitCard key={visit.id} visit={visit} past={visit.end <= now} />
          ))}
        </Section>
      )}
      <div className={styles.actions}>
        <Button component={Link} to={paths.spaceQuote.href(order.IDDEVIS)} variant="default">
          {text.quote}
        </Button>
        <Button component={Link} to={paths.spaceAccounts.href()} variant="default">
          {text.pay}
        </Button>
      </div>
      <Withdrawal order={order} />
    </>
  )
}

/** `/space/commande/{id}`: the progress of the order (SPA-02). */
export function SpaceOrderScreen() {
  const { id = '' } = useParams({ strict: false })
  const order = useSeen(`/space/commande/${encodeURIComponent(id)}`, SpaceOrder)
  return (
    <SpacePage title={text.title(order.data?.NUMERO_DEVIS ?? '')}>
      <Shown reading={order}>{(data) => <Order order={data} />}</Shown>
    </SpacePage>
  )
}
