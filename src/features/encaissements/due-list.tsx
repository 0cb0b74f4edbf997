import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { today } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import type { Records } from '../../data/records/use-records.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { paiementsText } from '../../text/paiements.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './encaissements.module.css'
import type { Due } from './outstanding.ts'

const text = paiementsText.outstanding
const ROW = 76

export interface DueListProps {
  dues: readonly Due[]
  /** The company's day. */
  day: string
  zone: string
  clients: Records<'client'> | undefined
  /** Above the rows: what they are sorted by. */
  head?: ReactNode
  onAll: () => void
  onCollect: (devis: Due['devis']) => void
}

/** Orders that are not settled, the oldest signature first unless another order is chosen; each leads to its quote. */
export function DueList({ dues, day, zone, clients, head, onAll, onCollect }: DueListProps) {
  const mayCollect = useMay()('create', 'paiement')
  return (
    <>
      {dues.length === 0 ? (
        <EmptyState text={text.emptyHere} action={<Button onClick={onAll}>{text.all}</Button>} />
      ) : (
        <VirtualList
          items={dues}
          estimate={ROW}
          keyOf={({ devis }) => devis.IDDEVIS}
          label={text.list}
          head={head}
          row={(due) => (
            <Row
              due={due}
              day={day}
              zone={zone}
              clients={clients}
              onCollect={mayCollect ? () => onCollect(due.devis) : undefined}
            />
          )}
        />
      )}
    </>
  )
}

function Row({
  due,
  day,
  zone,
  clients,
  onCollect,
}: { due: Due; onCollect: (() => void) | undefined } & Pick<DueListProps, 'day' | 'zone' | 'clients'>) {
  const { devis, left, over, from } = due
  // Nothing is asked for once it has ended, even where its customer got back too much.
  const hasEnded = devis.REFUSE === 1
  const client = clients?.get(devis.IDCLIENT)
  const name = client ? clientEntity.label(client) : clients ? text.unknownClient : ''
  const signed = today(zone, new Date(devis.DATE_SIGNATURE ?? ''))
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <RowLink href={paths.resource.view('devis', devis.IDDEVIS)}>{name}</RowLink>
        <div className={styles.object}>
          {[devisEntity.label(devis), text.signed(formatDate(signed)), devis.OBJET].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className={styles.chips}>
        {left > 0 && day < from ? <StateChip label={text.earlyUntil(formatDate(from))} color="grey" /> : null}
        {over > 0 ? <StateChip label={text.toReturn(formatMoney(over))} color="orange" /> : null}
      </div>
      <div className={styles.amount}>
        {over > 0 ? formatMoney(-over) : formatMoney(left)}
        {left > 0 && left < devis.PRIX_TTC && !hasEnded ? (
          <div className={styles.object}>{text.of(formatMoney(devis.PRIX_TTC))}</div>
        ) : null}
      </div>
      {onCollect && left > 0 && day >= from && !hasEnded ? (
        <PlainButton
          tall
          className={`${above} ${styles.collect}`}
          label={text.collectOf(name, devisEntity.label(devis))}
          onClick={onCollect}
        >
          {text.collect}
        </PlainButton>
      ) : (
        <span className={styles.collect} />
      )}
    </div>
  )
}
