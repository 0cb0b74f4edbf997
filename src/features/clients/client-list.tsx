import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useSession } from '../../data/session/session.tsx'
import { CLIENT_OWNERS, clientOwner } from '../../domain/clients/client-owner.ts'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { clientsText } from '../../text/clients.ts'
import { CallButton } from '../../ui/contact/call-button.tsx'
import { formatPhone } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './clients.module.css'

type Client = LocalRecord<'client'>
const ROW_PHONE = 69
const ROW_DESKTOP = 49

interface RowProps {
  client: Client
  ownerName: string
}

function ClientRow({ client, ownerName }: RowProps) {
  const { account } = useSession()
  const name = clientEntity.label(client)
  const phone = client.PORTABLE ?? client.TELEPHONE
  const owner = CLIENT_OWNERS[clientOwner(client, account)]
  return (
    <div className={styles.row}>
      <div className={styles.who}>
        <RowLink href={paths.resource.view('client', client.IDCLIENT)} className={`one-line ${styles.name}`}>
          {name}
        </RowLink>
        <SyncChip state={client.sync.state} />
      </div>
      <span className={`one-line ${styles.town}`}>
        {client.VILLE ?? <span className={styles.none}>{clientsText.noTown}</span>}
      </span>
      <span className={styles.phone}>{phone ? formatPhone(phone) : ''}</span>
      <span className={`one-line ${styles.owner}`} title={owner.label}>
        <span className={styles.ownerDot} style={{ background: owner.color }} aria-hidden />
        {ownerName || owner.label}
      </span>
      {phone ? <CallButton phone={phone} label={clientsText.call(name)} className={styles.call} /> : <span />}
    </div>
  )
}

/** The clients found or listed; only those on screen are rendered. */
export function ClientList({
  clients,
  personName,
  onNearEnd,
}: {
  clients: readonly Client[]
  personName: (id: string) => string
  onNearEnd?: (() => void) | undefined
}) {
  const desktop = useDesktop()
  return (
    <VirtualList
      items={clients}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={(client) => client.IDCLIENT}
      label={clientsText.title}
      head={
        <div className={styles.head} aria-hidden>
          <span>{clientsText.columns.name}</span>
          <span>{clientsText.columns.town}</span>
          <span>{clientsText.columns.phone}</span>
          <span>{clientsText.columns.owner}</span>
          <span />
        </div>
      }
      row={(client) => (
        <ClientRow client={client} ownerName={client.IDPERSONNEL ? personName(client.IDPERSONNEL) : ''} />
      )}
      onNearEnd={onNearEnd}
    />
  )
}
