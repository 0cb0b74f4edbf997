import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { wallClock } from '../../../schemas/dates.ts'
import { withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { SpaceOrder } from '../../../schemas/space/devis.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { endSentence } from './devis-state.ts'
import { isRetractable } from './is-retractable.ts'
import { OrderSteps } from './order-steps.tsx'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { StoppedNotice } from './stopped-notice.tsx'
import { type Reading, useSeen } from './use-seen.ts'
import { VisitCard } from './visit-card.tsx'
import { visitOfWorks } from './visits.ts'

const text = spaceText.order

interface OrderProps {
  order: SpaceOrder
  state: Reading<SpaceOrder>['state']
}

/** During the withdrawal period, the link to withdraw from the contract, in the law's words. */
function Withdrawal({ order, state }: OrderProps) {
  const zone = useZone()
  const { DATE_SIGNATURE } = order
  if (DATE_SIGNATURE === null || !isRetractable(order, state, zone)) return null
  return (
    <Section title={text.withdrawalTitle}>
      <p>{text.withdrawalText(formatDate(withdrawalDeadline(DATE_SIGNATURE, zone)))}</p>
      <Button component={Link} to={paths.spaceOrder.withdraw(order.IDDEVIS)} variant="default">
        {text.withdraw}
      </Button>
    </Section>
  )
}

function Order({ order, state }: OrderProps) {
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
        <p className={styles.notice}>{endSentence(order, zone)}</p>
      ) : order.arrete === true ? (
        <StoppedNotice of="order" />
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
      <Withdrawal order={order} state={state} />
    </>
  )
}

/** `/space/commande/{id}`: the progress of the order (SPA-02). */
export function SpaceOrderScreen() {
  const { id = '' } = useParams({ strict: false })
  const order = useSeen(`/space/commande/${encodeURIComponent(id)}`, SpaceOrder)
  return (
    <SpacePage title={text.title(order.data?.NUMERO_DEVIS ?? '')}>
      <Shown reading={order}>{(data) => <Order order={data} state={order.state} />}</Shown>
    </SpacePage>
  )
}
