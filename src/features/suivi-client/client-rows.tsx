import { Checkbox } from '@mantine/core'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useNow } from '../../data/session/use-now.ts'
import { noProjectWords } from '../../domain/clients/no-project-words.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import { type Labels, useLabels } from '../../domain/labels/use-labels.ts'
import type { Selection } from '../../domain/labels/use-selection.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { useRdvsOf } from '../../domain/projets/use-waiting-projects.ts'
import { ProjetChip } from '../../domain/records/record-rows.tsx'
import { TaskRow } from '../../domain/records/task-row.tsx'
import type { Names } from '../../domain/records/use-names.ts'
import { labelsText } from '../../text/labels.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { above } from '../../ui/list/row-link.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { rdvWords } from './follow.ts'
import { QuickActions } from './quick-actions.tsx'
import styles from './suivi-client.module.css'

type Client = LocalRecord<'client'>
type Projet = LocalRecord<'projet'>

const ROW_PHONE = 158
const ROW_DESKTOP = 92

const openFirst = (a: Projet, b: Projet): number =>
  Number(isClosed(a)) - Number(isClosed(b)) || (b.DATE_CREATION ?? '9').localeCompare(a.DATE_CREATION ?? '9')

interface RowProps {
  client: Client
  names: Names
  labels: Labels
  /** null while rows have no box. */
  selection: Selection | null
}

/** One client with its projects and appointments, which the row itself reads: only rows on screen read anything. */
function ClientRow({ client, names, labels, selection }: RowProps) {
  const now = useNow()
  const staff = useStaff()
  const projets = useLiveList('projet', { selector: { IDCLIENT: client.IDCLIENT } })?.toSorted(openFirst)
  const rdvs = useRdvsOf(projets)
  const phone = client.PORTABLE ?? client.TELEPHONE
  const name = clientEntity.label(client)
  const who = client.IDPERSONNEL ? names.personnel(client.IDPERSONNEL) : ''
  const lineOf = (projet: Projet) => (
    <span key={projet.IDPROJET} className={styles.projet}>
      <ProjetChip projet={projet} />
      <span>
        {projetEntity.label(projet)} · {rdvs ? rdvWords(rdvs.get(projet.IDPROJET) ?? [], now) : ''}
      </span>
    </span>
  )
  return (
    <TaskRow
      lead={
        selection ? (
          <Checkbox
            size="md"
            className={above}
            checked={selection.has(client.IDCLIENT)}
            onChange={() => selection.toggle(client.IDCLIENT)}
            aria-label={labelsText.selectOne(name)}
          />
        ) : undefined
      }
      title={name}
      href={paths.resource.view('client', client.IDCLIENT)}
      sync={client.sync.state}
      reason={<LabelChips held={client.IDLABELS} labels={labels} />}
      lines={[
        [client.VILLE, phone ? formatPhone(phone) : text.noPhone, who ? text.responsible(who) : null]
          .filter(Boolean)
          .join(' · '),
        // While its projects are read, a row has the height of one: the rows below stay under the finger.
        projets === undefined ? '\u00a0' : null,
        projets?.length === 0 ? noProjectWords(client, { staff, names }) : null,
        ...(projets ?? []).map(lineOf),
      ]}
      actions={<QuickActions client={client} projet={projets?.find((one) => !isClosed(one)) ?? null} />}
    />
  )
}

/** Clients with their projects, states and appointments; only those on screen are rendered. */
export function ClientRows({
  clients,
  names,
  selection,
  onNearEnd,
}: {
  clients: readonly Client[]
  names: Names
  selection: Selection | null
  onNearEnd: (() => void) | null
}) {
  const desktop = useDesktop()
  const labels = useLabels()
  return (
    <VirtualList
      items={clients}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={(client) => client.IDCLIENT}
      label={text.clientList}
      row={(client) => <ClientRow client={client} names={names} labels={labels} selection={selection} />}
      onNearEnd={onNearEnd}
    />
  )
}
