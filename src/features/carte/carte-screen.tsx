import { Button, Switch } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isDateTime } from '../../../schemas/dates.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { type Around, MapBrowser } from '../../domain/map/map-browser.tsx'
import { managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useTeamLocation } from '../../domain/personnels/use-team-location.ts'
import { mapText as text } from '../../text/map.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { nameOf, TeamPanel, whatOf } from './team-panel.tsx'

/** A link from the map to prospecting around the same point. */
function ProspectLink({ around }: { around: Around | null }) {
  const { account } = useSession()
  if (!around || !mayOpen(managerRoute('prospection'), account.roles)) return null
  return (
    <div>
      <Button
        component={Link}
        {...hrefProps(paths.prospection.href(around))}
        variant="default"
        leftSection={<IconRoute size={18} />}
      >
        {text.prospect}
      </Button>
    </div>
  )
}

/** « Carte » (MGR-04): my clients, those of my agency and of the others on a map that needs no network, and the places of the team. */
export function CarteScreen() {
  const [query, setQuery] = useQuery()
  const now = useNow()
  const go = useGo()
  const showsTeam = query.voir === 'equipe'
  // The places of the clients would hide the few of the team.
  const withClients = query.clients === 'oui'
  const asked = query.quand !== undefined && isDateTime(query.quand) ? query.quand : null
  const time = asked ?? now
  const places = useTeamLocation(showsTeam ? time : null)
  const members = places?.members
  const marks = useMemo(
    () =>
      (members ?? []).flatMap((member) =>
        member.position
          ? [
              {
                ...member.position,
                id: `${member.kind}/${member.id}`,
                initials: member.person.INITIALES ?? '',
                label: text.teamMark(nameOf(member), whatOf(member)),
              },
            ]
          : [],
      ),
    [members],
  )
  const openMark = (id: string) => {
    const [kind, record = ''] = id.split('/')
    go(paths.resource.view(kind === 'intervention' ? 'intervention' : 'rdv', record))
  }
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <Segments
            label={text.shown}
            value={showsTeam ? 'equipe' : 'clients'}
            onChange={(next) =>
              setQuery({ voir: next === 'equipe' ? next : undefined, quand: undefined, clients: undefined })
            }
            data={[
              { value: 'clients', label: text.clients },
              { value: 'equipe', label: text.team },
            ]}
          />
        }
      />
      <MapBrowser
        team={
          showsTeam
            ? {
                marks,
                onPick: openMark,
                withClients,
                panel: (
                  <>
                    <Switch
                      size="md"
                      label={text.teamClients}
                      checked={withClients}
                      onChange={(event) => setQuery({ clients: event.currentTarget.checked ? 'oui' : undefined })}
                    />
                    <TeamPanel
                      time={time}
                      isNow={asked === null}
                      places={places}
                      onTime={(next) => setQuery({ quand: next ?? undefined })}
                    />
                  </>
                ),
              }
            : undefined
        }
      >
        {(around) => <ProspectLink around={around} />}
      </MapBrowser>
    </>
  )
}
