import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { paths } from '../../app/paths.ts'
import { useDesktop } from '../../components/desktop.ts'
import { formatPhone } from '../../components/format.ts'
import { ProjetChip } from '../../components/resource/record-rows.tsx'
import { useRdvsOf } from '../../components/resource/use-waiting-projects.ts'
import { useNow } from '../../components/use-now.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import { WorkRow } from '../../components/work-row.tsx'
import { useLiveList } from '../../db/use-live.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { rdvWords } from './follow.ts'
import { QuickActions } from './quick-actions.tsx'
import styles from './suivi-client.module.css'

type Client = LocalRecord<'client'>
type Projet = LocalRecord<'projet'>

const ROW_PHONE = 158
const ROW_DESKTOP = 92

const openFirst = (a: Projet, b: Projet): number =>
  Number(isClosed(a)) - Number(isClosed(b)) || (b.DATE_CREATION ?? '9').localeCompare(a.DATE_CREATION ?? '9')

/** One client with its projects and appointments, which the row itself reads: only rows on screen read anything. */
function ClientRow({ client, personName }: { client: Client; personName: (id: string) => string }) {
  const now = useNow()
  const projets = useLiveList('projet', { selector: { IDCLIENT: client.IDCLIENT } })?.toSorted(openFirst)
  const rdvs = useRdvsOf(projets)
  const phone = client.PORTABLE ?? client.TELEPHONE
  const who = client.IDPERSONNEL ? personName(client.IDPERSONNEL) : ''
  const lineOf = (projet: Projet) => (
    <span key={projet.IDPROJET} className={styles.projet}>
      <ProjetChip projet={projet} />
      <span>
        {projetEntity.label(projet)} · {rdvs ? rdvWords(rdvs.get(projet.IDPROJET) ?? [], now) : ''}
      </span>
    </span>
  )
  return (
    <WorkRow
      title={clientEntity.label(client)}
      href={paths.resource.view('client', client.IDCLIENT)}
      sync={client.sync.state}
      lines={[
        [client.VILLE, phone ? formatPhone(phone) : text.noPhone, who ? text.responsible(who) : null]
          .filter(Boolean)
          .join(' · '),
        projets?.length === 0 ? text.noProject : null,
        ...(projets ?? []).map(lineOf),
      ]}
      actions={<QuickActions client={client} projet={projets?.find((one) => !isClosed(one)) ?? null} />}
    />
  )
}

/** Clients with their projects, states and appointments; only those on screen are rendered. */
export function ClientRows({
  clients,
  personName,
  onNearEnd,
}: {
  clients: readonly Client[]
  personName: (id: string) => string
  onNearEnd: (() => void) | null
}) {
  const desktop = useDesktop()
  return (
    <VirtualList
      items={clients}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={(client) => client.IDCLIENT}
      label={text.clientList}
      row={(client) => <ClientRow client={client} personName={personName} />}
      onNearEnd={onNearEnd}
    />
  )
}
