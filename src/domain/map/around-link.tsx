import { Link } from '@tanstack/react-router'
import { positionOf } from '../../../schemas/rules/distance.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useSession } from '../../data/session/session.tsx'
import { mapText } from '../../text/map.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { managerRoute, mayOpen } from '../navigation/manager-routes.ts'

/** From an address to the clients around it: for sellers on the prospecting page, for others on the map. */
export function AroundLink({
  adresse,
  className,
}: {
  adresse: LocalRecord<'adresse'>
  className?: string | undefined
}) {
  const { account } = useSession()
  const centre = positionOf(adresse)
  const may = (path: 'carte' | 'prospection') => mayOpen(managerRoute(path), account.roles)
  if (!centre || !(may('prospection') || may('carte'))) return null
  return (
    <Link
      {...hrefProps(may('prospection') ? paths.prospection.href({ centre }) : paths.carte.href({ centre }))}
      className={className ?? ''}
    >
      {mapText.clientsAround}
    </Link>
  )
}
