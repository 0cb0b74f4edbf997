import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { Records } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { KnownClientChip } from '../../domain/projets/known-client-chip.tsx'
import type { WaitingProject } from '../../domain/projets/use-waiting-projects.ts'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { ListSort } from '../../domain/views/list-tools.tsx'
import type { ListView } from '../../domain/views/use-list-view.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { planAge, planReason } from './follow.ts'
import { QuickActions } from './quick-actions.tsx'

const ROW_PHONE = 148
const ROW_DESKTOP = 84

/** Projects without an appointment, oldest first, whoever is responsible: the office's staff calls and plans. */
export function PlanRows({
  view,
  clients,
  personName,
}: {
  view: ListView<WaitingProject>
  clients: Records<'client'> | undefined
  personName: (id: string) => string
}) {
  const desktop = useDesktop()
  const labels = useLabels()
  const now = useNow()
  const zone = useZone()
  return (
    <VirtualList
      items={view.rows ?? []}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={({ projet }) => projet.IDPROJET}
      label={text.planList}
      head={<ListSort view={view} />}
      row={(one) => {
        const { projet } = one
        const client = clients?.get(projet.IDCLIENT)
        const who = personName(projet.IDRESPONSABLEPROJET ?? '')
        return (
          <TaskRow
            title={client ? clientEntity.label(client) : projetEntity.label(projet)}
            href={paths.resource.view('projet', projet.IDPROJET)}
            sync={projet.sync.state}
            reason={
              <>
                <KnownClientChip journal={projet.JOURNAL} />
                <LabelChips held={projet.IDLABELS} labels={labels} />
              </>
            }
            age={planAge(one, now, zone)}
            lines={[
              [client?.VILLE, projetEntity.label(projet)].filter(Boolean).join(' · '),
              [planReason(one), who ? text.responsible(who) : null].filter(Boolean).join(' · '),
            ]}
            actions={client ? <QuickActions client={client} projet={projet} /> : null}
          />
        )
      }}
    />
  )
}
