import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/local-record.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session.tsx'
import { contactLinks } from '../../components/contact-links.ts'
import { useDesktop } from '../../components/desktop.ts'
import { formatPhone } from '../../components/format.ts'
import { CLIENT_OWNERS, clientOwner } from '../../components/resource/client-owner.ts'
import { SyncChip } from '../../components/resource/record-sync.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { clientsText } from '../../text/clients.ts'
import styles from './clients.module.css'

type Client = LocalRecord<'client'>
const ROW_PHONE = 69
const ROW_DESKTOP = 49
/** So many rows before the end, the next page is asked for. */
const AHEAD = 80

/** Mounted only when the list nears its end. */
function NearEnd({ onReach }: { onReach: () => void }) {
  useEffect(onReach, [onReach])
  return null
}

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
        <Link to={paths.resource.view('client', client.IDCLIENT)} className={styles.name ?? ''}>
          {name}
        </Link>
        <SyncChip state={client.sync.state} />
      </div>
      <span className={styles.town}>{client.VILLE ?? <span className={styles.none}>{clientsText.noTown}</span>}</span>
      <span className={styles.phone}>{phone ? formatPhone(phone) : ''}</span>
      <span className={styles.owner} title={owner.label}>
        <span className={styles.ownerDot} style={{ background: owner.color }} aria-hidden />
        {ownerName || owner.label}
      </span>
      {phone ? (
        <ActionIcon
          component="a"
          href={contactLinks.call(phone)}
          variant="subtle"
          color="vert"
          size={44}
          className={styles.call ?? ''}
          aria-label={clientsText.call(name)}
        >
          <IconPhone size={20} stroke={1.7} />
        </ActionIcon>
      ) : (
        <span />
      )}
    </div>
  )
}

/** The clients found or listed, only those on screen in the page. */
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
    <div className={`surface ${styles.table}`}>
      <div className={styles.head} aria-hidden>
        <span>{clientsText.columns.name}</span>
        <span>{clientsText.columns.town}</span>
        <span>{clientsText.columns.phone}</span>
        <span>{clientsText.columns.owner}</span>
        <span />
      </div>
      <VirtualList
        items={clients}
        estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
        keyOf={(client) => client.IDCLIENT}
        label={clientsText.title}
        row={(client, index) => (
          <>
            <ClientRow client={client} ownerName={client.IDPERSONNEL ? personName(client.IDPERSONNEL) : ''} />
            {onNearEnd && index >= clients.length - AHEAD ? <NearEnd onReach={onNearEnd} /> : null}
          </>
        )}
      />
    </div>
  )
}
