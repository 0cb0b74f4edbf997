import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { isCommande } from '../../../schemas/rules/devis.ts'
import { MOYENS_SAISIS } from '../../../schemas/rules/payment-kinds.ts'
import { firstPaymentDay, mayOweWorks, tooEarlyToPay } from '../../../schemas/rules/payments.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { paiementsText as text } from '../../text/paiements.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { useMay } from '../personnels/use-staff.ts'
import { CancelPaymentSheet } from './cancel-payment-sheet.tsx'
import { balanceHere, type Devis, inTime, type Paiement } from './order-payments.ts'
import styles from './paiements.module.css'
import { type PaymentAct, PaymentList } from './payment-list.tsx'
import { PaymentSheet, type SaidMoyen } from './payment-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** « Paiements » of a quote: nothing until it is an order. */
export function QuotePayments({ devis }: { devis: Devis }) {
  const payments = useLiveList('paiement', isCommande(devis) ? { selector: { IDDEVIS: devis.IDDEVIS } } : null)
  const [open, setOpen] = useState<Open | null>(null)
  if (!isCommande(devis) || payments === undefined) return null
  const shared = { devis, payments: inTime(payments) }
  return (
    <>
      <Panel title={text.title} count={payments.length}>
        <OrderPayments {...shared} onOpen={setOpen} />
      </Panel>
      {open === null ? null : <OpenSheet {...shared} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** « Paiements » of a project: those of each of its orders. */
export function ProjectPayments({ projet, devis }: { projet: string; devis: readonly Devis[] | undefined }) {
  const orders = devis?.filter(isCommande) ?? []
  // Not of its order, which leaves this device where the office gives the project to a colleague: what is being typed would go with it.
  const [opened, setOpened] = useState<{ order: Devis; open: Open } | null>(null)
  const asks = orders.length > 0 || opened !== null
  const payments = useLiveList('paiement', asks ? { selector: { IDPROJET: projet } } : null)
  const of = ({ IDDEVIS }: Devis): Paiement[] => inTime((payments ?? []).filter((one) => one.IDDEVIS === IDDEVIS))
  const sameOrder = orders.find(({ IDDEVIS }) => IDDEVIS === opened?.order.IDDEVIS) ?? opened?.order
  return (
    <>
      {orders.length === 0 || payments === undefined ? null : (
        <Panel title={text.title} count={payments.length}>
          {orders.map((order) => (
            <div key={order.IDDEVIS} className={styles.order}>
              {orders.length > 1 ? <h3 className={styles.orderTitle}>{devisEntity.label(order)}</h3> : null}
              <OrderPayments devis={order} payments={of(order)} onOpen={(open) => setOpened({ order, open })} />
            </div>
          ))}
        </Panel>
      )}
      {opened === null || sameOrder === undefined ? null : (
        <OpenSheet open={opened.open} devis={sameOrder} payments={of(sameOrder)} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

type Open = { act: 'add' } | { act: 'collect'; MOYEN: SaidMoyen } | { act: PaymentAct; paiement: Paiement }

interface OrderPaymentsProps {
  devis: Devis
  payments: readonly Paiement[]
  onOpen: (open: Open) => void
}

function OrderPayments({ devis, payments, onOpen }: OrderPaymentsProps) {
  const zone = useZone()
  const day = useNow().slice(0, 10)
  const allowed = useMay()
  const label = devisEntity.label(devis)
  const first = devis.DATE_SIGNATURE === null ? null : firstPaymentDay(devis.DATE_SIGNATURE, zone)
  const isEarly = first !== null && day < first
  // Of an order that has ended too: a transfer may be under way, and what was received goes back.
  const mayAdd = allowed('create', 'paiement') && !isEarly
  return (
    <>
      <Totals devis={devis} payments={payments} />
      {isEarly && first !== null && devis.REFUSE !== 1 ? <p className={styles.notice}>{tooEarlyToPay(first)}</p> : null}
      {payments.length > 0 ? (
        <PaymentList
          label={text.list(label)}
          payments={payments}
          onAct={(act, paiement) => onOpen({ act, paiement })}
        />
      ) : null}
      {mayAdd ? (
        <Collect devis={devis} payments={payments} onCollect={(MOYEN) => onOpen({ act: 'collect', MOYEN })} />
      ) : null}
      {mayAdd ? (
        <Button
          className={styles.add ?? ''}
          variant="default"
          size="md"
          leftSection={<IconPlus size={18} />}
          onClick={() => onOpen({ act: 'add' })}
        >
          {text.add}
        </Button>
      ) : null}
    </>
  )
}

function OpenSheet({
  open,
  devis,
  payments,
  onClose,
}: {
  open: Open
  devis: Devis
  payments: readonly Paiement[]
  onClose: () => void
}) {
  const shared = { devis, payments, onClose }
  switch (open.act) {
    case 'add':
      return <PaymentSheet {...shared} />
    case 'collect':
      return <PaymentSheet {...shared} collected={{ MOYEN: open.MOYEN }} />
    case 'correct':
      return <PaymentSheet {...shared} corrected={open.paiement} />
    case 'cancel':
      return <CancelPaymentSheet paiement={open.paiement} onClose={onClose} />
    case 'receipt':
      return <ReceiptSheet {...shared} paiement={open.paiement} />
  }
}

/** The balance due, received now: the tap says by what means, and the form has only to be saved. */
function Collect({
  devis,
  payments,
  onCollect,
}: {
  devis: Devis
  payments: readonly Paiement[]
  onCollect: (moyen: SaidMoyen) => void
}) {
  const { left } = balanceHere(devis, payments)
  if (left === 0 || devis.REFUSE === 1) return null
  const label = text.collect(formatMoney(left))
  return (
    <fieldset className={styles.collect}>
      <legend>{label}</legend>
      <div className={styles.means}>
        {MOYENS_SAISIS.map((moyen) => (
          <Button key={moyen} variant="light" size="md" onClick={() => onCollect(moyen)}>
            {text.moyens[moyen]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/** What the order comes to, what was received, what remains. */
function Totals({ devis, payments }: { devis: Devis; payments: readonly Paiement[] }) {
  const { received, deposits, left, over } = balanceHere(devis, payments)
  const kept = devis.MONTANT_CONSERVE ?? 0
  return (
    <>
      <dl className={styles.totals}>
        <dt>{text.due}</dt>
        <dd>{formatMoney(devis.PRIX_TTC)}</dd>
        {kept > 0 ? (
          <>
            <dt>{text.kept}</dt>
            <dd>{formatMoney(kept)}</dd>
          </>
        ) : null}
        <dt>
          {text.received}
          {deposits > 0 ? <span className={styles.deposits}>{text.deposits(formatMoney(deposits))}</span> : null}
        </dt>
        <dd>{formatMoney(received)}</dd>
        <dt className={styles.left}>
          {over > 0 ? text.over : left === 0 && (devis.REFUSE !== 1 || kept > 0) ? text.settled : text.left}
        </dt>
        <dd className={styles.left}>{formatMoney(over > 0 ? over : left)}</dd>
      </dl>
      {devis.REFUSE === 1 ? (
        <p className={styles.notice}>{kept > 0 ? text.cancelledKept(formatMoney(kept)) : text.withdrawn}</p>
      ) : null}
      {mayOweWorks(devis) ? <p className={styles.notice}>{text.worksDue}</p> : null}
    </>
  )
}
