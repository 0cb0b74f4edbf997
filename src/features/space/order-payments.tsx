import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import * as Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { GENRE_LABELS, MOYEN_LABELS } from '../../../schemas/rules/payment-kinds.ts'
import {
  balanceOf,
  firstPaymentDay,
  mayAskPayment,
  mayOweWorks,
  openWithin,
  tooEarlyToPay,
} from '../../../schemas/rules/payments.ts'
import type { SpaceOrder } from '../../../schemas/space/devis.ts'
import { PaymentView } from '../../../schemas/space/payment.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { askSpace } from './ask-space.ts'
import { dayOf } from './devis-state.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { StoppedNotice } from './stopped-notice.tsx'
import { type Action, useAction } from './use-action.ts'
import { useSeen } from './use-seen.ts'

const text = spaceText.accounts
const PAYMENTS = Type.Array(PaymentView)

const sum = (payments: readonly PaymentView[]): number => payments.reduce((all, { MONTANT }) => all + MONTANT, 0)

/** Open links at the bank: each is used again while its amount is still left to pay, and no second one is made for it. */
const openOf = (payments: readonly PaymentView[]): PaymentView[] =>
  payments.filter(({ ETAT, LIEN }) => ETAT === 'en_attente' && LIEN !== null)

function GoPay({ payment: { MONTANT, LIEN } }: { payment: PaymentView }) {
  return (
    <>
      <p role="status">{text.ready(formatMoney(MONTANT))}</p>
      <Button component="a" href={LIEN ?? ''} rightSection={<IconExternalLink size={22} aria-hidden />}>
        {text.go}
      </Button>
    </>
  )
}

interface PayProps {
  order: SpaceOrder
  left: number
  payments: readonly PaymentView[]
  action: Action
  onAsked: () => void
}

/** The amounts that may be paid now, by the server's rules, shown before the server could refuse one. */
function Pay({ order, left, payments, action, onAsked }: PayProps) {
  const zone = useZone()
  const [made, setMade] = useState<{ payment: PaymentView; before: PayProps['payments'] } | null>(null)
  const asked = made?.payment ?? null
  const { DATE_SIGNATURE } = order
  // Until the list is read again: the server may have stopped offering it since.
  const added = made !== null && payments === made.before ? [made.payment] : []
  const { good, free } = openWithin(left, openOf([...payments, ...added]), ({ MONTANT }) => MONTANT)
  if (left === 0) return <p>{text.settled}</p>
  // The server says it, since a phone's clock may be behind. A stored « not yet » of some days ago ages by the phone's clock.
  const mayAsk = order.payable === true || DATE_SIGNATURE === null || mayAskPayment(DATE_SIGNATURE, zone, new Date())
  if (!mayAsk && DATE_SIGNATURE !== null)
    return <p className={styles.notice}>{tooEarlyToPay(firstPaymentDay(DATE_SIGNATURE, zone))}</p>
  if (asked?.ETAT === 'cree') return <p role="status">{text.noProvider}</p>
  const ask = () =>
    action.run(async (idempotencyKey) => {
      const call = { method: 'POST', body: { IDDEVIS: order.IDDEVIS }, idempotencyKey } as const
      try {
        setMade({ payment: await askSpace(PaymentView, '/fintecture/generate_link', call), before: payments })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') throw error
        // Nobody has a link of this request: what is left by now is asked for by another one.
        action.holdKey(null)
        onAsked()
        throw error
      }
      onAsked()
    })
  return (
    <>
      {good.map((payment) => (
        <GoPay key={payment.id} payment={payment} />
      ))}
      {free > 0 ? (
        <NeedsNetwork what={text.what}>
          <Failure>{action.failure}</Failure>
          <Button loading={action.busy} onClick={() => void ask()}>
            {text.pay(formatMoney(free))}
          </Button>
        </NeedsNetwork>
      ) : null}
    </>
  )
}

/** « 12/11/2026 · Acompte, chèque » of what was received, else the state of a request. */
function saidOf({ DATE_PAIEMENT, GENRE, MOYEN, ETAT, ...payment }: PaymentView, zone: string): string {
  if (DATE_PAIEMENT !== undefined && GENRE !== undefined && MOYEN !== undefined)
    return `${formatDate(DATE_PAIEMENT)} · ${GENRE_LABELS[GENRE]}, ${MOYEN_LABELS[MOYEN].toLowerCase()}`
  return `${dayOf(payment.DATE_CONFIRMATION ?? payment.DATE_CREATION, zone)} · ${text.states[ETAT]}`
}

function History({ payments }: { payments: readonly PaymentView[] }) {
  const zone = useZone()
  if (payments.length === 0) return null
  return (
    <ul className={styles.list} aria-label={text.history}>
      {payments.map((payment) => (
        <li key={payment.id} className={styles.row}>
          <span>{saidOf(payment, zone)}</span>
          <span className={styles.amount}>{formatMoney(payment.MONTANT)}</span>
        </li>
      ))}
    </ul>
  )
}

/** One order with its payments, the amount left, and the payment button. */
export function OrderPayments({ order }: { order: SpaceOrder }) {
  const reading = useSeen('/invoice/payments', PAYMENTS, { IDDEVIS: order.IDDEVIS })
  const action = useAction()
  return (
    <div className={styles.card}>
      <h3>{order.OBJET || spaceText.quote(order.NUMERO_DEVIS)}</h3>
      <p className={styles.muted}>{spaceText.quote(order.NUMERO_DEVIS)}</p>
      <Shown reading={reading}>
        {(payments) => {
          const paid = sum(payments.filter(({ ETAT }) => ETAT === 'confirme'))
          const hasEnded = order.etat === 'retracte'
          const kept = order.conserve ?? 0
          const due = hasEnded ? kept : order.PRIX_TTC
          const left = balanceOf(due, paid).SOLDE_DEVIS
          // What was received beyond what is due is theirs: after a withdrawal all of it (code de la consommation, L221-24), less works that they asked for (L221-25).
          const over = Math.max(0, paid - due)
          return (
            <>
              <dl className={styles.totals}>
                <div>
                  <dt>{text.total}</dt>
                  <dd>{formatMoney(order.PRIX_TTC)}</dd>
                </div>
                {kept > 0 ? (
                  <div>
                    <dt>{text.kept}</dt>
                    <dd>{formatMoney(kept)}</dd>
                  </div>
                ) : null}
                <div>
                  <dt>{text.paid}</dt>
                  <dd>{formatMoney(paid)}</dd>
                </div>
                <div>
                  <dt>{over > 0 ? text.over : text.left}</dt>
                  <dd>{formatMoney(over > 0 ? over : left)}</dd>
                </div>
              </dl>
              <History payments={payments} />
              {hasEnded ? (
                <>
                  <p>{kept > 0 ? text.cancelledKept : order.annule === true ? text.cancelled : text.withdrawn}</p>
                  {mayOweWorks({ REFUSE: 1, MONTANT_CONSERVE: order.conserve ?? null }) ? <p>{text.worksDue}</p> : null}
                </>
              ) : order.arrete === true ? (
                <StoppedNotice of="order" />
              ) : (
                <Pay order={order} left={left} payments={payments} action={action} onAsked={reading.again} />
              )}
            </>
          )
        }}
      </Shown>
    </div>
  )
}
