import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { mayChangePerson, mayManage } from '../../../schemas/rules/direction.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { ResourceView } from '../../domain/records/resource-view.tsx'
import { passationText } from '../../text/passation.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { RoleLinks } from './role-links.tsx'

const FIELDS = ['PRENOM', 'NOM', 'MAIL', 'TELEPHONE_PORTABLE', 'ROLES', 'IDAGENCE', 'AGENCES', 'HORS_STATS']

/** /manager/personnel/$id: everybody may read it, directors edit those of their agencies, nobody deletes it here (schemas/access.ts). */
export function PersonnelScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const me = useStaff()
  const personnel = useLiveRecord('personnel', id)
  const mayHandOver =
    personnel && mayOpen(managerRoute('parametres'), me.roles) && id !== me.id && mayManage(me, personnel)
  return (
    <ResourceView
      key={id}
      resource="personnel"
      id={id}
      record={personnel}
      back={paths.manager.href()}
      fields={FIELDS}
      actions={{ canEdit: personnel ? mayChangePerson(me, id, personnel) : false }}
    >
      {personnel ? <RoleLinks roles={personnel.ROLES} /> : null}
      {mayHandOver ? (
        <div>
          <Button component={Link} to={paths.passation.href(id)} variant="default">
            {passationText.prepare}
          </Button>
        </div>
      ) : null}
    </ResourceView>
  )
}
