import { useParams } from '@tanstack/react-router'
import { useLiveList } from '../../data/records/use-live.ts'
import { useLabels } from '../../data/session/session.tsx'
import { ReadOnlyPage } from '../../domain/records/read-only-page.tsx'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { Fact } from '../../domain/records/resource-view.tsx'
import { rolesText as text } from '../../text/roles.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { NotFoundScreen } from '../../ui/page/not-found-screen.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'

/** /manager/role/$id, by the role's code: staff may read it, administrators write it (RES-01). */
export function RoleScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const role = useLabels().roles.find(({ name }) => name === id)
  const people = useLiveList('personnel', {})
  if (!role) return <NotFoundScreen />
  const holders = people
    ?.filter((person) => person.ROLES.includes(role.name))
    .sort((a, b) => a.NOM.localeCompare(b.NOM, 'fr'))
  return (
    <ReadOnlyPage
      title={role.common_name}
      kind={text.role}
      facts={
        <>
          <Fact label={text.code}>{role.name}</Fact>
          <Fact label={text.color}>
            <StateChip label={role.common_name} color={role.color ?? 'grey'} />
          </Fact>
        </>
      }
    >
      <Panel title={text.people} count={holders?.length}>
        {holders?.length ? (
          <RowList label={text.people}>
            {holders.map((person) => (
              <RecordRow
                key={person.IDPERSONNEL}
                href={paths.resource.view('personnel', person.IDPERSONNEL)}
                title={person.NOM_COMPLET ?? person.NOM}
                detail={person.MAIL ?? ''}
                sync={person.sync.state}
              />
            ))}
          </RowList>
        ) : (
          <PanelEmpty text={text.nobody} />
        )}
      </Panel>
    </ReadOnlyPage>
  )
}
