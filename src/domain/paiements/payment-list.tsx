import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDots, IconPencil, IconReceipt } from '@tabler/icons-react'
import { seesAgencies } from '../../../schemas/access.ts'
import { today } from '../../../schemas/dates.ts'
import { worth } from '../../../schemas/rules/encaissements.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { paiementsText as text } from '../../text/paiements.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { useMay, useStaff } from '../personnels/use-staff.ts'
import { SyncChip } from '../records/record-sync.tsx'
import { asKept, isKept, type Paiement } from './order-payments.ts'
import styles from './paiements.module.css'

export type PaymentAct = 'receipt' | 'correct' | 'cancel'

export interface PaymentListProps {
  label: string
  /** In time. */
  payments: readonly Paiement[]
  onAct: (act: PaymentAct, paiement: Paiement) => void
}

/** Payments of an order, cancelled ones too, each with what may be done with it. */
export function PaymentList({ label, payments, onAct }: PaymentListProps) {
  const people = useRecords(
    'personnel',
    payments.flatMap((one) => [one.IDPERSONNEL, one.ANNULE_PAR]),
    { stale: true },
  )
  const nameOf = (id: string | null): string => (id === null ? '' : (people?.get(id)?.NOM_COMPLET ?? ''))
  return (
    <ul className={styles.list} aria-label={label}>
      {payments.map((one) => (
        <Row key={one.id} paiement={one} nameOf={nameOf} onAct={onAct} />
      ))}
    </ul>
  )
}

interface RowProps extends Pick<PaymentListProps, 'onAct'> {
  paiement: Paiement
  nameOf: (id: string | null) => string
}

function Row({ paiement: here, nameOf, onAct }: RowProps) {
  const paiement = asKept(here)
  const zone = useZone()
  const { MOYEN, GENRE, DATE_PAIEMENT, REFERENCE, NOTE, ANNULE_LE, ANNULE_PAR, MOTIF_ANNULATION, REJETE_LE, sync } =
    paiement
  const author = nameOf(paiement.IDPERSONNEL)
  const said = [
    `${formatDate(DATE_PAIEMENT)} · ${text.moyens[MOYEN]}${REFERENCE && MOYEN !== 'en_ligne' ? ` ${REFERENCE}` : ''}`,
    MOYEN === 'en_ligne' ? text.service : author === '' ? '' : text.enteredBy(author),
    NOTE ?? '',
  ]
  const amount = formatMoney(ANNULE_LE === null ? worth(paiement) : paiement.MONTANT)
  return (
    <li className={ANNULE_LE === null ? undefined : styles.gone}>
      <div>
        <div className={styles.what}>
          {text.genres[GENRE]}
          <SyncChip state={sync.state} />
        </div>
        <div className={styles.detail}>{said.filter(Boolean).join(' · ')}</div>
        {ANNULE_LE === null ? null : (
          <div className={styles.detail}>
            {text.cancelled(formatDate(today(zone, new Date(ANNULE_LE))), nameOf(ANNULE_PAR), MOTIF_ANNULATION ?? '')}
          </div>
        )}
        {ANNULE_LE === null && REJETE_LE !== null ? (
          <div className={styles.detail}>{text.rejected(formatDate(today(zone, new Date(REJETE_LE))))}</div>
        ) : null}
        {sync.state === 'refused' ? (
          <div className={styles.detail}>{isKept(paiement) ? text.stillCounts : text.notCounted}</div>
        ) : null}
      </div>
      <span className={styles.amount}>{amount}</span>
      {ANNULE_LE === null && sync.state !== 'refused' ? (
        <Actions paiement={paiement} what={`${text.genres[GENRE]}, ${amount}`} onAct={onAct} />
      ) : null}
    </li>
  )
}

function Actions({ paiement, what, onAct }: Pick<RowProps, 'paiement' | 'onAct'> & { what: string }) {
  const staff = useStaff()
  const allowed = useMay()
  // The author is not known here before the server has it: this device entered it.
  const isOwn = paiement.DATE_CREATION === null || paiement.IDPERSONNEL === staff.id
  const isOnline = paiement.MOYEN === 'en_ligne'
  // What the service confirmed is wrong only where the bank has rejected it.
  const isWrong = isOnline ? paiement.REJETE_LE !== null && seesAgencies(staff) : isOwn || seesAgencies(staff)
  const mayCancel = allowed('cancelPayment', 'paiement') && isWrong
  // Nothing was received.
  const mayReceipt = paiement.REJETE_LE === null
  if (!mayReceipt && !mayCancel) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={text.actions(what)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayReceipt ? (
          <Menu.Item leftSection={<IconReceipt size={16} />} onClick={() => onAct('receipt', paiement)}>
            {text.receipt.action}
          </Menu.Item>
        ) : null}
        {mayCancel ? (
          <>
            {isOnline ? null : (
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onAct('correct', paiement)}>
                {text.correct}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconBan size={16} />} onClick={() => onAct('cancel', paiement)}>
              {text.cancel.action}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
