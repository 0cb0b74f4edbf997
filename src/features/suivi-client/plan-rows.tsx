import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { paths } from '../../app/paths.ts'
import { useDesktop } from '../../components/desktop.ts'
import type { WaitingProject } from '../../components/resource/use-waiting-projects.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { useLast } from '../../components/use-last.ts'
import { useNow } from '../../components/use-now.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import { WorkRow } from '../../components/work-row.tsx'
import { useRecords } from '../../db/use-records.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { planAge, planReason } from './follow.ts'
import { QuickActions } from './quick-actions.tsx'

const ROW_PHONE = 148
const ROW_DESKTOP = 84

/** Projects without an appointment, oldest first, whoever is responsible: the office's staff calls and plans. */
export function PlanRows({
  waiting,
  personName,
}: {
  waiting: readonly WaitingProject[]
  personName: (id: string) => string
}) {
  const desktop = useDesktop()
  const now = useNow()
  const zone = useZone()
  const clients = useLast(
    useRecords(
      'client',
      waiting.map(({ projet }) => projet.IDCLIENT),
    ),
  )
  return (
    <VirtualList
      items={waiting}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={({ projet }) => projet.IDPROJET}
      label={text.planList}
      row={(one) => {
        const { projet } = one
        const client = clients?.get(projet.IDCLIENT)
        const who = personName(projet.IDRESPONSABLEPROJET ?? '')
        return (
          <WorkRow
            title={client ? clientEntity.label(client) : projetEntity.label(projet)}
            href={paths.resource.view('projet', projet.IDPROJET)}
            sync={projet.sync.state}
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
